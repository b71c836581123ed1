/** The interface of a stage: a step over one open document that returns facts and never prose. */
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

/** One document on its way through the stages. Stages edit `pdf` in place, in order, and each runs once. */
export interface Work {
  /** The customer's bytes, never changed. */
  readonly input: Uint8Array;
  readonly options: EngineOptions;
  /**
   * The newest revision as an object graph, repaired and decrypted. Null in stages 0 and 1 if the document could not be
   * opened. These stages then only read the bytes, and stage 2 ends the document with its code.
   */
  readonly pdf: PdfDocument | null;
  /** Stage 3 sets this under `preserve`: the document passes through unchanged, and stages 4 to 8 only read it. */
  passthrough: boolean;
  /** Stage 1 sets this if another reader shows other content. */
  readersDiffer?: boolean;
  /** True if the input is an output that is verified, so nothing is written. */
  readonly keepsInput?: boolean;
  /** Stage 4 sets this: the SHA-256 of the one embedded file that stays. */
  keptFileSha256?: string;
  /** The facts of earlier stages, merged in order. */
  security: Readonly<Partial<SecurityInfo>>;
  validation: Readonly<Partial<ValidationInfo>>;
  /** The written document, from stage 8 on. */
  output: Uint8Array | null;
}

/** The open document for stages 3 to 9. */
export interface OpenWork extends Work {
  readonly pdf: PdfDocument;
}

export interface StageResult {
  /** A result from the table of codes, for example `flattened`. */
  readonly result: string;
  readonly security?: Partial<SecurityInfo>;
  readonly validation?: Partial<ValidationInfo>;
  readonly warnings?: readonly StageWarning[];
  /** Set by stage 1 only. */
  readonly tamperAnalysis?: TamperFacts;
  readonly findings?: readonly Finding[];
  readonly revisions?: Revisions;
  readonly timeline?: RevisionTimeline;
  /** Set by stage 3 only, for a document that was changed after it was signed. */
  readonly textChanges?: readonly TextChange[] | null;
  /** Set by stage 4 only. */
  readonly embeddedFiles?: EmbeddedFiles;
  /** Set by stage 9 only. */
  readonly contentHash?: string | null;
  /** Ends the document as REJECTED. */
  readonly reject?: Rejection;
}

/** Throws `PdfFailure` if the document cannot be normalized. Any other exception is a bug. */
export interface Stage {
  readonly name: StageName;
  run(work: OpenWork): StageResult | Promise<StageResult>;
}

/** Stages 0 to 2 also get documents that could not be opened. */
export interface EarlyStage {
  readonly name: StageName;
  run(work: Work): StageResult | Promise<StageResult>;
}
