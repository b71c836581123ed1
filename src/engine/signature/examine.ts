/**
 * Examines the cryptography of one signature for each kind of PDF signature (ISO 32000-2, 12.8.3): its digest, its key
 * and its certificates.
 */
import { concatBytes } from '#platform';
import { OctetString } from 'asn1js';
import type { SignatureReason } from '#engine/facts/report.ts';
import type { Budget } from '#engine/pdf/budget.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, PdfString } from '#engine/pdf/syntax/objects.ts';
import { sameBytes } from '#engine/pdf/comparison.ts';
import { attempt, hashOf, isBrokenDigest, RSA, verifySignature as verifyKey } from './algorithms.ts';
import { bytesOf, parseBer, readCertificate, type X509 } from './certificate.ts';
import { isMessage, type NoMessage, readSignedMessage, type SignedMessage } from './cms.ts';
import { isToken, readTimestampToken, type TimestampToken } from './timestamp.ts';

export interface Verdict {
  /** The first rule that the signature fails; null if there is none. */
  readonly failure: SignatureReason | null;
  /** The name of the algorithm, if the failure is that it is not supported. */
  readonly unsupported?: string | null;
  readonly digest?: string;
  readonly certificate?: X509 | undefined;
  /** Further certificates in the signature, which may be part of the path. */
  readonly certificates?: readonly X509[];
  readonly signingTimeMs?: number | null;
  readonly timestamp?: Timestamp;
}

/** A timestamp token. The trust in its authority is decided elsewhere. */
export interface Timestamp {
  /** Null if the validity cannot be determined. */
  readonly valid: boolean | null;
  readonly timeMs: number | null;
  readonly authority?: X509;
  readonly certificates?: readonly X509[];
}

/** A signature of this kind only proves a time. */
export const DOCUMENT_TIMESTAMP = 'ETSI.RFC3161';

/** No chain has more certificates. */
const MAX_LISTED_CERTIFICATES = 100;

type SignedParts = readonly Uint8Array[];

export function examine(dict: Dict, pdf: PdfDocument, content: SignedParts): Verdict {
  const contents = dict.string('Contents')?.bytes ?? new Uint8Array();
  switch (dict.name('SubFilter')) {
    case 'adbe.pkcs7.detached':
    case 'ETSI.CAdES.detached':
      return examineMessage(readSignedMessage(contents, pdf.budget), content, pdf.budget);
    case 'adbe.pkcs7.sha1':
      return examineSha1(readSignedMessage(contents, pdf.budget), content, pdf.budget);
    case 'adbe.x509.rsa_sha1':
      return examineBareRsa(dict, pdf, contents, content);
    case DOCUMENT_TIMESTAMP:
      return examineTimestamp(readTimestampToken(contents, pdf.budget), content);
    default:
      return { failure: 'UNSUPPORTED_SUBFILTER' };
  }
}

/** 12.8.3.3.1: the message has no content of its own. */
function examineMessage(message: SignedMessage | NoMessage, content: SignedParts, budget: Budget): Verdict {
  if (!isMessage(message)) return message;
  return { ...factsOf(message, budget), failure: message.content ? 'CMS_INVALID' : judge(message, content) };
}

/** 12.8.3.3.1: the content of the message is the SHA-1 of the covered bytes. */
function examineSha1(message: SignedMessage | NoMessage, content: SignedParts, budget: Budget): Verdict {
  if (!isMessage(message)) return message;
  const facts = { ...factsOf(message, budget), digest: 'sha1' };
  if (!message.content || !sameBytes(message.content, hashOf('sha1', content)))
    return { ...facts, failure: 'DIGEST_MISMATCH' };
  return { ...facts, failure: judge(message, [message.content]) };
}

function judge(message: SignedMessage, content: SignedParts): SignatureReason | null {
  if (!message.matches(content)) return 'DIGEST_MISMATCH';
  if (!message.isBoundToSigner) return 'CMS_INVALID';
  if (!message.isGenuine(content)) return failureOf(message);
  return isBrokenDigest(message.digest) ? 'WEAK_DIGEST' : null;
}

/** A signature with an unsupported algorithm may be genuine. */
function failureOf({ unsupported }: SignedMessage): SignatureReason {
  return unsupported === null ? 'CMS_INVALID' : 'ALGORITHM_NOT_SUPPORTED';
}

function factsOf(message: SignedMessage, budget: Budget): Omit<Verdict, 'failure'> {
  const token = message.timestampToken;
  return {
    unsupported: message.unsupported,
    digest: message.digest,
    certificate: message.certificate,
    certificates: message.certificates,
    signingTimeMs: message.signingTimeMs,
    ...(token && { timestamp: stampOf(readTimestampToken(token, budget), message) }),
  };
}

function stampOf(token: TimestampToken | NoMessage, { signature }: SignedMessage): Timestamp {
  if (!isToken(token)) return { valid: token.failure === 'ALGORITHM_NOT_SUPPORTED' ? null : false, timeMs: null };
  if (!token.stamps([signature])) return timestampOf(token, false);
  if (!token.isGenuine) return timestampOf(token, token.message.unsupported === null ? false : null);
  return timestampOf(token, token.isByAuthority);
}

/** 12.8.5: the imprint of the token is that of the covered bytes. */
function examineTimestamp(token: TimestampToken | NoMessage, content: SignedParts): Verdict {
  if (!isToken(token)) return token;
  const failure = !token.stamps(content) ? 'DIGEST_MISMATCH' : token.isGenuine ? null : failureOf(token.message);
  return {
    failure,
    unsupported: token.message.unsupported,
    digest: token.message.digest,
    certificate: token.message.certificate,
    certificates: token.message.certificates,
    signingTimeMs: token.timeMs,
    timestamp: timestampOf(token, failure === null && token.isByAuthority),
  };
}

function timestampOf({ message, timeMs }: TimestampToken, valid: boolean | null): Timestamp {
  return { valid, timeMs, authority: message.certificate, certificates: message.certificates };
}

/** 12.8.3.2: a PKCS #1 signature in an octet string. Cert holds the certificate, followed by those of its issuers. */
function examineBareRsa(dict: Dict, pdf: PdfDocument, contents: Uint8Array, content: SignedParts): Verdict {
  const stated = dict.get('Cert');
  const listed = Array.isArray(stated) ? stated.slice(0, MAX_LISTED_CERTIFICATES) : [stated];
  const certificates = listed.flatMap((item) => {
    const bytes = pdf.resolve(item);
    return (bytes instanceof PdfString && readCertificate(bytes.bytes)) || [];
  });
  const [certificate] = certificates;
  const value = attempt(() => parseBer(contents));
  if (!certificate) return { failure: 'CERTIFICATE_MISSING' };
  if (!(value instanceof OctetString)) return { failure: 'SIGNATURE_UNREADABLE', certificate };
  const algorithm = { oid: RSA, digest: 'sha1' };
  const data = concatBytes(content);
  const genuine = verifyKey(algorithm, certificate.publicKey, data, bytesOf(value));
  return { failure: genuine ? null : 'DIGEST_MISMATCH', digest: 'sha1', certificate, certificates };
}
