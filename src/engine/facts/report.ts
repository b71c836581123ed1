/** The words of the report: the specification's own field names, as facts alone. */
import type { AnomalyFinding } from './anomaly-findings.ts';
import type { EngineFailureCode, FailureDetails } from './failure.ts';
import type { Facts, Place } from './finding.ts';
import type { StageName } from './pipeline.ts';
import type { TextChange } from './text-changes.ts';
import type { FactualWarning } from './warning.ts';

/** The least first. */
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

/** Whether the finding is worse than what honest changes give cause for. */
export function isGrave({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'high' || severity === 'critical';
}

export interface TamperFacts<Found = Finding> {
  readonly riskLevel: RiskLevel;
  readonly anomaliesDetected: number;
  readonly anomalies: readonly Found[];
}

/** The option of the request, or the fact of the document, for which a policy rejects it. */
export const REJECTION_REASONS = ['SIGNED_PDF', 'PDFA_COMPLIANCE_RISK', 'GLYPH_MISSING'] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** A rejection as facts alone. */
export interface Rejection {
  readonly reason: RejectionReason;
  /** Signatures of the document. */
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
  /** Absent where the code says everything. */
  readonly facts?: FailureDetails;
  readonly place?: Place;
}

/** A failure as it leaves the engine. */
export type FailureFacts = FailedFacts | RejectedFacts;

/**
 * Why a signature is not valid: the first of these rules that it fails. `WEAK_DIGEST` may also stand beside a valid
 * one. `docs/codes.md` explains each.
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

/** With these reasons `valid` is false although nothing speaks against the signature: it cannot be verified. */
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
  /** The time that a valid timestamp proves, else the time of processing. */
  readonly certificateExpired: boolean;
  /** Null without trust anchors to hold the chain against. */
  readonly certificateChainTrusted: boolean | null;
  readonly timestampPresent: boolean;
  readonly timestampValid: boolean | null;
  /**
   * The earliest time that a valid timestamp proves (EN 319 102-1, best-signature-time), ISO 8601 in UTC; null where none does.
   * Reports of earlier versions lack it.
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
  /** Whether PDF/A validation ran; null when nothing was declared. */
  readonly validatorValidated: boolean | null;
  readonly validatorErrors: readonly string[];
}

/** The facts of a document about which nothing is known. */
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
  /** On the tamper stage only. */
  readonly findings?: readonly Found[];
}

/** The facts about the output; the service adds the download link. */
export interface NormalizedFacts {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly pdfVersion: string;
  readonly linearized: boolean;
  readonly contentHash: string | null;
  /** What `contentHash` is a hash of: the name of its definition; absent in reports of before it was told. */
  readonly contentHashAlgorithm?: string;
  /** The specification whose bytes these are; absent in reports of the first one. */
  readonly pipelineSpec?: string;
}

/** One revision of the input: the original, or an incremental update (ISO 32000-2, 7.5.6). */
export interface RevisionFacts {
  /** From 1, the original. */
  readonly number: number;
  /** Its bytes in the file: from `startByte` up to, and without, `endByte`. */
  readonly startByte: number;
  readonly endByte: number;
  /** Numbers no earlier revision used; numbers written again, be it with the same object; numbers given up. */
  readonly objectsAdded: number;
  readonly objectsChanged: number;
  readonly objectsFreed: number;
  /** How many signatures cover all of its bytes by their ByteRange. */
  readonly coveringSignatures: number;
  /** The fields of the first of them, sorted. */
  readonly coveredBy: readonly string[];
}

/** A report stays small, however often a file was saved or signed. */
export const MAX_REVISIONS_LISTED = 100;
export const MAX_NAMES_LISTED = 16;

export interface Revisions {
  readonly count: number;
  /** Oldest first. */
  readonly listed: readonly RevisionFacts[];
  /** How many older ones are left out. */
  readonly notListed: number;
}

/** A file that is embedded in a document (ISO 32000-2, 7.11.4), in the words of the document itself. */
export interface EmbeddedFile {
  /** For people: no path, no control characters, and empty where the document names none. */
  readonly name: string;
  /** For example `text/xml`; null where the document does not say. */
  readonly mediaType: string | null;
  /** AFRelationship, for example `Alternative`; null where the document does not say. */
  readonly relationship: string | null;
  /** `damaged`: its data are broken. `not_read`: it is too large, or packed in a way that is not undone. */
  readonly content: 'complete' | 'damaged' | 'not_read';
  /** Size and hash of what it unpacks to; null unless that is complete. */
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
}

/** A report stays small, however many files there were. */
export const MAX_EMBEDDED_FILES_LISTED = 100;

export interface EmbeddedFiles {
  /** The invoice that `embedded_files_policy` keeps; null when there is none. */
  readonly kept: EmbeddedFile | null;
  readonly removed: {
    readonly count: number;
    /** Sorted by name. */
    readonly listed: readonly EmbeddedFile[];
    readonly notListed: number;
  };
}

/** Everything that is known of one document, free of time and place. */
export interface Report<Found, Warned, Failed> {
  readonly status: 'SUCCESS' | 'FAILED' | 'REJECTED';
  readonly original: { readonly sha256: string; readonly sizeBytes: number };
  readonly normalized: NormalizedFacts | null;
  readonly security: SecurityInfo;
  readonly validation: ValidationInfo;
  readonly tamperAnalysis: TamperFacts<Found> | null;
  /** Absent when the file did not open, or its revisions cannot be told apart: no cross-reference leads to them. */
  readonly revisions?: Revisions;
  /** Absent when no embedded file was met, and in reports of before it was told. */
  readonly embeddedFiles?: EmbeddedFiles;
  /** Absent unless the document was changed after it was signed; null where the texts cannot be compared. */
  readonly textChanges?: readonly TextChange[] | null;
  readonly warnings: readonly Warned[];
  readonly failure: Failed | null;
  /** Always the ten stages in order; `not_reached` after a failure. */
  readonly stages: readonly StageFacts<Found>[];
}

/** The report as it leaves the engine: facts and no sentences. */
export type ReportFacts = Report<Finding, FactualWarning, FailureFacts>;
