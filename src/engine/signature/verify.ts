/**
 * Verifies one signature offline: its coverage, its digest, its cryptography and what happened to the document after it
 * (ISO 32000-2, 12.8; ETSI EN 319 142-1). No network and no clock: time is what the signature itself says.
 */
import { OctetString } from 'asn1js';
import type { SignatureVerification } from '#domain/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, PdfString } from '#engine/pdf/objects.ts';
import type { LaterChanges } from '#engine/tamper/later-changes.ts';
import { sameBytes } from '#engine/tamper/compare.ts';
import { attempt, isBrokenDigest, isWeakDigest, verifySignature as verifyKey } from './algorithms.ts';
import { classifyGap, coveredBytes, readCoverage } from './byte-range.ts';
import { bytesOf, parseBer, readCertificate, type X509 } from './certificate.ts';
import { hashOf, readSignedMessage, type SignedMessage } from './cms.ts';
import { parsePdfDate } from './date.ts';
import type { FoundSignature } from './find.ts';
import { distinguishedName } from './distinguished-name.ts';
import { readTimestampToken, type TimestampToken } from './timestamp.ts';
import type { TrustedChains } from './trust.ts';

export type InvalidReason =
  | 'BYTERANGE_INVALID'
  | 'UNSUPPORTED_SUBFILTER'
  | 'CMS_INVALID'
  | 'DIGEST_MISMATCH'
  | 'WEAK_DIGEST'
  | 'MODIFIED_AFTER_SIGNING';

/** What the cryptography alone says. */
interface Verdict {
  /** The first rule that fails; null when none does. */
  readonly failure: InvalidReason | null;
  readonly digest?: string;
  readonly certificate?: X509 | undefined;
  /** What else the signature brings along to build a path from. */
  readonly certificates?: readonly X509[];
  readonly signingTimeMs?: number | null;
  readonly timestamp?: { readonly valid: boolean; readonly timeMs: number | null };
}

/** Far more than a chain has. */
const MAX_LISTED_CERTIFICATES = 100;

type SignedParts = readonly Uint8Array[];

export interface SignedDocument {
  readonly input: Uint8Array;
  readonly pdf: PdfDocument;
  readonly later: LaterChanges;
  /** Null without trust anchors. */
  readonly chains: TrustedChains | null;
}

export function verifySignature(
  { input, pdf, later, chains }: SignedDocument,
  { dict, fieldNames }: FoundSignature,
): SignatureVerification {
  const coverage = readCoverage(dict, input);
  const covers = coverage && classifyGap(coverage, dict, input);
  const isWhole =
    (covers === 'exact' || covers === 'digits-only') && coverage !== undefined && later.coversRevision(coverage);
  const verdict = examine(dict, pdf, coverage ? coveredBytes(coverage, input) : []);
  const failure = (isWhole ? null : 'BYTERANGE_INVALID') ?? verdict.failure;
  const reason = failure ?? (later.areAllowed(dict) ? null : 'MODIFIED_AFTER_SIGNING');
  const signedAtMs =
    verdict.signingTimeMs ?? parsePdfDate(dict.string('M')?.bytes) ?? verdict.timestamp?.timeMs ?? null;
  const atMs = verdict.timestamp?.valid ? verdict.timestamp.timeMs : signedAtMs;
  return {
    fieldName: fieldNames[0] ?? '',
    signerName: verdict.certificate ? distinguishedName(verdict.certificate.parsed) : null,
    signedAt: signedAtMs === null ? null : toIso(signedAtMs),
    valid: reason === null,
    certificateExpired: isExpired(verdict.certificate, atMs),
    certificateChainTrusted: chains && isTrusted(chains, verdict, atMs),
    timestampPresent: verdict.timestamp !== undefined,
    timestampValid: verdict.timestamp?.valid ?? null,
    reason: reason ?? (verdict.digest !== undefined && isWeakDigest(verdict.digest) ? 'WEAK_DIGEST' : null),
  };
}

/** A signature that is not genuine is nobody's, whatever certificate it names. */
function isTrusted(chains: TrustedChains, verdict: Verdict, timeMs: number | null): boolean {
  const { certificate, certificates = [], failure, timestamp } = verdict;
  const time = { timeMs, isProven: timestamp?.valid === true };
  return certificate !== undefined && failure === null && chains.isTrusted(certificate, certificates, time);
}

function examine(dict: Dict, pdf: PdfDocument, content: SignedParts): Verdict {
  const contents = dict.string('Contents')?.bytes ?? new Uint8Array();
  switch (dict.name('SubFilter')) {
    case 'adbe.pkcs7.detached':
    case 'ETSI.CAdES.detached':
      return examineMessage(readSignedMessage(contents), content);
    case 'adbe.pkcs7.sha1':
      return examineSha1(readSignedMessage(contents), content);
    case 'adbe.x509.rsa_sha1':
      return examineBareRsa(dict, pdf, contents, content);
    case 'ETSI.RFC3161':
      return examineTimestamp(readTimestampToken(contents), content);
    default:
      return { failure: 'UNSUPPORTED_SUBFILTER' };
  }
}

/** 12.8.3.3.1: the message holds no content of its own. */
function examineMessage(message: SignedMessage | undefined, content: SignedParts): Verdict {
  if (!message) return { failure: 'CMS_INVALID' };
  return { ...factsOf(message), failure: message.content ? 'CMS_INVALID' : judge(message, content) };
}

/** 12.8.3.3.1: the content of the message is the SHA-1 of the bytes. */
function examineSha1(message: SignedMessage | undefined, content: SignedParts): Verdict {
  if (!message) return { failure: 'CMS_INVALID' };
  const facts = { ...factsOf(message), digest: 'sha1' };
  if (!message.content || !sameBytes(message.content, hashOf('sha1', content)))
    return { ...facts, failure: 'DIGEST_MISMATCH' };
  return { ...facts, failure: judge(message, [message.content]) };
}

function judge(message: SignedMessage, content: SignedParts): InvalidReason | null {
  if (!message.matches(content)) return 'DIGEST_MISMATCH';
  if (!message.isBoundToSigner || !message.isGenuine(content)) return 'CMS_INVALID';
  return isBrokenDigest(message.digest) ? 'WEAK_DIGEST' : null;
}

function factsOf(message: SignedMessage): Omit<Verdict, 'failure'> {
  const token = message.timestampToken;
  const timestamp = token && readTimestampToken(token);
  const isStamped = timestamp ? timestamp.isGenuine && timestamp.stamps([message.signature]) : false;
  const valid = isStamped && timestamp?.isByAuthority === true;
  return {
    digest: message.digest,
    certificate: message.certificate,
    certificates: message.certificates,
    signingTimeMs: message.signingTimeMs,
    ...(token && { timestamp: { valid, timeMs: timestamp?.timeMs ?? null } }),
  };
}

/** 12.8.5: the token's imprint is that of the bytes. */
function examineTimestamp(token: TimestampToken | undefined, content: SignedParts): Verdict {
  if (!token) return { failure: 'CMS_INVALID' };
  const failure = !token.stamps(content) ? 'DIGEST_MISMATCH' : token.isGenuine ? null : 'CMS_INVALID';
  return {
    failure,
    digest: token.message.digest,
    certificate: token.message.certificate,
    certificates: token.message.certificates,
    signingTimeMs: token.timeMs,
    timestamp: { valid: failure === null && token.isByAuthority, timeMs: token.timeMs },
  };
}

/** 12.8.3.2: a PKCS #1 signature in an octet string, the certificate beside it in Cert, before those of its issuers. */
function examineBareRsa(dict: Dict, pdf: PdfDocument, contents: Uint8Array, content: SignedParts): Verdict {
  const stated = dict.get('Cert');
  const listed = Array.isArray(stated) ? stated.slice(0, MAX_LISTED_CERTIFICATES) : [stated];
  const certificates = listed.flatMap((item) => {
    const bytes = pdf.resolve(item);
    return (bytes instanceof PdfString && readCertificate(bytes.bytes)) || [];
  });
  const [certificate] = certificates;
  const value = attempt(() => parseBer(contents));
  if (!certificate || !(value instanceof OctetString)) return { failure: 'CMS_INVALID', certificate };
  const algorithm = { oid: '1.2.840.113549.1.1.1', digest: 'sha1' };
  const data = new Uint8Array(Buffer.concat(content));
  const genuine = verifyKey(algorithm, certificate.publicKey, data, bytesOf(value));
  return { failure: genuine ? null : 'DIGEST_MISMATCH', digest: 'sha1', certificate, certificates };
}

/** Against the time of signing: whether it has expired since depends on the day one asks. */
function isExpired(certificate: X509 | undefined, atMs: number | null): boolean {
  return certificate !== undefined && atMs !== null && atMs > certificate.notAfterMs;
}

function toIso(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
