/**
 * Marks streams whose data no filter could decode to the end. Readers show the data before the damage, so the canonical
 * stream holds these data. The mark is a digest of all damaged data, so that two documents that differ only behind the
 * damage stay different. ISO 32000-2, annex E, reserves names that begin with `XX` for private use.
 */
import { compareBytes, concatBytes, createHash } from '#platform';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { filterNamesOf } from '#engine/pdf/filters/decode.ts';
import { type Dict, PdfString, type Resolver, type Stream } from '#engine/pdf/syntax/objects.ts';

export const DAMAGE_KEY = 'XXUndecoded';

const DIGEST_BYTES = 32;

/** The caller must call this before it replaces the data of the stream. */
export function markDamage(stream: Stream, resolver: Resolver): void {
  stream.dict.set(DAMAGE_KEY, new PdfString(digestOf(stream, resolver)));
}

function digestOf({ dict, raw }: Stream, resolver: Resolver): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify(filterNamesOf(dict, resolver)))
    .update(raw)
    .digest();
}

/** Marks the catalog if object streams lost objects. The mark does not depend on the order of reading. */
export function markLostObjects(pdf: PdfDocument): void {
  const { catalog } = pdf;
  keepMark(catalog);
  const digests = pdf.damagedObjectStreams.map((stream) => digestOf(stream, pdf)).toSorted(compareBytes);
  if (digests.length > 0)
    catalog.set(DAMAGE_KEY, new PdfString(createHash('sha256').update(concatBytes(digests)).digest()));
}

/** Removes a value that is not a mark, so that nothing else can hide under the name. */
export function keepMark(dict: Dict): void {
  if (dict.has(DAMAGE_KEY) && dict.string(DAMAGE_KEY)?.bytes.length !== DIGEST_BYTES) dict.delete(DAMAGE_KEY);
}

/** Copies the marks of the parts to the stream that joins them. */
export function joinMarks(target: Stream, parts: readonly Stream[]): void {
  const marks = parts.flatMap(({ dict }) => dict.string(DAMAGE_KEY) ?? []);
  const found = marks.map(({ bytes }) => bytes).filter((mark) => mark.length > 0);
  const [only] = found;
  if (only === undefined) return;
  const bytes = found.length === 1 ? only : createHash('sha256').update(concatBytes(found)).digest();
  target.dict.set(DAMAGE_KEY, new PdfString(bytes));
}
