/**
 * The fonts of a generated appearance: the font that the form names, then standard faces for missing characters, then
 * other fonts of the form, then our own faces for further scripts.
 */
import { completingFile } from '#engine/fonts/extended-faces.ts';
import type { FaceLibrary, FontFile } from '#engine/fonts/opentype.ts';
import { metricsOf, type StandardFont, standardFontOf } from '#engine/fonts/standard-metrics.ts';
import { WrittenFont } from '#engine/fonts/written/written-font.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, Name, type PdfObject, type Ref } from '#engine/pdf/syntax/objects.ts';
import { type FontCodes, fontCodesOf } from './font-codes.ts';
import type { FontChoice } from './text/set-text.ts';

/** A font resource and the characters that it can write. */
export interface TextFont {
  readonly resource: PdfObject;
  /** The bytes and the advance, in thousandths of an em, of one character; undefined if the font lacks it. */
  glyph(character: string): Glyph | undefined;
  /** Returns the advance in thousandths of an em; undefined if the font lacks the code. */
  advanceOf(code: number): number | undefined;
  /** In thousandths of an em. */
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
}

export interface Glyph {
  readonly bytes: readonly number[];
  readonly width: number;
}

/** The names of the standard faces in the form resources of Acrobat. They apply if the form has lost its resources. */
const CUSTOMARY_NAMES: ReadonlyMap<string, StandardFont> = new Map<string, StandardFont>([
  ['Cour', 'Courier'],
  ['CoBo', 'Courier-Bold'],
  ['CoOb', 'Courier-Oblique'],
  ['CoBO', 'Courier-BoldOblique'],
  ['Helv', 'Helvetica'],
  ['HeBo', 'Helvetica-Bold'],
  ['HeOb', 'Helvetica-Oblique'],
  ['HeBO', 'Helvetica-BoldOblique'],
  ['TiRo', 'Times-Roman'],
  ['TiBo', 'Times-Bold'],
  ['TiIt', 'Times-Italic'],
  ['TiBI', 'Times-BoldItalic'],
  ['Symb', 'Symbol'],
  ['ZaDb', 'ZapfDingbats'],
]);

/** Arabic, Devanagari, Thai; Chinese, Japanese and Korean. */
const FURTHER_SCRIPTS: readonly FontFile[] = [
  'NotoSansArabic-Regular',
  'NotoSansDevanagari-Regular',
  'NotoSansThai-Regular',
  'DroidSansFallback',
];

/** The fonts of one document, each prepared once. */
export class FontCabinet {
  readonly #pdf: PdfDocument;
  readonly #codes = new Map<Dict, FontCodes | undefined>();
  readonly #fonts = new Map<Dict, TextFont | undefined>();
  readonly #standard = new Map<StandardFont, TextFont>();
  readonly #written = new Map<FontFile, WrittenFont>();
  readonly #library: FaceLibrary | undefined;

  /** Without a library only the fonts of the document and the standard faces are available. */
  constructor(pdf: PdfDocument, library?: FaceLibrary) {
    this.#pdf = pdf;
    this.#library = library;
  }

  codesOf(font: Dict): FontCodes | undefined {
    if (!this.#codes.has(font)) this.#codes.set(font, fontCodesOf(this.#pdf, font));
    return this.#codes.get(font);
  }

  /** The fonts for text in the font `name`, searched in the given font resources, in order of preference. */
  choose(name: string | undefined, resources: readonly (Dict | undefined)[]): FontChoice {
    const found = resources.find((fonts) => name !== undefined && fonts?.dict(name) !== undefined);
    const wanted = name === undefined ? undefined : found?.dict(name);
    const own = wanted && this.#fontOf(wanted, found?.raw(name ?? '') ?? null);
    const substitute = wanted ? substituteFor(wanted, this.codesOf(wanted)) : standardNamed(name);
    const plain = isPictorial(substitute) ? 'Helvetica' : substitute;
    const wantedFirst = own ?? this.standard(substitute);
    const others = resources.flatMap((fonts) => this.#othersLike(plain, fonts));
    const fonts = [...new Set([wantedFirst, this.standard(plain), ...others])];
    const pictorial = [this.standard('Symbol'), this.standard('ZapfDingbats')];
    return { fonts, faces: this.#facesLike(plain), pictorial, widths: new Map() };
  }

  /** Writes our own fonts that were used, after all text is set. */
  finish(): void {
    for (const font of this.#written.values()) font.finish();
  }

  /** The embedded fonts of the form in this style that list their characters. */
  #othersLike(style: StandardFont, fonts: Dict | undefined): TextFont[] {
    const names = fonts?.keys().toSorted() ?? [];
    return names.flatMap((name) => {
      const font = fonts?.dict(name);
      const codes = font && this.codesOf(font);
      if (!font || !codes?.embedded || font.stream('ToUnicode') === undefined) return [];
      if (substituteFor(font, codes) !== style) return [];
      return this.#fontOf(font, fonts?.raw(name) ?? null) ?? [];
    });
  }

  #facesLike(style: StandardFont): WrittenFont[] {
    const library = this.#library;
    if (library === undefined) return [];
    const completing = completingFile(style);
    const files = completing === undefined ? FURTHER_SCRIPTS : [completing, ...FURTHER_SCRIPTS];
    return files.map((file) => {
      const known = this.#written.get(file) ?? new WrittenFont(this.#pdf, file, library);
      this.#written.set(file, known);
      return known;
    });
  }

  /** A font dictionary without a program, because FontResourceValidation embeds the program. */
  standard(font: StandardFont): TextFont {
    const known = this.#standard.get(font);
    if (known) return known;
    const entries = { Type: new Name('Font'), Subtype: new Name('Type1'), BaseFont: new Name(font) };
    const encoding = isPictorial(font) ? {} : { Encoding: new Name('WinAnsiEncoding') };
    const dict = this.#pdf.newDict({ ...entries, ...encoding });
    const ref: Ref = this.#pdf.add(dict);
    const made = new CodedFont(ref, fontCodesOf(this.#pdf, dict) ?? NO_CODES);
    this.#standard.set(font, made);
    return made;
  }

  /** New text can use a font only if its glyphs certainly exist: the font is embedded or a standard face. */
  #fontOf(dict: Dict, resource: PdfObject): TextFont | undefined {
    if (!this.#fonts.has(dict)) {
      const codes = this.codesOf(dict);
      const fit = codes !== undefined && (codes.embedded || standardFontOf(codes.baseFont) !== undefined);
      this.#fonts.set(dict, fit ? new CodedFont(resource, codes) : undefined);
    }
    return this.#fonts.get(dict);
  }
}

const NO_CODES: FontCodes = {
  codeBytes: 1,
  text: new Map(),
  width: () => undefined,
  embedded: false,
  baseFont: '',
  descriptor: undefined,
};

class CodedFont implements TextFont {
  readonly resource: PdfObject;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly #glyphs = new Map<string, Glyph>();
  readonly #codes: FontCodes;

  constructor(resource: PdfObject, codes: FontCodes) {
    this.resource = resource;
    this.#codes = codes;
    const standard = metricsOf(standardFontOf(codes.baseFont) ?? 'Helvetica');
    const said = (key: string, least: number, greatest: number): number | undefined => {
      const value = codes.descriptor?.number(key);
      return value !== undefined && value >= least && value <= greatest ? value : undefined;
    };
    this.ascent = said('Ascent', 400, 1300) ?? standard.ascent;
    this.descent = said('Descent', -600, -50) ?? standard.descent;
    this.capHeight = said('CapHeight', 300, Math.min(800, this.ascent)) ?? (standard.capHeight || standard.ascent);
    for (const code of [...codes.text.keys()].toSorted((a, b) => a - b)) {
      const character = codes.text.get(code) ?? '';
      const width = codes.width(code);
      const bytes = codes.codeBytes === 1 ? [code] : [code >> 8, code & 0xff];
      if (width !== undefined && !this.#glyphs.has(character)) this.#glyphs.set(character, { bytes, width });
    }
  }

  glyph(character: string): Glyph | undefined {
    return this.#glyphs.get(character);
  }

  advanceOf(code: number): number | undefined {
    return this.#codes.width(code);
  }
}

function standardNamed(name: string | undefined): StandardFont {
  return CUSTOMARY_NAMES.get(name ?? '') ?? standardFontOf(name ?? '') ?? 'Helvetica';
}

function substituteFor(font: Dict, codes: FontCodes | undefined): StandardFont {
  const baseFont = font.name('BaseFont') ?? '';
  const standard = standardFontOf(baseFont);
  if (standard) return standard;
  const flags = codes?.descriptor?.integer('Flags') ?? 0;
  const bold = /bold|black|heavy/i.test(baseFont);
  const italic = /italic|oblique/i.test(baseFont);
  const family = flags & 1 ? 'Courier' : flags & 2 ? 'Times' : 'Helvetica';
  const style = `${bold ? 'Bold' : ''}${italic ? 'Italic' : ''}`;
  return standardFontOf(style === '' ? family : `${family}-${style}`) ?? 'Helvetica';
}

function isPictorial(font: StandardFont): boolean {
  return font === 'Symbol' || font === 'ZapfDingbats';
}
