/** What makes a file a PDF at first sight, for whoever takes it in and for whoever opens it: one rule for both. */

/** The header is looked for this far into a file: mails and downloads leave text before it. In bytes. */
export const HEADER_WINDOW_BYTES = 8192;

/** `%PDF-1.7`, and `%!PS-Adobe-3.0 PDF-1.7` as readers accept it too (ISO 32000-1, implementation note 14). */
export const PDF_HEADER = /%(?:!PS-Adobe-\d\.\d )?PDF-(\d\.\d(?!\d))?/;

/** How much of the end of a file may hold what leads to its cross-reference, in bytes. */
export const TRAILER_WINDOW_BYTES = 2048;

/**
 * Whether there is a header, or at least an end that leads to a cross-reference: readers open a file that lost its header.
 *
 * @param head the first bytes, as Latin-1
 * @param tail the last bytes, as Latin-1
 */
export function looksLikePdf(head: string, tail: string): boolean {
  return PDF_HEADER.test(head) || tail.includes('startxref');
}
