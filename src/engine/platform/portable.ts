/** The platform that needs the language and WebAssembly alone: for browsers, Deno, Bun and workers at an edge. */
export type { ByteView, Hash, Loader, ModuleName } from './platform.ts';
export { aesCbc } from './portable/aes.ts';
export { allocate, compareBytes, concatBytes, decodeUtf8, encodeUtf8, viewOf } from './portable/bytes.ts';
export { createHash } from './portable/hash.ts';
export const nativeBrotli = undefined;
export { inflate } from './portable/inflate.ts';
export { readPublicKey } from './portable/public-key.ts';
export { readData, readModule, useLoader, withResources } from './portable/resources.ts';
