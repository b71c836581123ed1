/** Where in the file a finding is, out of its words: `bytes 18255-18310`, `object 12 0`, `page 2`. */
import type { Anomaly } from '#domain/report.ts';
import { technicalWords } from '#domain/verdict/words.ts';

export interface ByteRange {
  readonly start: number;
  /** The byte after the last one. */
  readonly end: number;
}

export interface ObjectId {
  readonly number: number;
  readonly generation: number;
}

export interface Place {
  /** The bytes it speaks of; null where it names none. */
  readonly range: ByteRange | null;
  /** The first object it speaks of; null where it names none. */
  readonly object: ObjectId | null;
}

/** @param sizeBytes of the file: what lies behind its end is no place */
export function placeOf(
  { location, description }: Pick<Anomaly, 'location' | 'description'>,
  sizeBytes: number,
): Place {
  return {
    range: rangeIn(location ?? '', sizeBytes),
    object: objectIn(location ?? '') ?? objectIn(technicalWords(description) ?? ''),
  };
}

function rangeIn(location: string, sizeBytes: number): ByteRange | null {
  const [, from, to] = /^bytes (\d{1,15})-(\d{1,15})$/u.exec(location) ?? [];
  const start = Number(from);
  const end = Math.min(Number(to), sizeBytes);
  return from === undefined || start >= end ? null : { start, end };
}

/** Names from the file stand in quotation marks, and are passed over. */
function objectIn(words: string): ObjectId | null {
  const [, number, generation] = /\bobject (\d{1,10}) (\d{1,5})\b/u.exec(words.replaceAll(/"[^"]*"/gu, '')) ?? [];
  return number === undefined ? null : { number: Number(number), generation: Number(generation) };
}
