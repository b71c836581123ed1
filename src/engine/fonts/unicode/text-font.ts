/**
 * The facts of fonts that text extraction needs: the codes of a shown string, the text of each code and its advance
 * (ISO 32000-2, 9.4.4 and 9.10.2). `docs/content-hash.md` states the rules.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';
import { compositeFont } from './composite-font.ts';
import { FontReader } from './font-reader.ts';
import { simpleFont } from './simple-font.ts';
import type { TextFont } from './text-glyph.ts';

export interface FontSource {
  of(font: Dict): TextFont;
}

/** The number of cached fonts. A document that was merged from thousands of files has other fonts on each page. */
const MAX_KEPT = 4096;

/** The fonts of one document. Each is read at its first use. */
export class TextFonts implements FontSource {
  readonly #pdf: PdfDocument;
  #reader: FontReader;
  readonly #fonts = new Map<Dict, TextFont>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
    this.#reader = new FontReader(pdf);
  }

  of(font: Dict): TextFont {
    const known = this.#fonts.get(font);
    if (known) return known;
    if (this.#fonts.size === MAX_KEPT) {
      this.#fonts.clear();
      this.#reader = new FontReader(this.#pdf);
    }
    const read = this.#read(font);
    this.#fonts.set(font, read);
    return read;
  }

  #read(font: Dict): TextFont {
    const descendant = this.#pdf.resolve(font.array('DescendantFonts')?.[0]);
    if (font.name('Subtype') === 'Type0' && descendant instanceof Dict)
      return compositeFont(this.#reader, font, descendant);
    return simpleFont(this.#reader, font);
  }
}
