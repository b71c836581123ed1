/**
 * `npm run converge -- --exports [--only PATTERN] [--keep DIR]`: a program that exports one source twice gives one hash.
 *
 * Each program of `programs.ts` that is installed exports twenty sources, and exports them again some seconds later under another
 * locale and another time zone. Both are normalized. Prints the share of sources with one hash, and why others have two.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type FileLine, normalizeAll } from '#tools/quality/normalize-files.ts';
import { type Exception, note, printScore } from '#tools/quality/scores.ts';
import { findDifferences } from '#tools/quality/converge/difference.ts';
import { sha256 } from '#tools/figures.ts';
import { reasonFor } from './exceptions.ts';
import { findPrograms, LOCALES, type Program } from './programs.ts';
import { SOURCES } from './sources.ts';
import { writeSources } from './write-sources.ts';

const FLAGS = ['--no-linearize', '--signed-pdf-policy', 'strip'];
const APART_MS = 2000;
const COMMAND_TIMEOUT_MS = 300_000;
/** Two locales and time zones. */
const SURROUNDINGS = [
  { TZ: 'UTC', LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' },
  { TZ: 'Asia/Tokyo', LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8', LOCPATH: LOCALES },
];

const { values } = parseArgs({
  options: { exports: { type: 'boolean' }, only: { type: 'string', default: '' }, keep: { type: 'string' } },
});
const scratch = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'fixpoint-exports-')) : resolve(values.keep);

const totals = { programs: 0, pairs: 0, sameFiles: 0, misses: 0, explained: 0 };
for (const program of await findPrograms(values.only, note)) {
  const folder = join(scratch, program.name.replaceAll(/\W+/g, '-'));
  const [first = '', second = ''] = await exportTwice(program, folder);
  const pairs = SOURCES.map(({ name }) => `${name}.pdf`)
    .map((file) => ({ name: file, first: join(first, file), second: join(second, file) }))
    .filter((pair) => existsSync(pair.first) && existsSync(pair.second));
  const { lines } = await normalizeAll(
    pairs.flatMap((pair) => [pair.first, pair.second]),
    { output: join(folder, 'normalized'), jobs: 2, flags: FLAGS },
  );
  const exceptions = pairs.flatMap((pair) => missOf(program, pair, lines) ?? []);
  const sameFiles = pairs.filter(
    (pair) => sha256(readFileSync(pair.first)) === sha256(readFileSync(pair.second)),
  ).length;
  const claim = `exported twice by ${program.name} (${sameFiles} with the same bytes)`;
  if (!printScore({ claim, of: pairs.length, goal: 1, exceptions }) || pairs.length === 0) process.exitCode = 1;
  totals.programs += 1;
  totals.pairs += pairs.length;
  totals.sameFiles += sameFiles;
  totals.misses += exceptions.filter(({ rule }) => rule === undefined).length;
  totals.explained += exceptions.filter(({ rule }) => rule !== undefined).length;
}
note(
  `${totals.programs} programs, ${totals.pairs} pairs: ${totals.sameFiles} have the same bytes before, ` +
    `${totals.pairs - totals.misses - totals.explained} have one hash, ${totals.explained} are explained, ${totals.misses} are not`,
);
if (values.keep === undefined) rmSync(scratch, { recursive: true, force: true });

interface Pair {
  readonly name: string;
  readonly first: string;
  readonly second: string;
}

/** Returns the folders of both exports. Each has its own sources, since a program may change them. */
async function exportTwice(program: Program, folder: string): Promise<string[]> {
  const outputs: string[] = [];
  for (const [index, surroundings] of SURROUNDINGS.entries()) {
    if (index > 0) await setTimeout(APART_MS);
    const [input, output] = [join(folder, 'sources'), join(folder, `export-${index + 1}`)];
    rmSync(input, { recursive: true, force: true });
    for (const each of [input, output]) mkdirSync(each, { recursive: true });
    const missing = writeSources(input);
    if (missing.length > 0) throw new Error(`These fonts are missing: ${missing.join(', ')}`);
    for (const [name, ...args] of program.commands(input, output)) {
      await runIn(input, { ...process.env, ...surroundings }, name, args);
    }
    outputs.push(output);
  }
  return outputs;
}

function runIn(cwd: string, env: NodeJS.ProcessEnv, name: string, args: readonly string[]): Promise<void> {
  return new Promise((done) => {
    const child = spawn(name, args, { cwd, env, stdio: 'ignore', timeout: COMMAND_TIMEOUT_MS, killSignal: 'SIGKILL' });
    child.on('error', () => done()).on('close', () => done());
  });
}

function missOf(
  program: Program,
  { name, first, second }: Pair,
  lines: ReadonlyMap<string, FileLine>,
): Exception | null {
  const [before, after] = [lines.get(first), lines.get(second)];
  if (!before?.output || !after?.output) {
    const what = `${before?.status} ${before?.code ?? ''}, ${after?.status} ${after?.code ?? ''}`;
    const isBroken = before?.status === 'FAILED' && after?.status === 'FAILED';
    return { name, what, rule: isBroken ? 'the program broke off, and left no document twice' : undefined };
  }
  if (before.sha256 === after.sha256) return null;
  const [a, b] = [readFileSync(before.output), readFileSync(after.output)];
  const differences = findDifferences(new Uint8Array(a), new Uint8Array(b));
  const reasons = differences.map((difference) => ({ ...difference, rule: reasonFor(program.name, difference) }));
  // One difference without a reason is a miss, whatever else differs.
  const [shown] = [...reasons.filter(({ rule }) => rule === undefined), ...reasons];
  return shown ? { name, what: `${shown.kind}: ${shown.path}`, rule: shown.rule } : null;
}
