/**
 * PDFium as the second reader of a customer's bytes. It repairs files by other rules, so it may find pages where the
 * engine finds none, and it shows the view of another reader. The engine continues with the copy that PDFium writes and
 * applies its own limits to the copy. PDFium only opens and saves here, and reads no page, font or image. PDFium is one
 * compiled module, so the copy depends only on the bytes.
 */
import { viewOf } from '#platform';
import { PdfFailure } from '#engine/pdf/failure.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { UnreadablePdf, withPdfium } from './pdfium.ts';

/** PDFium needs the file, its objects and the copy in one memory. */
const MAX_BYTES = 32 * 1024 * 1024;
/** PDFium searches the end of every stream, through the rest of the file if there is none. */
const MAX_SEARCHED_BYTES = 256 * 1024 * 1024;

/** After these failures the engine could not read further. All other failures are results. */
const HOPELESS: ReadonlySet<string> = new Set(['CORRUPT_UNRECOVERABLE', 'NO_PAGES']);

/** Returns undefined if PDFium cannot help. */
export async function openWithPdfium(input: Uint8Array, failure: PdfFailure): Promise<PdfDocument | undefined> {
  return HOPELESS.has(failure.code) ? (await openCopy(input))?.pdf : undefined;
}

export interface SecondReading {
  readonly pdf: PdfDocument;
  /** The number of pages that PDFium shows, which is the `Count` of the tree. */
  readonly pageCount: number;
}

/** The document as PDFium reads it; undefined if it cannot read it or a limit prevents it. */
export async function openCopy(input: Uint8Array): Promise<SecondReading | undefined> {
  if (isTooMuch(input)) return undefined;
  try {
    const { copy, pageCount } = await withPdfium(input, (document) => ({
      copy: document.save(),
      pageCount: document.pageCount,
    }));
    return { pdf: openDocument(copy), pageCount };
  } catch (error) {
    // PDFium aborts when it has used up its limited memory.
    const isLimit = error instanceof PdfFailure || error instanceof WebAssembly.RuntimeError;
    if (isLimit || error instanceof UnreadablePdf) return undefined;
    throw error;
  }
}

/** Whether the bytes would cost PDFium too much. They come from a customer, so this is counted before. */
export function isTooMuch(input: Uint8Array): boolean {
  return input.length > MAX_BYTES || searchedBytes(input) > MAX_SEARCHED_BYTES;
}

/**
 * The sum of the distances from every `stream` to the next `endstream` and the next `endobj`. The bytes are read from
 * the end.
 */
function searchedBytes(input: Uint8Array): number {
  const view = viewOf(input);
  const before = (mark: string, at: number): number => (at <= 0 ? -1 : view.lastIndexOf(mark, at - 1, 'latin1'));
  let [endStream, endObject, total] = [input.length, input.length, 0];
  let object = before('endobj', input.length);
  for (let at = before('stream', input.length); at >= 0; at = before('stream', at)) {
    for (; object > at; object = before('endobj', object)) endObject = object;
    if (view.toString('latin1', Math.max(0, at - 3), at) === 'end') endStream = at;
    else total += endStream + endObject - 2 * at;
  }
  return total;
}
