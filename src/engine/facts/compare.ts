/** The structural comparison of two documents: the specification's StructuralDiffReport, as facts alone. */
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

/** One key of the document information dictionary; null where the document does not have it. */
export interface MetadataChange {
  readonly field: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

export interface PageInfo {
  /** From 1. */
  readonly pageNumber: number;
  /** The first 16 hex digits of the SHA-256 of all that the page shows, annotations aside. */
  readonly contentHash: string;
}

export interface PageReorder {
  readonly oldPosition: number;
  readonly newPosition: number;
  readonly contentHash: string;
}

/** The same page with other content, another box or another rotation; an addition to the specification. */
export interface PageModification {
  readonly oldPosition: number;
  readonly newPosition: number;
  readonly oldContentHash: string;
  readonly newContentHash: string;
  /** The words that differ, numbers first; empty where both pages have the same words, and null where they are unknown. */
  readonly textChanges: readonly WordChange[] | null;
}

/** A page of the first document that is found again in the second one; an addition to the specification. */
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
   * Pages that show the same in another place, and pages that do so without their margins. A page in its place that shows
   * the same is left out.
   */
  readonly matches: readonly PageMatchOfTwo[];
  /** How many pages each document has; an addition to the specification. Those that no list names are the same. */
  readonly totalA: number;
  readonly totalB: number;
}

/**
 * The counts are those of the cross-reference. They are approximate, since two writers need different numbers of
 * objects to say the same.
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
  /** From 1: of the first document for removed annotations, else of the second. */
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

/** The specifications under which the files were normalized. */
export interface ComparisonFacts {
  readonly pipelineSpecA: string;
  readonly pipelineSpecB: string;
  /** Both were normalized again before the comparison. */
  readonly isNormalized: boolean;
}

/** What a reader of the report has to know, and is no difference; an addition to the specification. */
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

/** Two files may differ in these without a change. The words follow `Ignored:`. */
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

/** A difference of the files that is no change of the documents; an addition to the specification. */
export interface IgnoredDifference {
  readonly code: IgnoredCode;
  /** The words of the table. */
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

/** The parts of the form that hold the two documents. */
export const COMPARED_FILES = ['file_a', 'file_b'] as const;

export type ComparedFile = (typeof COMPARED_FILES)[number];

/** Why there is no report; `file` is null when no single one of the two is to blame. */
export type ComparisonFailureFacts = { readonly file: ComparedFile | null } & FailureFacts;

/** A report, or the failure of a comparison. */
export type ComparisonOf<Warned, Failed> =
  | { readonly kind: 'report'; readonly report: DiffReport<Warned> }
  | { readonly kind: 'failure'; readonly failure: Failed };

/** The answer of the engine: facts and no sentences. */
export type FactualComparison = ComparisonOf<FactualComparisonWarning, ComparisonFailureFacts>;
