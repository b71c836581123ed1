/** AES of `@noble/ciphers`. */
import { cbc } from '@noble/ciphers/aes.js';

export function aesCbc(
  direction: 'encrypt' | 'decrypt',
  key: Uint8Array,
  iv: Uint8Array,
  data: Uint8Array,
): Uint8Array {
  // The library refuses to decrypt no block, which are no bytes.
  return data.length === 0 ? new Uint8Array() : cbc(key, iv, { disablePadding: true })[direction](data);
}
