/** The bytes of the original for a finding. Fetches only the needed parts of the file. */
import type { RevisionTimeline } from '#domain/revisions.ts';
import { findObject } from './find-object.ts';
import type { ByteRange, ObjectId, PlaceInFile } from './place.ts';

/** Returns bytes of the original from `start` up to, and without, `end`. */
export type ReadRange = (range: ByteRange) => Promise<Uint8Array>;

export interface Excerpt {
  /** The offset of its first byte in the file. */
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** Offsets in the file, or null without marked bytes. */
  readonly marked: ByteRange | null;
  /** `packed`: the object has no bytes of its own, because it is in an object stream or was removed. */
  readonly kind: 'object' | 'range' | 'packed';
  /** The full size. */
  readonly wholeSize: number;
}

/** Shown at once. */
export const EXCERPT_BYTES = 1024;
const BYTES_BEFORE = 32;
const CHUNK_BYTES = 1024 * 1024;
/** The search for an object ends here. */
const MAX_SCANNED_BYTES = 16 * 1024 * 1024;
/** The longest head of an object, so that one on the edge of two chunks is found. */
const OVERLAP_BYTES = 32;

/** Null if the finding has no place. */
export async function lookUp(
  place: PlaceInFile,
  sizeBytes: number,
  timeline: RevisionTimeline | null,
  read: ReadRange,
): Promise<Excerpt | null> {
  const { range, object } = place;
  if (object) {
    const found = await findIn(object, rangesToSearch(object, range, sizeBytes, timeline), read);
    if (found) return await excerptOf(found, sizeBytes, 'object', read);
  }
  if (range) return await excerptOf(range, sizeBytes, object ? 'packed' : 'range', read);
  return object ? { offset: 0, bytes: new Uint8Array(), marked: null, kind: 'packed', wholeSize: 0 } : null;
}

/**
 * The place of the finding, otherwise the revisions that changed the object, newest first, otherwise the whole file.
 */
function rangesToSearch(
  { number }: ObjectId,
  range: ByteRange | null,
  sizeBytes: number,
  timeline: RevisionTimeline | null,
): ByteRange[] {
  if (range) return [range];
  const changed = (timeline?.revisions ?? []).filter(({ listed }) =>
    listed.some(({ objectNumber }) => objectNumber === number),
  );
  const told = changed
    .toReversed()
    .map(({ startByte, endByte }) => ({ start: startByte, end: Math.min(endByte, sizeBytes) }));
  return [...told.filter(({ start, end }) => start < end), { start: 0, end: sizeBytes }];
}

/** The search starts at the end, because readers show the newest object. */
async function findIn(object: ObjectId, ranges: readonly ByteRange[], read: ReadRange): Promise<ByteRange | null> {
  let scanned = 0;
  for (const { start, end } of ranges) {
    for (let to = end; to > start && scanned < MAX_SCANNED_BYTES; to -= CHUNK_BYTES) {
      const from = Math.max(start, to - CHUNK_BYTES);
      const bytes = await read({ start: from, end: Math.min(to + OVERLAP_BYTES, end) });
      scanned += bytes.length;
      const found = findObject(bytes, object);
      if (found) return { start: from + found.start, end: from + found.end };
    }
  }
  return null;
}

async function excerptOf(
  marked: ByteRange,
  sizeBytes: number,
  kind: Excerpt['kind'],
  read: ReadRange,
): Promise<Excerpt> {
  const start = Math.max(0, marked.start - BYTES_BEFORE);
  const end = Math.min(sizeBytes, Math.max(marked.end, marked.start) + BYTES_BEFORE, start + EXCERPT_BYTES);
  const bytes = await read({ start, end });
  return { offset: start, bytes, marked, kind, wholeSize: marked.end - marked.start };
}
