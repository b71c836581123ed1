/** What a stage is: a step over one open document that answers with facts, never with prose. */
import type { StageWarning } from '#engine/facts/warning.ts';
import type {
  EmbeddedFiles,
  Finding,
  Rejection,
  Revisions,
  SecurityInfo,
  TamperFacts,
  ValidationInfo,
} from '#engine/facts/report.ts';
import type { RevisionTimeline } from '#engine/facts/revisions.ts';
import type { TextChange } from '#engine/facts/text-changes.ts';
import type { EngineOptions, StageName } from '#engine/facts/pipeline.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';

/** One document on its way through the stages. Stages edit `pdf` in place, in order, each exactly once. */
export interface Work {
  /** The customer's bytes, never changed. */
  readonly input: Uint8Array;
  readonly options: EngineOptions;
  /**
   * The newest revision as an object graph, already repaired and decrypted.
   * Null in stages 0 and 1 when the document could not be opened: they then say what the bytes alone allow,
   * and stage 2 ends the document with its code.
   */
  readonly pdf: PdfDocument | null;
  /** Set by stage 3 under `preserve`: the document passes through byte for byte and stages 4 to 8 only look. */
  passthrough: boolean;
  /** Set by stage 1: another reader shows other content than we do. */
  readersDiffer?: boolean;
  /** The input is an output that is verified as it is: nothing is written. */
  readonly keepsInput?: boolean;
  /** Set by stage 4: the SHA-256 of the one embedded file that stays. */
  keptFileSha256?: string;
  /** Facts of earlier stages, merged in order. */
  security: Readonly<Partial<SecurityInfo>>;
  validation: Readonly<Partial<ValidationInfo>>;
  /** The written document, from stage 8 on. */
  output: Uint8Array | null;
}

/** The open document for the stages 3 to 9. */
export interface OpenWork extends Work {
  readonly pdf: PdfDocument;
}

export interface StageResult {
  /** The word of the codes table, for example `flattened`. */
  readonly result: string;
  readonly security?: Partial<SecurityInfo>;
  readonly validation?: Partial<ValidationInfo>;
  readonly warnings?: readonly StageWarning[];
  /** Stage 1 only. */
  readonly tamperAnalysis?: TamperFacts;
  readonly findings?: readonly Finding[];
  readonly revisions?: Revisions;
  readonly timeline?: RevisionTimeline;
  /** Stage 3 only, of a document that was changed after it was signed. */
  readonly textChanges?: readonly TextChange[] | null;
  /** Stage 4 only. */
  readonly embeddedFiles?: EmbeddedFiles;
  /** Stage 9 only. */
  readonly contentHash?: string | null;
  /** Ends the document as REJECTED. */
  readonly reject?: Rejection;
}

/** Throws `PdfFailure` when the document cannot be normalized; anything else thrown is a bug. */
export interface Stage {
  readonly name: StageName;
  run(work: OpenWork): StageResult | Promise<StageResult>;
}

/** Stages 0 to 2 meet documents that may not open. */
export interface EarlyStage {
  readonly name: StageName;
  run(work: Work): StageResult | Promise<StageResult>;
}
