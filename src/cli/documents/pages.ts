/** `fixpoint pages`: the fingerprints of pages, to find a page again in other documents. */
import { EXIT } from '#src/cli/exit-codes.ts';
import { inOneLine, say } from '#src/cli/terminal.ts';
import { checkInputs } from './inputs.ts';
import { type EngineFlags, exitCodeOf, forEachOf, type Processed, processFile, withPool } from './parsers.ts';

export interface PagesFlags extends EngineFlags {
  readonly json: boolean;
}

/** Prints the number of each page, its fingerprint and that without margins; the files follow one another in their order. */
export async function pagesOfFiles(files: readonly string[], flags: PagesFlags): Promise<number> {
  checkInputs(files);
  return withPool({ ...flags, jobs: 1 }, async (pool) => {
    let exitCode: number = EXIT.done;
    await forEachOf(files, 1, async (file) => {
      const processed = await processFile(pool, file, flags);
      const isUnread = processed.status === 'SUCCESS' && processed.pages === null;
      exitCode = Math.max(exitCode, isUnread ? EXIT.failed : exitCodeOf(processed));
      printPages(file, processed, { json: flags.json, withName: files.length > 1 });
    });
    return exitCode;
  });
}

function printPages(
  file: string,
  { status, code, message, pages }: Processed,
  { json, withName }: { readonly json: boolean; readonly withName: boolean },
): void {
  if (status !== 'SUCCESS') return say(`${status.padEnd(8)} ${inOneLine(file)}  ${code ?? ''}: ${message ?? ''}`);
  if (pages === null) return say(`FAILED   ${inOneLine(file)}  The pages are too large to be read for fingerprints.`);
  const lines = pages.map((page, index) => {
    const number = index + 1;
    if (json) return JSON.stringify({ file, page: number, ...page });
    const line = `${number}  ${page.fingerprint}  ${page.withoutMargins ?? '-'.repeat(64)}`;
    return withName ? `${line}  ${inOneLine(file)}` : line;
  });
  process.stdout.write(`${lines.join('\n')}\n`);
}
