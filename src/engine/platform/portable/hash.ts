/** Digests of `@noble/hashes` by the names that Node has for them. */
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from '@noble/hashes/sha3.js';
import type { Hash } from '#engine/platform/platform.ts';
import { encodeUtf8, hexOf, textOf } from './bytes.ts';

const ALGORITHMS: ReadonlyMap<string, () => Running> = new Map<string, () => Running>([
  ['md5', () => md5.create()],
  ['ripemd160', () => ripemd160.create()],
  ['sha1', () => sha1.create()],
  ['sha224', () => sha224.create()],
  ['sha256', () => sha256.create()],
  ['sha384', () => sha384.create()],
  ['sha512', () => sha512.create()],
  ['sha512-224', () => sha512_224.create()],
  ['sha512-256', () => sha512_256.create()],
  ['sha3-224', () => sha3_224.create()],
  ['sha3-256', () => sha3_256.create()],
  ['sha3-384', () => sha3_384.create()],
  ['sha3-512', () => sha3_512.create()],
]);
/** Digests of any length, and the bytes that they have where no length is stated. */
const SHAKES = new Map([
  ['shake128', { shake: shake128, bytes: 16 }],
  ['shake256', { shake: shake256, bytes: 32 }],
]);

/** A digest of `@noble/hashes` in the making. */
interface Running {
  update(data: Uint8Array): unknown;
  clone(): Running;
  digest(): Uint8Array;
}

export function createHash(algorithm: string, { outputLength }: { readonly outputLength?: number } = {}): Hash {
  const sized = SHAKES.get(algorithm);
  if (sized) return new PortableHash(sized.shake.create({ dkLen: outputLength ?? sized.bytes }));
  const create = ALGORITHMS.get(algorithm);
  if (!create) throw new Error(`The digest ${algorithm} is unknown.`);
  return new PortableHash(create());
}

class PortableHash implements Hash {
  readonly #running: Running;

  constructor(running: Running) {
    this.#running = running;
  }

  update(data: Uint8Array | string): this {
    this.#running.update(typeof data === 'string' ? encodeUtf8(data) : data);
    return this;
  }

  copy(): Hash {
    return new PortableHash(this.#running.clone());
  }

  digest(): Uint8Array;
  digest(encoding: 'hex' | 'base64'): string;
  digest(encoding?: 'hex' | 'base64'): Uint8Array | string {
    const bytes = this.#running.digest();
    if (encoding === undefined) return bytes;
    return encoding === 'hex' ? hexOf(bytes) : btoa(textOf(bytes));
  }
}
