/** The signature of a trusted list: XML Signature with XAdES (ETSI TS 119 612, annex B). */
import { constants, createHash, type KeyObject, verify, type X509Certificate } from 'node:crypto';
import { DOMParser, type XmlElement, type XmlNode } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';

const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const MORE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#';

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };

interface AlgorithmForm {
  readonly digest: string;
  readonly dsaEncoding?: 'ieee-p1363';
  readonly padding?: number;
  readonly saltLength?: number;
}

/** What lists are signed with; nothing with SHA-1 or a shared secret. Those by elliptic curves are r and s (XML Signature, 6.4.3). */
const ALGORITHMS: Readonly<Record<string, AlgorithmForm>> = {
  [`${MORE}rsa-sha256`]: { digest: 'sha256' },
  [`${MORE}rsa-sha384`]: { digest: 'sha384' },
  [`${MORE}rsa-sha512`]: { digest: 'sha512' },
  [`${MORE}ecdsa-sha256`]: { digest: 'sha256', dsaEncoding: 'ieee-p1363' },
  [`${MORE}ecdsa-sha384`]: { digest: 'sha384', dsaEncoding: 'ieee-p1363' },
  [`${MORE}ecdsa-sha512`]: { digest: 'sha512', dsaEncoding: 'ieee-p1363' },
  [`${MORE_2007}sha256-rsa-MGF1`]: { digest: 'sha256', ...PSS },
  [`${MORE_2007}sha384-rsa-MGF1`]: { digest: 'sha384', ...PSS },
  [`${MORE_2007}sha512-rsa-MGF1`]: { digest: 'sha512', ...PSS },
};

/** Likewise of what is signed. */
const DIGESTS = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  [`${MORE}sha384`]: 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
} as const;

/** Says what is wrong with a list. */
export class TrustedListError extends Error {
  override readonly name = 'TrustedListError';
}

/**
 * Answers the texts that one of the signers has signed, in canonical form: what else is in the document is nobody's word.
 * Throws a TrustedListError where nothing is, or where the document has a type declaration.
 */
export function signedTexts(xml: string, signers: readonly X509Certificate[]): readonly string[] {
  const signature = signatureOf(xml);
  // The key is one of all signers', whichever; the library asks for one that it may hand on.
  const signed = new SignedXml({ publicCert: 'any', getCertFromKeyInfo: () => null });
  const keys = signers.map(({ publicKey }) => publicKey);
  signed.SignatureAlgorithms = Object.fromEntries(
    Object.entries(ALGORITHMS).map(([name, form]) => [name, algorithmOf(name, form, keys)]),
  );
  signed.HashAlgorithms = Object.fromEntries(
    Object.entries(DIGESTS).map(([name, digest]) => [name, hashOf(name, digest)]),
  );
  try {
    signed.loadSignature(signature);
    if (signed.checkSignature(xml)) return signed.getSignedReferences();
  } catch (error) {
    if (error instanceof TrustedListError) throw error;
    throw new TrustedListError(
      `its signature does not hold: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  throw new TrustedListError('it was changed after it was signed');
}

/** The one signature, below the root. */
function signatureOf(xml: string): string {
  // Entities would be text that the signature does not see.
  if (/<!DOCTYPE/i.test(xml)) throw new TrustedListError('it has a document type declaration');
  const root = parsedXml(xml);
  const signatures = [...childrenOf(root)].filter(
    ({ localName, namespaceURI }) => localName === 'Signature' && namespaceURI === XML_SIGNATURE,
  );
  const [signature, another] = signatures;
  if (!signature) throw new TrustedListError('it has no signature');
  if (another) throw new TrustedListError('it has more than one signature');
  return signature.toString();
}

/** Answers the root. Throws a TrustedListError for anything that is not well-formed. */
export function parsedXml(xml: string): XmlElement {
  const refuse = (message: unknown) => {
    throw new TrustedListError(`it is no XML: ${String(message).split('\n')[0]}`);
  };
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
  const document = new DOMParser({ errorHandler }).parseFromString(xml, 'text/xml');
  const root = document?.documentElement;
  if (!root) throw new TrustedListError('it is no XML');
  return root;
}

export function* childrenOf(parent: XmlElement): Generator<XmlElement> {
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (isElement(node)) yield node;
  }
}

/** xmldom has no class to ask for: 1 is the type of elements. */
function isElement(node: XmlNode): node is XmlElement {
  return node.nodeType === 1;
}

/** Holds where any of the keys, of the kind of the algorithm, made the signature; throws a TrustedListError where none did. */
function algorithmOf(name: string, { digest, ...form }: AlgorithmForm, keys: readonly KeyObject[]) {
  const kind = name.includes('#rsa-') || name.endsWith('-rsa-MGF1') ? 'rsa' : 'ec';
  return class {
    getAlgorithmName(): string {
      return name;
    }

    getSignature(): string {
      throw new Error('Lists are verified here, not signed.');
    }

    verifySignature(material: string, _key: unknown, value: string): boolean {
      const [bytes, signature] = [Buffer.from(material), Buffer.from(value, 'base64')];
      const isOurs = keys
        .filter(({ asymmetricKeyType }) => asymmetricKeyType === kind)
        .some((key) => verify(digest, bytes, { key, ...form }, signature));
      if (!isOurs) throw new TrustedListError('none of the given certificates signed it');
      return true;
    }
  };
}

function hashOf(name: string, digest: string) {
  return class {
    getAlgorithmName(): string {
      return name;
    }

    getHash(xml: string): string {
      return createHash(digest).update(xml, 'utf8').digest('base64');
    }
  };
}
