/**
 * Files of a directory that somebody else removes, written and read through one piece of memory each: what waits on
 * disk must not come back as garbage of its own size.
 */
import { open } from 'node:fs/promises';

const PIECE_BYTES = 64 * 1024;

/** Bytes that grow by small pieces. */
export interface ScratchFile extends AsyncDisposable {
  readonly sizeBytes: number;
  append(piece: Uint8Array | string): Promise<void>;
  /** Reads from the beginning; nothing is appended meanwhile. The pieces are as those of `readPieces`. */
  read(): AsyncGenerator<Uint8Array>;
}

/** A file that does not exist yet, for nobody else to read. */
export async function scratchFile(path: string): Promise<ScratchFile> {
  const file = await open(path, 'wx', 0o600);
  const waiting = pieceMemory();
  let held = 0;
  let sizeBytes = 0;
  const flush = async () => {
    await file.appendFile(waiting.subarray(0, held));
    held = 0;
  };
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    async append(piece) {
      const bytes = Buffer.from(piece);
      sizeBytes += bytes.length;
      if (held + bytes.length > waiting.length) await flush();
      if (bytes.length > waiting.length) return file.appendFile(bytes);
      waiting.set(bytes, held);
      held += bytes.length;
    },
    async *read() {
      await flush();
      yield* readPieces(path);
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}

/** The same without a file, for what is known to stay small. */
export function heldInMemory(): ScratchFile {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    async append(piece) {
      const bytes = Buffer.from(piece);
      sizeBytes += bytes.length;
      pieces.push(bytes);
    },
    async *read() {
      yield* pieces;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/**
 * The bytes of a file in pieces of one reused buffer. The caller must finish with a piece before it requests the next
 * one.
 */
export async function* readPieces(path: string, memory = pieceMemory()): AsyncGenerator<Uint8Array> {
  await using file = await open(path, 'r');
  for (;;) {
    const { bytesRead } = await file.read(memory, 0, memory.length);
    if (bytesRead === 0) return;
    yield memory.subarray(0, bytesRead);
  }
}

export function pieceMemory(): Buffer {
  return Buffer.allocUnsafeSlow(PIECE_BYTES);
}
