/**
 * Trusted lists (ETSI TS 119 612) in canonical form, written by hand so that the library under test does not sign its
 * own work.
 */
import { createHash, sign } from 'node:crypto';
import type { Signer } from './signer.ts';

const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ETSI = 'http://uri.etsi.org/TrstSvc';

export interface Service {
  readonly certificate: Buffer;
  /** The default is `CA/QC`. */
  readonly type?: string;
  /** The default is `granted`. */
  readonly status?: string;
}

export interface ListFacts {
  readonly territory: string;
  readonly sequence?: number;
  /** Null for a closed list. */
  readonly nextUpdate?: string | null;
  readonly services?: readonly Service[];
  /** Makes a list of lists, with the signers of the lists of territories. */
  readonly pointers?: Readonly<Record<string, Signer>>;
}

export interface ListSigning {
  readonly by: Signer;
  /** The default follows from the kind of the signer. */
  readonly algorithm?: string;
  /** The digest of the signed text, by its name in the namespace of W3C; SHA-256 by default. */
  readonly digest?: 'sha1';
}

export function trustedList(facts: ListFacts, { by, algorithm, digest }: ListSigning): string {
  const text = contentOf(facts);
  const digestMethod = digest === 'sha1' ? `${XML_SIGNATURE}sha1` : 'http://www.w3.org/2001/04/xmlenc#sha256';
  const hash = createHash(digest ?? 'sha256')
    .update(text)
    .digest('base64');
  const transforms = [`${XML_SIGNATURE}enveloped-signature`, EXCLUSIVE]
    .map((name) => empty('ds:Transform', name))
    .join('');
  const reference = `<ds:Reference URI=""><ds:Transforms>${transforms}</ds:Transforms>${empty('ds:DigestMethod', digestMethod)}<ds:DigestValue>${hash}</ds:DigestValue></ds:Reference>`;
  const method = algorithm ?? `${MORE}${by.kind === 'ecdsa' ? 'ecdsa' : 'rsa'}-sha256`;
  const signedInfo = (namespace: string) =>
    `<ds:SignedInfo${namespace}>${empty('ds:CanonicalizationMethod', EXCLUSIVE)}${empty('ds:SignatureMethod', method)}${reference}</ds:SignedInfo>`;
  const namespace = ` xmlns:ds="${XML_SIGNATURE}"`;
  const hashName = method.endsWith('sha1') ? 'sha1' : 'sha256';
  const key = { key: by.key, dsaEncoding: 'ieee-p1363' } as const;
  const value = sign(hashName, Buffer.from(signedInfo(namespace)), key).toString('base64');
  const signature = `<ds:Signature${namespace}>${signedInfo('')}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text.replace('</TrustServiceStatusList>', `${signature}</TrustServiceStatusList>`)}`;
}

function contentOf({
  territory,
  sequence = 1,
  nextUpdate = '2030-01-01T00:00:00Z',
  services = [],
  pointers,
}: ListFacts): string {
  const type = pointers ? 'EUlistofthelists' : 'EUgeneric';
  // Like the lists of the countries, it refers to the list of lists.
  const back = `<OtherTSLPointer><AdditionalInformation><OtherInformation><TSLType>${ETSI}/TrustedList/TSLType/EUlistofthelists</TSLType></OtherInformation></AdditionalInformation></OtherTSLPointer>`;
  const others = Object.entries(pointers ?? {}).map(
    ([name, { certificate }]) =>
      `<OtherTSLPointer><ServiceDigitalIdentities><ServiceDigitalIdentity>${identity(certificate)}</ServiceDigitalIdentity></ServiceDigitalIdentities><AdditionalInformation><OtherInformation><SchemeTerritory>${name}</SchemeTerritory></OtherInformation></AdditionalInformation></OtherTSLPointer>`,
  );
  const scheme = [
    `<TSLSequenceNumber>${sequence}</TSLSequenceNumber>`,
    `<TSLType>${ETSI}/TrustedList/TSLType/${type}</TSLType>`,
    `<SchemeTerritory>${territory}</SchemeTerritory>`,
    `<PointersToOtherTSL>${back}${others.join('')}</PointersToOtherTSL>`,
    '<ListIssueDateTime>2026-01-01T00:00:00Z</ListIssueDateTime>',
    `<NextUpdate>${nextUpdate === null ? '' : `<dateTime>${nextUpdate}</dateTime>`}</NextUpdate>`,
  ];
  const listed = services.map(
    ({ certificate, type: kind = 'CA/QC', status = 'granted' }) =>
      `<TSPService><ServiceInformation><ServiceTypeIdentifier>${ETSI}/Svctype/${kind}</ServiceTypeIdentifier><ServiceDigitalIdentity>${identity(certificate)}</ServiceDigitalIdentity><ServiceStatus>${ETSI}/TrustedList/Svcstatus/${status}</ServiceStatus></ServiceInformation></TSPService>`,
  );
  const providers = `<TrustServiceProviderList><TrustServiceProvider><TSPServices>${listed.join('')}</TSPServices></TrustServiceProvider></TrustServiceProviderList>`;
  return `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#"><SchemeInformation>${scheme.join('')}</SchemeInformation>${providers}</TrustServiceStatusList>`;
}

function identity(certificate: Buffer): string {
  return `<DigitalId><X509Certificate>${certificate.toString('base64')}</X509Certificate></DigitalId>`;
}

/** Canonical form never uses a single tag for an empty element. */
function empty(name: string, algorithm: string): string {
  return `<${name} Algorithm="${algorithm}"></${name}>`;
}
