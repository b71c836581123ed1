/** RC4, which files of PDF 1.1 to 1.5 use (ISO 32000-1, 7.6.2). OpenSSL 3 no longer has it. */

/** The same operation decrypts and encrypts. */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff;
    swap(state, i, j);
  }
  const output = new Uint8Array(data.length);
  for (let at = 0, i = 0, j = 0; at < data.length; at++) {
    i = (i + 1) & 0xff;
    j = (j + (state[i] ?? 0)) & 0xff;
    swap(state, i, j);
    output[at] = (data[at] ?? 0) ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 0xff] ?? 0);
  }
  return output;
}

function swap(state: Uint8Array, i: number, j: number): void {
  const held = state[i] ?? 0;
  state[i] = state[j] ?? 0;
  state[j] = held;
}
