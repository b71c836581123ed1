/**
 * `npm run corpus -- DIR [filter] [--quick] [--keep]` normalizes every PDF below a folder with the command line and
 * measures the results. `filter` is a part of a file's path, `--quick` draws no pictures, and `--keep` leaves the
 * outputs.
 *
 * There are two runs in two processes (equal bytes), a run over the outputs (a fixed point), and a run of signed
 * documents with `strip`. Each measure then examines all of them. The exit code is 1 if a goal is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { median, percentile } from '#tools/figures.ts';
import { type Evidence, gather } from './evidence.ts';
import { readCorpus } from './files.ts';
import { active } from './measures/active.ts';
import { attacks } from './measures/attacks.ts';
import { sameBytes } from './measures/bytes.ts';
import { facts } from './measures/facts.ts';
import { fonts } from './measures/fonts.ts';
import { forms } from './measures/forms.ts';
import { glyphs } from './measures/glyphs.ts';
import type { Measure } from '#tools/quality/corpus/evidence.ts';
import { pictures } from './measures/pictures.ts';
import { signatures } from './measures/signatures.ts';
import { success } from './measures/success.ts';
import { graveShare, tamper } from './measures/tamper.ts';
import { text } from './measures/text.ts';
import { validity } from './measures/validity.ts';
import { printScore, printTable, printTitle } from '#tools/quality/scores.ts';

const MEASURES: readonly Measure[] = [
  success,
  sameBytes,
  validity,
  pictures,
  glyphs,
  active,
  signatures,
  tamper,
  attacks,
  forms,
  fonts,
  text,
  facts,
];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } },
});
const [directory = '../shared/corpus/dev', filter] = positionals;
const scratch = mkdtempSync(join(tmpdir(), 'fixpoint-corpus-'));
try {
  const files = readCorpus(resolve(directory), filter);
  const evidence = await gather(files, scratch, values.quick);
  printOutcomes(evidence);
  const isReached = await judgeAll(evidence);
  printTitle(graveShare(evidence));
  printTimes(evidence);
  process.exitCode = isReached ? 0 : 1;
} finally {
  if (values.keep) printTitle(`Outputs: ${scratch}`);
  else rmSync(scratch, { recursive: true, force: true });
}

async function judgeAll(evidence: Evidence): Promise<boolean> {
  let isReached = true;
  for (const measure of MEASURES) {
    printTitle(measure.title);
    for (const score of await measure.judge(evidence)) isReached = printScore(score) && isReached;
  }
  return isReached;
}

function printOutcomes({ lines }: Evidence): void {
  const counts: Record<string, number> = {};
  for (const { status, code } of lines.values()) {
    const name = `${status} ${code ?? ''}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  printTable('Outcomes', counts);
}

function printTimes({ lines, elapsedMs }: Evidence): void {
  const times = [...lines.values()].filter(({ status }) => status === 'SUCCESS').map(({ ms }) => ms);
  printTable('Time a file, ms (wall, two at a time)', {
    median: median(times),
    p95: percentile(times, 0.95),
    max: percentile(times, 1),
    all: Math.round(elapsedMs),
  });
}
