/** Applies the option `missing_glyph_policy` to glyphs that no available font has. */
import type { NormalizeOptions } from '#engine/facts/pipeline.ts';
import type { StageResult } from './stage.ts';

/** Returns the result of a stage unchanged; under `reject` a `GLYPH_MISSING` becomes the rejection of the document. */
export function withMissingGlyphPolicy(result: StageResult, { missingGlyphPolicy }: NormalizeOptions): StageResult {
  const isMissing = result.warnings?.some(({ finding }) => finding === 'GLYPH_MISSING') === true;
  if (!isMissing || missingGlyphPolicy !== 'reject') return result;
  return { ...result, result: 'rejected', reject: { reason: 'GLYPH_MISSING' } };
}
