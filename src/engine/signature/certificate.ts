/**
 * X.509 certificates (RFC 5280): pkijs parses them, node:crypto verifies them, and their original bytes stay available.
 */
import { createHash, viewOf } from '#platform';
import { BitString, fromBER, Integer, OctetString, Sequence, type BaseBlock } from 'asn1js';
import {
  type AlgorithmIdentifier,
  BasicConstraints,
  Certificate,
  ExtKeyUsage,
  type RelativeDistinguishedNames,
  RSASSAPSSParams,
} from 'pkijs';
import {
  attempt,
  digestName,
  isBrokenDigest,
  isWeakKey,
  RSA_PSS,
  type SignatureAlgorithm,
  signedDigest,
  verifySignature,
} from './algorithms.ts';

/** No digest has this name, so no verification succeeds with it. */
const UNKNOWN_DIGEST = '';

const SUBJECT_KEY_IDENTIFIER = '2.5.29.14';
const KEY_USAGE = '2.5.29.15';
const BASIC_CONSTRAINTS = '2.5.29.19';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';

/** The purposes of machines and authorities (RFC 5280, 4.2.1.12). */
const OF_MACHINES: ReadonlySet<string> = new Set([SERVER_AUTHENTICATION, TIME_STAMPING, OCSP_SIGNING]);

/** The purposes that include the signing of documents. */
const OF_SIGNERS: ReadonlySet<string> = new Set([
  '2.5.29.37.0', // any purpose
  '1.3.6.1.5.5.7.3.36', // signing of documents (RFC 9336)
  '1.3.6.1.5.5.7.3.4', // mail protection
  '1.3.6.1.5.5.7.3.3', // signing of code
  '1.2.840.113583.1.1.5', // signing of documents by Adobe's definition
  '1.3.6.1.4.1.311.10.3.12', // signing of documents by Microsoft's definition
]);

/**
 * The critical extensions that are supported, or that only concern callers with certain policies: alternative names,
 * policies and their mappings. Constraints on names and policies are not processed, so a path with them is not trusted.
 */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  SUBJECT_KEY_IDENTIFIER,
  KEY_USAGE,
  BASIC_CONSTRAINTS,
  EXTENDED_KEY_USAGE,
  '2.5.29.17',
  '2.5.29.18',
  '2.5.29.32',
  '2.5.29.33',
  '2.5.29.35',
]);

/** RFC 5280, 4.2.1.3: the bits of the first byte. */
const KEY_USAGES = { digitalSignature: 0x80, nonRepudiation: 0x40, keyCertSign: 0x04, cRLSign: 0x02 } as const;

/** Signatures may contain revocation lists. The limits stop data that were made to exhaust a parser. */
const BER_LIMITS = { maxDepth: 64, maxNodes: 500_000, maxContentLength: 32 * 1024 * 1024 } as const;

/** Trailing bytes, such as the zeros that fill a reserved space, are ignored. */
export function parseBer(bytes: Uint8Array): BaseBlock | undefined {
  const { offset, result } = fromBER(bytes, BER_LIMITS);
  return offset < 0 ? undefined : result;
}

/** The bytes of an octet string that was written in one piece or several (BER). */
export function bytesOf(value: OctetString): Uint8Array {
  return new Uint8Array(value.getValue());
}

/** The common structure of data that authorities sign: certificates, revocation lists, OCSP responses. */
export interface Signed {
  readonly tbsView: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signatureValue: BitString;
}

export class X509 {
  readonly parsed: Certificate;
  readonly bytes: Uint8Array;
  /** Two certificates are equal if their bytes are. */
  readonly id: string;

  constructor(parsed: Certificate, bytes: Uint8Array) {
    this.parsed = parsed;
    this.bytes = bytes;
    this.id = createHash('sha256').update(bytes).digest('hex');
  }

  get publicKey(): Uint8Array {
    return new Uint8Array(this.parsed.subjectPublicKeyInfo.toSchema().toBER(false));
  }

  get issuer(): string {
    return nameKey(this.parsed.issuer);
  }

  get subject(): string {
    return nameKey(this.parsed.subject);
  }

  get notBeforeMs(): number {
    return this.parsed.notBefore.value.getTime();
  }

  get notAfterMs(): number {
    return this.parsed.notAfter.value.getTime();
  }

  isValidAt(timeMs: number): boolean {
    return timeMs >= this.notBeforeMs && timeMs <= this.notAfterMs;
  }

  get subjectKeyIdentifier(): Uint8Array | undefined {
    const value = this.#extension(SUBJECT_KEY_IDENTIFIER);
    return value instanceof OctetString ? bytesOf(value) : undefined;
  }

  /** A key without stated usages may serve for all. */
  allows(...usages: readonly (keyof typeof KEY_USAGES)[]): boolean {
    if (!this.#has(KEY_USAGE)) return true;
    const value = this.#extension(KEY_USAGE);
    const bits = value instanceof BitString ? (value.valueBlock.valueHexView[0] ?? 0) : 0;
    return usages.some((usage) => (bits & KEY_USAGES[usage]) !== 0);
  }

  /**
   * @param provenMs the time at which a signature of the key existed, as proven by a trusted authority; null to check
   * the key as of now
   */
  hasWeakKey(provenMs: number | null): boolean {
    const { subjectPublicKey } = this.parsed.subjectPublicKeyInfo;
    return isWeakKey(this.publicKey, subjectPublicKey.valueBlock.valueHexView, provenMs);
  }

  /** The number of authorities that may stand between this one and a signer; undefined if this is no authority. */
  get pathLength(): number | undefined {
    const value = this.#extension(BASIC_CONSTRAINTS);
    if (!(value instanceof BasicConstraints) || !value.cA) return undefined;
    const { pathLenConstraint: length } = value;
    return length === undefined ? Infinity : length instanceof Integer ? Number(length.toBigInt()) : length;
  }

  /**
   * Whether it has no basic constraints, like roots of version 1. Only trust itself makes such a certificate an
   * authority.
   */
  get isSilentOnAuthority(): boolean {
    return !this.#has(BASIC_CONSTRAINTS);
  }

  get hasUnknownCritical(): boolean {
    return (this.parsed.extensions ?? []).some(({ critical, extnID }) => critical && !UNDERSTOOD.has(extnID));
  }

  /** RFC 3161, 2.3: the key of a timestamp authority has this single purpose, stated as critical. */
  get isForTimestamps(): boolean {
    const stated = this.parsed.extensions?.filter(({ extnID }) => extnID === EXTENDED_KEY_USAGE) ?? [];
    const [usage, another] = stated;
    const value = usage?.parsedValue;
    if (!usage?.critical || another || !(value instanceof ExtKeyUsage)) return false;
    return value.keyPurposes.length === 1 && value.keyPurposes[0] === TIME_STAMPING;
  }

  /** Whether it may sign documents: it is not for machines, unless another purpose allows documents. */
  get isForDocuments(): boolean {
    const purposes = this.#purposes;
    return !purposes.some((purpose) => OF_MACHINES.has(purpose)) || purposes.some((purpose) => OF_SIGNERS.has(purpose));
  }

  /** RFC 6960, 4.2.2.2. */
  get isForResponses(): boolean {
    return this.#purposes.includes(OCSP_SIGNING);
  }

  isSignedBy(issuer: X509): boolean {
    const { signature, signatureAlgorithm } = this.parsed;
    return signature.algorithmId === signatureAlgorithm.algorithmId && issuer.hasSigned(this.parsed);
  }

  /** Whether the key of this certificate made the signature. */
  hasSigned({ tbsView, signatureAlgorithm, signatureValue }: Signed): boolean {
    const algorithm = readAlgorithm(signatureAlgorithm, '');
    if (isBrokenDigest(signedDigest(algorithm))) return false;
    return verifySignature(algorithm, this.publicKey, tbsView, signatureValue.valueBlock.valueHexView);
  }

  get #purposes(): readonly string[] {
    const value = this.#extension(EXTENDED_KEY_USAGE);
    return value instanceof ExtKeyUsage ? value.keyPurposes : [];
  }

  #has(oid: string): boolean {
    return this.parsed.extensions?.some(({ extnID }) => extnID === oid) ?? false;
  }

  #extension(oid: string): unknown {
    return this.parsed.extensions?.find(({ extnID }) => extnID === oid)?.parsedValue;
  }
}

/** A name for comparison. Letter case and runs of white space do not count (RFC 5280, 7.1). */
export function nameKey({ typesAndValues }: RelativeDistinguishedNames): string {
  const parts = typesAndValues.map(({ type, value }) => {
    const text: unknown = value.valueBlock.value;
    const shown = typeof text === 'string' ? text : viewOf(new Uint8Array(value.toBER(false))).toString('hex');
    return JSON.stringify([type, shown.trim().replace(/\s+/g, ' ').toLowerCase()]);
  });
  return parts.join();
}

export function readCertificate(bytes: Uint8Array): X509 | undefined {
  return attempt(() => toCertificate(parseBer(bytes)));
}

/** Returns undefined for an entry of another kind, such as an attribute certificate. */
export function toCertificate(block: unknown): X509 | undefined {
  if (!(block instanceof Sequence) || block.idBlock.tagClass !== 1) return undefined;
  return attempt(() => new X509(new Certificate({ schema: block }), new Uint8Array(block.valueBeforeDecodeView)));
}

export function readAlgorithm(identifier: AlgorithmIdentifier, digest: string): SignatureAlgorithm {
  const oid = identifier.algorithmId;
  if (oid !== RSA_PSS) return { oid, digest };
  const parameters: unknown = identifier.algorithmParams;
  const pss = parameters instanceof Sequence ? new RSASSAPSSParams({ schema: parameters }) : new RSASSAPSSParams();
  return {
    oid,
    digest,
    pss: { digest: digestName(pss.hashAlgorithm.algorithmId) ?? UNKNOWN_DIGEST, saltBytes: pss.saltLength },
  };
}
