/**
 * Writes the examples of the OpenAPI document: runs tests of the service and takes, for each operation that has no example
 * or one that its schema no longer allows, the answer that shows most.
 *   node tools/generate/docs/record-examples.ts [--anew] [test/batches …]
 * With `--anew` all are chosen again. Which tests are missing is said by `test/http/examples.test.ts`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { EXAMPLES_FILE, type RecordedExample, type RecordedExamples } from '#api/meta/openapi/examples.ts';
import { type DescribedBody, describedBodies, exampleOf, faultOf } from './example-schemas.ts';
import { stableExample } from './stable-example.ts';

/** A line that `test/support/conformance.ts` wrote. */
interface Seen {
  readonly operationId: string;
  readonly request?: unknown;
  readonly status: number;
  readonly type?: string;
  readonly body?: unknown;
}

/** In characters, because nobody reads a list of a hundred items. */
const HANDY_LENGTH = 6_000;

const { values, positionals } = parseArgs({
  options: { anew: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const known: RecordedExamples = values.anew ? {} : JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8'));
const seen = Map.groupBy(runTests(positionals), ({ operationId }) => operationId);
const recorded: Record<string, RecordedExample> = {};
for (const [operationId, bodies] of Map.groupBy(describedBodies(), (body) => body.operationId)) {
  const before = known[operationId];
  const isWhole = before && bodies.every((body) => isAllowed(body, exampleOf(body, before)));
  const example = isWhole ? before : choose(bodies, seen.get(operationId) ?? []);
  if (example) recorded[operationId] = example;
}
const sorted = Object.fromEntries(Object.entries(recorded).toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(EXAMPLES_FILE, `${JSON.stringify(sorted, null, 2)}\n`);
console.log(`${Object.keys(sorted).length} operations have examples`);

/** The answers in the tests for all operations. */
function runTests(files: readonly string[]): Seen[] {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-examples-'));
  const vitest = resolve(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'service', ...files], {
    env: { ...process.env, RECORD_EXAMPLES_TO: folder },
    stdio: 'inherit',
  });
  // The test for complete examples fails until all examples exist.
  if (status !== 0) console.error('Some tests failed; what the others had is taken.');
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  rmSync(folder, { recursive: true });
  return lines.map((line): Seen => JSON.parse(line));
}

/** The request and the first answer come from one call. Other answers come from the calls with the most members. */
function choose(bodies: readonly DescribedBody[], calls: readonly Seen[]): RecordedExample | undefined {
  const [first, ...others] = bodies.filter(({ status }) => status !== undefined);
  const request = bodies.find(({ status }) => status === undefined);
  const main = best(
    calls
      .filter((call) => !first || isOf(first, call))
      .map((call) => stableExample({ request: request && call.request, body: first && call.body }))
      .filter((pair) => (!request || isAllowed(request, pair.request)) && (!first || isAllowed(first, pair.body))),
  );
  if (!main) return undefined;
  const answers: Record<string, Record<string, unknown>> = {};
  const add = (body: DescribedBody, example: unknown): void => {
    if (body.status !== undefined) answers[body.status] = { ...answers[body.status], [body.type]: example };
  };
  if (first) add(first, main.body);
  for (const other of others) {
    const ofIt = calls.filter((call) => isOf(other, call)).map(({ body }) => stableExample({ body }));
    const found = best(ofIt.filter(({ body }) => isAllowed(other, body)));
    if (found) add(other, found.body);
  }
  return { ...(request && { request: main.request }), answers };
}

function isOf({ status, type }: DescribedBody, call: Seen): boolean {
  return String(call.status) === status && call.type === type;
}

function isAllowed({ schema }: DescribedBody, example: unknown): boolean {
  return example !== undefined && faultOf(schema, example) === null;
}

/**
 * The example with the most members among those that are not too long, then the shortest, then the first by alphabet.
 */
function best<Example extends object>(examples: readonly Example[]): Example | undefined {
  const candidates = examples.map((example) => {
    const text = JSON.stringify(example);
    return { example, text, members: membersOf(example).size };
  });
  const handy = candidates.filter(({ text }) => text.length <= HANDY_LENGTH);
  return (handy.length > 0 ? handy : candidates).toSorted(
    (a, b) => b.members - a.members || a.text.length - b.text.length || (a.text < b.text ? -1 : 1),
  )[0]?.example;
}

/** The paths of members with a value. Items of a list count once. */
function membersOf(value: unknown, path = '', found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) membersOf(item, path, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) membersOf(member, `${path}/${name}`, found);
  } else if (value !== null && value !== '') found.add(path);
  return found;
}
