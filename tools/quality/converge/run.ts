/**
 * `npm run converge -- DIR [STEP]`: one document, however it was saved, gives one hash.
 *
 * First the variants our own builder makes of a few documents, then documents that other writers make here, then every
 * STEP-th PDF below the folder, saved again by every other writer that is installed. Prints the share of re-saves with the hash of their source and what the others
 * differ in. Exits 1 when a goal is missed. What a writer is known to change beyond the file's form is counted apart.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { baseDocuments, SEMANTIC, SYNTACTIC } from '#test/support/builders/variants.ts';
import { readCorpus } from '#tools/quality/corpus/files.ts';
import { plainHash } from '#tools/quality/normalize-files.ts';
import { type Exception, note, printScore, printTitle } from '#tools/quality/scores.ts';
import { makeDocuments } from './makers.ts';
import type { Model } from './model.ts';
import { normalizeSources, tryWriter, type WriterResult } from './resaves.ts';
import { serialize } from './serializer.ts';
import { complaintAbout, findWriters } from './writers.ts';

const GOAL = 0.98;
const GOAL_OF_ALL = 0.98;
const TEXT_GOAL = 0.995;
const VARIANTS = Object.entries({ ...SYNTACTIC, ...SEMANTIC });

const directory = resolve(process.argv[2] ?? '../shared/corpus/dev');
const step = Number(process.argv[3] ?? 10);
const only = process.argv[4] ?? '';
const scratch = mkdtempSync(join(tmpdir(), 'fixpoint-converge-'));

for (const [name, model] of Object.entries(baseDocuments())) {
  const exceptions = await tryVariants(model);
  const claim = `variants of our own making: ${name}`;
  if (!printScore({ claim, of: VARIANTS.length, goal: 1, exceptions })) process.exitCode = 1;
}
const writers = (await findWriters(note)).filter(({ name }) => name.includes(only));
await trySet('made here', await makeDocuments(scratch, note), 1);
await trySet(directory, directory, step);
rmSync(scratch, { recursive: true, force: true });

/** Saves every document of a folder, or every n-th one, with all writers. */
async function trySet(name: string, folder: string, every: number): Promise<void> {
  const files = readCorpus(folder).filter(
    ({ readable, path }, index) => readable && index % every === 0 && complaintAbout(path) === null,
  );
  const sources = await normalizeSources(files, mkdtempSync(join(scratch, 'set-')));
  printTitle(`${name}: ${sources.length} of ${files.length} sound files normalize.`);
  if (sources.length === 0) process.exitCode = 1;
  const results: WriterResult[] = [];
  for (const writer of writers) {
    const result = await tryWriter(writer, sources, scratch);
    results.push(result);
    if (!report(result)) process.exitCode = 1;
  }
  const gated = results.filter(({ writer }) => writer.goal !== 0);
  const missed = gated.flatMap(({ misses }) => misses.filter(({ rule }) => rule === undefined));
  const saved = gated.reduce((sum, result) => sum + result.saved, 0);
  const claim = 'all re-saves, those with a goal';
  if (!printScore({ claim, of: saved, goal: GOAL_OF_ALL, exceptions: missed })) process.exitCode = 1;
  printShares(results);
}

/** The share of equal hashes. A change by the writer counts as a miss. */
function printShares(results: readonly WriterResult[]): void {
  printTitle('Re-saves with the hash and the content hash of their source, in percent');
  for (const { writer, saved, misses, otherTexts } of results) {
    const [bytes, text] = [misses, otherTexts].map(({ length }) => ((100 * (saved - length)) / saved).toFixed(1));
    note(`${writer.name.padEnd(36)} ${String(saved).padStart(5)} saved   ${bytes}   ${text}`);
  }
}

async function tryVariants(model: Model): Promise<Exception[]> {
  const expected = await plainHash(serialize(model));
  const hashes = await Promise.all(
    VARIANTS.map(async ([name, variant]) => [name, await plainHash(await variant(model))] as const),
  );
  return hashes.flatMap(([name, hash]) => (hash === expected ? [] : [{ name, what: 'other bytes' }]));
}

function report({ writer, saved, misses, otherTexts }: WriterResult): boolean {
  const bytes = { claim: `saved again by ${writer.name}`, of: saved, goal: writer.goal ?? GOAL, exceptions: misses };
  const text = { claim: `text as saved again by ${writer.name}`, of: saved, goal: TEXT_GOAL, exceptions: otherTexts };
  const scores = [bytes, text].map((score) => printScore(score));
  return scores.every((isMet) => isMet);
}
