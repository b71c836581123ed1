/** The bytes and the object of the original that a finding names. */
import type { ByteRange, ObjectId, Place } from '#domain/findings/finding.ts';

export type { ByteRange, ObjectId };

export interface PlaceInFile {
  /** Null where the finding names no bytes. */
  readonly range: ByteRange | null;
  /** Null where the finding names no object. */
  readonly object: ObjectId | null;
}

/** @param sizeBytes of the file, since what lies behind its end is no place */
export function placeInFile(
  { place }: { readonly place?: Pick<Place, 'byteRange' | 'object'> | undefined },
  sizeBytes: number,
): PlaceInFile {
  const { byteRange = null, object = null } = place ?? {};
  if (byteRange === null) return { range: null, object };
  const range = { start: byteRange.start, end: Math.min(byteRange.end, sizeBytes) };
  return { range: range.start < range.end ? range : null, object };
}
