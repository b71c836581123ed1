/** AES in CBC mode as PDF uses it (ISO 32000-2, 7.6.3). */
import { createCipheriv, createDecipheriv } from 'node:crypto';

const BLOCK = 16;

/** The data are an initialization vector, then ciphertext that is padded to whole blocks (RFC 8018, 6.1.1). */
export function decryptAesCbc(key: Uint8Array, data: Uint8Array): Uint8Array {
  const blocks = Math.floor((data.length - BLOCK) / BLOCK);
  if (blocks <= 0) return new Uint8Array();
  const plain = rawCbc(key, data.subarray(0, BLOCK), data.subarray(BLOCK, BLOCK + blocks * BLOCK));
  const padding = plain.at(-1) ?? 0;
  // Some files have a wrong padding, and the data before it are still good.
  return padding >= 1 && padding <= BLOCK ? plain.subarray(0, plain.length - padding) : plain;
}

/** Decrypts without padding and with a given vector. `data` must be whole blocks. */
export function rawCbc(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
  return bytes(decipher.update(data), decipher.final());
}

export function encryptRawCbc(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
  return bytes(cipher.update(data), cipher.final());
}

function bytes(head: Buffer, tail: Buffer): Uint8Array {
  const joined = tail.length === 0 ? head : Buffer.concat([head, tail]);
  return new Uint8Array(joined.buffer, joined.byteOffset, joined.byteLength);
}
