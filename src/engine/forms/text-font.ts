/**
 * The fonts a generated appearance is written with: the one the form asks for, then standard faces for the characters
 * it lacks. Characters that no font has are counted and shown as question marks.
 */
import { metricsOf, type StandardFont, standardFontOf } from '#engine/fonts/standard-metrics.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, Name, type PdfObject, type Ref } from '#engine/pdf/syntax/objects.ts';
import { type FontCodes, fontCodesOf } from './font-codes.ts';

/** A font resource and what can be written with it. */
export interface TextFont {
  readonly resource: PdfObject;
  /** The bytes and the advance, in thousandths of an em, of one character; undefined when the font lacks it. */
  glyph(character: string): Glyph | undefined;
  /** Answers the advance in thousandths of an em; undefined when the font lacks the code. */
  advanceOf(code: number): number | undefined;
  /** In thousandths of an em. */
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
}

interface Glyph {
  readonly bytes: readonly number[];
  readonly width: number;
}

/** A piece of text in one font. */
interface Run {
  readonly font: TextFont;
  readonly bytes: Uint8Array;
}

/** What Acrobat's own form resources call the standard faces; used where the form lost the resources themselves. */
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

/** The fonts of one document, each prepared once. */
export class FontCabinet {
  readonly #pdf: PdfDocument;
  readonly #codes = new Map<Dict, FontCodes | undefined>();
  readonly #fonts = new Map<Dict, TextFont | undefined>();
  readonly #standard = new Map<StandardFont, TextFont>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  codesOf(font: Dict): FontCodes | undefined {
    if (!this.#codes.has(font)) this.#codes.set(font, fontCodesOf(this.#pdf, font));
    return this.#codes.get(font);
  }

  /** The fonts for text asked for in `name`, looked up in the given font resources, most wanted first. */
  choose(name: string | undefined, resources: readonly (Dict | undefined)[]): TextFont[] {
    const found = resources.find((fonts) => name !== undefined && fonts?.dict(name) !== undefined);
    const wanted = name === undefined ? undefined : found?.dict(name);
    const own = wanted && this.#fontOf(wanted, found?.raw(name ?? '') ?? null);
    const substitute = wanted ? substituteFor(wanted, this.codesOf(wanted)) : standardNamed(name);
    const plain = isPictorial(substitute) ? 'Helvetica' : substitute;
    const wantedFirst = own ?? this.standard(substitute);
    return [wantedFirst, this.standard(plain), this.standard('Symbol'), this.standard('ZapfDingbats')];
  }

  /** A font dictionary without a program: FontResourceValidation embeds it. */
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

  /** A font is fit for new text when its glyphs are known to be there: embedded, or a standard face. */
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

/** A line of text as glyphs; `missing` counts characters no font has. */
export interface SetText {
  readonly runs: readonly Run[];
  /** Advance in thousandths of an em. */
  readonly width: number;
  readonly missing: number;
}

export function setText(text: string, fonts: readonly TextFont[]): SetText {
  const runs: { font: TextFont; bytes: number[] }[] = [];
  let width = 0;
  let missing = 0;
  for (const character of text) {
    const placed = place(character, fonts) ?? place('?', fonts);
    if (place(character, fonts) === undefined) missing++;
    if (!placed) continue;
    const last = runs.at(-1);
    if (last?.font === placed.font) last.bytes.push(...placed.glyph.bytes);
    else runs.push({ font: placed.font, bytes: [...placed.glyph.bytes] });
    width += placed.glyph.width;
  }
  return { runs: runs.map(({ font, bytes }) => ({ font, bytes: Uint8Array.from(bytes) })), width, missing };
}

export function widthOf(text: string, fonts: readonly TextFont[]): number {
  let width = 0;
  for (const character of text) width += (place(character, fonts) ?? place('?', fonts))?.glyph.width ?? 0;
  return width;
}

function place(character: string, fonts: readonly TextFont[]): { font: TextFont; glyph: Glyph } | undefined {
  for (const font of fonts) {
    const glyph = font.glyph(character);
    if (glyph) return { font, glyph };
  }
  return undefined;
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
