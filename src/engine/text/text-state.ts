/**
 * The part of the graphics state that text needs (ISO 32000-2, 8.4.1 and 9.3), and the two matrices of a text object
 * (9.4.1).
 */
import type { TextFont } from '#engine/fonts/unicode/text-glyph.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import type { Matrix } from '#engine/content/matrix.ts';

/** The part that `q` saves and `Q` restores. */
export class TextState {
  ctm: Matrix = [1, 0, 0, 1, 0, 0];
  font: TextFont | undefined;
  /** The dictionary that the font was read from. */
  fontDict: Dict | undefined;
  size = 0;
  characterSpacing = 0;
  wordSpacing = 0;
  /** A factor; `100 Tz` gives 1. */
  scale = 1;
  leading = 0;
  rise = 0;
  /** The mode of painting glyphs, 0 to 7 (table 104). */
  renderingMode = 0;

  copy(): TextState {
    const copy = new TextState();
    copy.ctm = this.ctm;
    copy.font = this.font;
    copy.fontDict = this.fontDict;
    copy.size = this.size;
    copy.characterSpacing = this.characterSpacing;
    copy.wordSpacing = this.wordSpacing;
    copy.scale = this.scale;
    copy.leading = this.leading;
    copy.rise = this.rise;
    copy.renderingMode = this.renderingMode;
    return copy;
  }
}
