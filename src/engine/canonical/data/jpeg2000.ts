/**
 * Removes the boxes of a JPEG 2000 file that no PDF decoder reads (ISO 32000-2, 7.4.9; ISO/IEC 15444-1, annex I): XML,
 * UUIDs with their data, and free space.
 */
import { viewOf } from '#platform';
import { KeptParts } from './kept-parts.ts';

const INVISIBLE: ReadonlySet<string> = new Set(['free', 'uinf', 'uuid', 'xml ']);
/** A file with other boxes may hold offsets into itself, so it stays unchanged. */
const PLAIN: ReadonlySet<string> = new Set(['jP  ', 'ftyp', 'jp2h', 'jp2c']);

/** Returns the same bytes if there is nothing to remove or the file has other boxes. */
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
