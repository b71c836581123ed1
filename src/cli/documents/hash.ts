/** `fixpoint hash`: the canonical hashes of files, which show the files that are one document. */
import { EXIT } from '#src/cli/exit-codes.ts';
import { inOneLine, say } from '#src/cli/terminal.ts';
import { checkInputs } from './inputs.ts';
import { type EngineFlags, exitCodeOf, forEachOf, type Processed, processFile, withPool } from './parsers.ts';

/**
 * Prints only the hash of one file. For several files, it prints the hash and the name of each file in their order, as `sha256sum` does.
 */
export async function hashFiles(files: readonly string[], flags: EngineFlags): Promise<number> {
  checkInputs(files);
  return withPool(flags, async (pool) => {
    let exitCode: number = EXIT.done;
    const waiting = new Map<number, () => void>();
    let next = 0;
    await forEachOf(files, flags.jobs, async (file, index) => {
      const processed = await processFile(pool, file, flags);
      exitCode = Math.max(exitCode, exitCodeOf(processed));
      waiting.set(index, teller(file, processed, files.length > 1));
      for (let tell = waiting.get(next); tell !== undefined; tell = waiting.get(next)) {
        tell();
        waiting.delete(next);
        next += 1;
      }
    });
    return exitCode;
  });
}

/** It keeps no document, for it may wait for others. */
function teller(file: string, { status, code, message, report }: Processed, withName: boolean): () => void {
  const hash = report?.normalized?.sha256;
  if (hash === undefined) return () => say(`${status.padEnd(8)} ${inOneLine(file)}  ${code ?? ''}: ${message ?? ''}`);
  return () => void process.stdout.write(withName ? `${hash}  ${inOneLine(file)}\n` : `${hash}\n`);
}
