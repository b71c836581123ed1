/**
 * What holds a file together: header, object streams, cross-reference streams and the document ID (ISO 32000-2, 7.5.2,
 * 7.5.7, 7.5.8, 14.4), as both writers need them.
 */
import { createHash } from 'node:crypto';
import type { CanonicalGraph, Container } from '#engine/canonical/canonical.ts';
import { deflate } from '#engine/pdf/filters/flate.ts';
import { fromLatin1 } from '#engine/pdf/syntax/lexer.ts';
import { ByteWriter, type Numbering, writeObject } from './serialize.ts';

/** More objects in one stream save nothing and make readers load more than they need. */
export const OBJECTS_PER_STREAM = 100;

/** 7.5.2: four bytes above 127 tell transfer programs that the file is binary. */
const BINARY_MARK = Uint8Array.from([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]);

/** Versions have three characters. */
export const HEADER_BYTES = '%PDF-1.7\n'.length + BINARY_MARK.length;

export function writeHeader(out: ByteWriter, version: string): void {
  out.text(`%PDF-${version}\n`);
  out.bytes(BINARY_MARK);
}

export interface Numbered {
  readonly number: number;
  readonly object: Container;
}

/** An object stream with its own `obj` and `endobj`. */
export function writeObjectStream(
  out: ByteWriter,
  numbering: Numbering,
  contents: readonly Numbered[],
  number: number,
): void {
  const body = new ByteWriter();
  const index = contents.map(({ number: contained, object }, position) => {
    if (position > 0) body.text('\n');
    const offset = body.length;
    writeObject(body, numbering, object);
    return `${contained} ${offset}`;
  });
  const head = fromLatin1(`${index.join(' ')}\n`);
  const data = deflate(Buffer.concat([head, body.take()]));
  out.text(`${number} 0 obj\n<</Filter/FlateDecode/First ${head.length}/Length ${data.length}/N ${contents.length}`);
  out.text('/Type/ObjStm>>\nstream\n');
  out.bytes(data);
  out.text('\nendstream\nendobj\n');
}

export type XrefRow = readonly [type: number, second: number, third: number];

/**
 * Table 18: the rows with a type of one byte, an offset or stream number of `width`, and a place in the stream of one.
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

/** How many bytes a number needs. */
export function byteWidth(value: number): number {
  let width = 1;
  while (value >= 256 ** width) width++;
  return width;
}

export function trailerEntries({ root, info }: Pick<CanonicalGraph, 'info' | 'root'>): string {
  return `${info === null ? '' : `/Info ${info} 0 R`}/Root ${root} 0 R`;
}

/** Stands for the document ID until the bytes are known. */
const ID_PLACEHOLDER = `/ID [<${'0'.repeat(32)}><${'0'.repeat(32)}>]`;

/** Writes the place of the ID and remembers it in `places`. */
export function writeIdEntry(out: ByteWriter, places: number[]): void {
  places.push(out.length);
  out.text(ID_PLACEHOLDER);
}

/**
 * Puts the document ID in its places: both halves are the first 16 bytes of the SHA-256 of the file as it stands with
 * zeros there, so the ID says what the content is and nothing else. `bytes` is changed and answered.
 */
export function withDocumentId(bytes: Uint8Array, places: readonly number[]): Uint8Array {
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  for (const place of places) bytes.set(fromLatin1(`/ID [<${id}><${id}>]`), place);
  return bytes;
}
