/** What follows from glyphs that no available font has, as the caller chose (`missing_glyph_policy`). */
import type { NormalizeOptions } from '#engine/facts/pipeline.ts';
import type { StageResult } from './stage.ts';

/** The result of a stage as it is, or under `reject` the document's rejection for its `GLYPH_MISSING`. */
export function withMissingGlyphPolicy(result: StageResult, { missingGlyphPolicy }: NormalizeOptions): StageResult {
  const isMissing = result.warnings?.some(({ finding }) => finding === 'GLYPH_MISSING') === true;
  if (!isMissing || missingGlyphPolicy !== 'reject') return result;
  return { ...result, result: 'rejected', reject: { reason: 'GLYPH_MISSING' } };
}
