/** What a file begins and ends with: header, trailer and document ID (ISO 32000-2, 7.5.2, 7.5.5 and 14.4). */
import { createHash } from '#platform';
import type { CanonicalGraph } from '#engine/canonical/canonical.ts';
import { fromLatin1 } from '#engine/pdf/syntax/lexer.ts';
import type { ByteWriter } from '#engine/pdf/syntax/serialize.ts';

/** 7.5.2: four bytes above 127 tell transfer programs that the file is binary. */
const BINARY_MARK = Uint8Array.from([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]);

/** Versions have three characters. */
export const HEADER_BYTES = '%PDF-1.7\n'.length + BINARY_MARK.length;

export function writeHeader(out: ByteWriter, version: string): void {
  out.text(`%PDF-${version}\n`);
  out.bytes(BINARY_MARK);
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
