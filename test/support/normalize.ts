/** The engine's function in the form for callers of the parser host: the report has its sentences. */
import type { EngineOptions } from '#domain/pipeline.ts';
import { describeReport } from '#domain/sentences/describe.ts';
import * as engine from '#engine/normalize.ts';

export async function normalize(input: Uint8Array, options: EngineOptions) {
  const { report, ...outcome } = await engine.normalize(input, options);
  return { ...outcome, report: describeReport(report) };
}
