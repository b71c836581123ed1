/** The rule by which a file counts as a PDF. The upload and the parser share it. */

/** The header may be this far into a file, in bytes, because mails and downloads put text before it. */
export const HEADER_WINDOW_BYTES = 8192;

/** `%PDF-1.7`, and `%!PS-Adobe-3.0 PDF-1.7`, which readers accept too (ISO 32000-1, implementation note 14). */
export const PDF_HEADER = /%(?:!PS-Adobe-\d\.\d )?PDF-(\d\.\d(?!\d))?/;

/** The number of bytes at the end of a file that may hold the reference to the cross-reference. */
export const TRAILER_WINDOW_BYTES = 2048;

/**
 * Whether the file has a header, or an end that refers to a cross-reference. Readers also open a file without a header.
 * @param head the first bytes, as Latin-1
 * @param tail the last bytes, as Latin-1
 */
export function looksLikePdf(head: string, tail: string): boolean {
  return PDF_HEADER.test(head) || tail.includes('startxref');
}
