/**
 * Certificates, signed messages and timestamp tokens for tests. They are written in DER by hand, so that the library
 * under test does not check its own work.
 */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** Keys that sign the data and not a digest of it, with the identifiers of their signatures. */
const PURE = {
  ed25519: '1.3.101.112',
  ed448: '1.3.101.113',
  'ml-dsa-44': '2.16.840.1.101.3.4.3.17',
  'ml-dsa-65': '2.16.840.1.101.3.4.3.18',
  'ml-dsa-87': '2.16.840.1.101.3.4.3.19',
  'slh-dsa-sha2-128s': '2.16.840.1.101.3.4.3.20',
  'slh-dsa-shake-128f': '2.16.840.1.101.3.4.3.27',
} as const;
type PureKind = keyof typeof PURE;

export type KeyKind = 'rsa' | 'rsa-pss' | 'ecdsa' | 'brainpool' | PureKind;

export interface Signer {
  readonly kind: KeyKind;
  /** The name in DER. */
  readonly name: Buffer;
  readonly key: KeyObject;
  readonly certificate: Buffer;
}

export interface SignerOptions {
  readonly kind?: KeyKind;
  /** True for a key that is too short: RSA of 1024 bits, P-192. */
  readonly isWeak?: boolean;
  /** Replaces the public key by one of an algorithm of which only the name is known. */
  readonly keyAlgorithm?: string;
  readonly commonName?: string;
  readonly notBefore?: string;
  readonly notAfter?: string;
  /** The issuer of the certificate; the signer itself by default. */
  readonly issuer?: Signer;
  readonly extensions?: readonly Buffer[];
}

/** Extensions of certificates (RFC 5280, 4.2.1), each critical. */
export const extension = {
  authority: (pathLength?: number): Buffer =>
    critical(
      '2.5.29.19',
      seq(der(0x01, Buffer.from([0xff])), ...(pathLength === undefined ? [] : [integer(pathLength)])),
    ),
  noAuthority: (): Buffer => critical('2.5.29.19', seq()),
  /** The first byte of the bits: 0x80 is digital signature, 0x04 is signing of certificates. */
  keyUsage: (bits: number): Buffer => critical('2.5.29.15', der(0x03, Buffer.from([0, bits]))),
  purposes: (...purposes: readonly string[]): Buffer => critical('2.5.29.37', seq(...purposes.map(oid))),
  /** The name of a TLS server. */
  hostName: (name: string): Buffer => critical('2.5.29.17', seq(der(0x82, name))),
  unknown: (): Buffer => critical('1.2.3.4.5', seq()),
};

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

/** A timestamp authority (RFC 3161, 2.3). */
export function createAuthority(options: SignerOptions = {}): Signer {
  return createSigner({ commonName: 'Clock', ...options, extensions: [extension.purposes(TIME_STAMPING)] });
}

function critical(identifier: string, value: Buffer): Buffer {
  return seq(oid(identifier), der(0x01, Buffer.from([0xff])), der(0x04, value));
}

const SHA256 = algorithm('2.16.840.1.101.3.4.2.1');
/** RFC 8702: the digest of Ed448 states its length in bits. */
const SHAKE256_512 = seq(oid('2.16.840.1.101.3.4.2.18'), der(0x02, Buffer.from([2, 0])));
const DIGESTS = {
  md5: [algorithm('1.2.840.113549.2.5'), 'md5'],
  sha256: [SHA256, 'sha256'],
  'sha3-256': [seq(oid('2.16.840.1.101.3.4.2.8')), 'sha3-256'],
  shake256: [seq(oid('2.16.840.1.101.3.4.2.12')), 'shake256'],
  'shake256-512': [SHAKE256_512, 'shake256'],
  /** Only the name of SM3 is known here. */
  sm3: [algorithm('1.2.156.10197.1.401'), 'sha256'],
} as const;
const DATA = '1.2.840.113549.1.7.1';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';

export function createSigner({
  kind = 'ecdsa',
  isWeak = false,
  commonName = 'Ada Signer',
  notBefore = '20200101000000Z',
  notAfter = '20991231235959Z',
  issuer,
  extensions = [],
  keyAlgorithm,
}: SignerOptions = {}): Signer {
  const { privateKey, publicKey } = keyPair(kind, isWeak);
  const name = seq(set(seq(oid('2.5.4.6'), der(0x13, 'CA'))), set(seq(oid('2.5.4.3'), der(0x0c, commonName))));
  const validity = seq(der(0x18, notBefore), der(0x18, notAfter));
  const by = issuer ?? { kind, key: privateKey, name };
  const spki =
    keyAlgorithm === undefined
      ? publicKey.export({ format: 'der', type: 'spki' })
      : seq(seq(oid(keyAlgorithm)), der(0x03, Buffer.alloc(65)));
  const more = extensions.length > 0 ? [der(0xa3, seq(...extensions))] : [];
  const algorithmOf = signatureAlgorithm(by.kind);
  const tbs = seq(der(0xa0, integer(2)), integer(7), algorithmOf, by.name, validity, name, spki, ...more);
  const certificate = seq(tbs, algorithmOf, der(0x03, Buffer.from([0]), signBytes(by.kind, by.key, tbs)));
  return { kind, name, key: privateKey, certificate };
}

function keyPair(kind: KeyKind, isWeak: boolean): { privateKey: KeyObject; publicKey: KeyObject } {
  if (isPure(kind)) return pureKeyPair(kind);
  if (kind === 'brainpool') return generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' });
  if (kind === 'ecdsa') return generateKeyPairSync('ec', { namedCurve: isWeak ? 'P-192' : 'P-256' });
  return generateKeyPairSync('rsa', { modulusLength: isWeak ? 1024 : 2048 });
}

function isPure(kind: KeyKind): kind is PureKind {
  return kind in PURE;
}

function pureKeyPair(kind: PureKind): { privateKey: KeyObject; publicKey: KeyObject } {
  switch (kind) {
    case 'ed25519':
      return generateKeyPairSync(kind);
    case 'ed448':
      return generateKeyPairSync(kind);
    case 'ml-dsa-44':
    case 'ml-dsa-65':
    case 'ml-dsa-87':
      return generateKeyPairSync(kind);
    default:
      return generateKeyPairSync(kind);
  }
}

function signatureAlgorithm(kind: KeyKind): Buffer {
  if (kind === 'rsa') return algorithm('1.2.840.113549.1.1.11');
  if (kind === 'ecdsa' || kind === 'brainpool') return seq(oid('1.2.840.10045.4.3.2'));
  if (isPure(kind)) return seq(oid(PURE[kind]));
  const mask = seq(oid('1.2.840.113549.1.1.8'), SHA256);
  return seq(oid('1.2.840.113549.1.1.10'), seq(der(0xa0, SHA256), der(0xa1, mask), der(0xa2, integer(32))));
}

function signBytes(kind: KeyKind, key: KeyObject, data: Buffer, digest = 'sha256'): Buffer {
  if (isPure(kind)) return sign(null, data, key);
  if (kind === 'rsa-pss') return sign('sha256', data, { key, padding: 6, saltLength: 32 });
  return sign(digest, data, { key, dsaEncoding: 'der' });
}

export interface MessageOptions {
  readonly signingTime?: string;
  /** The content in the message. The digest covers it then. */
  readonly content?: Buffer;
  readonly contentType?: string;
  /** An authority whose token over the signature is added. */
  readonly timestampBy?: Signer;
  /** The time of this token. */
  readonly stampedAt?: string;
  readonly withoutAttributes?: boolean;
  /** The digest of the content; SHA-256 by default. */
  readonly digest?: keyof typeof DIGESTS;
  /** The signature identifier that the message states, even if it is wrong. */
  readonly statedAlgorithm?: string;
  readonly withoutCertificate?: boolean;
  /** Certificates in addition to that of the signer. */
  readonly brings?: readonly Signer[];
  /** The certificate that the signed attributes name, and the version of the attribute (RFC 5035). */
  readonly names?: { readonly signer: Signer; readonly version: 1 | 2 };
}

/** A signed message over the data. It is detached unless it has content. */
export function signMessage(signer: Signer, data: Buffer, options: MessageOptions = {}): Buffer {
  const { contentType = DATA, content, signingTime, timestampBy, withoutAttributes = false, brings = [] } = options;
  const [digestAlgorithm, hash] = DIGESTS[options.digest ?? 'sha256'];
  const digest = createHash(hash, hash === 'shake256' ? { outputLength: 64 } : {})
    .update(content ?? data)
    .digest();
  const attributes = [
    seq(oid('1.2.840.113549.1.9.3'), set(oid(contentType))),
    ...(signingTime ? [seq(oid('1.2.840.113549.1.9.5'), set(der(0x18, signingTime)))] : []),
    seq(oid('1.2.840.113549.1.9.4'), set(der(0x04, digest))),
    ...(options.names ? [signingCertificate(options.names)] : []),
  ].toSorted((a, b) => Buffer.compare(a, b));
  const signed = withoutAttributes ? (content ?? data) : set(...attributes);
  const signature = signBytes(signer.kind, signer.key, signed, hash === 'sha3-256' ? hash : undefined);
  const token =
    timestampBy &&
    seq(oid('1.2.840.113549.1.9.16.2.14'), set(signTimestamp(timestampBy, signature, options.stampedAt)));
  const info = seq(
    integer(1),
    seq(issuerOf(signer), integer(7)),
    digestAlgorithm,
    ...(withoutAttributes ? [] : [der(0xa0, ...attributes)]),
    options.statedAlgorithm === undefined ? signatureAlgorithm(signer.kind) : seq(oid(options.statedAlgorithm)),
    der(0x04, signature),
    ...(token ? [der(0xa1, token)] : []),
  );
  const inner = seq(oid(contentType), ...(content ? [der(0xa0, der(0x04, content))] : []));
  const signedData = seq(
    integer(contentType === DATA ? 1 : 3),
    set(digestAlgorithm),
    inner,
    ...(options.withoutCertificate === true
      ? []
      : [der(0xa0, signer.certificate, ...brings.map(({ certificate }) => certificate))]),
    set(info),
  );
  return seq(oid('1.2.840.113549.1.7.2'), der(0xa0, signedData));
}

function signingCertificate({ signer, version }: NonNullable<MessageOptions['names']>): Buffer {
  const hash = createHash(version === 1 ? 'sha1' : 'sha256')
    .update(signer.certificate)
    .digest();
  const type = version === 1 ? '1.2.840.113549.1.9.16.2.12' : '1.2.840.113549.1.9.16.2.47';
  return seq(oid(type), set(seq(seq(seq(der(0x04, hash))))));
}

/** adbe.pkcs7.sha1: the message holds the SHA-1 of the data. */
export function signSha1Message(signer: Signer, data: Buffer): Buffer {
  return signMessage(signer, data, { content: createHash('sha1').update(data).digest() });
}

/** adbe.x509.rsa_sha1: a bare PKCS #1 signature in an octet string. */
export function signBareRsa(signer: Signer, data: Buffer): Buffer {
  return der(0x04, sign('sha1', data, signer.key));
}

/** A timestamp token (RFC 3161) over the data. */
export function signTimestamp(authority: Signer, data: Buffer, time = '20240304050607Z'): Buffer {
  const imprint = seq(SHA256, der(0x04, createHash('sha256').update(data).digest()));
  const info = seq(integer(1), oid('1.2.3.4'), imprint, integer(1), der(0x18, time));
  return signMessage(authority, data, { content: info, contentType: TST_INFO });
}

/** A revocation list (RFC 5280, 5) with every certificate of these signers, which all have one serial number. */
export function signRevocationList(issuer: Signer, revokedAt: string): Buffer {
  const entries = seq(seq(integer(7), der(0x18, revokedAt)));
  const algorithmOf = signatureAlgorithm(issuer.kind);
  const tbs = seq(integer(1), algorithmOf, issuer.name, der(0x18, revokedAt), entries);
  return seq(tbs, algorithmOf, der(0x03, Buffer.from([0]), signBytes(issuer.kind, issuer.key, tbs)));
}

/**
 * An OCSP response (RFC 6960) about the same certificates. `delegate` answers for the issuer. Null means that the
 * certificate is good.
 */
export function signOcspResponse(issuer: Signer, revokedAt: string | null, delegate = issuer): Buffer {
  const sha1 = (bytes: Uint8Array): Buffer => der(0x04, createHash('sha1').update(bytes).digest());
  const spki = createPublicKey(issuer.key).export({ format: 'der', type: 'spki' });
  const keyBits = childrenOf(spki)[1]?.subarray(bounds(childrenOf(spki)[1] ?? spki, 0).start + 1) ?? Buffer.alloc(0);
  const certificateId = seq(algorithm('1.3.14.3.2.26'), sha1(issuer.name), sha1(keyBits), integer(7));
  const status = revokedAt === null ? der(0x80) : der(0xa1, der(0x18, revokedAt));
  const time = der(0x18, revokedAt ?? '20240101000000Z');
  const tbs = seq(der(0xa1, delegate.name), time, seq(seq(certificateId, status, time)));
  const signature = der(0x03, Buffer.from([0]), signBytes(delegate.kind, delegate.key, tbs));
  const basic = seq(tbs, signatureAlgorithm(delegate.kind), signature, der(0xa0, seq(delegate.certificate)));
  const body = seq(oid('1.3.6.1.5.5.7.48.1.1'), der(0x04, basic));
  return seq(der(0x0a, Buffer.from([0])), der(0xa0, body));
}

/** Returns the issuer of a signer, which is also its subject. */
function issuerOf({ certificate }: Signer): Buffer {
  return childrenOf(childrenOf(certificate)[0] ?? Buffer.alloc(0))[3] ?? Buffer.alloc(0);
}

function childrenOf(element: Buffer): Buffer[] {
  const children: Buffer[] = [];
  const { start } = bounds(element, 0);
  for (let at = start; at < element.length;) {
    const { end } = bounds(element, at);
    children.push(element.subarray(at, end));
    at = end;
  }
  return children;
}

function bounds(bytes: Buffer, at: number): { start: number; end: number } {
  const first = bytes[at + 1] ?? 0;
  if (first < 0x80) return { start: at + 2, end: at + 2 + first };
  const count = first & 0x7f;
  const start = at + 2 + count;
  return { start, end: start + bytes.readUIntBE(at + 2, count) };
}

function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff]);
}

function seq(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** The elements of a DER set are sorted by their encodings. */
function set(...parts: Buffer[]): Buffer {
  return der(0x31, ...parts.toSorted((a, b) => Buffer.compare(a, b)));
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]));
}

function algorithm(identifier: string): Buffer {
  return seq(oid(identifier), der(0x05));
}

function oid(identifier: string): Buffer {
  const [first = 0, second = 0, ...rest] = identifier.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
    digits.unshift((left & 0x7f) | 0x80);
  return digits;
}
