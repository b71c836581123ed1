/** What follows from glyphs that no available font has, as the caller chose (`missing_glyph_policy`). */
import type { NormalizeOptions } from '#domain/pipeline.ts';
import type { StageResult } from '#engine/stage.ts';

/** The result of a stage as it is, or under `reject` the document's rejection in the words of its `GLYPH_MISSING`. */
export function withMissingGlyphPolicy(result: StageResult, { missingGlyphPolicy }: NormalizeOptions): StageResult {
  const missing = result.warnings?.find(({ code }) => code === 'GLYPH_MISSING');
  if (missing === undefined || missingGlyphPolicy !== 'reject') return result;
  const message = `GLYPH_MISSING: ${missing.message}. With missing_glyph_policy warn this is a warning.`;
  return { ...result, result: 'rejected', reject: { code: 'POLICY_REJECTION', message: message.replace('..', '.') } };
}
