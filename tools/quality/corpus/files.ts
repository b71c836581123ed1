/** The files of a corpus and the known facts about them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sha256 } from '#tools/figures.ts';
import { readTruths, type Truth } from './truth.ts';
import { runNow } from '#tools/quality/programs.ts';

export interface CorpusFile {
  readonly path: string;
  /** The path relative to the corpus. */
  readonly name: string;
  readonly sha256: string;
  /** True if a reader opens it with pages and without a password. */
  readonly readable: boolean;
  /** One count for each reader that opens the file. Counts may differ. Empty if no reader opens it. */
  readonly pageCounts: readonly number[];
  readonly truth: Truth | null;
}

/** The ground truth is in a file beside the folder (`truth-NAME.jsonl`). Without it native qpdf is used. */
export function readCorpus(directory: string, filter = ''): CorpusFile[] {
  const truthPath = join(dirname(directory), `truth-${basename(directory)}.jsonl`);
  const truths = existsSync(truthPath) ? readTruths(truthPath) : new Map<string, Truth>();
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.toLowerCase().endsWith('.pdf') && name.includes(filter))
    .toSorted();
  return names.map((name) => describe(directory, name, truths.get(name) ?? null));
}

function describe(directory: string, name: string, truth: Truth | null): CorpusFile {
  const path = join(directory, name);
  const counts = truth ? [truth.pages.pikepdf, truth.pages.poppler, truth.pages.mupdf] : [askQpdf(path)];
  const pageCounts = counts.filter((count) => typeof count === 'number').filter((count) => count > 0);
  return {
    path,
    name,
    sha256: sha256(readFileSync(path)),
    readable: pageCounts.length > 0 && truth?.encryption?.user_password_needed !== true,
    pageCounts,
    truth,
  };
}

function askQpdf(path: string): number | null {
  const { status, stdout } = runNow('qpdf', ['--show-npages', path]);
  return status === 0 || status === 3 ? Number(stdout.toString().trim()) : null;
}
