/**
 * The fonts for reading appearances. The text that a font gives its codes is only for copying, and the maker of an
 * appearance can write anything there. So the drawing of a code decides, and its text counts only where the drawing is
 * unknown.
 */
import { type FontSource, TextFonts } from '#engine/fonts/unicode/text-font.ts';
import { type TextFont, unitOf } from '#engine/fonts/unicode/text-glyph.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';

/** Stands for a glyph of which nobody can say what it is. */
export const UNREADABLE = '\ufffd';

/** A flag of font descriptors (ISO 32000-2, 9.8.2). */
const SYMBOLIC = 4;

export class LookFonts {
  /** By what is said of the codes. */
  readonly told: FontSource;
  /** By encoding, glyph names and font program alone. */
  readonly drawn: FontSource;

  constructor(pdf: PdfDocument) {
    const fonts = new TextFonts(pdf);
    const copies = new Map<Dict, Dict>();
    const untold = (font: Dict): Dict => {
      const copy = copies.get(font) ?? withoutToUnicode(font, pdf);
      copies.set(font, copy);
      return copy;
    };
    this.told = { of: (font) => readable(fonts.of(font)) };
    this.drawn = { of: (font) => readable(fonts.of(untold(font))) };
  }
}

/** A symbolic program has an encoding of its own, whatever the font names beside it (9.6.5.4). */
function withoutToUnicode(font: Dict, pdf: PdfDocument): Dict {
  const descriptor = font.dict('FontDescriptor');
  const isSymbolic = ((descriptor?.integer('Flags') ?? 0) & SYMBOLIC) !== 0;
  const isEmbedded = ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(key) === true);
  if (!font.has('ToUnicode') || (isSymbolic && isEmbedded)) return font;
  return Dict.of(
    pdf,
    [...font].filter(([key]) => key !== 'ToUnicode'),
  );
}

function readable(font: TextFont): TextFont {
  return {
    isVertical: font.isVertical,
    em: font.em,
    glyphAt(bytes, at) {
      const glyph = font.glyphAt(bytes, at);
      return glyph.isTold ? glyph : { ...glyph, text: UNREADABLE, unit: unitOf(UNREADABLE) };
    },
  };
}
