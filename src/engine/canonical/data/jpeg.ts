/**
 * Removes the parts of a JPEG file that no PDF decoder reads (ISO 32000-2, 7.4.8; ISO/IEC 10918-1, annex B): comments,
 * application data, and bytes after the end of the image. The header of JFIF and the marker of Adobe stay, because they
 * define the coding of colours.
 */
import { fromLatin1 } from '#engine/pdf/syntax/lexer.ts';
import { compareBytes } from '#platform';
import { KeptParts } from './kept-parts.ts';

const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const FIRST_RESTART = 0xd0;
const LAST_RESTART = 0xd7;
const APP0 = 0xe0;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;

const JFIF = fromLatin1('JFIF\0');
const ADOBE = fromLatin1('Adobe');

/** Returns the same bytes if there is nothing to remove or the file is incomplete. */
export function plainJpeg(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== MARKER || bytes[1] !== START_OF_IMAGE) return bytes;
  const kept = new KeptParts(bytes);
  for (let at = 2; at < bytes.length;) {
    if (bytes[at] !== MARKER) return bytes;
    const marker = bytes[at + 1] ?? 0;
    if (marker === MARKER) {
      at++;
      continue;
    }
    if (marker === END_OF_IMAGE) {
      kept.leaveOut(at + 2, bytes.length);
      return kept.done();
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    // A marker without a length is not allowed between segments.
    if (marker < 0xc0 || (marker >= FIRST_RESTART && marker <= START_OF_IMAGE) || length < 2) return bytes;
    const end = at + 2 + length;
    if (isInvisible(marker, bytes.subarray(at + 4, end))) kept.leaveOut(at, end);
    at = marker === START_OF_SCAN ? endOfScan(bytes, end) : end;
  }
  return bytes;
}

function isInvisible(marker: number, content: Uint8Array): boolean {
  if (marker === COMMENT) return true;
  if (marker < APP0 || marker > APP15) return false;
  if (marker === APP0) return !startsWith(content, JFIF);
  return marker !== APP14 || !startsWith(content, ADOBE);
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return compareBytes(bytes.subarray(0, start.length), start) === 0;
}

/** The marker that ends entropy-coded data. Escaped bytes and restart markers do not end them. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(MARKER, start); at >= 0; at = bytes.indexOf(MARKER, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== MARKER && (next < FIRST_RESTART || next > LAST_RESTART)) return at;
  }
  return bytes.length;
}
