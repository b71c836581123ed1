/**
 * Evaluates the revocation data that the document itself contains: certificate revocation lists (RFC 5280, 5) and OCSP
 * responses (RFC 6960). Nothing is fetched. A certificate counts as revoked only if an embedded statement of its
 * issuer, or of the issuer's delegate, says so.
 */
import { createHash, viewOf } from '#platform';
import { BitString, Constructed, GeneralizedTime, type Integer, type OctetString } from 'asn1js';
import { BasicOCSPResponse, CertificateRevocationList, OCSPResponse, type SingleResponse } from 'pkijs';
import { sameBytes } from '#engine/pdf/comparison.ts';
import { attempt, digestName } from './algorithms.ts';
import { bytesOf, nameKey, parseBer, type Signed, X509 } from './certificate.ts';

/** The lists and responses in their encoding, as in the document. */
export interface RevocationData {
  readonly lists: readonly Uint8Array[];
  readonly responses: readonly Uint8Array[];
}

const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1';
/** The entry belongs to a certificate of another issuer (5.3.3). Such lists are ignored. */
const CERTIFICATE_ISSUER = '2.5.29.29';
const CONTEXT_SPECIFIC = 3;
/** RFC 6960, 4.2.1: `[1] revoked`. */
const REVOKED = 1;

/** The limit of verified signatures of lists and responses in one document. */
const MAX_VERIFICATIONS = 200;

/** A statement of an issuer about a certificate, by its serial number: it was revoked, and when. */
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

  /** @param provenMs the proven time of the signature; null without proof, and then a revocation of any date counts */
  isRevoked({ parsed }: X509, issuer: X509, provenMs: number | null): boolean {
    const serial = serialKey(parsed.serialNumber);
    return this.#statements.some((statement) => {
      const revokedAtMs = statement.revokedAtMs.get(serial);
      if (revokedAtMs === undefined || (provenMs !== null && revokedAtMs > provenMs)) return false;
      return statement.isAbout(issuer) && this.#isBy(statement, issuer);
    });
  }

  /** Beyond the limit a statement counts as genuine, so that the result is never too lenient. */
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

/** 4.2.2.2: the delegate has a certificate of the issuer for signing responses. */
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

/** 4.1.1: the hashes of its name and of its key identify the issuer. */
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
