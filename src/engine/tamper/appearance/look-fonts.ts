/**
 * The fonts for reading appearances. The text of a code in ToUnicode is only for copying, and the author of an
 * appearance can write anything there. The drawing of a code therefore decides, and its text counts only if the drawing
 * is unknown.
 */
import { type FontSource, TextFonts } from '#engine/fonts/unicode/text-font.ts';
import { type TextFont, unitOf } from '#engine/fonts/unicode/text-glyph.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';

/** Represents an unknown glyph. */
export const UNREADABLE = '\ufffd';

/** A flag of font descriptors (ISO 32000-2, 9.8.2). */
const SYMBOLIC = 4;

export class LookFonts {
  /** Reads the texts by ToUnicode. */
  readonly told: FontSource;
  /** Reads the texts only by encoding, glyph names and font program. */
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

/** A symbolic program has its own encoding, whatever encoding the font names (9.6.5.4). */
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
