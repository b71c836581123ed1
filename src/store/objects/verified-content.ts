/** Hashes content while it is read: nobody gets all of an object with a wrong hash. */
import { createHash } from 'node:crypto';

/** The required content of an object. */
export interface Content {
  /** The hash in hexadecimal digits. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Both ends are included, as in an HTTP Range. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The object under this key differs from the put one. */
export class ObjectCorrupt extends Error {
  override readonly name = 'ObjectCorrupt';

  constructor(key: string, options?: ErrorOptions) {
    super(`object ${key}: not what was put there`, options);
  }
}

/** A document of this size is known to be whole before anything of it is given out. */
const HELD_BACK_BYTES = 64 * 1024;

/**
 * Yields the bytes of the range, by default all of them, from a source of all bytes. It holds the end back until the
 * hash of the whole agrees, and otherwise throws ObjectCorrupt.
 */
export async function* verifiedContent(
  key: string,
  source: AsyncIterable<Uint8Array>,
  { sha256, sizeBytes }: Content,
  { first, last }: ByteRange = { first: 0, last: sizeBytes - 1 },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let offset = 0;
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    const piece = chunk.subarray(Math.max(0, first - offset), Math.max(0, last + 1 - offset));
    offset += chunk.length;
    if (offset > sizeBytes) throw new ObjectCorrupt(key);
    if (piece.length === 0) continue;
    held.push(piece);
    heldBytes += piece.length;
    for (let [next] = held; next && heldBytes - next.length >= HELD_BACK_BYTES; [next] = held) {
      held.shift();
      heldBytes -= next.length;
      yield next;
    }
  }
  if (hash.digest('hex') !== sha256) throw new ObjectCorrupt(key);
  yield* held;
}
