/** The header, the trailer and the document ID of a file (ISO 32000-2, 7.5.2, 7.5.5 and 14.4). */
import { createHash } from '#platform';
import type { CanonicalGraph } from '#engine/canonical/canonical.ts';
import { fromLatin1 } from '#engine/pdf/syntax/lexer.ts';
import type { ByteWriter } from '#engine/pdf/syntax/serialize.ts';

/** 7.5.2: four bytes above 127 show transfer programs that the file is binary. */
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

/** Replaces the document ID until the bytes are final. */
const ID_PLACEHOLDER = `/ID [<${'0'.repeat(32)}><${'0'.repeat(32)}>]`;

/** Writes a placeholder for the ID and notes its position in `places`. */
export function writeIdEntry(out: ByteWriter, places: number[]): void {
  places.push(out.length);
  out.text(ID_PLACEHOLDER);
}

/**
 * Writes the document ID. Both halves are the first 16 bytes of the SHA-256 of the file with zeros in their place, so
 * that the ID depends only on the content. The function changes and returns `bytes`.
 */
export function withDocumentId(bytes: Uint8Array, places: readonly number[]): Uint8Array {
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  for (const place of places) bytes.set(fromLatin1(`/ID [<${id}><${id}>]`), place);
  return bytes;
}
