/**
 * Verifies one signature offline: its coverage, its digest, its cryptography and what happened to the document after it
 * (ISO 32000-2, 12.8; ETSI EN 319 142-1). No network and no clock: time is what the signature itself says.
 */
import type { Certificate } from 'pkijs';
import { Certificate as ParsedCertificate } from 'pkijs';
import { OctetString } from 'asn1js';
import type { SignatureVerification } from '#domain/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, PdfString } from '#engine/pdf/objects.ts';
import type { LaterChanges } from '#engine/tamper/later-changes.ts';
import { sameBytes } from '#engine/tamper/compare.ts';
import { attempt, isBrokenDigest, isWeakDigest, verifySignature as verifyKey } from './algorithms.ts';
import { classifyGap, coveredBytes, readCoverage } from './byte-range.ts';
import { bytesOf, hashOf, parseBer, readSignedMessage, type SignedMessage } from './cms.ts';
import { parsePdfDate } from './date.ts';
import type { FoundSignature } from './find.ts';
import { distinguishedName } from './distinguished-name.ts';
import { readTimestampToken, type TimestampToken } from './timestamp.ts';

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
  readonly certificate?: Certificate | undefined;
  readonly signingTimeMs?: number | null;
  readonly timestamp?: { readonly valid: boolean; readonly timeMs: number | null };
}

type SignedParts = readonly Uint8Array[];

export function verifySignature(
  input: Uint8Array,
  pdf: PdfDocument,
  { dict, fieldNames }: FoundSignature,
  later: LaterChanges,
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
    signerName: verdict.certificate ? distinguishedName(verdict.certificate) : null,
    signedAt: signedAtMs === null ? null : toIso(signedAtMs),
    valid: reason === null,
    certificateExpired: isExpired(verdict.certificate, atMs),
    certificateChainTrusted: null,
    timestampPresent: verdict.timestamp !== undefined,
    timestampValid: verdict.timestamp?.valid ?? null,
    reason: reason ?? (verdict.digest !== undefined && isWeakDigest(verdict.digest) ? 'WEAK_DIGEST' : null),
  };
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
  if (!message.isGenuine(content)) return 'CMS_INVALID';
  return isBrokenDigest(message.digest) ? 'WEAK_DIGEST' : null;
}

function factsOf(message: SignedMessage): Omit<Verdict, 'failure'> {
  const token = message.timestampToken;
  const timestamp = token && readTimestampToken(token);
  const valid = timestamp ? timestamp.isGenuine && timestamp.stamps([message.signature]) : false;
  return {
    digest: message.digest,
    certificate: message.certificate,
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
    signingTimeMs: token.timeMs,
    timestamp: { valid: failure === null, timeMs: token.timeMs },
  };
}

/** 12.8.3.2: a PKCS #1 signature in an octet string, the certificate beside it in Cert. */
function examineBareRsa(dict: Dict, pdf: PdfDocument, contents: Uint8Array, content: SignedParts): Verdict {
  const certificates = dict.get('Cert');
  const first = Array.isArray(certificates) ? pdf.resolve(certificates[0]) : certificates;
  const certificate = first instanceof PdfString ? readCertificate(first.bytes) : undefined;
  const value = attempt(() => parseBer(contents));
  if (!certificate || !(value instanceof OctetString)) return { failure: 'CMS_INVALID', certificate };
  const spki = new Uint8Array(certificate.subjectPublicKeyInfo.toSchema().toBER(false));
  const algorithm = { oid: '1.2.840.113549.1.1.1', digest: 'sha1' };
  const genuine = verifyKey(algorithm, spki, new Uint8Array(Buffer.concat(content)), bytesOf(value));
  return { failure: genuine ? null : 'DIGEST_MISMATCH', digest: 'sha1', certificate };
}

function readCertificate(bytes: Uint8Array): Certificate | undefined {
  return attempt(() => {
    const asn1 = parseBer(bytes);
    return asn1 ? new ParsedCertificate({ schema: asn1 }) : undefined;
  });
}

/** Against the time of signing: whether it has expired since depends on the day one asks. */
function isExpired(certificate: Certificate | undefined, atMs: number | null): boolean {
  const notAfter = certificate?.notAfter.value.getTime();
  return notAfter !== undefined && atMs !== null && atMs > notAfter;
}

function toIso(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
