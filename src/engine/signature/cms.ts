/**
 * Signed data of the Cryptographic Message Syntax (RFC 5652) with one signer, as in PDF signatures. pkijs parses them,
 * and node:crypto verifies them.
 */
import { concatBytes } from '#platform';
import {
  type BaseBlock,
  Constructed,
  GeneralizedTime,
  Integer,
  ObjectIdentifier,
  OctetString,
  Sequence,
  UTCTime,
} from 'asn1js';
import {
  type AlgorithmIdentifier,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  type SignedAndUnsignedAttributes,
  type SignerInfo,
} from 'pkijs';
import { type Budget, POST_QUANTUM_SIGNATURE_BYTES } from '#engine/pdf/budget.ts';
import { sameBytes } from '#engine/pdf/comparison.ts';
import type { SignatureReason } from '#engine/facts/report.ts';
import { algorithmName } from './algorithm-names.ts';
import { attempt, digestName, hashOf, isSupported, verifySignature } from './algorithms.ts';
import { bytesOf, parseBer, readAlgorithm, toCertificate, type X509 } from './certificate.ts';
import { isPostQuantum } from './post-quantum.ts';
import { namesSigner, SIGNING_CERTIFICATE_ATTRIBUTES } from './signing-certificate.ts';

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_TIME = '1.2.840.113549.1.9.5';
const TIMESTAMP_TOKEN = '1.2.840.113549.1.9.16.2.14';
const CONTEXT_SPECIFIC = 3;

/** No chain has more certificates. Further ones are ignored. */
const MAX_CERTIFICATES = 100;

export interface SignedMessage {
  readonly digest: string;
  readonly certificate: X509;
  /** All certificates in the message, including that of the signer. */
  readonly certificates: readonly X509[];
  /** True if the signed attributes name no other certificate than that of the signer (RFC 5035). */
  readonly isBoundToSigner: boolean;
  /** The content inside the message; null for a detached signature. */
  readonly content: Uint8Array | null;
  readonly contentType: string;
  /** The time in the signed attributes, in milliseconds since 1970; null if absent. */
  readonly signingTimeMs: number | null;
  /** The signature value, which a timestamp token covers. */
  readonly signature: Uint8Array;
  /** The timestamp token in the unsigned attributes. */
  readonly timestampToken: Uint8Array | null;
  /** Whether the digest of the content is the signed one. */
  matches(content: readonly Uint8Array[]): boolean;
  /** The name of an algorithm that is not supported; null for all others. */
  readonly unsupported: string | null;
  /** Whether the key of the signer made the signature. */
  isGenuine(content: readonly Uint8Array[]): boolean;
}

/** The reason why bytes hold no verifiable message. */
export interface NoMessage {
  readonly failure: SignatureReason;
  readonly unsupported?: string;
}

const UNREADABLE: NoMessage = { failure: 'SIGNATURE_UNREADABLE' };

export function isMessage(read: SignedMessage | NoMessage): read is SignedMessage {
  return 'certificate' in read;
}

/**
 * Reads signed data with exactly one signer and the certificate of the signer.
 * @param budget counts the verifications of post-quantum signatures, which are slow
 */
export function readSignedMessage(bytes: Uint8Array, budget?: Budget): SignedMessage | NoMessage {
  const message = attempt(() => {
    const asn1 = parseBer(bytes);
    if (!asn1) return UNREADABLE;
    const info = new ContentInfo({ schema: asn1 });
    if (info.contentType !== SIGNED_DATA) return UNREADABLE;
    return toMessage(new SignedData({ schema: info.content }), certificatesIn(info.content), budget);
  });
  return message ?? UNREADABLE;
}

/** Reads `[0] certificates` (RFC 5652, 5.1) from the tree itself, since a certificate is identified by its bytes. */
function certificatesIn(signedData: unknown): X509[] {
  const parts: readonly unknown[] = signedData instanceof Sequence ? signedData.valueBlock.value : [];
  const set = parts.find((part) => part instanceof Constructed && isTagged(part, 0));
  if (!(set instanceof Constructed)) return [];
  return set.valueBlock.value.slice(0, MAX_CERTIFICATES).flatMap((item) => toCertificate(item) ?? []);
}

function isTagged({ idBlock }: BaseBlock, number: number): boolean {
  return idBlock.tagClass === CONTEXT_SPECIFIC && idBlock.tagNumber === number;
}

function toMessage(
  signed: SignedData,
  certificates: readonly X509[],
  budget: Budget | undefined,
): SignedMessage | NoMessage {
  const [signer, another] = signed.signerInfos;
  if (!signer || another) return { failure: 'CMS_INVALID' };
  const certificate = findCertificate(certificates, signer);
  if (!certificate) return { failure: 'CERTIFICATE_MISSING' };
  const digest = digestOf(signer.digestAlgorithm);
  if (!digest)
    return { failure: 'ALGORITHM_NOT_SUPPORTED', unsupported: algorithmName(signer.digestAlgorithm.algorithmId) };
  const { eContent, eContentType } = signed.encapContentInfo;
  const attributes = signer.signedAttrs;
  const algorithm = readAlgorithm(signer.signatureAlgorithm, digest);
  const signature = bytesOf(signer.signature);
  return {
    digest,
    certificate,
    certificates,
    isBoundToSigner: SIGNING_CERTIFICATE_ATTRIBUTES.every(([type, defaultDigest]) => {
      const attribute = attributeValue(attributes, type);
      return attribute === undefined || namesSigner(attribute, defaultDigest, certificate);
    }),
    content: eContent ? bytesOf(eContent) : null,
    contentType: eContentType,
    signingTimeMs: timeOf(attributeValue(attributes, SIGNING_TIME)),
    signature,
    timestampToken: tokenOf(signer.unsignedAttrs),
    matches: (content) => !attributes || hasDigest(attributes, digest, content, eContentType),
    unsupported: isSupported(algorithm, certificate.publicKey) ? null : algorithmName(algorithm.oid),
    isGenuine(content) {
      const data = attributes ? new Uint8Array(attributes.encodedValue) : concatBytes(content);
      if (isPostQuantum(algorithm.oid)) budget?.spend('postQuantumBytes', POST_QUANTUM_SIGNATURE_BYTES + data.length);
      return verifySignature(algorithm, certificate.publicKey, data, signature);
    },
  };
}

/** 5.4 and 11.1: the attributes name the type and the digest of the content. */
function hasDigest(
  attributes: SignedAndUnsignedAttributes,
  digest: string,
  content: readonly Uint8Array[],
  contentType: string,
): boolean {
  const type = attributeValue(attributes, CONTENT_TYPE);
  const stated = attributeValue(attributes, MESSAGE_DIGEST);
  if (!(stated instanceof OctetString) || !(type instanceof ObjectIdentifier)) return false;
  return type.valueBlock.toString() === contentType && sameBytes(hashOf(digest, content), bytesOf(stated));
}

/** The parameters of a digest with variable length state its length. */
function digestOf({ algorithmId, algorithmParams }: AlgorithmIdentifier): string | undefined {
  const parameters: unknown = algorithmParams;
  return digestName(algorithmId, parameters instanceof Integer ? Number(parameters.toBigInt()) : undefined);
}

function findCertificate(certificates: readonly X509[], { sid }: SignerInfo): X509 | undefined {
  return certificates.find(({ parsed, subjectKeyIdentifier }) => {
    if (sid instanceof IssuerAndSerialNumber) {
      return parsed.issuer.isEqual(sid.issuer) && parsed.serialNumber.isEqual(sid.serialNumber);
    }
    return subjectKeyIdentifier !== undefined && sameBytes(subjectKeyIdentifier, keyIdentifierOf(sid));
  });
}

/** `[0] SubjectKeyIdentifier`, with an implicit or explicit tag. */
function keyIdentifierOf(sid: unknown): Uint8Array {
  if (sid instanceof Constructed) {
    const [inner] = sid.valueBlock.value;
    return inner instanceof OctetString ? bytesOf(inner) : new Uint8Array();
  }
  return hasHexValue(sid) ? sid.valueBlock.valueHexView : new Uint8Array();
}

function hasHexValue(block: unknown): block is { valueBlock: { valueHexView: Uint8Array } } {
  if (typeof block !== 'object' || block === null || !('valueBlock' in block)) return false;
  const { valueBlock } = block;
  return typeof valueBlock === 'object' && valueBlock !== null && 'valueHexView' in valueBlock;
}

function attributeValue(attributes: SignedAndUnsignedAttributes | undefined, type: string): unknown {
  return attributes?.attributes.find((attribute) => attribute.type === type)?.values[0];
}

function tokenOf(attributes: SignedAndUnsignedAttributes | undefined): Uint8Array | null {
  const token = attributeValue(attributes, TIMESTAMP_TOKEN);
  return token instanceof Sequence ? new Uint8Array(token.valueBeforeDecodeView) : null;
}

function timeOf(value: unknown): number | null {
  if (!(value instanceof UTCTime) && !(value instanceof GeneralizedTime)) return null;
  const time = value.toDate().getTime();
  return Number.isFinite(time) ? time : null;
}
