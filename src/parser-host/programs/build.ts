/**
 * The programs of the parsers, as they are started quickest. A parser is started anew for another organization, and after
 * every fault: of the sources it reads some hundred files, takes their types away and compiles them each time, of what is built it
 * reads one file with what V8 has compiled of it.
 */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { builtFolder, exists } from '#src/built-folder.ts';
import { JUDGE_PROGRAM, PARSER_PROGRAM } from '#src/parser-host/child-programs.ts';

/** Paths of programs that do the same, built or not. */
export interface Programs {
  readonly entry: string;
  readonly judgeEntry: string;
}

const ROOT = resolve(import.meta.dirname, '../../..');
const ROLLDOWN = join(ROOT, 'node_modules/rolldown/bin/cli.mjs');
const CONFIG = join(import.meta.dirname, 'rolldown.config.ts');
const SOURCES: Programs = { entry: PARSER_PROGRAM, judgeEntry: JUDGE_PROGRAM };
const run = promisify(execFile);

/** Where they are not built, and the packages for development are missing, the sources. */
export async function builtPrograms(onError: (error: unknown) => void = () => undefined): Promise<Programs> {
  try {
    const folder = await builtFolder({ name: 'parsers', sources: ['src', 'package-lock.json'], build });
    return { entry: join(folder, 'child.cjs'), judgeEntry: join(folder, 'judge.cjs') };
  } catch (error) {
    onError(error);
    return SOURCES;
  }
}

async function build(folder: string): Promise<void> {
  if (!(await exists(ROLLDOWN))) throw new Error('The programs of the parsers are not built.');
  await run(process.execPath, [ROLLDOWN, '--config', CONFIG, '--dir', folder]);
  const { compilePrograms } = await import('./warm-up.ts');
  await compilePrograms(folder);
}

if (import.meta.main) {
  const fail = (error: unknown) => {
    throw error;
  };
  console.log((await builtPrograms(fail)).entry);
}
