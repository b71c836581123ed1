/**
 * `npm run bench [-- DIR]` measures the cost of the engine beside tools that do a part of its work, and the additional
 * cost of the service. With `--growth` it only measures how cost grows with size (`growth.ts`). One run on one machine
 * measures everything, so the ratios are meaningful while the figures depend on the machine. CPU time is user and
 * system time. The floor is the cost of inflating, deflating and hashing the same bytes, which every engine has. The
 * document with the highest cost is also listed alone: tools that copy stream data spend nothing on large images, while
 * the engine decodes and compresses them, since equal pixels must give equal bytes. A profile by module shows the time
 * of the engine. A missing tool is named and left out.
 */
import { writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_OPTIONS, STAGE_NAMES } from '#domain/pipeline.ts';
import { startNormalizing } from '#engine/normalize.ts';
import type { Outcome, Run } from '#engine/run.ts';
import { readCorpus } from '#tools/quality/corpus/files.ts';
import { print } from '#tools/quality/scores.ts';
import { percentile } from '#tools/figures.ts';
import { type Bar, ratioChart } from './chart.ts';
import { type GrowthFigures, GROWTHS, measureGrowth } from './growth.ts';
import { profile, type Share } from './profile.ts';
import { withInstance } from './service/instance.ts';
import { load, type LoadFigures } from './service/load.ts';

import { measureTool, type ToolFigures, TOOLS } from './tools.ts';
import { measureValidation, type ValidationFigures } from './validation.ts';
import { cpuMs, type Document, measureFloor, readDocuments } from './measure.ts';

const FILES = 200;
const SHOWN_SHARES = 12;
const OPTIONS = { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' } as const;
/** The setting of the service: a verifier proves small outputs and searches all. */
const UNPROVED = 'large';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    growth: { type: 'boolean' },
    /** The path for a chart of the engine and its peers. */
    svg: { type: 'string' },
  },
});
if (values.growth) {
  const normalize = (input: Uint8Array) => run(startNormalizing(input, OPTIONS, UNPROVED));
  for (const growth of GROWTHS) printGrowth(await measureGrowth(growth, normalize));
  process.exit();
}
const directory = resolve(positionals[0] ?? '../shared/corpus/dev');
const documents = readDocuments(readCorpus(directory), FILES);
const totalMb = documents.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
print(`${documents.length} files, ${totalMb.toFixed(1)} MB, from ${directory}\n`);

await measureEngine(documents.slice(0, 20), true); // warm-up of compiled code and modules
const unproved = await measureEngine(documents, false);
const engine = await measureEngine(documents, true);
printEngine('engine, all stages', engine);
printEngine('engine, outputs not proved', unproved);
const floorMs = measureFloor(engine.outputs.flatMap((output) => (output ? [output.bytes] : [])));
print(
  `${'inflate, deflate, SHA-256'.padEnd(26)} CPU ${floorMs.toFixed(0)} ms   the engine takes ${(engine.totalMs / floorMs).toFixed(2)} of it`,
);
const profiled = await profile(() => measureEngine(documents, true));
print('where the engine spends it: ' + profiled.slice(0, SHOWN_SHARES).map(printed).join(', '));
const heaviest = engine.times.indexOf(Math.max(...engine.times));
const [heavy] = documents.slice(heaviest);
const heavyMs = engine.times[heaviest] ?? 0;
print(`heaviest document          CPU ${heavyMs.toFixed(0)} ms   ${heavy && basename(heavy.path)}`);
const bars: Bar[] = [{ label: 'inflate, deflate, SHA-256', ratio: engine.totalMs / floorMs }];
for (const tool of TOOLS) printTool(tool.name, measureTool(tool, documents), heavy && measureTool(tool, [heavy]));
if (values.svg !== undefined) {
  writeFileSync(values.svg, ratioChart(`CPU of the engine beside others, ${documents.length} real files`, bars));
}

print('');
const small = documents.filter(({ bytes }) => bytes.length < 200_000).slice(0, 60);
const alone = await measureEngine(small, true);
print(
  `engine alone, ${small.length} small files: ${(small.length / (alone.totalMs / 1000)).toFixed(1)} documents a CPU second`,
);
const loads = [
  { inFlight: 1, organizations: 1 },
  { inFlight: 8, organizations: 1 },
  { inFlight: 8, organizations: 50 },
];
await withInstance(Math.max(...loads.map(({ organizations }) => organizations)), async (instance) => {
  const sent = small.map(({ bytes }) => bytes);
  await load(instance, sent.slice(0, 10), { inFlight: 1, organizations: 1 }); // warm-up
  for (const wanted of loads) printService(await load(instance, sent, wanted), alone.totalMs / small.length);
});

printValidation(await measureValidation(readDocuments(readCorpus(directory), Infinity)));

function printValidation(figures: ValidationFigures | string): void {
  if (typeof figures === 'string') return print(`veraPDF: left out, ${figures}`);
  const { files, medianMs, p95Ms, share } = figures;
  const times = `median ${medianMs.toFixed(0)} ms   p95 ${p95Ms.toFixed(0)} ms a validation`;
  print(`veraPDF, warm, ${files} files that declare PDF/A: ${times}   ${(share * 100).toFixed(0)} % of a submission`);
}

interface Output {
  readonly bytes: Uint8Array;
  /** Tools that embed no fonts write less. */
  readonly fontsEmbedded: boolean;
}

interface EngineFigures {
  readonly totalMs: number;
  /** The time of each document. */
  readonly times: readonly number[];
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly outputs: readonly (Output | null)[];
}

async function measureEngine(files: readonly Document[], proves: boolean): Promise<EngineFigures> {
  const times: number[] = [];
  const outputs: (Output | null)[] = [];
  for (const { bytes } of files) {
    const before = cpuMs();
    const { bytes: output, report } = await run(startNormalizing(bytes, OPTIONS, proves ? 'all' : UNPROVED));
    times.push(cpuMs() - before);
    outputs.push(output && { bytes: output, fontsEmbedded: report.validation.nonEmbeddedFontsDetected });
  }
  const at = (share: number): number => percentile(times, share);
  return {
    totalMs: times.reduce((sum, time) => sum + time, 0),
    times,
    median: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    outputs,
  };
}

async function run(pipeline: Run): Promise<Outcome> {
  for (const name of STAGE_NAMES) if ((await pipeline.runStage(name)).ended) break;
  return pipeline.result();
}

function printEngine(name: string, { totalMs, median, p95, p99 }: EngineFigures): void {
  const times = `median ${median.toFixed(1)}   p95 ${p95.toFixed(1)}   p99 ${p99.toFixed(1)} ms a file`;
  print(`${name.padEnd(26)} CPU ${totalMs.toFixed(0)} ms   ${times}`);
}

function printTool(name: string, figures: ToolFigures | null, ofHeaviest: ToolFigures | null = null): void {
  if (figures === null) return print(`${name.padEnd(26)} not installed, left out`);
  const { cpuMs: toolMs, sizes } = figures;
  let ours = 0;
  let theirs = 0;
  for (const [index, output] of engine.outputs.entries()) {
    const size = sizes[index] ?? 0;
    if (output === null || output.fontsEmbedded || size === 0) continue;
    ours += output.bytes.length;
    theirs += size;
  }
  const ofOthers = (engine.totalMs - heavyMs) / (toolMs - (ofHeaviest?.cpuMs ?? 0));
  bars.push({ label: name, ratio: engine.totalMs / toolMs }, { label: 'without the heaviest file', ratio: ofOthers });
  const shares = `${(engine.totalMs / toolMs).toFixed(2)} of it, ${ofOthers.toFixed(2)} without the heaviest`;
  const cost = `CPU ${toolMs.toFixed(0)} ms   the engine takes ${shares}`;
  print(`${name.padEnd(26)} ${cost}   and writes ${(ours / theirs).toFixed(3)} of its bytes where no font is embedded`);
}

function printService({ inFlight, organizations, documentsPerSecond, p50, p99 }: LoadFigures, engineMs: number): void {
  const times = `p50 ${p50.toFixed(0)} ms   p99 ${p99.toFixed(0)} ms`;
  const ratio = (documentsPerSecond * engineMs) / 1000;
  print(
    `service, ${inFlight} in flight of ${organizations} organizations: ${documentsPerSecond.toFixed(1)} documents a second   ${times}   ${ratio.toFixed(2)} of one engine core`,
  );
}

function printGrowth({ name, points, exponent }: GrowthFigures): void {
  const sizes = points.map(([count, ms]) => `${count}: ${ms.toFixed(0)} ms`).join('   ');
  print(`${name.padEnd(20)} exponent ${exponent.toFixed(2)}   ${sizes}`);
}

function printed({ name, share }: Share): string {
  return `${name} ${(share * 100).toFixed(0)} %`;
}
