/** The platform under Node, whose native code is faster than portable code. */
import { constants as crypto, createCipheriv, createDecipheriv, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync, constants as zlib, inflateRawSync, inflateSync } from 'node:zlib';
import type { ByteView, InflateFailure, InflateSettings, ModuleName, Platform, PublicKey } from './platform.ts';

export type { ByteView, Hash, Loader, ModuleName } from './platform.ts';
export { createHash } from 'node:crypto';

export function viewOf(bytes: Uint8Array): ByteView {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) as ByteView;
}

/** Buffers of a small size come from Node's pool. */
export function allocate(size: number): ByteView {
  return Buffer.allocUnsafe(size) as ByteView;
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  return plain(Buffer.concat(parts));
}

export function encodeUtf8(text: string): Uint8Array {
  return plain(Buffer.from(text));
}

export function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

export function aesCbc(
  direction: 'encrypt' | 'decrypt',
  key: Uint8Array,
  iv: Uint8Array,
  data: Uint8Array,
): Uint8Array {
  const create = direction === 'encrypt' ? createCipheriv : createDecipheriv;
  const cipher = create(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
  const [head, tail] = [cipher.update(data), cipher.final()];
  return plain(tail.length === 0 ? head : Buffer.concat([head, tail]));
}

export function inflate(input: Uint8Array, { isRaw, limit, chunkSize }: InflateSettings): Uint8Array | InflateFailure {
  const options = { maxOutputLength: Math.max(1, limit), finishFlush: zlib.Z_SYNC_FLUSH, chunkSize };
  try {
    return plain((isRaw ? inflateRawSync : inflateSync)(input, options));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') return 'too long';
    // Any other error, lack of memory above all, must not pass for broken data.
    if (code !== 'Z_DATA_ERROR' && code !== 'Z_BUF_ERROR' && code !== 'Z_NEED_DICT') throw error;
    return 'broken';
  }
}

/** @throws RangeError when memory or stack is exhausted */
export function readPublicKey(spki: Uint8Array): PublicKey | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
    return {
      type: key.asymmetricKeyType ?? '',
      modulusBits: key.asymmetricKeyDetails?.modulusLength,
      verify(digest, data, signature, pssSaltBytes) {
        if (digest === null) return verify(null, data, key, signature);
        if (key.asymmetricKeyType === 'ec' || key.asymmetricKeyType === 'dsa')
          return verify(digest, data, { key, dsaEncoding: 'der' }, signature);
        const scheme =
          pssSaltBytes === undefined
            ? { padding: crypto.RSA_PKCS1_PADDING }
            : { padding: crypto.RSA_PKCS1_PSS_PADDING, saltLength: pssSaltBytes };
        return verify(digest, data, { key, ...scheme }, signature);
      },
    };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}

export const nativeBrotli: Platform['nativeBrotli'] = (bytes) => plain(brotliDecompressSync(bytes));

export function readData(path: string): Uint8Array {
  return plain(readFileSync(new URL(`../${path}`, import.meta.url)));
}

/** Where packages keep their modules; the engine's own one lies in its folder. */
const MODULES = {
  brotli: 'brotli-dec-wasm/web/bg.wasm',
  pdfium: '@embedpdf/pdfium/pdfium.wasm',
  qpdf: 'qpdf-wasm/qpdf.wasm',
};

export function readModule(name: ModuleName): WebAssembly.Module {
  const bytes =
    name === 'libdeflate'
      ? readData('pdf/filters/libdeflate/libdeflate.wasm')
      : readFileSync(createRequire(import.meta.url).resolve(MODULES[name]));
  return new WebAssembly.Module(bytes);
}

/** Node needs no loader. */
export const useLoader: Platform['useLoader'] = () => {};

export function withResources<T>(run: () => Promise<T>): Promise<T> {
  return run();
}

function plain({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
