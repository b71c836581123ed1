/** The facts of the structural comparison of two documents. The specification calls it StructuralDiffReport. */
import type { PageMatch } from './fingerprints.ts';
import type { FailureFacts } from './report.ts';
import type { WordChange } from './text-changes.ts';

export type DiffSeverity = 'none' | 'minor' | 'moderate' | 'major';
export type DiffAction = 'added' | 'removed' | 'modified';

export interface DiffSummary {
  readonly totalChanges: number;
  readonly severity: DiffSeverity;
  readonly identical: boolean;
}

/** One key of the document information dictionary; null if the document lacks it. */
export interface MetadataChange {
  readonly field: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

export interface PageInfo {
  /** Counted from 1. */
  readonly pageNumber: number;
  /** The first 16 hex digits of the SHA-256 of the page without its annotations. */
  readonly contentHash: string;
}

export interface PageReorder {
  readonly oldPosition: number;
  readonly newPosition: number;
  readonly contentHash: string;
}

/** The same page with other content, another box or another rotation. The specification does not have this member. */
export interface PageModification {
  readonly oldPosition: number;
  readonly newPosition: number;
  readonly oldContentHash: string;
  readonly newContentHash: string;
  /** The words that differ, numbers first; empty if both pages have the same words, null if the words are unknown. */
  readonly textChanges: readonly WordChange[] | null;
}

/** A page of the first document that is also in the second one. The specification does not have this member. */
export interface PageMatchOfTwo {
  readonly oldPosition: number;
  readonly newPosition: number;
  readonly match: PageMatch;
}

export interface PageChanges {
  readonly added: readonly PageInfo[];
  readonly removed: readonly PageInfo[];
  readonly reordered: readonly PageReorder[];
  readonly modified: readonly PageModification[];
  /**
   * Equal pages in another position, and pages that are equal without their margins. Equal pages in the same position
   * are left out.
   */
  readonly matches: readonly PageMatchOfTwo[];
  /** The number of pages of each document. Pages in no list are equal. The specification does not have this member. */
  readonly totalA: number;
  readonly totalB: number;
}

/**
 * The counts are those of the cross-reference. They are approximate, since two writers need different numbers of
 * objects for the same content.
 */
export interface ObjectCounts {
  readonly added: number;
  readonly removed: number;
  readonly totalA: number;
  readonly totalB: number;
}

export interface FormChange {
  readonly fieldName: string;
  readonly action: DiffAction;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

export interface AnnotationChange {
  /** Counted from 1. The page of the first document for a removed annotation, else of the second. */
  readonly page: number;
  readonly type: string;
  readonly action: DiffAction;
}

export const SECURITY_FIELDS = [
  'AdditionalActions',
  'EmbeddedFiles',
  'Encrypted',
  'JavaScript',
  'LaunchAction',
  'OpenAction',
  'Permissions',
  'SignatureCount',
  'UsageRights',
  'XFA',
] as const;

export type SecurityField = (typeof SECURITY_FIELDS)[number];

export interface SecurityChange {
  readonly field: SecurityField;
  readonly oldValue: string;
  readonly newValue: string;
}

export interface FontChange {
  readonly name: string;
  readonly action: 'added' | 'removed';
}

export const COMPARISON_WARNING_CODES = ['PIPELINE_SPECS_DIFFER'] as const;

/** The pipeline specifications under which the files were normalized. */
export interface ComparisonFacts {
  readonly pipelineSpecA: string;
  readonly pipelineSpecB: string;
  /** True if both files were normalized again before the comparison. */
  readonly isNormalized: boolean;
}

/** A fact about the comparison that is no difference. The specification does not have this member. */
export interface FactualComparisonWarning {
  readonly code: (typeof COMPARISON_WARNING_CODES)[number];
  readonly facts: ComparisonFacts;
}

export const IGNORED_CODES = [
  'resource_names',
  'subset_tags',
  'number_digits',
  'content_operators',
  'dates',
  'document_information',
  'xmp_metadata',
  'file_identifiers',
  'file_layout',
] as const;

export type IgnoredCode = (typeof IGNORED_CODES)[number];

/** Two files may differ in these properties without a change of the document. The words follow `Ignored:`. */
export const IGNORED_WORDS: Readonly<Record<IgnoredCode, string>> = {
  resource_names: 'names of resources',
  subset_tags: 'subset tags of fonts',
  number_digits: 'digits of numbers that show nothing',
  content_operators: 'operators that paint the same',
  dates: 'dates of the file',
  document_information: 'other entries of the document information',
  xmp_metadata: 'XMP metadata',
  file_identifiers: 'identifiers of the file',
  file_layout: 'order, numbering and compression of objects',
};

/** A difference of the files that is no change of the documents. The specification does not have this member. */
export interface IgnoredDifference {
  readonly code: IgnoredCode;
  /** The text from `IGNORED_WORDS`. */
  readonly message: string;
}

export interface DiffReport<Warned = FactualComparisonWarning> {
  readonly summary: DiffSummary;
  readonly metadata: readonly MetadataChange[];
  readonly pages: PageChanges;
  readonly objects: ObjectCounts;
  readonly forms: readonly FormChange[];
  readonly annotations: readonly AnnotationChange[];
  readonly security: readonly SecurityChange[];
  readonly fonts: readonly FontChange[];
  readonly warnings: readonly Warned[];
  readonly ignored: readonly IgnoredDifference[];
}

/** The fields of the form that hold the two documents. */
export const COMPARED_FILES = ['file_a', 'file_b'] as const;

export type ComparedFile = (typeof COMPARED_FILES)[number];

/** The reason for a missing report; `file` is null if no single file caused it. */
export type ComparisonFailureFacts = { readonly file: ComparedFile | null } & FailureFacts;

/** A report, or the failure of a comparison. */
export type ComparisonOf<Warned, Failed> =
  | { readonly kind: 'report'; readonly report: DiffReport<Warned> }
  | { readonly kind: 'failure'; readonly failure: Failed };

/** The result of the engine, without sentences. */
export type FactualComparison = ComparisonOf<FactualComparisonWarning, ComparisonFailureFacts>;
