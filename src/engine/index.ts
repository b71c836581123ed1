/**
 * The engine as a package: it takes the bytes of a PDF and returns its canonical PDF and facts. It uses no I/O, clock
 * or random numbers.
 *
 * Every function answers for any bytes and reports damage as a failure in its answer. An error that it throws is a bug, an
 * exhausted memory, or the error of the loader.
 */
import { compareBytes, withResources } from '#platform';
import { compare as compareDocuments, type CompareOptions } from './compare.ts';
import type { FactualComparison } from './facts/compare.ts';
import { DEFAULT_OPTIONS, type EngineOptions } from './facts/pipeline.ts';
import { normalize as normalizeDocument, type Normalized } from './normalize.ts';

export { type Loader, type ModuleName, useLoader } from '#platform';
export type { CompareOptions } from './compare.ts';
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
export type { Normalized } from './normalize.ts';

/**
 * The canonical PDF of a document with the report about both.
 *
 * @param options replace the defaults one by one
 */
export function normalize(bytes: Uint8Array, options: Partial<EngineOptions> = {}): Promise<Normalized> {
  return withResources(() => normalizeDocument(bytes, { ...DEFAULT_OPTIONS, ...options }));
}

/** The facts about a document. Policies have no effect: signatures are verified and do not end the document. */
export async function inspect(bytes: Uint8Array): Promise<Omit<Normalized, 'bytes'>> {
  const { report, timeline } = await normalize(bytes, { signedPdfPolicy: 'strip' });
  return { report, timeline };
}

/** The changes between two documents, or the failure of the one that cannot be compared. */
export function compare(
  a: Uint8Array,
  b: Uint8Array,
  options: CompareOptions = { normalizeFirst: true },
): Promise<FactualComparison> {
  return withResources(() => compareDocuments(a, b, options));
}

/** The hash of the text that the pages show; null for a document without text or without a canonical form. */
export async function contentHash(bytes: Uint8Array): Promise<string | null> {
  const { report } = await inspect(bytes);
  return report.normalized?.contentHash ?? null;
}

/** Whether the bytes are their own canonical form under these options. */
export async function isCanonical(bytes: Uint8Array, options: Partial<EngineOptions> = {}): Promise<boolean> {
  const { bytes: canonical } = await normalize(bytes, options);
  return canonical !== null && compareBytes(bytes, canonical) === 0;
}
