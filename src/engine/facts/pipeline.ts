/** The numbered stages of the pipeline, from which every layer derives its own list, and the options. */

/** Equal inputs, options and pipeline specifications give identical bytes. `docs/canon.md` lists all specifications. */
export const PIPELINE_SPEC = 'norm-3';

/**
 * The specification of reports and of workflow inputs that name none. They were made before the second specification
 * existed.
 */
export const FIRST_PIPELINE_SPEC = 'norm-1';

/**
 * Up to this many bytes, every output is proved: normalized again, it stays the same. Only a share of larger outputs is
 * proved. Most documents are smaller, and a proof costs about a third of the normalization.
 */
export const PROVED_BYTES = 1024 * 1024;

/**
 * The outputs that a run of the pipeline proves itself. It normalizes them until they no longer change. `large` leaves
 * outputs of up to `PROVED_BYTES` to the verification of outputs.
 */
export const PROOFS = ['all', 'large'] as const;
export type ProofExtent = (typeof PROOFS)[number];

/** The pattern of the names of specifications. */
export const PIPELINE_SPEC_NAME = /^norm-[1-9]\d{0,3}$/;

/** The specification defines names and order. Stage 10 (PDF/A validation) only fills the validator block. */
export const STAGE_NAMES = [
  'PdfaDetection',
  'TamperDetection',
  'StructuralRepair',
  'DigitalSignatureDetection',
  'ActiveContentRemoval',
  'AcroFormHandling',
  'MetadataCanonical',
  'FontResourceValidation',
  'FinalRewrite',
  'ContentHash',
] as const;

export type StageName = (typeof STAGE_NAMES)[number];

export type SignedPdfPolicy = 'reject' | 'strip' | 'preserve';
export type PdfaPolicy = 'preserve' | 'normalize_anyway';

export const EMBEDDED_FILES_POLICIES = ['remove', 'keep_invoice'] as const;
export type EmbeddedFilesPolicy = (typeof EMBEDDED_FILES_POLICIES)[number];

export const MISSING_GLYPH_POLICIES = ['warn', 'reject'] as const;
export type MissingGlyphPolicy = (typeof MISSING_GLYPH_POLICIES)[number];

/** The options of a caller. They include everything that can change a byte of the output. */
export interface NormalizeOptions {
  readonly linearize: boolean;
  readonly removeAnnotations: boolean;
  readonly signedPdfPolicy: SignedPdfPolicy;
  readonly pdfaPolicy: PdfaPolicy;
  /**
   * The result for shown glyphs that no available font has. The member is an extension: `warn` is the default and is
   * left out, so that older rows, workflows and hashes still mean the same.
   */
  readonly missingGlyphPolicy?: MissingGlyphPolicy;
  /**
   * The handling of embedded files. The member is an extension: `remove` is the default and is left out for the same
   * reason.
   */
  readonly embeddedFilesPolicy?: EmbeddedFilesPolicy;
}

/** The further options of the service, which knows more than the caller. */
export interface EngineOptions extends NormalizeOptions {
  /** Removes the PDF/A identification, because the validator found the claim to be false. */
  readonly dropPdfaClaim?: boolean;
  /**
   * The certificates (DER) that can end the chain of a signer. Without them the report makes no statement about trust.
   * They are settings of the host, and no byte of the output depends on them.
   */
  readonly trustAnchors?: readonly Uint8Array[];
  /**
   * The time of processing in milliseconds since 1970, because the engine has no clock. It decides which certificates
   * have expired, and no byte of the output depends on it.
   */
  readonly validationTimeMs?: number;
}

export const DEFAULT_OPTIONS: NormalizeOptions = {
  linearize: true,
  removeAnnotations: false,
  signedPdfPolicy: 'reject',
  pdfaPolicy: 'preserve',
};
