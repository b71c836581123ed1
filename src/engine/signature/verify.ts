/**
 * Verifies the signatures of a document offline: coverage, cryptography, later changes, and the certificates of the
 * signers (ISO 32000-2, 12.8; ETSI EN 319 142-1), in the order of `SIGNATURE_REASONS`. There is no network and no
 * clock: signatures, timestamps and the caller give the times. `docs/signatures.md` has the rules.
 */
import type { SignatureReason, SignatureVerification } from '#engine/facts/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { isWeakDigest } from './algorithms.ts';
import { classifyGap, type Coverage, coveredBytes, readCoverage } from './byte-range.ts';
import type { X509 } from './certificate.ts';
import { parsePdfDate } from './date.ts';
import { distinguishedName } from './distinguished-name.ts';
import { DOCUMENT_TIMESTAMP, examine, type Verdict } from './examine.ts';
import { fieldsOf, type FoundSignature } from './find.ts';
import type { TrustedChains } from './trust.ts';

export interface SignedDocument {
  readonly input: Uint8Array;
  readonly pdf: PdfDocument;
  /** Whether the covered bytes are a revision of the file from its start to its end. */
  readonly coversRevision: (coverage: Coverage) => boolean;
  /** Whether all changes after a signature are allowed by its permissions. */
  readonly isLeftAlone: (signature: Dict) => boolean;
  /** Null without trust anchors. */
  readonly chains: TrustedChains | null;
  /** The time of processing; undefined if the caller gives none. */
  readonly validationTimeMs: number | undefined;
}

/** The result of one signature by itself. */
interface Examined {
  readonly signature: FoundSignature;
  readonly coverage: Coverage | undefined;
  /**
   * True if the ByteRange covers a revision to its end, except the signature value, and no other signature has the same
   * range.
   */
  readonly isWhole: boolean;
  readonly verdict: Verdict;
}

/** The known times of a signature. */
interface Times {
  /** The time that the signer states. */
  readonly claimedMs: number | null;
  /** The earliest time that a valid timestamp proves. */
  readonly provenMs: number | null;
  readonly validationMs: number | undefined;
}

/** Signers write local times without a zone, and a certificate made for one signature starts at the time of signing. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60 * 1000;

/** A result, and the name of an algorithm that is not supported. */
export interface Verified {
  readonly result: SignatureVerification;
  readonly unsupported: string | null;
}

/**
 * Verifies all signatures and returns the results in their order. A signature of several fields has a result for each.
 */
export function verifySignatures(document: SignedDocument, signatures: readonly FoundSignature[]): Verified[] {
  const shared = sharedRanges(document.input, signatures);
  const examined = signatures.map((signature) => examineSignature(document, signature, shared));
  const stamps = examined.filter(isDocumentTimestamp);
  return examined.flatMap((one) => {
    const result = verify(document, one, stamps);
    const unsupported = result.reason === 'ALGORITHM_NOT_SUPPORTED' ? (one.verdict.unsupported ?? null) : null;
    return fieldsOf(one.signature).map((fieldName) => ({ result: { fieldName, ...result }, unsupported }));
  });
}

function examineSignature(
  { input, pdf, coversRevision, chains }: SignedDocument,
  signature: FoundSignature,
  shared: ReadonlySet<string>,
): Examined {
  const { dict } = signature;
  const coverage = readCoverage(dict, input);
  const isWhole =
    coverage !== undefined &&
    leavesOutItselfAlone(coverage, dict, input) &&
    coversRevision(coverage) &&
    !shared.has(rangeKey(coverage));
  const verdict = examine(dict, pdf, coverage ? coveredBytes(coverage, input) : []);
  return { signature, coverage, isWhole, verdict: chains ? withTrustedTime(verdict, chains) : verdict };
}

/**
 * Anybody can run a timestamp authority, so with trust anchors only trusted authorities prove a time. The token is
 * verified at its own time, and a revocation of its authority counts at any date.
 */
function withTrustedTime(verdict: Verdict, chains: TrustedChains): Verdict {
  const { timestamp, certificates = [] } = verdict;
  if (!timestamp?.valid || !timestamp.authority) return verdict;
  const brought = [...(timestamp.certificates ?? []), ...certificates];
  const valid = chains.isTrusted(timestamp.authority, brought, { timeMs: timestamp.timeMs, isProven: false });
  return { ...verdict, timestamp: { ...timestamp, valid } };
}

/** Whether the gap between the covered bytes holds only the signature value. */
function leavesOutItselfAlone(coverage: Coverage, dict: Dict, input: Uint8Array): boolean {
  const gap = classifyGap(coverage, dict, input);
  return gap === 'exact' || gap === 'digits-only';
}

/**
 * A range that several signatures share belongs to none of them, because a copy of a signature in another field signs
 * nothing.
 */
function sharedRanges(input: Uint8Array, signatures: readonly FoundSignature[]): ReadonlySet<string> {
  const ranges = signatures.flatMap(({ dict }) => readCoverage(dict, input) ?? []).map(rangeKey);
  return new Set(ranges.filter((range, index) => ranges.indexOf(range) !== index));
}

function rangeKey({ gapStart, gapEnd }: Coverage): string {
  return `${gapStart} ${gapEnd}`;
}

function verify(
  document: SignedDocument,
  examined: Examined,
  stamps: readonly Examined[],
): Omit<SignatureVerification, 'fieldName'> {
  const { certificate, timestamp, digest } = examined.verdict;
  const claimedMs = claimedTime(examined);
  const times = { claimedMs, provenMs: provenTime(examined, stamps), validationMs: document.validationTimeMs };
  const reason = invalidity(document, examined, times);
  const isWeak = digest !== undefined && isWeakDigest(digest, trustedTime(document, times));
  return {
    signerName: certificate ? distinguishedName(certificate.parsed) : null,
    signedAt: claimedMs === null ? null : toIso(claimedMs),
    valid: reason === null,
    certificateExpired: certificate !== undefined && isExpired(certificate, times),
    certificateChainTrusted: document.chains && isTrusted(document.chains, examined.verdict, times),
    timestampPresent: timestamp !== undefined,
    timestampValid: timestamp?.valid ?? null,
    bestSignatureTime: times.provenMs === null ? null : toIso(times.provenMs),
    reason: reason ?? (isWeak ? 'WEAK_DIGEST' : null),
  };
}

/** The first rule that a signature fails. */
function invalidity(document: SignedDocument, examined: Examined, times: Times): SignatureReason | null {
  const { signature, isWhole, verdict } = examined;
  if (!isWhole) return 'BYTERANGE_INVALID';
  if (verdict.failure !== null) return verdict.failure;
  if (!document.isLeftAlone(signature.dict)) return 'MODIFIED_AFTER_SIGNING';
  const { certificate } = verdict;
  if (certificate?.hasWeakKey(trustedTime(document, times)) === true) return 'WEAK_KEY';
  return certificate ? unfitness(certificate, isDocumentTimestamp(examined), times) : null;
}

/** Without anchors anybody may have made the timestamp, perhaps to make a weak algorithm acceptable. */
function trustedTime({ chains }: SignedDocument, { provenMs }: Times): number | null {
  return chains === null ? null : provenMs;
}

/** The reason why a certificate is not suitable for signing (RFC 5280, 4.2.1.3 and 4.2.1.12; RFC 3161, 2.3). */
function unfitness(certificate: X509, isTimestamp: boolean, times: Times): SignatureReason | null {
  if (!certificate.allows('digitalSignature', 'nonRepudiation')) return 'KEY_USAGE_NOT_ALLOWED';
  if (!(isTimestamp ? certificate.isForTimestamps : certificate.isForDocuments))
    return 'EXTENDED_KEY_USAGE_NOT_ALLOWED';
  return isTooEarly(certificate, times) ? 'CERTIFICATE_NOT_YET_VALID' : null;
}

function isDocumentTimestamp({ signature }: Examined): boolean {
  return signature.dict.name('SubFilter') === DOCUMENT_TIMESTAMP;
}

function claimedTime({ signature, verdict }: Examined): number | null {
  const { signingTimeMs, timestamp } = verdict;
  return signingTimeMs ?? parsePdfDate(signature.dict.string('M')?.bytes) ?? timestamp?.timeMs ?? null;
}

/** The timestamp of the signature or a document timestamp over it proves the time. */
function provenTime({ verdict, coverage }: Examined, stamps: readonly Examined[]): number | null {
  const over = stamps.filter(
    (stamp) => stamp.isWhole && coverage !== undefined && coverage.end <= (stamp.coverage?.gapStart ?? 0),
  );
  const times = [verdict, ...over.map((stamp) => stamp.verdict)].flatMap(({ timestamp }) =>
    timestamp?.valid && timestamp.timeMs !== null ? timestamp.timeMs : [],
  );
  return times.length === 0 ? null : Math.min(...times);
}

/** The proven time counts, else any stated one: the owner of an expired certificate may state an earlier day. */
function isExpired({ notAfterMs }: X509, { claimedMs, provenMs, validationMs }: Times): boolean {
  if (provenMs !== null) return provenMs > notAfterMs;
  return [claimedMs, validationMs].some((timeMs) => typeof timeMs === 'number' && timeMs > notAfterMs);
}

/** A late signature may have been made in time. A signature cannot be older than its certificate. */
function isTooEarly({ notBeforeMs }: X509, { claimedMs, provenMs, validationMs }: Times): boolean {
  if (provenMs !== null) return provenMs < notBeforeMs;
  return [claimedMs, validationMs].some(
    (timeMs) => typeof timeMs === 'number' && timeMs + CLOCK_TOLERANCE_MS < notBeforeMs,
  );
}

/** A signature that is not genuine belongs to nobody, whatever certificate it names. */
function isTrusted(chains: TrustedChains, verdict: Verdict, { claimedMs, provenMs }: Times): boolean {
  const { certificate, certificates = [], failure } = verdict;
  const time = { timeMs: provenMs ?? claimedMs, isProven: provenMs !== null };
  return certificate !== undefined && failure === null && chains.isTrusted(certificate, certificates, time);
}

function toIso(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
