/**
 * A JPEG 2000 file without boxes that no decoder of PDF looks at (ISO 32000-2, 7.4.9; ISO/IEC 15444-1, annex I): XML,
 * UUIDs and what they point to, and free space.
 */
import { viewOf } from '#platform';
import { KeptParts } from './kept-parts.ts';

const INVISIBLE: ReadonlySet<string> = new Set(['free', 'uinf', 'uuid', 'xml ']);
/** Files with other boxes may hold offsets into themselves. */
const PLAIN: ReadonlySet<string> = new Set(['jP  ', 'ftyp', 'jp2h', 'jp2c']);

/** The same bytes when there is nothing to leave out, or when they are no plain file of boxes. */
export function plainJpeg2000(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kept = new KeptParts(bytes);
  let at = 0;
  while (at < bytes.length) {
    if (at + 8 > bytes.length) return bytes;
    const length = numbers.getUint32(at) || bytes.length - at;
    const type = view.toString('latin1', at + 4, at + 8);
    if (length < 8 || at + length > bytes.length || !(PLAIN.has(type) || INVISIBLE.has(type))) return bytes;
    if (INVISIBLE.has(type)) kept.leaveOut(at, at + length);
    at += length;
  }
  return kept.done();
}
