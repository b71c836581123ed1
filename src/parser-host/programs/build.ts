/**
 * The programs of the parsers, as they are started quickest. A parser is started anew for another organization, and after
 * every fault: of the sources it reads some hundred files, takes their types away and compiles them each time, of what is built it
 * reads one file with what V8 has compiled of it.
 */
import { join } from 'node:path';
import { builtFolder, exists } from '#src/built-folder.ts';
import { JUDGE_PROGRAM, PARSER_PROGRAM } from '#src/parser-host/child-programs.ts';

/** Paths of programs that do the same, built or not. */
export interface Programs {
  readonly entry: string;
  readonly judgeEntry: string;
}

/** Where a package has them, built when it was packed. */
const PACKED = join(import.meta.dirname, 'built');
const SOURCES: Programs = { entry: PARSER_PROGRAM, judgeEntry: JUDGE_PROGRAM };

/** Where they are not built, and the packages for development are missing, the sources. */
export async function builtPrograms(onError: (error: unknown) => void = () => undefined): Promise<Programs> {
  if (await exists(PACKED)) return programsIn(PACKED);
  try {
    return programsIn(await builtFolder({ name: 'parsers', sources: ['src', 'package-lock.json'], build }));
  } catch (error) {
    onError(error);
    return SOURCES;
  }
}

function programsIn(folder: string): Programs {
  return { entry: join(folder, 'child.cjs'), judgeEntry: join(folder, 'judge.cjs') };
}

async function build(folder: string): Promise<void> {
  const { bundlePrograms } = await import('./bundle.ts');
  const { compilePrograms } = await import('./warm-up.ts');
  await bundlePrograms(folder);
  await compilePrograms(folder);
}

if (import.meta.main) {
  const fail = (error: unknown) => {
    throw error;
  };
  console.log((await builtPrograms(fail)).entry);
}
