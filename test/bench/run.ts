/**
 * `npm run bench [-- DIR]`: what the engine costs beside the tools that do a part of its work, and what the service adds.
 *
 * Everything is measured in one run on one machine, so the ratios mean something and the figures do not travel. CPU time
 * is user and system time. A tool that is not installed is named and left out.
 */
import { resolve } from 'node:path';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { readCorpus } from '#test/corpus/files.ts';
import { measureService, type ServiceFigures } from './service.ts';
import { measureTool, TOOLS } from './tools.ts';
import { cpuMs, type Document, percentile, readDocuments } from './measure.ts';

const FILES = 200;
const OPTIONS = { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' } as const;

const directory = resolve(process.argv[2] ?? '../shared/corpus/dev');
const documents = readDocuments(readCorpus(directory), FILES);
const totalMb = documents.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
print(`${documents.length} files, ${totalMb.toFixed(1)} MB, from ${directory}\n`);

await measureEngine(documents.slice(0, 20)); // warm: compiled code, modules
const engine = await measureEngine(documents);
print(`engine, all stages         CPU ${engine.totalMs.toFixed(0)} ms   median ${engine.median.toFixed(1)}   p95 ${engine.p95.toFixed(1)}   p99 ${engine.p99.toFixed(1)} ms a file`);
for (const tool of TOOLS) {
  const toolMs = measureTool(tool, documents);
  if (toolMs === null) print(`${tool.name.padEnd(26)} not installed, left out`);
  else print(`${tool.name.padEnd(26)} CPU ${toolMs.toFixed(0)} ms   the engine takes ${(engine.totalMs / toolMs).toFixed(2)} of it`);
}

print('');
const small = documents.filter(({ bytes }) => bytes.length < 200_000).slice(0, 60);
const alone = await measureEngine(small);
print(`engine alone, ${small.length} small files: ${(small.length / (alone.totalMs / 1000)).toFixed(1)} documents a CPU second`);
for (const figures of await measureService(small, [1, 8])) printService(figures, alone.totalMs / small.length);

interface EngineFigures {
  readonly totalMs: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
}

async function measureEngine(files: readonly Document[]): Promise<EngineFigures> {
  const times: number[] = [];
  for (const { bytes } of files) {
    const before = cpuMs();
    await normalize(bytes, OPTIONS);
    times.push(cpuMs() - before);
  }
  const at = (share: number): number => percentile(times, share);
  return { totalMs: times.reduce((sum, time) => sum + time, 0), median: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function printService({ inFlight, documentsPerSecond, p50, p99 }: ServiceFigures, engineMs: number): void {
  const times = `p50 ${p50.toFixed(0)} ms   p99 ${p99.toFixed(0)} ms`;
  const ratio = (documentsPerSecond * engineMs) / 1000;
  print(`service, ${inFlight} in flight: ${documentsPerSecond.toFixed(1)} documents a second   ${times}   ${ratio.toFixed(2)} of one engine core`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
