/**
 * Makes glyphs fit other advance widths. In a document a glyph too wide is made narrower and one too narrow stands in the
 * middle, as viewers do with a substitute; where the width itself was wrong the glyph is stretched to the right one.
 */
import { advancesOf, withAdvance } from './advance.ts';
import type { CffProgram } from './cff.ts';
import { readOutline, transform, writeOutline } from './outline.ts';

/** The program with other advance widths, whole numbers, for some of its glyphs. */
export function fitAdvances(
  program: CffProgram,
  advances: ReadonlyMap<string, number>,
  narrow: 'centre' | 'stretch' = 'centre',
): CffProgram {
  const own = advancesOf(program);
  const charStrings = program.charStrings.map((charString, index) => {
    const glyph = program.glyphs[index] ?? '';
    const wanted = advances.get(glyph);
    return wanted === undefined ? charString : fitGlyph(program, index, own.get(glyph) ?? 0, wanted, narrow);
  });
  return { ...program, charStrings };
}

function fitGlyph(
  program: CffProgram,
  index: number,
  own: number,
  wanted: number,
  narrow: 'centre' | 'stretch',
): Uint8Array {
  const charString = program.charStrings[index] ?? new Uint8Array();
  const outline = readOutline(program, index);
  if (outline.length === 0) return withAdvance(program, charString, wanted);
  const fitted =
    wanted > own && narrow === 'centre'
      ? transform(outline, 1, (wanted - own) / 2)
      : transform(outline, wanted / own, 0);
  return writeOutline(program, wanted, fitted);
}
