/**
 * `npm run corpus -- DIR`: normalizes every PDF below a folder through the command line and prints what came of it.
 *
 * Runs: twice in two processes (equal bytes), once more over the outputs (a fixed point), and signed documents with
 * `strip`. Every output must open in qpdf and PDFium with its pages. Ground truth beside the folder (`truth-NAME.jsonl`)
 * says which files a reader opens; without it native qpdf is asked. Exits 1 when a gate is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkOutput, type OutputCheck } from './check.ts';
import { type FileLine, normalizeAll } from './cli.ts';
import { type CorpusFile, readCorpus } from './files.ts';
import { gate, type Gate, printList, printTable } from './print.ts';

const directory = resolve(process.argv[2] ?? '../shared/corpus/dev');
const only = process.argv[3];
const scratch = mkdtempSync(join(tmpdir(), 'fixpoint-corpus-'));

const files = readCorpus(directory).filter(({ path }) => only === undefined || path.includes(only));
const startedAt = performance.now();
const first = await normalizeAll(files.map(({ path }) => path), { output: join(scratch, 'first'), jobs: 2, flags: [] });
const elapsedMs = performance.now() - startedAt;
const again = await normalizeAll(
  files.map(({ path }) => path).toReversed(),
  { output: join(scratch, 'again'), jobs: 1, flags: [] },
);
const signed = files.filter(({ path }) => first.get(path)?.status === 'REJECTED').map(({ path }) => path);
const stripped = await normalizeAll(signed, { output: join(scratch, 'stripped'), jobs: 2, flags: ['--signed-pdf-policy', 'strip'] });
const outputs = [...first.values(), ...stripped.values()].flatMap(({ output }) => output ?? []);
const second = await normalizeAll(outputs, { output: join(scratch, 'second'), jobs: 2, flags: [] });

const checks = new Map<string, OutputCheck>();
for (const file of files) {
  const output = first.get(file.path)?.output ?? stripped.get(file.path)?.output;
  if (output) checks.set(file.path, await checkOutput(output, file.pages));
}

report();
rmSync(scratch, { recursive: true, force: true });

function report(): void {
  const readable = files.filter((file) => file.readable);
  const ended = readable.filter(({ path }) => ['SUCCESS', 'REJECTED'].includes(first.get(path)?.status ?? ''));
  const succeeded = files.filter(({ path }) => first.get(path)?.status === 'SUCCESS');
  const killed = [...first.values()].filter(({ code }) => code === 'PARSER_KILLED' || code === 'PROCESSING_TIMEOUT');
  const unequal = files.filter(({ path }) => !sameResult(first.get(path), again.get(path)));
  const moved = outputs.filter((output) => second.get(output)?.sha256 !== sha256Of(output));
  const unclean = entries(checks, ({ qpdf }) => qpdf !== '');
  const repaged = entries(checks, ({ pages }) => pages.expected !== null && pages.expected !== pages.found);

  printTable('Outcomes', countBy([...first.values()].map(({ status, code }) => `${status} ${code ?? ''}`)));
  printTable('Signed documents under strip', countBy([...stripped.values()].map(({ status, code }) => `${status} ${code ?? ''}`)));
  const gates: Gate[] = [
    gate('files a reader opens end SUCCESS or REJECTED', ended.length, readable.length, 0.95),
    gate('no parser was killed', files.length - killed.length, files.length, 1),
    gate('equal results in two processes', files.length - unequal.length, files.length, 1),
    gate('a second pass gives equal bytes', outputs.length - moved.length, outputs.length, 0.95),
    gate('outputs pass qpdf --check', checks.size - unclean.length, checks.size, 0.99),
    gate('outputs have their pages in PDFium', checks.size - repaged.length, checks.size, 1),
  ];
  printList('Readable, but not normalized', readable.filter((file) => !ended.includes(file)).map(describe));
  printList('Killed', killed.map(({ file, code }) => `${file} ${code}`));
  printList('Unequal in two processes', unequal.map(describe));
  printList('Not a fixed point', moved);
  printList('Not clean in qpdf', unclean.map(([path, { qpdf }]) => `${path}: ${qpdf.split('\n')[0]}`));
  printList('Other page count', repaged.map(([path, { pages }]) => `${path}: ${pages.expected} -> ${pages.found}`));
  const times = succeeded.map(({ path }) => first.get(path)?.ms ?? 0).toSorted((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  printTable('Time a file, ms (wall, two at a time)', { median: at(0.5), p95: at(0.95), max: at(1), all: Math.round(elapsedMs) });
  if (gates.some(({ passed }) => !passed)) process.exitCode = 1;
}

function sameResult(a: FileLine | undefined, b: FileLine | undefined): boolean {
  return a !== undefined && a.status === b?.status && a.code === b.code && a.sha256 === b.sha256;
}

function sha256Of(output: string): string | null {
  for (const lines of [first, stripped]) for (const line of lines.values()) if (line.output === output) return line.sha256;
  return null;
}

function describe({ path }: CorpusFile): string {
  const line = first.get(path);
  return `${path} ${line?.status ?? 'missing'} ${line?.code ?? ''}`;
}

function entries<T>(map: ReadonlyMap<string, T>, keep: (value: T) => boolean): [string, T][] {
  return [...map].filter(([, value]) => keep(value));
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

