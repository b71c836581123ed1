/** The files of a corpus and what is known of them. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

export interface CorpusFile {
  readonly path: string;
  /** A reader opens it, with its pages, without a password. */
  readonly readable: boolean;
  /** Null when nobody can say. */
  readonly pages: number | null;
}

const Truth = z.object({
  path: z.string(),
  readers: z.object({ pikepdf: z.string() }),
  pages: z.object({ pikepdf: z.number().nullish(), poppler: z.number().nullish(), mupdf: z.number().nullish() }),
  encryption: z.object({ user_password_needed: z.boolean().nullish() }).nullish(),
});

export function readCorpus(directory: string): CorpusFile[] {
  const truthPath = join(dirname(directory), `truth-${basename(directory)}.jsonl`);
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.toLowerCase().endsWith('.pdf'))
    .toSorted()
    .map((name) => join(directory, name));
  if (!existsSync(truthPath)) return paths.map(askQpdf);
  const truths = new Map<string, CorpusFile>();
  for (const line of readFileSync(truthPath, 'utf8').split('\n').filter(Boolean)) {
    const truth = Truth.parse(JSON.parse(line));
    truths.set(join(directory, truth.path), fromTruth(join(directory, truth.path), truth));
  }
  return paths.map((path) => truths.get(path) ?? askQpdf(path));
}

function fromTruth(path: string, { readers, pages, encryption }: z.infer<typeof Truth>): CorpusFile {
  const count = pages.pikepdf ?? pages.poppler ?? pages.mupdf ?? null;
  const opens = readers.pikepdf === 'ok' || readers.pikepdf === 'recovered';
  return { path, pages: count === 0 ? null : count, readable: opens && count !== 0 && encryption?.user_password_needed !== true };
}

/** Native qpdf, where it is installed. */
function askQpdf(path: string): CorpusFile {
  const { status, stdout } = spawnSync('qpdf', ['--show-npages', path], { encoding: 'utf8', timeout: 30_000 });
  const pages = status === 0 || status === 3 ? Number(stdout.trim()) : 0;
  return { path, pages: pages > 0 ? pages : null, readable: pages > 0 };
}
