/**
 * Fonts as the text of a page needs them: how a shown string falls into codes, which text each code stands for and how
 * far it moves on (ISO 32000-2, 9.4.4 and 9.10.2). `docs/content-hash.md` states the rules.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';
import { compositeFont } from './composite-font.ts';
import { FontReader } from './font-reader.ts';
import { simpleFont } from './simple-font.ts';

export interface TextGlyph {
  /** Where the document does not say, the character with the number of the code. */
  readonly text: string;
  /** The text where it is one UTF-16 unit, as that of most glyphs is; else -1. */
  readonly unit: number;
  /** Whether the document says so. */
  readonly isTold: boolean;
  /** How far the next glyph is, in thousandths of a unit of text space; downwards it is negative. */
  readonly advance: number;
  /** How many bytes the code has. */
  readonly length: number;
  /** Whether word spacing applies: the single-byte code 32 (9.3.3). */
  readonly isSpace: boolean;
}

export function unitOf(text: string): number {
  return text.length === 1 ? text.charCodeAt(0) : -1;
}

export interface TextFont {
  readonly isVertical: boolean;
  /** The size of an em, in units of text space. */
  readonly em: number;
  /** The glyph whose code begins there; there must be a byte. */
  glyphAt(bytes: Uint8Array, at: number): TextGlyph;
}

export interface FontSource {
  of(font: Dict): TextFont;
}

/** Fonts that are kept at a time: a document put together from thousands has fonts of its own on each page. */
const MAX_KEPT = 4096;

/** The fonts of one document, each read when it is first selected. */
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
