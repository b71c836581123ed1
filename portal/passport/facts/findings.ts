/**
 * The facts of report and submission by the questions of people. The functions are pure and never claim unknown facts.
 */
import { CODE_KINDS } from '#domain/codes/codes.ts';
import type { WarningCode } from '#domain/failure-codes.ts';
import type { StageName } from '#domain/pipeline.ts';
import type { Report, Submission } from '#portal/api/answers.ts';
import { stageWords } from '#portal/passport/stage-words.ts';

export type Topic =
  | 'removed'
  | 'repaired'
  | 'fonts'
  | 'forms'
  | 'signatures'
  | 'pdfa'
  | 'accessibility'
  | 'hidden'
  | 'metadata'
  | 'kept';

const TOPICS: Readonly<Record<WarningCode, Topic | 'other'>> = {
  NON_EMBEDDED_FONT: 'fonts',
  FONT_SUBSTITUTED: 'fonts',
  FONT_WIDTH_MISMATCH: 'fonts',
  GLYPH_MISSING: 'fonts',
  BROKEN_OBJECT_REFERENCE: 'repaired',
  XREF_REBUILT: 'repaired',
  REPAIRED_BY_FALLBACK: 'repaired',
  STREAM_LENGTH_REPAIRED: 'repaired',
  PAGE_TREE_REPAIRED: 'repaired',
  UNDECODABLE_STREAM: 'repaired',
  AMBIGUOUS_CONTENT: 'hidden',
  MULTIPLE_REVISIONS: 'removed',
  PERMISSIONS_REMOVED: 'removed',
  SIGNATURE_REMOVED: 'removed',
  SIGNATURE_INVALID: 'signatures',
  SIGNATURE_APPEARANCE_FLATTENED: 'signatures',
  SIGNED_PASSTHROUGH: 'kept',
  USAGE_RIGHTS_REMOVED: 'removed',
  ACTIVE_CONTENT_RETAINED: 'kept',
  INCREMENTAL_UPDATES_RETAINED: 'kept',
  ACTION_REMOVED: 'removed',
  URI_SCHEME_REMOVED: 'removed',
  EXTERNAL_REFERENCE_REMOVED: 'removed',
  EMBEDDED_FILE_REMOVED: 'removed',
  INVOICE_KEPT: 'kept',
  INVOICE_NOT_KEPT: 'removed',
  PORTFOLIO_CONTENTS_REMOVED: 'removed',
  RICH_MEDIA_REMOVED: 'removed',
  XFA_REMOVED: 'removed',
  UNKNOWN_KEY_REMOVED: 'removed',
  OPTIONAL_CONTENT_CONDITIONAL: 'hidden',
  COMPLEX_FORM: 'forms',
  APPEARANCE_REGENERATED: 'forms',
  HIDDEN_FIELD_DROPPED: 'forms',
  FIELD_VALUE_APPEARANCE_MISMATCH: 'forms',
  STRUCTURE_TREE_MODIFIED: 'accessibility',
  METADATA_CONFLICT: 'metadata',
  METADATA_XMP_INVALID: 'metadata',
  METADATA_CUSTOM_REMOVED: 'removed',
  PDFA_DECLARATION_INVALID: 'pdfa',
  PDFA_NOT_COMPLIANT: 'pdfa',
  PDFA_VALIDATION_FAILED: 'pdfa',
  PDFA_CLAIM_REMOVED: 'pdfa',
  PDFA_VALIDATOR_UNAVAILABLE: 'pdfa',
  LINEARIZATION_SKIPPED: 'kept',
  NO_EXTRACTABLE_TEXT: 'accessibility',
  HIDDEN_TEXT: 'hidden',
  HIDDEN_LAYER: 'hidden',
  OFF_PAGE_CONTENT: 'hidden',
  RESULT_UNREADABLE: 'other',
};

export interface Finding {
  readonly code: string;
  /** The title for people; the code itself if this page does not know it yet. */
  readonly title: string;
  /** The service's words, with names in them that strangers gave. */
  readonly message: string;
}

const TOPIC_OF: ReadonlyMap<string, Topic | 'other'> = new Map(Object.entries(TOPICS));
const EXPLANATIONS = new Map(CODE_KINDS.flatMap(({ codes }) => [...codes]));

/** Warnings of one topic. A code that came after this page was built belongs to none, and is among the rest. */
export function findingsOf({ warnings }: Submission, topic: Topic | 'other'): Finding[] {
  return warnings
    .filter(({ code }) => (TOPIC_OF.get(code) ?? 'other') === topic)
    .map(({ code, message }) => ({ code, title: titleOf(code), message }));
}

export function titleOf(code: string): string {
  return EXPLANATIONS.get(code)?.title ?? code;
}

/** Why, in words without Markdown; null for a code that this page does not know. */
export function causeOf(code: string): string | null {
  return EXPLANATIONS.get(code)?.cause.replaceAll('`', '') ?? null;
}

/** The results of stages that did not run, or that could not finish. */
const NOT_REACHED = 'not_reached';
const FAILED = 'failed';

const REMOVED = {
  javascriptRemoved: 'Scripts',
  openActionsRemoved: 'Actions on opening',
  launchActionsRemoved: 'Actions that start programs',
  embeddedFilesRemoved: 'Embedded files',
  richMediaRemoved: 'Sounds, films or 3D',
  annotationsRemoved: 'Annotations',
  digitalSignaturesRemoved: 'Signatures',
  incrementalUpdatesRemoved: 'Earlier revisions',
  encryptedInput: 'Encryption',
} as const satisfies Partial<Record<keyof Submission['security'], string>>;

/** Kinds of content that were taken out, or that were found where there is no output. */
export function removedKinds({ security }: Submission): string[] {
  return Object.entries(REMOVED).flatMap(([name, words]) => (Reflect.get(security, name) === true ? [words] : []));
}

const REPAIRED = {
  xrefRebuilt: 'Cross-reference rebuilt',
  objectStreamsRegenerated: 'Object streams rewritten',
  brokenReferencesDetected: 'References to missing objects',
} as const satisfies Partial<Record<keyof Submission['validation'], string>>;

export function repairedKinds({ validation }: Submission): string[] {
  return Object.entries(REPAIRED).flatMap(([name, words]) => (Reflect.get(validation, name) === true ? [words] : []));
}

/** True if this stage examined the document. Other stages did not run. Null without a report. */
export function wasLookedAt(report: Report | null, name: StageName): boolean | null {
  const stage = report?.stages.find((one) => one.name === name);
  return stage ? stage.result !== NOT_REACHED && stage.result !== FAILED : null;
}

/** The stage at which it ended before its time. */
export function lastStage({ failure }: Submission): string | null {
  return failure?.stage ? stageWords(failure.stage) : null;
}

export interface StageSpan {
  readonly name: string;
  readonly startMs: number;
  /** Null of a stage that the document did not get to. */
  readonly durationMs: number | null;
  readonly result: string;
}

/** Stages follow each other. */
export function spansOf({ stages }: Report): StageSpan[] {
  let startMs = 0;
  return stages.map(({ name, durationMs, result }) => {
    const isBegun = result !== NOT_REACHED;
    const span = {
      name: stageWords(name),
      startMs,
      durationMs: isBegun ? durationMs : null,
      result: result.replaceAll('_', ' '),
    };
    startMs += durationMs;
    return span;
  });
}
