/**
 * `npm run converge -- DIR [STEP]`: one document, however it was saved, gives one hash.
 *
 * First the variants our own builder makes of a few documents, then every STEP-th PDF below the folder saved again by
 * every other writer that is installed. Prints the share of re-saves with the hash of their source and what the others
 * differ in. Exits 1 when a goal is missed. What a writer is known to change beyond the file's form is counted apart.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readCorpus } from '#test/corpus/files.ts';
import { printScore } from '#test/corpus/print.ts';
import { normalizeSources, tryWriter, type WriterResult } from './resaves.ts';
import { isInstalled, isSound, WRITERS } from './writers.ts';

const GOAL = 0.99;

const directory = resolve(process.argv[2] ?? '../shared/corpus/dev');
const step = Number(process.argv[3] ?? 10);
const only = process.argv[4] ?? '';
const scratch = mkdtempSync(join(tmpdir(), 'fixpoint-converge-'));

const files = readCorpus(directory).filter(({ readable, path }, index) => readable && index % step === 0 && isSound(path));
const sources = await normalizeSources(files, scratch);
process.stdout.write(`${sources.length} of ${files.length} sound files normalize.\n\n`);
for (const writer of WRITERS.filter(({ name }) => name.includes(only))) {
  if (!isInstalled(writer)) process.stdout.write(`     ${writer.name}: not installed\n`);
  else if (!report(await tryWriter(writer, sources, scratch))) process.exitCode = 1;
}
rmSync(scratch, { recursive: true, force: true });

function report({ writer, saved, misses }: WriterResult): boolean {
  return printScore({ claim: `saved again by ${writer.name}`, of: saved, goal: GOAL, exceptions: misses });
}
