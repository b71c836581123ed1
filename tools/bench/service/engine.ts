/** Runs the engine in this process with the work of the parser and the output verifier of the service. */
import { DEFAULT_OPTIONS, STAGE_NAMES } from '#domain/pipeline.ts';
import { verifyOutput } from '#engine/verify-output.ts';
import { startNormalizing } from '#engine/normalize.ts';
import { cpuMs } from '#tools/bench/measure.ts';
import { percentile } from '#tools/figures.ts';

export interface EngineFigures {
  /** The processor time of a document in milliseconds. */
  readonly cpuMs: number;
  /** The milliseconds to the result. */
  readonly p50: number;
}

const OPTIONS = { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' } as const;

export async function measureEngineAndVerifier(documents: readonly Uint8Array[]): Promise<EngineFigures> {
  const times: number[] = [];
  const before = cpuMs();
  for (const document of documents) {
    const startedAt = performance.now();
    await normalizeAndVerify(document);
    times.push(performance.now() - startedAt);
  }
  return { cpuMs: (cpuMs() - before) / documents.length, p50: percentile(times, 0.5) };
}

async function normalizeAndVerify(document: Uint8Array): Promise<void> {
  const pipeline = startNormalizing(document, OPTIONS, 'large');
  for (const name of STAGE_NAMES) if ((await pipeline.runStage(name)).ended) break;
  const { bytes } = pipeline.result();
  if (bytes !== null) await verifyOutput(bytes, OPTIONS, true);
}
