/**
 * Builds glyphs of the AFM files that PDFium's faces lack from other glyphs: Central European letters from a base and a
 * mark, mathematical signs from the Symbol face.
 */
import { advancesOf } from '#engine/fonts/cff/advance.ts';
import { addGlyphs, type CffProgram, withFontBBox } from '#engine/fonts/cff/cff.ts';
import { boxOf, enlarged, type OutlineBox as Box, type Segment, writeOutline } from '#engine/fonts/cff/outline.ts';
import { readOutline, transform } from './outline.ts';

/** Letters with a mark above, by mark. */
const ABOVE: Readonly<Record<string, string>> = {
  acute: 'C L N R S Z c l n r s z',
  breve: 'A G a g',
  caron: 'C D E N R T c e n r',
  dotaccent: 'E I Z e z',
  hungarumlaut: 'O U o u',
  macron: 'A E I O U a e i o u',
  ring: 'U u',
};
/** Letters with a comma below (`Kcommaaccent`). */
const COMMA_BELOW = 'G K L N R S T k l n r s t';
const OGONEK = 'A E I U a e i u';
const CEDILLA = 'S s';
/** The caron of these tall letters is an apostrophe on their right. */
const APOSTROPHE = 'd l t';
const FROM_SYMBOL = 'Delta greaterequal lessequal lozenge notequal partialdiff radical summation';

/** Adds the glyphs of `widths` that can be built, in the order of their names. */
export function addComposites(
  program: CffProgram,
  symbol: CffProgram,
  widths: ReadonlyMap<string, number>,
  italicAngle: number,
): CffProgram {
  const slope = Math.tan((-italicAngle * Math.PI) / 180);
  const made = new Map([...composites(program, slope), ...mathematical(symbol, widths)]);
  const missing = [...widths]
    .filter(([name]) => !program.glyphs.includes(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const added = missing.flatMap(([name, width]) => {
    const outline = made.get(name);
    return outline === undefined ? [] : [[name, writeOutline(program, width, outline)] as const];
  });
  return withRoom(
    addGlyphs(program, new Map(added)),
    added.map(([name]) => boxOf(made.get(name) ?? [])),
  );
}

/** The program with a FontBBox that also contains these boxes. */
function withRoom(program: CffProgram, boxes: readonly Box[]): CffProgram {
  return withFontBBox(program, enlarged(program.fontBBox, boxes));
}

function composites(program: CffProgram, slope: number): Map<string, Segment[]> {
  const glyph = (name: string): Segment[] => readOutline(program, program.glyphs.indexOf(name));
  const made = new Map<string, Segment[]>();
  const rise = boxOf(glyph('Eacute')).top - boxOf(glyph('acute')).top;
  for (const [mark, letters] of Object.entries(ABOVE)) {
    for (const letter of letters.split(' ')) {
      const base = glyph(letter === 'i' ? 'dotlessi' : letter);
      const dy = /[A-Zl]/.test(letter) ? rise : 0;
      made.set(letter + mark, [...base, ...centred(base, glyph(mark), dy, slope)]);
    }
  }
  const comma = glyph('comma');
  const below = -60 - boxOf(comma).top;
  for (const letter of COMMA_BELOW.split(' ')) {
    made.set(`${letter}commaaccent`, [...glyph(letter), ...centred(glyph(letter), comma, below, slope)]);
  }
  const turned = glyph('quoteleft');
  const above = boxOf(glyph('acute')).bottom - boxOf(turned).bottom;
  made.set('gcommaaccent', [...glyph('g'), ...centred(glyph('g'), turned, above, slope)]);
  made.set('commaaccent', transform(comma, 1, 0, below));
  for (const letter of CEDILLA.split(' ')) {
    made.set(`${letter}cedilla`, [...glyph(letter), ...centred(glyph(letter), glyph('cedilla'), 0, slope)]);
  }
  for (const letter of OGONEK.split(' '))
    made.set(`${letter}ogonek`, [...glyph(letter), ...atRight(glyph(letter), glyph('ogonek'))]);
  for (const letter of APOSTROPHE.split(' '))
    made.set(`${letter}caron`, [...glyph(letter), ...behind(glyph(letter), glyph('quoteright'))]);
  made.set('Lcaron', [...glyph('L'), ...overFoot(glyph('L'), glyph('quoteright'))]);
  made.set('Dcroat', glyph('Eth'));
  made.set('dcroat', [...glyph('d'), ...crossing(glyph('d'), glyph('macron'), slope)]);
  return made;
}

function mathematical(symbol: CffProgram, widths: ReadonlyMap<string, number>): Map<string, Segment[]> {
  const advances = advancesOf(symbol);
  return new Map(
    FROM_SYMBOL.split(' ').map((name) => {
      const scale = (widths.get(name) ?? 0) / (advances.get(name) ?? 1);
      return [name, transform(readOutline(symbol, symbol.glyphs.indexOf(name)), scale, 0)];
    }),
  );
}

/** The mark above the middle of the base, shifted by the slant of an italic. */
function centred(base: readonly Segment[], mark: readonly Segment[], dy: number, slope: number): Segment[] {
  const [below, above] = [boxOf(base), boxOf(mark)];
  const lean = slope * (middleY(above) + dy - middleY(below));
  return transform(mark, 1, Math.round(middleX(below) + lean - middleX(above)), Math.round(dy));
}

function atRight(base: readonly Segment[], mark: readonly Segment[]): Segment[] {
  return transform(mark, 1, boxOf(base).right - boxOf(mark).right);
}

/** An apostrophe close to the letter, because these letters have narrow advances. */
function behind(base: readonly Segment[], mark: readonly Segment[]): Segment[] {
  const [letter, apostrophe] = [boxOf(base), boxOf(mark)];
  return transform(mark, 1, letter.right + 10 - apostrophe.left, letter.top - apostrophe.top);
}

/** An apostrophe over the foot of an L. */
function overFoot(base: readonly Segment[], mark: readonly Segment[]): Segment[] {
  const [letter, apostrophe] = [boxOf(base), boxOf(mark)];
  return transform(mark, 1, letter.right - apostrophe.right, letter.top - apostrophe.top);
}

/** A bar across the stem of a d, at its right end and below its top. */
function crossing(base: readonly Segment[], bar: readonly Segment[], slope: number): Segment[] {
  const [letter, macron] = [boxOf(base), boxOf(bar)];
  const dy = Math.round(letter.top - 0.22 * (letter.top - letter.bottom) - macron.bottom);
  const overhang = 50 - Math.round(slope * (letter.top - macron.bottom - dy));
  return transform(bar, 1, letter.right + overhang - macron.right, dy);
}

function middleX({ left, right }: Box): number {
  return (left + right) / 2;
}

function middleY({ bottom, top }: Box): number {
  return (bottom + top) / 2;
}
