/** The numbered stages of the pipeline, from which every layer derives its own list, and the options. */

/** Bytes are promised identical per (input, options, pipeline specification); `docs/canon.md` has all of them. */
export const PIPELINE_SPEC = 'norm-3';

/** The specification of reports and inputs of workflows that name none: none did before the second. */
export const FIRST_PIPELINE_SPEC = 'norm-1';

/**
 * Up to this many bytes every output is proved: normalized again, it is the same. Of larger ones a share is. Most documents are
 * smaller, and their proof costs about a third of what they cost without.
 */
export const PROVED_BYTES = 1024 * 1024;

/**
 * Which outputs a run of the pipeline proves itself, and normalizes again until they settle. `large` leaves those of up to
 * `PROVED_BYTES` to the verification of outputs.
 */
export const PROOFS = ['all', 'large'] as const;
export type ProofExtent = (typeof PROOFS)[number];

/** The pattern of the names of specifications. */
export const PIPELINE_SPEC_NAME = /^norm-[1-9]\d{0,3}$/;

/** Names and order are the specification's; stage 10 (PDF/A validation) only fills the validator block. */
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

/** The options of a caller; everything that can change a byte of the output is here. */
export interface NormalizeOptions {
  readonly linearize: boolean;
  readonly removeAnnotations: boolean;
  readonly signedPdfPolicy: SignedPdfPolicy;
  readonly pdfaPolicy: PdfaPolicy;
  /**
   * What follows from shown glyphs that no available font has. An extension: absent is `warn`, and it stands here only
   * where it is not, so that what was stored, started or hashed before it existed means the same.
   */
  readonly missingGlyphPolicy?: MissingGlyphPolicy;
  /** What becomes of embedded files. An extension: absent is `remove`, for the same reason. */
  readonly embeddedFilesPolicy?: EmbeddedFilesPolicy;
}

/** The further options of the service, which knows more than the caller. */
export interface EngineOptions extends NormalizeOptions {
  /** Leaves the PDF/A identification out: the claim was found to be false. */
  readonly dropPdfaClaim?: boolean;
  /**
   * Certificates (DER) in which a signer's chain may end; without them nothing is said of trust. They are the host's
   * settings, not the caller's options, and no byte of the output depends on them.
   */
  readonly trustAnchors?: readonly Uint8Array[];
  /**
   * Milliseconds since 1970 at which the document is looked at, for the engine has no clock. It says which certificates
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
