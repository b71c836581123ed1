/**
 * The standard security handler with the empty password (ISO 32000-2, 7.6.4): RC4 with 40 to 128 bits, AES-128 and
 * AES-256 (revisions 2 to 6), crypt filters, unencrypted metadata. A document that needs a password or another handler
 * ends with a code.
 */
import { concatBytes, createHash } from '#platform';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { nameOfFile } from '#engine/facts/finding.ts';
import { type Dict, Name, type Resolver, type Stream } from '#engine/pdf/syntax/objects.ts';
import { decryptAesCbc, encryptRawCbc, rawCbc } from './aes.ts';
import { rc4 } from './rc4.ts';

type Method = 'none' | 'rc4' | 'aes-128' | 'aes-256';

/**
 * Decrypts the strings and data of one object.
 * @throws PdfFailure UNSUPPORTED_ENCRYPTION for an unknown method
 */
export interface Decryptor {
  string(bytes: Uint8Array, number: number, generation: number): Uint8Array;
  stream(stream: Stream, number: number, generation: number): Uint8Array;
}

/** Table 21 and 7.6.4.3.2, step a: these bytes pad a short password. The empty password consists only of them. */
const PADDING = Uint8Array.from([
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e, 0x00,
  0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
]);
const SALT = Uint8Array.from([0x73, 0x41, 0x6c, 0x54]); // "sAlT"
const NO_BYTES = new Uint8Array();

/**
 * @param encrypt the trailer's Encrypt dictionary, whose own strings are never encrypted
 * @param id the first element of the trailer's ID, or empty
 * @throws PdfFailure UNSUPPORTED_ENCRYPTION, PASSWORD_REQUIRED
 */
export function openStandardSecurity(encrypt: Dict, id: Uint8Array, resolver: Resolver): Decryptor {
  const version = encrypt.integer('V') ?? 0;
  const revision = encrypt.integer('R') ?? 0;
  if (encrypt.name('Filter') !== 'Standard' || ![1, 2, 4, 5].includes(version) || revision < 2 || revision > 6) {
    const handler = nameOfFile(encrypt.name('Filter') ?? 'unknown');
    throw new PdfFailure('UNSUPPORTED_ENCRYPTION', { encryption: { handler, version, revision } });
  }
  const key = revision >= 5 ? keyOfRevision6(encrypt, revision) : keyOfRevision4(encrypt, id, revision);
  if (key) return decryptor(encrypt, key, resolver);
  if (encryptsFilesAlone(encrypt)) return decryptor(encrypt, null, resolver);
  throw passwordRequired();
}

function passwordRequired(): PdfFailure {
  return new PdfFailure('PASSWORD_REQUIRED');
}

/** Table 20: strings and streams are not encrypted. Only embedded files need the password. */
function encryptsFilesAlone(encrypt: Dict): boolean {
  const filters = [encrypt.name('StrF'), encrypt.name('StmF')];
  return encrypt.has('EFF') && filters.every((filter) => filter === undefined || filter === 'Identity');
}

/** @param key null if it is unknown: then embedded files stay encrypted, and nothing else may be encrypted */
function decryptor(encrypt: Dict, key: Uint8Array | null, resolver: Resolver): Decryptor {
  const stringMethod = methodOf(encrypt, encrypt.name('StrF'));
  const streamMethod = methodOf(encrypt, encrypt.name('StmF'));
  const encryptsMetadata = encrypt.boolean('EncryptMetadata') ?? true;
  return {
    string: (bytes, number, generation) => decrypt(stringMethod, key, bytes, number, generation),
    stream(stream, number, generation) {
      if (stream.dict.name('Type') === 'XRef') return stream.raw;
      const own = ownCryptFilter(stream.dict, resolver);
      const isFile = stream.dict.name('Type') === 'EmbeddedFile';
      const usual = isFile && encrypt.has('EFF') ? methodOf(encrypt, encrypt.name('EFF')) : streamMethod;
      const method = own !== undefined ? methodOf(encrypt, own) : usual;
      if (own === undefined && !encryptsMetadata && stream.dict.name('Type') === 'Metadata') return stream.raw;
      if (key === null && method !== 'none' && !isFile) throw passwordRequired();
      return decrypt(method, key, stream.raw, number, generation);
    },
  };
}

/** The crypt filter that a stream names itself (7.4.10); undefined if there is none. */
function ownCryptFilter(dict: Dict, resolver: Resolver): string | undefined {
  const filter = dict.get('Filter');
  const first = Array.isArray(filter) ? resolver.resolve(filter[0]) : filter;
  if (!(first instanceof Name) || first.value !== 'Crypt') return undefined;
  const parms = dict.get('DecodeParms');
  const own = Array.isArray(parms) ? resolver.resolve(parms[0]) : parms;
  return (own !== null && typeof own === 'object' && 'name' in own ? own.name('Name') : undefined) ?? 'Identity';
}

/** Removes the crypt filter from the filters of a decrypted stream. */
export function dropCryptFilter(dict: Dict, resolver: Resolver): void {
  if (ownCryptFilter(dict, resolver) === undefined) return;
  for (const key of ['Filter', 'DecodeParms']) {
    const value = dict.get(key);
    if (Array.isArray(value)) dict.set(key, value.slice(1));
    else dict.delete(key);
  }
}

function methodOf(encrypt: Dict, filter: string | undefined): Method {
  if ((encrypt.integer('V') ?? 0) < 4) return 'rc4';
  if (filter === undefined || filter === 'Identity') return 'none';
  const known = encrypt.dict('CF')?.dict(filter);
  const method = known && (known.name('CFM') ?? 'None');
  switch (method) {
    case 'V2':
      return 'rc4';
    case 'AESV2':
      return 'aes-128';
    case 'AESV3':
      return 'aes-256';
    case 'None':
      return 'none';
    default:
      // Encrypted data must not count as plain data.
      throw new PdfFailure('UNSUPPORTED_ENCRYPTION', {
        cryptFilter: { name: nameOfFile(filter), method: method === undefined ? null : nameOfFile(method) },
      });
  }
}

function decrypt(
  method: Method,
  key: Uint8Array | null,
  data: Uint8Array,
  number: number,
  generation: number,
): Uint8Array {
  if (key === null) return data;
  switch (method) {
    case 'none':
      return data;
    case 'rc4':
      return rc4(objectKey(key, number, generation, NO_BYTES), data);
    case 'aes-128':
      return decryptAesCbc(objectKey(key, number, generation, SALT), data);
    case 'aes-256':
      return decryptAesCbc(key, data);
  }
}

/** Algorithm 1: combines the key of the file with the number of the object. */
function objectKey(key: Uint8Array, number: number, generation: number, salt: Uint8Array): Uint8Array {
  const suffix = [number, number >> 8, number >> 16, generation, generation >> 8].map((byte) => byte & 0xff);
  return md5(key, Uint8Array.from(suffix), salt).subarray(0, Math.min(16, key.length + 5));
}

/** Algorithms 2, 4 and 5: the key for the empty user password; undefined if the password is another one. */
function keyOfRevision4(encrypt: Dict, id: Uint8Array, revision: number): Uint8Array | undefined {
  const bits =
    (encrypt.integer('V') ?? 1) === 1 ? 40 : (encrypt.integer('Length') ?? (encrypt.integer('V') === 4 ? 128 : 40));
  const length = Math.min(16, Math.max(5, bits >= 40 ? bits >> 3 : bits));
  const owner = stringOf(encrypt, 'O').subarray(0, 32);
  const permissions = (encrypt.number('P') ?? 0) | 0;
  const flags = Uint8Array.from(
    [permissions, permissions >> 8, permissions >> 16, permissions >> 24].map((b) => b & 0xff),
  );
  const clearMetadata = revision >= 4 && encrypt.boolean('EncryptMetadata') === false;
  let key = md5(PADDING, owner, flags, id, clearMetadata ? new Uint8Array(4).fill(0xff) : NO_BYTES).subarray(0, length);
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key).subarray(0, length);
  const user = stringOf(encrypt, 'U');
  return revision === 2 ? matches(rc4(key, PADDING), user, 32, key) : matches(userValue(key, id), user, 16, key);
}

/** Steps b to e of algorithm 5, which make the user value. */
function userValue(key: Uint8Array, id: Uint8Array): Uint8Array {
  let value = md5(PADDING, id);
  for (let i = 0; i < 20; i++)
    value = rc4(
      key.map((byte) => byte ^ i),
      value,
    );
  return value;
}

function matches(computed: Uint8Array, stored: Uint8Array, length: number, key: Uint8Array): Uint8Array | undefined {
  return equal(computed.subarray(0, length), stored.subarray(0, length)) ? key : undefined;
}

/** Algorithm 2.A with the empty password, as the user password and as the owner password. */
function keyOfRevision6(encrypt: Dict, revision: number): Uint8Array | undefined {
  const user = stringOf(encrypt, 'U').subarray(0, 48);
  const owner = stringOf(encrypt, 'O').subarray(0, 48);
  const hash = revision === 5 ? (...parts: Uint8Array[]) => sha(256, ...parts) : hashOfRevision6;
  const zero = new Uint8Array(16);
  if (equal(hash(user.subarray(32, 40), NO_BYTES), user.subarray(0, 32))) {
    return rawCbc(hash(user.subarray(40, 48), NO_BYTES), zero, keyData(encrypt, 'UE'));
  }
  if (equal(hash(owner.subarray(32, 40), user), owner.subarray(0, 32))) {
    return rawCbc(hash(owner.subarray(40, 48), user), zero, keyData(encrypt, 'OE'));
  }
  return undefined;
}

function keyData(encrypt: Dict, key: string): Uint8Array {
  const data = stringOf(encrypt, key).subarray(0, 32);
  if (data.length !== 32) {
    throw new PdfFailure('UNSUPPORTED_ENCRYPTION', { encryptionEntry: { name: key, bytes: data.length } });
  }
  return data;
}

/** Algorithm 2.B for the empty password, with `salt` and, for the owner, the 48 bytes of the user. */
function hashOfRevision6(salt: Uint8Array, userKey: Uint8Array): Uint8Array {
  let key = sha(256, salt, userKey);
  for (let round = 0; ; round++) {
    const block = concat(key, userKey);
    const repeated = concat(...new Array<Uint8Array>(64).fill(block));
    const encrypted = encryptRawCbc(key.subarray(0, 16), key.subarray(16, 32), repeated);
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(remainder === 0 ? 256 : remainder === 1 ? 384 : 512, encrypted);
    if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
}

function md5(...parts: Uint8Array[]): Uint8Array {
  return digest('md5', parts);
}

function sha(bits: 256 | 384 | 512, ...parts: Uint8Array[]): Uint8Array {
  return digest(`sha${bits}`, parts);
}

function digest(algorithm: string, parts: Uint8Array[]): Uint8Array {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function concat(...parts: Uint8Array[]): Uint8Array {
  return concatBytes(parts);
}

function stringOf(dict: Dict, key: string): Uint8Array {
  return dict.string(key)?.bytes ?? NO_BYTES;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.length > 0 && a.every((byte, index) => byte === b[index]);
}
