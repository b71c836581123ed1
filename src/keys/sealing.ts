/**
 * Secrets at rest: AES-256-GCM with a key that is not in the database. What is sealed names its key by a fingerprint,
 * so that a new key can come before the old ones, which go on opening what they sealed.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface Sealer {
  /** `owner` is bound in: a sealed text moved to another row does not open. */
  seal(secret: Uint8Array, owner: string): string;
  open(sealed: string, owner: string): Buffer;
  /** What the current key would have sealed; null where no key opens it. */
  reseal(sealed: string, owner: string): string | null;
  /** Begins everything that the current key has sealed, and nothing else. */
  readonly currentPrefix: string;
  /** A keyed hash: equal for equal texts while the current key is, and telling nothing of them without it. */
  mark(text: string): string;
}

/** Says what is wrong with a key or a sealed text, never what it is. */
export class SealingError extends Error {
  override readonly name = 'SealingError';
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';
const DEVELOPMENT_MARK = 'development:';

/** One key a line, each 32 bytes in base64; the first one seals. */
export function readSealer(text: string, { production }: { production: boolean }): Sealer {
  const lines = text.split(/[\s,]+/).filter((line) => line !== '');
  if (production && lines.some((line) => line.startsWith(DEVELOPMENT_MARK))) {
    throw new SealingError('The secrets key is one of development: make one for production.');
  }
  return sealer(lines.map((line) => keyOf(line.replace(DEVELOPMENT_MARK, ''))));
}

/** Makes a key for one installation on a developer's machine, and marks it so. */
export function newDevelopmentSecretsKey(): string {
  return `${DEVELOPMENT_MARK}${randomBytes(KEY_BYTES).toString('base64')}\n`;
}

function keyOf(line: string): Buffer {
  const key = Buffer.from(line, 'base64');
  const isPlain = /^[A-Za-z0-9+/]+={0,2}$/.test(line) && key.length === KEY_BYTES;
  if (!isPlain) throw new SealingError(`A secrets key is ${KEY_BYTES} bytes in base64: openssl rand -base64 32`);
  if (new Set(key).size < MIN_VARIETY) throw new SealingError('The secrets key is not random.');
  return key;
}

/** 32 random bytes have fewer different values than this once in more universes than there are. */
const MIN_VARIETY = 16;

function sealer(keys: readonly Buffer[]): Sealer {
  const [current] = keys;
  if (current === undefined) throw new SealingError('There is no secrets key.');
  const byName = new Map(keys.map((key) => [nameOf(key), key]));
  const currentPrefix = `${VERSION}.${nameOf(current)}.`;
  const own: Sealer = {
    currentPrefix,

    reseal(sealed, owner) {
      try {
        return own.seal(own.open(sealed, owner), owner);
      } catch (error) {
        if (error instanceof SealingError) return null;
        throw error;
      }
    },

    seal(secret, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(Buffer.from(owner));
      const parts = [nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()];
      return `${currentPrefix}${Buffer.concat(parts).toString('base64')}`;
    },

    open(sealed, owner) {
      const [version, name = '', body = ''] = sealed.split('.');
      const key = byName.get(name);
      if (version !== VERSION || key === undefined) throw new SealingError('No secrets key of ours has sealed this.');
      return decrypt(key, Buffer.from(body, 'base64'), owner);
    },

    mark: (text) => `${currentPrefix}${createHmac('sha256', markingKey(current)).update(text).digest('hex')}`,
  };
  return own;
}

/** RFC 5869: for one purpose, so that no key has two. */
function markingKey(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'fixpoint mark', KEY_BYTES));
}

function decrypt(key: Buffer, bytes: Buffer, owner: string): Buffer {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(-TAG_BYTES);
  const text = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]);
  } catch (cause) {
    throw new SealingError('A sealed secret was changed, or is of another owner.', { cause });
  }
}

function nameOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}
