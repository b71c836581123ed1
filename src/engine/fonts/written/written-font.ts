/**
 * Writes new text in one of our faces. Each used glyph gets a code of a simple font, and only the outlines of used
 * glyphs are embedded (ISO 32000-2, 9.6.2 and 9.9). After 255 codes the next font starts.
 */
import { fromLatin1 } from '#engine/pdf/syntax/lexer.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, Name, type PdfObject, PdfString, type Ref } from '#engine/pdf/syntax/objects.ts';
import { newProgram, writeCff } from '#engine/fonts/cff/cff.ts';
import { boxOf, enlarged, writeOutline } from '#engine/fonts/cff/outline.ts';
import { uniformGlyphName } from '#engine/fonts/encodings.ts';
import type { FaceLibrary, FontFile, OpenTypeFace } from '#engine/fonts/opentype.ts';
import { toUnicodeCMap } from './to-unicode-cmap.ts';

const MAX_CODES = 255;
const FIRST_CODE = 1;
/** The cost of shaping a glyph, relative to reading an operator. */
const OPERATORS_PER_GLYPH = 32;
const NONSYMBOLIC = 32;
const ITALIC = 64;
const CAP_HEIGHT = 700;
const STEM_V = 80;

interface UsedGlyph {
  readonly glyph: number;
  readonly text: string;
}

/**
 * One unfinished simple font. It has a unique name from the start, so that two unfinished fonts never count as equal.
 */
interface Part {
  readonly ref: Ref;
  readonly dict: Dict;
  readonly glyphs: UsedGlyph[];
}

/** The font and the code of a glyph. */
export interface PlacedGlyph {
  readonly resource: PdfObject;
  readonly code: number;
}

export class WrittenFont {
  readonly #file: FontFile;
  readonly #library: FaceLibrary;
  readonly #pdf: PdfDocument;
  readonly #parts: Part[] = [];
  readonly #placed = new Map<string, PlacedGlyph>();

  constructor(pdf: PdfDocument, file: FontFile, library: FaceLibrary) {
    this.#pdf = pdf;
    this.#file = file;
    this.#library = library;
  }

  /** The face is loaded at its first use. */
  get face(): OpenTypeFace {
    return this.#library(this.#file);
  }

  /** Gives the glyph a code. A glyph with several texts gets one code for each. */
  place(glyph: number, text: string): PlacedGlyph {
    this.#pdf.budget.spend('operators', OPERATORS_PER_GLYPH);
    const key = `${glyph} ${text}`;
    const known = this.#placed.get(key);
    if (known !== undefined) return known;
    const last = this.#parts.at(-1);
    const part = last === undefined || last.glyphs.length === MAX_CODES ? this.#newPart() : last;
    const placed = { resource: part.ref, code: FIRST_CODE + part.glyphs.length };
    part.glyphs.push({ glyph, text });
    this.#placed.set(key, placed);
    return placed;
  }

  /** Writes the data of the fonts after all text is set. */
  finish(): void {
    for (const part of this.#parts) this.#write(part);
  }

  /** The name of a subset starts with six letters (9.9.2), which count up here. */
  #newPart(): Part {
    const letters = this.#parts.length.toString(26).padStart(6, '0');
    const tag = [...letters].map((digit) => String.fromCharCode(65 + Number.parseInt(digit, 26))).join('');
    const name = new Name(`${tag}+${this.face.file.replace(/-Regular$/, '')}`);
    const dict = this.#pdf.newDict({ Type: new Name('Font'), Subtype: new Name('Type1'), BaseFont: name });
    const part = { ref: this.#pdf.add(dict), dict, glyphs: [] };
    this.#parts.push(part);
    return part;
  }

  #write({ dict, glyphs }: Part): void {
    const pdf = this.#pdf;
    const baseFont = dict.name('BaseFont') ?? '';
    const outlines = glyphs.map(({ glyph }) => this.face.outline(glyph));
    const advances = glyphs.map(({ glyph }) => this.face.advance(glyph));
    const names = namesOf(glyphs);
    const fontBBox = enlarged([0, this.face.descent, 0, this.face.ascent], outlines.map(boxOf));
    const charStrings = outlines.map((outline, index) =>
      writeOutline({ nominalWidth: 0 }, advances[index] ?? 0, outline),
    );
    const program = newProgram(
      baseFont,
      new Map([
        ['.notdef', writeOutline({ nominalWidth: 0 }, 0, [])],
        ...names.map((name, index) => [name, charStrings[index] ?? new Uint8Array()] as const),
      ]),
      fontBBox,
    );
    const italic = this.face.file.includes('Italic');
    const descriptor = pdf.newDict({
      Type: new Name('FontDescriptor'),
      FontName: new Name(baseFont),
      Flags: NONSYMBOLIC + (italic ? ITALIC : 0),
      FontBBox: fontBBox,
      ItalicAngle: italic ? -12 : 0,
      Ascent: this.face.ascent,
      Descent: this.face.descent,
      CapHeight: CAP_HEIGHT,
      StemV: STEM_V,
      // PDF/A-1 (ISO 19005-1, 6.3.5) requires a subset to list its glyphs.
      CharSet: new PdfString(fromLatin1(names.map((name) => `/${name}`).join(''))),
      FontFile3: pdf.add(pdf.newStream(writeCff(program), { Subtype: new Name('Type1C') })),
    });
    const encoding = { Type: new Name('Encoding'), Differences: [FIRST_CODE, ...names.map((name) => new Name(name))] };
    const texts = new Map(glyphs.map(({ text }, index) => [FIRST_CODE + index, text] as const));
    dict
      .set('FirstChar', FIRST_CODE)
      .set('LastChar', FIRST_CODE + glyphs.length - 1)
      .set('Widths', advances)
      .set('Encoding', pdf.newDict(encoding))
      .set('FontDescriptor', pdf.add(descriptor))
      .set('ToUnicode', pdf.add(pdf.newStream(fromLatin1(toUnicodeCMap(texts)))));
  }
}

/** A glyph with one character is named after it, other glyphs after their code. Names are unique. */
function namesOf(glyphs: readonly UsedGlyph[]): string[] {
  const names = new Set<string>();
  for (const [index, { text }] of glyphs.entries()) {
    const [character = '', ...more] = text;
    const name = uniformGlyphName(character.codePointAt(0) ?? 0);
    names.add(more.length > 0 || names.has(name) ? `g${FIRST_CODE + index}` : name);
  }
  return [...names];
}
