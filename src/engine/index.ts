/**
 * The engine as a package: it takes the bytes of a PDF and returns its canonical PDF and facts. It uses no I/O, clock
 * or random numbers.
 */
import { DEFAULT_OPTIONS } from './facts/pipeline.ts';
import { normalize, type Normalized } from './normalize.ts';

export { compare, type CompareOptions } from './compare.ts';
export type { DiffReport, FactualComparison } from './facts/compare.ts';
export {
  DEFAULT_OPTIONS,
  type EngineOptions,
  type NormalizeOptions,
  PIPELINE_SPEC,
  STAGE_NAMES,
} from './facts/pipeline.ts';
export type { FailureFacts, Finding, NormalizedFacts, ReportFacts, SignatureVerification } from './facts/report.ts';
export type { RevisionTimeline } from './facts/revisions.ts';
export type { FactualWarning } from './facts/warning.ts';
export { normalize, type Normalized } from './normalize.ts';

/** The facts about a document. Policies have no effect: signatures are verified and do not end the document. */
export async function inspect(bytes: Uint8Array): Promise<Omit<Normalized, 'bytes'>> {
  const { report, timeline } = await normalize(bytes, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' });
  return { report, timeline };
}

/** The hash of the text that the pages show; null for a document without text or without a canonical form. */
export async function contentHash(bytes: Uint8Array): Promise<string | null> {
  const { report } = await inspect(bytes);
  return report.normalized?.contentHash ?? null;
}
