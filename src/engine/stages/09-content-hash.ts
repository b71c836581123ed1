/**
 * Stage 9, ContentHash: the SHA-256 of the output's text as PDFium reads it, a pure function of the output's bytes.
 *
 * What would take PDFium too much time or memory is counted and refused before it starts. An abort of PDFium all the
 * same is a fault of ours, a figure that is wrong or a mistake in PDFium, and no answer about the document: it is
 * thrown on, because how far PDFium gets depends on how much memory the host has.
 */
import { PdfFailure } from '#engine/pdf/failure.ts';
import type { Stage, StageResult } from '#engine/stage.ts';
import { ContentDigest } from '#engine/text/content-digest.ts';
import { refuseExpansion } from '#engine/text/expansion.ts';
import { UnreadablePdf, withPdfium } from '#engine/text/pdfium.ts';

export const contentHash: Stage = {
  name: 'ContentHash',

  async run({ pdf, output, passthrough }) {
    if (output === null) throw new Error('The document was not written before its text was asked for.');
    refuseExpansion(pdf);
    try {
      return toResult(await hashText(output), 'The document has no text that can be extracted.');
    } catch (error) {
      if (!(error instanceof UnreadablePdf)) throw error;
      // Bytes passed through are the customer's own; all others are ours and must be readable.
      if (passthrough)
        return toResult(null, 'A second reader cannot open the document, so its text was not extracted.');
      throw new PdfFailure('OUTPUT_INVALID', `The output cannot be read back: ${error.message}`);
    }
  },
};

function hashText(bytes: Uint8Array): Promise<string | null> {
  return withPdfium(bytes, (document) => {
    const digest = new ContentDigest();
    for (let index = 0; index < document.pageCount; index++) digest.addPage(document.text(index));
    return digest.digest();
  });
}

function toResult(hash: string | null, reason: string): StageResult {
  if (hash !== null) return { result: 'hashed', contentHash: hash };
  return { result: 'no_text', contentHash: null, warnings: [{ code: 'NO_EXTRACTABLE_TEXT', message: reason }] };
}
