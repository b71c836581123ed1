/** Whether programs open a content as a PDF. */
/** Most readers of PDF search for the header this far into a file. */
const HEADER_WITHIN = 1024;
/** PDFium, the reader in Chrome, takes four letters for a header; what the service takes in has more. */
export const READERS_HEADER = /%(?:!PS-Adobe-\d\.\d )?PDF/;

/** In a JSON text: reports tell of documents that have no header, and are none. */
export const VERSIONED_HEADER = /PDF-\d|%PDF(?!-)/;

export function isPdf(content: Uint8Array<ArrayBuffer>): boolean {
  const head = headOf(content);
  return (isJsonObject(content) ? VERSIONED_HEADER : READERS_HEADER).test(head);
}

export function isJsonObject(content: Uint8Array<ArrayBuffer>): boolean {
  return headOf(content).trimStart().startsWith('{');
}

function headOf(content: Uint8Array<ArrayBuffer>): string {
  return new TextDecoder('latin1').decode(content.subarray(0, HEADER_WITHIN));
}
