/**
 * Stage 9, ContentHash: the SHA-256 of the output's text, a pure function of the output's pages (`docs/content-hash.md`).
 * The graph is what was written; of a document that passes through, what was read. What nobody sees of it is told of on
 * the way (`text/hidden-content.ts`).
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
    // Stage 4 has refused any other document in which text cannot be read.
    const undecodable = passthrough ? findUndecodable(pdf) : [];
    const isWhole = undecodable.every(({ isImage }) => isImage);
    return toResult(isWhole ? digest.digest() : null, [...hidden.warnings(), ...undecodableWarning(undecodable)]);
  },
};

function toResult(hash: string | null, warnings: readonly StageWarning[]): StageResult {
  if (hash !== null) return { result: 'hashed', contentHash: hash, warnings };
  return { result: 'no_text', contentHash: null, warnings: [...warnings, warning('NO_EXTRACTABLE_TEXT')] };
}
