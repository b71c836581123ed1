/** The facts of the report, under the field names of the specification. */
import type { AnomalyFinding } from './anomaly-findings.ts';
import type { EngineFailureCode, FailureDetails } from './failure.ts';
import type { Facts, Place } from './finding.ts';
import type { StageName } from './pipeline.ts';
import type { TextChange } from './text-changes.ts';
import type { FactualWarning } from './warning.ts';

/** Ascending. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const RISK_LEVELS = ['none', ...SEVERITIES] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export type AnomalyType =
  | 'INCREMENTAL_UPDATE_INJECTION'
  | 'POST_EOF_DATA'
  | 'HEADER_VERSION_MISMATCH'
  | 'SHADOW_CONTENT_DETECTED'
  | 'ORPHANED_SIGNATURE_FIELD';

/** A sign of tampering as facts alone. */
export interface Finding {
  readonly type: AnomalyType;
  readonly severity: Severity;
  readonly finding: AnomalyFinding;
  readonly facts: Facts;
  readonly place: Place;
}

/** Whether ordinary changes cannot explain the finding. */
export function isGrave({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'high' || severity === 'critical';
}

export interface TamperFacts<Found = Finding> {
  readonly riskLevel: RiskLevel;
  readonly anomaliesDetected: number;
  readonly anomalies: readonly Found[];
}

/** The reason why a policy rejects the document: an option of the request or a fact of the document. */
export const REJECTION_REASONS = ['SIGNED_PDF', 'PDFA_COMPLIANCE_RISK', 'GLYPH_MISSING'] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** A rejection as facts alone. */
export interface Rejection {
  readonly reason: RejectionReason;
  /** The number of signatures of the document. */
  readonly signatureCount?: number;
  /** The level of PDF/A that the document declares. */
  readonly level?: string;
}

export interface RejectedFacts extends Rejection {
  readonly code: 'POLICY_REJECTION';
  readonly stage: StageName;
}

/** A failure of the document as facts alone. */
export interface FailedFacts {
  readonly code: EngineFailureCode;
  readonly stage: StageName | null;
  /** Absent if the code needs no data. */
  readonly facts?: FailureDetails;
  readonly place?: Place;
}

/** A failure as it leaves the engine. */
export type FailureFacts = FailedFacts | RejectedFacts;

/**
 * The reason why a signature is not valid: the first rule that it fails. `WEAK_DIGEST` may also stand beside a valid
 * signature. `docs/codes.md` explains each reason.
 */
export const SIGNATURE_REASONS = [
  'BYTERANGE_INVALID',
  'UNSUPPORTED_SUBFILTER',
  'SIGNATURE_UNREADABLE',
  'CERTIFICATE_MISSING',
  'DIGEST_MISMATCH',
  'ALGORITHM_NOT_SUPPORTED',
  'CMS_INVALID',
  'WEAK_DIGEST',
  'MODIFIED_AFTER_SIGNING',
  'WEAK_KEY',
  'KEY_USAGE_NOT_ALLOWED',
  'EXTENDED_KEY_USAGE_NOT_ALLOWED',
  'CERTIFICATE_NOT_YET_VALID',
] as const;

export type SignatureReason = (typeof SIGNATURE_REASONS)[number];

/** With these reasons `valid` is false because the signature cannot be verified, and not because it is wrong. */
export const UNVERIFIABLE_REASONS = [
  'UNSUPPORTED_SUBFILTER',
  'SIGNATURE_UNREADABLE',
  'CERTIFICATE_MISSING',
  'ALGORITHM_NOT_SUPPORTED',
] as const satisfies readonly SignatureReason[];

export function isUnverifiable(reason: SignatureReason | null): boolean {
  return UNVERIFIABLE_REASONS.some((one) => one === reason);
}

export interface SignatureVerification {
  readonly fieldName: string;
  readonly signerName: string | null;
  /** ISO 8601, UTC. */
  readonly signedAt: string | null;
  readonly valid: boolean;
  /** True if the certificate had expired at the time that a valid timestamp proves, else at the time of processing. */
  readonly certificateExpired: boolean;
  /** Null if there are no trust anchors to verify the chain. */
  readonly certificateChainTrusted: boolean | null;
  readonly timestampPresent: boolean;
  readonly timestampValid: boolean | null;
  /**
   * The earliest time that a valid timestamp proves (EN 319 102-1, best-signature-time), ISO 8601 in UTC; null without
   * a valid timestamp. Reports of earlier versions lack it.
   */
  readonly bestSignatureTime?: string | null;
  readonly reason: SignatureReason | null;
}

export type OverallSignatureStatus = 'ALL_VALID' | 'SOME_INVALID' | 'NONE';

export interface SecurityInfo {
  readonly javascriptRemoved: boolean;
  readonly openActionsRemoved: boolean;
  readonly embeddedFilesRemoved: boolean;
  readonly richMediaRemoved: boolean;
  readonly launchActionsRemoved: boolean;
  readonly incrementalUpdatesRemoved: boolean;
  readonly acroformFlattened: boolean;
  readonly annotationsRemoved: boolean;
  readonly encryptedInput: boolean;
  readonly digitalSignaturesDetected: boolean;
  readonly digitalSignaturesRemoved: boolean;
  readonly signatureCount: number;
  readonly signatureVerificationResults: readonly SignatureVerification[];
  readonly overallSignatureStatus: OverallSignatureStatus;
}

export interface ValidationInfo {
  readonly xrefRebuilt: boolean;
  readonly objectStreamsRegenerated: boolean;
  readonly brokenReferencesDetected: boolean;
  readonly nonEmbeddedFontsDetected: boolean;
  readonly pdfaDeclared: boolean;
  readonly pdfaLevel: string | null;
  readonly pdfaPreserved: boolean;
  readonly pdfaCompliant: boolean;
  /** Whether PDF/A validation ran; null if the document declares no level. */
  readonly validatorValidated: boolean | null;
  readonly validatorErrors: readonly string[];
}

/** The facts of a document that could not be read. */
export const NO_SECURITY_FACTS: SecurityInfo = {
  javascriptRemoved: false,
  openActionsRemoved: false,
  embeddedFilesRemoved: false,
  richMediaRemoved: false,
  launchActionsRemoved: false,
  incrementalUpdatesRemoved: false,
  acroformFlattened: false,
  annotationsRemoved: false,
  encryptedInput: false,
  digitalSignaturesDetected: false,
  digitalSignaturesRemoved: false,
  signatureCount: 0,
  signatureVerificationResults: [],
  overallSignatureStatus: 'NONE',
};

export const NO_VALIDATION_FACTS: ValidationInfo = {
  xrefRebuilt: false,
  objectStreamsRegenerated: false,
  brokenReferencesDetected: false,
  nonEmbeddedFontsDetected: false,
  pdfaDeclared: false,
  pdfaLevel: null,
  pdfaPreserved: false,
  pdfaCompliant: false,
  validatorValidated: null,
  validatorErrors: [],
};

/** One row of the report's stage list, without its duration: the engine has no clock. */
export interface StageFacts<Found = Finding> {
  readonly stage: number;
  readonly name: StageName;
  readonly result: string;
  /** Present on the tamper stage only. */
  readonly findings?: readonly Found[];
}

/** The facts about the output; the service adds the download link. */
export interface NormalizedFacts {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly pdfVersion: string;
  readonly linearized: boolean;
  readonly contentHash: string | null;
  /** The name of the definition of `contentHash`; absent in older reports. */
  readonly contentHashAlgorithm?: string;
  /** The pipeline specification of these bytes; absent in reports of the first specification. */
  readonly pipelineSpec?: string;
}

/** One revision of the input: the original, or an incremental update (ISO 32000-2, 7.5.6). */
export interface RevisionFacts {
  /** The number of the revision; 1 is the original. */
  readonly number: number;
  /** The bytes of the revision start at `startByte` and end before `endByte`. */
  readonly startByte: number;
  readonly endByte: number;
  /** Object numbers that no earlier revision used, numbers that were written again, and numbers that were freed. */
  readonly objectsAdded: number;
  readonly objectsChanged: number;
  readonly objectsFreed: number;
  /** The number of signatures whose ByteRange covers all bytes of the revision. */
  readonly coveringSignatures: number;
  /** The fields of the first of these signatures, sorted. */
  readonly coveredBy: readonly string[];
}

/** The limit keeps a report small if a file was saved or signed very often. */
export const MAX_REVISIONS_LISTED = 100;
export const MAX_NAMES_LISTED = 16;

export interface Revisions {
  readonly count: number;
  /** Oldest first. */
  readonly listed: readonly RevisionFacts[];
  /** The number of older revisions that are left out. */
  readonly notListed: number;
}

/** An embedded file of a document (ISO 32000-2, 7.11.4), as the document describes it. */
export interface EmbeddedFile {
  /** The name for display: no path, no control characters, and empty if the document gives none. */
  readonly name: string;
  /** For example `text/xml`; null if the document does not define it. */
  readonly mediaType: string | null;
  /** AFRelationship, for example `Alternative`; null if the document does not define it. */
  readonly relationship: string | null;
  /** `damaged`: the data are broken. `not_read`: the file is too large, or its filter is not supported. */
  readonly content: 'complete' | 'damaged' | 'not_read';
  /** Size and hash of the decoded data; null unless these are complete. */
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
}

/** The limit keeps a report small if a document has very many files. */
export const MAX_EMBEDDED_FILES_LISTED = 100;

export interface EmbeddedFiles {
  /** The invoice that `embedded_files_policy` retains; null if there is none. */
  readonly kept: EmbeddedFile | null;
  readonly removed: {
    readonly count: number;
    /** Sorted by name. */
    readonly listed: readonly EmbeddedFile[];
    readonly notListed: number;
  };
}

/** All facts of one document, independent of time and place. */
export interface Report<Found, Warned, Failed> {
  readonly status: 'SUCCESS' | 'FAILED' | 'REJECTED';
  readonly original: { readonly sha256: string; readonly sizeBytes: number };
  readonly normalized: NormalizedFacts | null;
  readonly security: SecurityInfo;
  readonly validation: ValidationInfo;
  readonly tamperAnalysis: TamperFacts<Found> | null;
  /** Absent if the file did not open, or if no cross-reference separates its revisions. */
  readonly revisions?: Revisions;
  /** Absent if the document has no embedded file, and in older reports. */
  readonly embeddedFiles?: EmbeddedFiles;
  /** Absent unless the document was changed after it was signed; null if the texts cannot be compared. */
  readonly textChanges?: readonly TextChange[] | null;
  readonly warnings: readonly Warned[];
  readonly failure: Failed | null;
  /** Always the ten stages in order. A failure leaves `not_reached` for the later ones. */
  readonly stages: readonly StageFacts<Found>[];
}

/** The report of the engine, without sentences. */
export type ReportFacts = Report<Finding, FactualWarning, FailureFacts>;
