/**
 * PDFium as the second reader of a customer's bytes. Its rules of repair differ from ours, so it may find pages where
 * we find none, and show us what another reader would have shown. Either way we go on with the copy it writes, which
 * our own limits apply to: it opens and saves, and reads no page, font or image. PDFium is compiled into one module, so
 * the copy depends on nothing but the bytes.
 */
import { viewOf } from '#platform';
import { PdfFailure } from '#engine/pdf/failure.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { UnreadablePdf, withPdfium } from './pdfium.ts';

/** PDFium holds the file, its objects and the copy in one memory. */
const MAX_BYTES = 32 * 1024 * 1024;
/** PDFium looks for the end of every stream, through the rest of the file where there is none. */
const MAX_SEARCHED_BYTES = 256 * 1024 * 1024;

/** Failures that mean we could not read on; all others are verdicts. */
const HOPELESS: ReadonlySet<string> = new Set(['CORRUPT_UNRECOVERABLE', 'NO_PAGES']);

/** Answers undefined when there is no second chance, or it is of no use. */
export async function openWithPdfium(input: Uint8Array, failure: PdfFailure): Promise<PdfDocument | undefined> {
  return HOPELESS.has(failure.code) ? (await openCopy(input))?.pdf : undefined;
}

export interface SecondReading {
  readonly pdf: PdfDocument;
  /** So many of its pages PDFium shows: it believes the `Count` of the tree. */
  readonly pageCount: number;
}

/** The document as PDFium reads it; undefined when it reads none, or limits are in the way. */
export async function openCopy(input: Uint8Array): Promise<SecondReading | undefined> {
  if (isTooMuch(input)) return undefined;
  try {
    const { copy, pageCount } = await withPdfium(input, (document) => ({
      copy: document.save(),
      pageCount: document.pageCount,
    }));
    return { pdf: openDocument(copy), pageCount };
  } catch (error) {
    // PDFium ends itself when its memory, which has a fixed bound, is used up.
    const isLimit = error instanceof PdfFailure || error instanceof WebAssembly.RuntimeError;
    if (isLimit || error instanceof UnreadablePdf) return undefined;
    throw error;
  }
}

/** Whether PDFium is not given these bytes: counted beforehand, for they are nobody's but the customer's. */
export function isTooMuch(input: Uint8Array): boolean {
  return input.length > MAX_BYTES || searchedBytes(input) > MAX_SEARCHED_BYTES;
}

/** How far the next `endstream` and the next `endobj` are from every `stream`, all together; read from the end. */
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
