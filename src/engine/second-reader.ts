/**
 * The second chance of a file in which we find no pages: PDFium, whose rules of repair differ from ours, may find some.
 * We then go on with the copy it writes, which passes through all our stages like any other file. PDFium is compiled
 * into one module, so the copy depends on nothing but the bytes.
 */
import { PdfFailure } from '#engine/failure.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { openDocument } from '#engine/pdf/open.ts';
import { UnreadablePdf, withPdfium } from '#engine/text/pdfium.ts';

/** PDFium holds the file, its objects and the copy in one memory. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Failures that mean we could not read on; all others are verdicts. */
const HOPELESS: ReadonlySet<string> = new Set(['CORRUPT_UNRECOVERABLE', 'NO_PAGES']);

/** Undefined when there is no second chance, or it is of no use. */
export async function openAsSecondReader(input: Uint8Array, failure: PdfFailure): Promise<PdfDocument | undefined> {
  if (!HOPELESS.has(failure.code) || input.length > MAX_BYTES) return undefined;
  try {
    const copy = await withPdfium(input, (document) => (document.pageCount > 0 ? document.save() : undefined));
    return copy && openDocument(copy);
  } catch (error) {
    if (error instanceof UnreadablePdf || error instanceof PdfFailure) return undefined;
    throw error;
  }
}
