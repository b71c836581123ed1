/**
 * The port to the runtime: each operation that a runtime does in its own way. The manifest's import `#platform` selects
 * the implementation: `node.ts` under Node, and `portable.ts`, which needs no module of a runtime, everywhere else. Both
 * give the same bytes (`platform.test.ts`).
 */
export interface Platform {
  /** @throws Error for an algorithm that nobody knows */
  createHash(algorithm: string, options?: { readonly outputLength?: number }): Hash;
  /** A view with the searches of Node's `Buffer`; it shares the memory. */
  viewOf(bytes: Uint8Array): ByteView;
  /** Memory with any content. */
  allocate(size: number): ByteView;
  /** Negative, zero or positive, as `Array.prototype.sort` needs it; the order of the bytes, then of the lengths. */
  compareBytes(a: Uint8Array, b: Uint8Array): number;
  concatBytes(parts: readonly Uint8Array[]): Uint8Array;
  encodeUtf8(text: string): Uint8Array;
  /** Malformed bytes become U+FFFD, and a byte order mark stays. */
  decodeUtf8(bytes: Uint8Array): string;
  /** AES in CBC mode without padding, for whole blocks. */
  aesCbc(direction: 'encrypt' | 'decrypt', key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array;
  /** Data that end early are no error: what came out so far is the answer. */
  inflate(input: Uint8Array, settings: InflateSettings): Uint8Array | InflateFailure;
  /** Undefined for bytes that are no key, and for keys of an unknown kind (RFC 5280, 4.1.2.7). */
  readPublicKey(spki: Uint8Array): PublicKey | undefined;
  /** Decompresses RFC 7932 by native code; undefined where there is none. */
  readonly nativeBrotli: ((bytes: Uint8Array) => Uint8Array) | undefined;
  /** A data file of the engine by its path from the engine's folder. */
  readData(path: string): Uint8Array;
  /** A WebAssembly module that the engine or a package of it has. */
  readModule(name: ModuleName): WebAssembly.Module;
  /** Names the loader of those files; Node reads its own ones. */
  useLoader(loader: Loader): void;
  /** Runs a function of its arguments, again after each time that files were missing. */
  withResources<T>(run: () => Promise<T>): Promise<T>;
}

/** Brings what the engine reads besides a document. */
export interface Loader {
  /** A data file by its path from the engine's folder. */
  loadFile(path: string): Promise<Uint8Array>;
  loadModule(name: ModuleName): Promise<WebAssembly.Module>;
}

export interface Hash {
  /** A text counts as UTF-8. */
  update(data: Uint8Array | string): Hash;
  copy(): Hash;
  digest(): Uint8Array;
  digest(encoding: 'hex' | 'base64'): string;
}

/** Marks are bytes, or texts of ASCII. */
export interface ByteView extends Uint8Array<ArrayBuffer> {
  indexOf(mark: string | Uint8Array | number, from?: number, encoding?: 'latin1'): number;
  lastIndexOf(mark: string | Uint8Array | number, from?: number, encoding?: 'latin1'): number;
  includes(mark: string | Uint8Array | number, from?: number, encoding?: 'latin1'): boolean;
  toString(encoding?: 'hex' | 'latin1' | 'utf16le', start?: number, end?: number): string;
  subarray(start?: number, end?: number): ByteView;
  /** Answers how many bytes were written. */
  write(text: string, at: number, encoding: 'latin1'): number;
}

export interface InflateSettings {
  /** RFC 1951 without the header and the checksum of RFC 1950. */
  readonly isRaw: boolean;
  /** More bytes than this do not come out. */
  readonly limit: number;
  /** The output is collected in chunks of this size. */
  readonly chunkSize: number;
}

export type InflateFailure = 'broken' | 'too long';

export interface PublicKey {
  /** As Node names them: `rsa`, `rsa-pss`, `ec`, `dsa`, `ed25519`, `ed448` … */
  readonly type: string;
  /** Undefined for keys without a modulus. */
  readonly modulusBits: number | undefined;
  /**
   * @param digest null for algorithms that hash the data themselves
   * @param pssSaltBytes for RSASSA-PSS; without it a signature of RSA is one of PKCS #1 v1.5
   * @throws Error for what the runtime does not know
   */
  verify(digest: string | null, data: Uint8Array, signature: Uint8Array, pssSaltBytes?: number): boolean;
}

/** The WebAssembly modules of the engine and its packages, except for HarfBuzz, whose package loads its own. */
export type ModuleName = 'brotli' | 'libdeflate' | 'pdfium' | 'qpdf';
