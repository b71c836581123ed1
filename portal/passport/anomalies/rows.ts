/** Bytes as rows of sixteen, in hex and as text. */
import type { ByteRange } from './place.ts';

const BYTES_PER_ROW = 16;

/** Bytes of one row that stand together and are all marked, or all not. */
export interface Run {
  readonly hex: string;
  readonly text: string;
  readonly isMarked: boolean;
}

export interface Row {
  /** The offset of its first byte in the file. */
  readonly offset: number;
  readonly runs: readonly Run[];
}

/** @param offset where in the file the first byte is
 *  @param marked in the file */
export function rowsOf(bytes: Uint8Array, offset: number, marked: ByteRange | null): Row[] {
  const rows: Row[] = [];
  const first = offset - (offset % BYTES_PER_ROW);
  for (let at = first; at < offset + bytes.length; at += BYTES_PER_ROW) {
    const start = Math.max(at, offset);
    const end = Math.min(at + BYTES_PER_ROW, offset + bytes.length);
    const cuts = [
      start,
      ...[marked?.start ?? start, marked?.end ?? start].filter((cut) => cut > start && cut < end),
      end,
    ];
    const runs = cuts.slice(0, -1).map((from, index) => {
      const part = bytes.subarray(from - offset, (cuts[index + 1] ?? end) - offset);
      const isMarked = marked !== null && from >= marked.start && from < marked.end;
      return { hex: [...part].map(hexOf).join(' '), text: textOf(part), isMarked };
    });
    rows.push({ offset: start, runs });
  }
  return rows;
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** One sign a byte: what is not printable in ASCII is a middle dot. */
function textOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '·')).join('');
}

/** Bytes as text in lines, as an editor shows a PDF; line ends of all kinds end a line. */
export function linesOf(bytes: Uint8Array): string {
  const text = [...bytes].map((byte) =>
    byte === 0x0a || byte === 0x0d || byte === 0x09 || (byte >= 0x20 && byte < 0x7f) ? String.fromCodePoint(byte) : '·',
  );
  return text.join('').replaceAll(/\r\n?/gu, '\n');
}
