/**
 * Verifies the signatures of a document offline: coverage, cryptography, what happened to the document after them, and
 * the signers' certificates (ISO 32000-2, 12.8; ETSI EN 319 142-1), in the order of `SIGNATURE_REASONS`. No network and
 * no clock: time is what signatures, timestamps and the caller say. `docs/signatures.md` has the rules.
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
  /** Whether what is covered is a revision of the file, from its begin to its end. */
  readonly coversRevision: (coverage: Coverage) => boolean;
  /** Whether nothing followed a signature but what its permissions allow. */
  readonly isLeftAlone: (signature: Dict) => boolean;
  /** Null without trust anchors. */
  readonly chains: TrustedChains | null;
  /** When the document is looked at; undefined where nobody says. */
  readonly validationTimeMs: number | undefined;
}

/** One signature, examined by itself. */
interface Examined {
  readonly signature: FoundSignature;
  readonly coverage: Coverage | undefined;
  /** The ByteRange covers a revision to its end, all but the signature's own value, and is no other's. */
  readonly isWhole: boolean;
  readonly verdict: Verdict;
}

/** When a signature was made, as far as anybody says. */
interface Times {
  /** The signer says so. */
  readonly claimedMs: number | null;
  /** The earliest time by which a valid timestamp proves that it was there. */
  readonly provenMs: number | null;
  readonly validationMs: number | undefined;
}

/** Signers write local times without their zone, and certificates made for one signature begin as it is made. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60 * 1000;

/** A result, and the name of the algorithm where signatures of it cannot be verified. */
export interface Verified {
  readonly result: SignatureVerification;
  readonly unsupported: string | null;
}

/** Verifies all signatures and answers in their order; a signature of several fields has a result for each. */
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
 * Anybody can be a timestamp authority of their own: where it is known whom to trust, the others prove no time. The
 * token is judged at the time it states, and a revocation of its authority counts whenever it was.
 */
function withTrustedTime(verdict: Verdict, chains: TrustedChains): Verdict {
  const { timestamp, certificates = [] } = verdict;
  if (!timestamp?.valid || !timestamp.authority) return verdict;
  const brought = [...(timestamp.certificates ?? []), ...certificates];
  const valid = chains.isTrusted(timestamp.authority, brought, { timeMs: timestamp.timeMs, isProven: false });
  return { ...verdict, timestamp: { ...timestamp, valid } };
}

/** Whether the gap of the signed bytes holds the signature's own value and nothing else. */
function leavesOutItselfAlone(coverage: Coverage, dict: Dict, input: Uint8Array): boolean {
  const gap = classifyGap(coverage, dict, input);
  return gap === 'exact' || gap === 'digits-only';
}

/** What several signatures claim is none's: whoever copies a signature into another field signs nothing. */
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

/** Without anchors anybody may have made the timestamp, with an algorithm of today's weakness in mind. */
function trustedTime({ chains }: SignedDocument, { provenMs }: Times): number | null {
  return chains === null ? null : provenMs;
}

/** Why a certificate is not one to sign with (RFC 5280, 4.2.1.3 and 4.2.1.12; RFC 3161, 2.3). */
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

/** The time is proven by the signature's own timestamp, or by a document timestamp over it. */
function provenTime({ verdict, coverage }: Examined, stamps: readonly Examined[]): number | null {
  const over = stamps.filter(
    (stamp) => stamp.isWhole && coverage !== undefined && coverage.end <= (stamp.coverage?.gapStart ?? 0),
  );
  const times = [verdict, ...over.map((stamp) => stamp.verdict)].flatMap(({ timestamp }) =>
    timestamp?.valid && timestamp.timeMs !== null ? timestamp.timeMs : [],
  );
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * Judged at a time that is proven, else at any that is said: whoever has an expired certificate may claim an earlier
 * day.
 */
function isExpired({ notAfterMs }: X509, { claimedMs, provenMs, validationMs }: Times): boolean {
  if (provenMs !== null) return provenMs > notAfterMs;
  return [claimedMs, validationMs].some((timeMs) => typeof timeMs === 'number' && timeMs > notAfterMs);
}

/** A late signature may have been made in time; one that is older than its certificate was not made with it. */
function isTooEarly({ notBeforeMs }: X509, { claimedMs, provenMs, validationMs }: Times): boolean {
  if (provenMs !== null) return provenMs < notBeforeMs;
  return [claimedMs, validationMs].some(
    (timeMs) => typeof timeMs === 'number' && timeMs + CLOCK_TOLERANCE_MS < notBeforeMs,
  );
}

/** A signature that is not genuine is nobody's, whatever certificate it names. */
function isTrusted(chains: TrustedChains, verdict: Verdict, { claimedMs, provenMs }: Times): boolean {
  const { certificate, certificates = [], failure } = verdict;
  const time = { timeMs: provenMs ?? claimedMs, isProven: provenMs !== null };
  return certificate !== undefined && failure === null && chains.isTrusted(certificate, certificates, time);
}

function toIso(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
