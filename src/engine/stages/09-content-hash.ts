/**
 * Stage 9, ContentHash: the SHA-256 of the output's text, a pure function of the output's pages (`docs/content-hash.md`).
 * The graph is what was written; of a document that passes through, what was read.
 */
import type { Stage, StageResult } from '#engine/stage.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { ContentDigest } from '#engine/text/content-digest.ts';
import { TextExtractor } from '#engine/text/text-extractor.ts';

export const contentHash: Stage = {
  name: 'ContentHash',

  run({ pdf, output }) {
    if (output === null) throw new Error('The document was not written before its text was asked for.');
    return toResult(hashText(pdf));
  },
};

function hashText(pdf: PdfDocument): string | null {
  const extractor = new TextExtractor(pdf);
  const digest = new ContentDigest();
  for (const page of pdf.pages) {
    extractor.read(page, digest);
    digest.separate();
  }
  return digest.digest();
}

function toResult(hash: string | null): StageResult {
  if (hash !== null) return { result: 'hashed', contentHash: hash };
  const message = 'The document has no text that can be extracted.';
  return { result: 'no_text', contentHash: null, warnings: [{ code: 'NO_EXTRACTABLE_TEXT', message }] };
}
