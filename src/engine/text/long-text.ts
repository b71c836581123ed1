/**
 * How much text PDFium would keep of a page, counted beforehand by our own reading: a font may say that one code stands
 * for a thousand characters, and a kilobyte may show a million codes.
 */
import { exceeded, LIMITS } from '#engine/pdf/budget.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { KEPT_PER_CHARACTER } from './heavy-content.ts';
import { TextExtractor } from './text-extractor.ts';

const MAX_UNITS_PER_PAGE = LIMITS.keptBytesPerPage / KEPT_PER_CHARACTER;

/** Ends the document when the text of one page is too long, or that of all together exceeds its own limits. */
export function refuseLongText(pdf: PdfDocument): void {
  const extractor = new TextExtractor(pdf);
  for (const page of pdf.pages) {
    let units = 0;
    extractor.read(page, {
      text(piece) {
        units += piece.length;
        if (units > MAX_UNITS_PER_PAGE) exceeded('the text of a page');
      },
      separate() {},
    });
  }
}
