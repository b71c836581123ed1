/**
 * The widths of a font that gets a substitute. They come from the document, else from the Adobe AFM files, which
 * viewers also know (ISO 32000-2, 9.2.4 and 9.6.2.2).
 */
import type { Real } from '#engine/pdf/syntax/objects.ts';
import { type EncodingTable, winAnsiGlyphName } from './encodings.ts';
import type { FontProgram } from './programs.ts';
import { type StandardFont, widthsOf } from './standard-metrics.ts';

/** ISO 19005-2, 6.2.11.5: dictionary and program may differ by one thousandth of an em. */
const TOLERANCE = 1;
/** No glyph is wider, and a charstring can hold the number. */
const MAX_ADVANCE = 16_000;

/** Advances by glyph name. */
export type Advances = ReadonlyMap<string, number>;

/**
 * New advances for the glyphs whose width in the document differs, in the order of their names. The lowest of several
 * codes of a glyph decides.
 */
export function wantedAdvances(
  program: FontProgram,
  glyphs: EncodingTable,
  widths: ReadonlyMap<number, number>,
): Advances {
  const wanted = new Map<string, number>();
  for (const [code, width] of comparable(program, glyphs, widths)) {
    const glyph = glyphs[code] ?? '';
    if (width >= 0 && width <= MAX_ADVANCE && !wanted.has(glyph)) wanted.set(glyph, Math.round(width));
  }
  const differing = [...wanted].filter(([glyph, width]) => differs(width, program.advances.get(glyph)));
  return new Map(differing.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The number of codes whose width still differs from the advance of their glyph. */
export function countMismatches(
  program: FontProgram,
  glyphs: EncodingTable,
  widths: ReadonlyMap<number, number>,
  changed: Advances,
): number {
  return comparable(program, glyphs, widths).filter(([code, width]) => {
    const glyph = glyphs[code] ?? '';
    return differs(width, changed.get(glyph) ?? program.advances.get(glyph));
  }).length;
}

export interface WidthRange {
  readonly firstChar: number;
  readonly lastChar: number;
  readonly widths: readonly (number | Real)[];
}

/** `FirstChar`, `LastChar` and `Widths` for a font without them. Codes without a glyph get the missing width. */
export function standardRange(
  face: StandardFont,
  program: FontProgram,
  glyphs: EncodingTable,
  missingWidth: number | Real,
): WidthRange {
  const known = widthsOf(face);
  const widths = glyphs.map((glyph = '') => known.get(glyph) ?? program.advances.get(glyph));
  const firstChar = Math.max(
    0,
    widths.findIndex((width) => width !== undefined),
  );
  const lastChar = Math.max(
    0,
    widths.findLastIndex((width) => width !== undefined),
  );
  return { firstChar, lastChar, widths: widths.slice(firstChar, lastChar + 1).map((width) => width ?? missingWidth) };
}

/**
 * The codes with a glyph and a width, ascending. A width of zero marks an unused code, and so does a filler of
 * WinAnsiEncoding.
 */
function comparable(
  program: FontProgram,
  glyphs: EncodingTable,
  widths: ReadonlyMap<number, number>,
): [code: number, width: number][] {
  return [...widths].filter(
    ([code, width]) => width !== 0 && program.advances.has(glyphs[code] ?? '') && !isFiller(code, glyphs[code]),
  );
}

/** WinAnsiEncoding has a bullet at every unused code in addition to the real bullet. */
function isFiller(code: number, glyph: string | undefined): boolean {
  return glyph === 'bullet' && code !== 0x95 && winAnsiGlyphName(code) === 'bullet';
}

function differs(width: number, advance: number | undefined): boolean {
  return Math.abs(width - (advance ?? 0)) > TOLERANCE;
}
