/** Whether programs open a content as a PDF. */
import { PDF_HEADER } from '#domain/pdf-file.ts';

/** Most readers of PDF search for the header this far into a file. */
const HEADER_WITHIN = 1024;
/** In a JSON text: reports tell of documents that have no header, and are none. */
export const VERSIONED_HEADER = /PDF-\d/;

export function isPdf(content: Uint8Array<ArrayBuffer>): boolean {
  const head = headOf(content);
  return (isJsonObject(content) ? VERSIONED_HEADER : PDF_HEADER).test(head);
}

export function isJsonObject(content: Uint8Array<ArrayBuffer>): boolean {
  return headOf(content).trimStart().startsWith('{');
}

function headOf(content: Uint8Array<ArrayBuffer>): string {
  return new TextDecoder('latin1').decode(content.subarray(0, HEADER_WITHIN));
}
