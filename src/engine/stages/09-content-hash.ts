/**
 * Stage 9, ContentHash: computes the SHA-256 of the text of the output, which depends only on its pages
 * (`docs/content-hash.md`). The graph is that of the written file, or of the input if the document passes through. The
 * same walk finds hidden text (`text/hidden-content.ts`).
 */
import { type StageWarning, warning } from '#engine/facts/warning.ts';
import type { Stage, StageResult } from './stage.ts';
import { findUndecodable, undecodableWarning } from '#engine/pdf/undecodable.ts';
import { ContentDigest } from '#engine/text/content-digest.ts';
import { HiddenContent } from '#engine/text/hidden-content.ts';
import { TextExtractor } from '#engine/text/text-extractor.ts';

export const contentHash: Stage = {
  name: 'ContentHash',

  run({ pdf, output, passthrough }) {
    if (output === null) throw new Error('The document was not written before its text was asked for.');
    const extractor = new TextExtractor(pdf);
    const digest = new ContentDigest();
    const hidden = new HiddenContent(pdf);
    for (const page of pdf.pages) {
      hidden.enter(page);
      extractor.read(page, digest, hidden);
      digest.separate();
    }
    // Stage 4 has rejected any other document with unreadable text.
    const undecodable = passthrough ? findUndecodable(pdf) : [];
    const isWhole = undecodable.every(({ isImage }) => isImage);
    return toResult(isWhole ? digest.digest() : null, [...hidden.warnings(), ...undecodableWarning(undecodable)]);
  },
};

function toResult(hash: string | null, warnings: readonly StageWarning[]): StageResult {
  if (hash !== null) return { result: 'hashed', contentHash: hash, warnings };
  return { result: 'no_text', contentHash: null, warnings: [...warnings, warning('NO_EXTRACTABLE_TEXT')] };
}
