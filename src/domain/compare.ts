/** The comparison of two documents as the service runs it: its input, its end, and its report with sentences. */
import {
  COMPARED_FILES,
  type ComparedFile,
  type ComparisonOf,
  type FactualComparisonWarning,
  type DiffReport,
  type IgnoredDifference,
} from '#engine/facts/compare.ts';
import type { FailureCode } from './failure-codes.ts';
import type { Region } from './region.ts';

export * from '#engine/facts/compare.ts';

/** A warning with its sentence. Reports of earlier versions have code and sentence alone. */
export interface ComparisonWarning extends Partial<Pick<FactualComparisonWarning, 'facts'>> {
  readonly code: FactualComparisonWarning['code'];
  readonly message: string;
}

/** The report with sentences. */
export type StructuralDiffReport = DiffReport<ComparisonWarning>;

/** Why there is no report; `file` is null when no single one of the two is to blame. */
export interface ComparisonFailure {
  readonly file: ComparedFile | null;
  readonly code: FailureCode;
  readonly message: string;
}

/** One sentence for all of them; empty without any. */
export function ignoredSentence(ignored: readonly Pick<IgnoredDifference, 'message'>[]): string {
  const words = ignored.map(({ message }) => message);
  const last = words.pop();
  if (last === undefined) return '';
  return `Ignored: ${words.length === 0 ? last : `${words.join(', ')} and ${last}`}.`;
}

export type Comparison = ComparisonOf<ComparisonWarning, ComparisonFailure>;

/** The workflow's result: the report, which quotes the documents, waits in the store. */
export type ComparisonResult = Extract<Comparison, { readonly kind: 'failure' }> | { readonly kind: 'stored' };

/** The workflow's whole input: ids and sizes; no bytes, no file names. */
export interface ComparisonInput {
  readonly comparisonId: string;
  readonly organizationId: string;
  readonly region: Region;
  readonly sizeBytesA: number;
  readonly sizeBytesB: number;
  /** Both documents are brought into canonical form first. */
  readonly normalizeFirst: boolean;
}

/** A caller waits no longer than this. */
export const COMPARISON_TIMEOUT_MS = 60_000;

export function comparisonWorkflowId(comparisonId: string): string {
  return `compare-${comparisonId}`;
}

/** Objects in the store during a comparison, which are removed before the answer. */
export const COMPARISON_PARTS = [...COMPARED_FILES, 'report', 'facts', 'pages'] as const;

/** The key of a part: a document, the report, or for the printed form what the report does not say, and its pages. */
export function comparisonKey(comparisonId: string, part: (typeof COMPARISON_PARTS)[number]): string {
  return `tmp/compare/${comparisonId}/${part}`;
}
