/**
 * Certificates, signed messages and timestamp tokens for tests, written in DER by hand so that the library under test
 * does not check its own work.
 */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export type KeyKind = 'rsa' | 'rsa-pss' | 'ecdsa' | 'ed25519';

export interface Signer {
  readonly kind: KeyKind;
  readonly key: KeyObject;
  readonly certificate: Buffer;
}

export interface SignerOptions {
  readonly kind?: KeyKind;
  readonly commonName?: string;
  readonly notAfter?: string;
}

const SHA256 = algorithm('2.16.840.1.101.3.4.2.1');
const DATA = '1.2.840.113549.1.7.1';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';

export function createSigner({
  kind = 'ecdsa',
  commonName = 'Ada Signer',
  notAfter = '20991231235959Z',
}: SignerOptions = {}): Signer {
  const { privateKey, publicKey } = keyPair(kind);
  const name = seq(set(seq(oid('2.5.4.6'), der(0x13, 'CA'))), set(seq(oid('2.5.4.3'), der(0x0c, commonName))));
  const validity = seq(der(0x18, '20200101000000Z'), der(0x18, notAfter));
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const tbs = seq(der(0xa0, integer(2)), integer(7), signatureAlgorithm(kind), name, validity, name, spki);
  const certificate = seq(tbs, signatureAlgorithm(kind), der(0x03, Buffer.from([0]), signBytes(kind, privateKey, tbs)));
  return { kind, key: privateKey, certificate };
}

function keyPair(kind: KeyKind): { privateKey: KeyObject; publicKey: KeyObject } {
  if (kind === 'ed25519') return generateKeyPairSync('ed25519');
  if (kind === 'ecdsa') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function signatureAlgorithm(kind: KeyKind): Buffer {
  if (kind === 'rsa') return algorithm('1.2.840.113549.1.1.11');
  if (kind === 'ecdsa') return seq(oid('1.2.840.10045.4.3.2'));
  if (kind === 'ed25519') return seq(oid('1.3.101.112'));
  const mask = seq(oid('1.2.840.113549.1.1.8'), SHA256);
  return seq(oid('1.2.840.113549.1.1.10'), seq(der(0xa0, SHA256), der(0xa1, mask), der(0xa2, integer(32))));
}

function signBytes(kind: KeyKind, key: KeyObject, data: Buffer): Buffer {
  if (kind === 'ed25519') return sign(null, data, key);
  if (kind === 'rsa-pss') return sign('sha256', data, { key, padding: 6, saltLength: 32 });
  return sign('sha256', data, { key, dsaEncoding: 'der' });
}

export interface MessageOptions {
  readonly signingTime?: string;
  /** Content inside the message; the digest is then of this. */
  readonly content?: Buffer;
  readonly contentType?: string;
  /** An authority whose token over the signature is added. */
  readonly timestampBy?: Signer;
  readonly withoutAttributes?: boolean;
}

/** A signed message over the data, detached unless it has content. */
export function signMessage(signer: Signer, data: Buffer, options: MessageOptions = {}): Buffer {
  const { contentType = DATA, content, signingTime, timestampBy, withoutAttributes = false } = options;
  const digest = createHash('sha256')
    .update(content ?? data)
    .digest();
  const attributes = [
    seq(oid('1.2.840.113549.1.9.3'), set(oid(contentType))),
    ...(signingTime ? [seq(oid('1.2.840.113549.1.9.5'), set(der(0x18, signingTime)))] : []),
    seq(oid('1.2.840.113549.1.9.4'), set(der(0x04, digest))),
  ];
  const signature = signBytes(signer.kind, signer.key, withoutAttributes ? (content ?? data) : set(...attributes));
  const token = timestampBy && seq(oid('1.2.840.113549.1.9.16.2.14'), set(signTimestamp(timestampBy, signature)));
  const info = seq(
    integer(1),
    seq(issuerOf(signer), integer(7)),
    SHA256,
    ...(withoutAttributes ? [] : [der(0xa0, ...attributes)]),
    signatureAlgorithm(signer.kind),
    der(0x04, signature),
    ...(token ? [der(0xa1, token)] : []),
  );
  const inner = seq(oid(contentType), ...(content ? [der(0xa0, der(0x04, content))] : []));
  const signed = seq(
    integer(contentType === DATA ? 1 : 3),
    set(SHA256),
    inner,
    der(0xa0, signer.certificate),
    set(info),
  );
  return seq(oid('1.2.840.113549.1.7.2'), der(0xa0, signed));
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

/** Issuer and subject are the same. */
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

/** The elements of a set in DER stand in order of their encodings. */
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
