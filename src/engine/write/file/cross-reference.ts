/** The rows of cross-reference streams (ISO 32000-2, 7.5.8) for both writers. */

export type XrefRow = readonly [type: number, second: number, third: number];

/**
 * Table 18: a row has one byte for the type, `width` bytes for an offset or stream number, and one byte for the
 * position in the stream.
 */
export function xrefTable(rows: readonly XrefRow[], width: number): Uint8Array {
  const table = new Uint8Array(rows.length * (2 + width));
  let at = 0;
  for (const [type, second, third] of rows) {
    table[at] = type;
    for (let byte = width, rest = second; byte > 0; byte--, rest = Math.floor(rest / 256))
      table[at + byte] = rest & 0xff;
    table[at + 1 + width] = third;
    at += 2 + width;
  }
  return table;
}

/** The number of bytes that a number needs. */
export function byteWidth(value: number): number {
  let width = 1;
  while (value >= 256 ** width) width++;
  return width;
}
