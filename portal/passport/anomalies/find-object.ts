/** Finds an object in the bytes of a file by its head, `12 0 obj`: the way that damaged files are read, too. */
import type { ByteRange, ObjectId } from './place.ts';

const END = [...'endobj'].map(codeOf);

/** The last object with this number, from its head to its `endobj`; where that is missing, to the end of the bytes. */
export function findObject(bytes: Uint8Array, { number, generation }: ObjectId): ByteRange | null {
  const head = [...`${number} ${generation} obj`].map(codeOf);
  for (let start = bytes.length - head.length; start >= 0; start--) {
    if (!isAt(bytes, start, head) || isRegular(bytes[start - 1]) || isRegular(bytes[start + head.length])) continue;
    return { start, end: endAfter(bytes, start + head.length) };
  }
  return null;
}

function endAfter(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) if (isAt(bytes, at, END)) return at + END.length;
  return bytes.length;
}

function isAt(bytes: Uint8Array, at: number, wanted: readonly number[]): boolean {
  return wanted.every((code, index) => bytes[at + index] === code);
}

/** Neither white space nor a delimiter (ISO 32000-2, 7.2.3): then the number would be part of a longer word. */
function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && byte > 0x20 && !'()<>[]{}/%'.includes(String.fromCodePoint(byte));
}

function codeOf(sign: string): number {
  return sign.codePointAt(0) ?? 0;
}
