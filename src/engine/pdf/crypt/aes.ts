/** AES in CBC mode as PDF uses it (ISO 32000-2, 7.6.3). */
import { aesCbc } from '#platform';

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
  return aesCbc('decrypt', key, iv, data);
}

export function encryptRawCbc(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  return aesCbc('encrypt', key, iv, data);
}
