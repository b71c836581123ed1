/**
 * Revocation as far as the document itself tells of it: certificate revocation lists (RFC 5280, 5) and OCSP responses
 * (RFC 6960) that it carries. Nothing is fetched. What no embedded answer says is not judged: a certificate counts as
 * revoked only when its issuer, or who answers for the issuer, says so.
 */
import { createHash, viewOf } from '#platform';
import { BitString, Constructed, GeneralizedTime, type Integer, type OctetString } from 'asn1js';
import { BasicOCSPResponse, CertificateRevocationList, OCSPResponse, type SingleResponse } from 'pkijs';
import { sameBytes } from '#engine/pdf/comparison.ts';
import { attempt, digestName } from './algorithms.ts';
import { bytesOf, nameKey, parseBer, type Signed, X509 } from './certificate.ts';

/** The lists and responses are encoded, as a document stores them. */
export interface RevocationData {
  readonly lists: readonly Uint8Array[];
  readonly responses: readonly Uint8Array[];
}

const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1';
/** The entry belongs to another issuer's certificate (5.3.3): such lists are not read. */
const CERTIFICATE_ISSUER = '2.5.29.29';
const CONTEXT_SPECIFIC = 3;
/** RFC 6960, 4.2.1: `[1] revoked`. */
const REVOKED = 1;

/** Signatures of lists and answers checked for one document. */
const MAX_VERIFICATIONS = 200;

/** An issuer's word on a certificate, by its serial number: that it was revoked, and when. */
interface Statement {
  isAbout(issuer: X509): boolean;
  isBy(issuer: X509): boolean;
  readonly revokedAtMs: ReadonlyMap<string, number>;
}

export class Revocations {
  readonly #statements: readonly Statement[];
  readonly #verified = new Map<Statement, Map<string, boolean>>();
  #verifications = 0;

  constructor({ lists, responses }: RevocationData) {
    const statements = [...lists.flatMap(readList), ...responses.flatMap(readResponse)];
    this.#statements = statements.filter(({ revokedAtMs }) => revokedAtMs.size > 0);
  }

  /**
   * @param provenMs when the signature is proven to have been there; null when nothing proves that, and then a
   *   revocation of whatever day counts
   */
  isRevoked({ parsed }: X509, issuer: X509, provenMs: number | null): boolean {
    const serial = serialKey(parsed.serialNumber);
    return this.#statements.some((statement) => {
      const revokedAtMs = statement.revokedAtMs.get(serial);
      if (revokedAtMs === undefined || (provenMs !== null && revokedAtMs > provenMs)) return false;
      return statement.isAbout(issuer) && this.#isBy(statement, issuer);
    });
  }

  /** Past the limit a statement is believed: the answer is never too lenient. */
  #isBy(statement: Statement, issuer: X509): boolean {
    const byIssuer = this.#verified.get(statement) ?? new Map<string, boolean>();
    this.#verified.set(statement, byIssuer);
    const known = byIssuer.get(issuer.id);
    if (known !== undefined) return known;
    if (this.#verifications++ >= MAX_VERIFICATIONS) return true;
    const isBy = attempt(() => statement.isBy(issuer)) ?? false;
    byIssuer.set(issuer.id, isBy);
    return isBy;
  }
}

function readList(bytes: Uint8Array): Statement[] {
  const list = attempt(() => {
    const asn1 = parseBer(bytes);
    return asn1 && new CertificateRevocationList({ schema: asn1 });
  });
  const entries = list?.revokedCertificates ?? [];
  const isIndirect = entries.some(({ crlEntryExtensions }) =>
    crlEntryExtensions?.extensions.some(({ extnID }) => extnID === CERTIFICATE_ISSUER),
  );
  if (!list || isIndirect) return [];
  const issuerKey = nameKey(list.issuer);
  return [
    {
      revokedAtMs: new Map(
        entries.map(({ userCertificate, revocationDate }) => [
          serialKey(userCertificate),
          revocationDate.value.getTime(),
        ]),
      ),
      isAbout: (issuer) => issuer.subject === issuerKey,
      isBy: (issuer) => issuer.allows('cRLSign') && issuer.hasSigned(list),
    },
  ];
}

function readResponse(bytes: Uint8Array): Statement[] {
  const basic = attempt(() => {
    const asn1 = parseBer(bytes);
    const body = asn1 && new OCSPResponse({ schema: asn1 }).responseBytes;
    const inner = body?.responseType === BASIC_RESPONSE ? parseBer(bytesOf(body.response)) : undefined;
    return inner && new BasicOCSPResponse({ schema: inner });
  });
  if (!basic) return [];
  const { tbsResponseData, signature, signatureAlgorithm, certs = [] } = basic;
  const signed: Signed = { tbsView: tbsResponseData.tbsView, signatureAlgorithm, signatureValue: signature };
  const delegates = certs.map(
    (certificate) => new X509(certificate, new Uint8Array(certificate.toSchema(false).toBER())),
  );
  const isBy = (issuer: X509): boolean =>
    issuer.hasSigned(signed) ||
    delegates.some((delegate) => answersFor(delegate, issuer) && delegate.hasSigned(signed));
  return tbsResponseData.responses.flatMap((response) => {
    const revokedAtMs = revocationTime(response);
    if (revokedAtMs === undefined) return [];
    const serial = serialKey(response.certID.serialNumber);
    return [{ revokedAtMs: new Map([[serial, revokedAtMs]]), isAbout: (issuer) => isIssuer(response, issuer), isBy }];
  });
}

/** 4.2.2.2: a certificate of the issuer's for answering in its place. */
function answersFor(delegate: X509, issuer: X509): boolean {
  return delegate.isForResponses && delegate.issuer === issuer.subject && delegate.isSignedBy(issuer);
}

function revocationTime({ certStatus }: SingleResponse): number | undefined {
  const status: unknown = certStatus;
  if (!(status instanceof Constructed)) return undefined;
  if (status.idBlock.tagClass !== CONTEXT_SPECIFIC || status.idBlock.tagNumber !== REVOKED) return undefined;
  const [time] = status.valueBlock.value;
  return time instanceof GeneralizedTime ? time.toDate().getTime() : undefined;
}

/** 4.1.1: the issuer by the hashes of its name and of its key's bits. */
function isIssuer({ certID }: SingleResponse, { parsed }: X509): boolean {
  const digest = digestName(certID.hashAlgorithm.algorithmId);
  if (digest === undefined) return false;
  const hashIs = (expected: OctetString, bytes: Uint8Array): boolean =>
    sameBytes(new Uint8Array(createHash(digest).update(bytes).digest()), bytesOf(expected));
  const { subjectPublicKey } = parsed.subjectPublicKeyInfo;
  return (
    subjectPublicKey instanceof BitString &&
    hashIs(certID.issuerNameHash, new Uint8Array(parsed.subject.valueBeforeDecode)) &&
    hashIs(certID.issuerKeyHash, subjectPublicKey.valueBlock.valueHexView)
  );
}

function serialKey(serial: Integer): string {
  return viewOf(serial.valueBlock.valueHexView)
    .toString('hex')
    .replace(/^(?:00)+/, '');
}
