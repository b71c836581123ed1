/** Content that is hashed while it is read: nobody gets all of what is not what its hash says. */
import { createHash } from 'node:crypto';

/** The required content of an object. */
export interface Content {
  /** In hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Both ends are included, as in an HTTP Range. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The store holds something else under this key than was put there. */
export class ObjectCorrupt extends Error {
  override readonly name = 'ObjectCorrupt';

  constructor(key: string, options?: ErrorOptions) {
    super(`object ${key}: not what was put there`, options);
  }
}

/** A document of this size is known to be whole before anything of it is given out. */
const HELD_BACK_BYTES = 64 * 1024;

/**
 * The bytes of the range, of all by default, out of a source that gives all of them. Its end is held back until the
 * hash of the whole agrees; ObjectCorrupt is thrown in its place when it does not.
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
