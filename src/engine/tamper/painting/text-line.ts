/** The positions of the glyphs of shown strings (ISO 32000-2, 9.4.4). */
import { type Matrix, multiply, transformBox, transformPoint, translation } from '#engine/content/matrix.ts';
import type { Operation } from '#engine/content/operations.ts';
import type { FontSource } from '#engine/fonts/unicode/text-font.ts';
import type { TextFont, TextGlyph } from '#engine/fonts/unicode/text-glyph.ts';
import { type Dict, Name, type PdfObject, PdfString, toNumber } from '#engine/pdf/syntax/objects.ts';
import { type Area, rectangle } from './area.ts';
import { type Glyph, LEAST_LETTERS } from './marks.ts';

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Half the height of small letters, in ems. */
const MIDDLE = 0.25;
/** In ems. */
const HEIGHT_OF_SIGN = 0.7;
/** In thousandths of an em. */
const USUAL_WIDTH = 500;
/** The number of glyphs of a string that decide whether it is a word. */
const LONGEST_LOOK = 200;
const MAX_GLYPHS_PER_STRING = 2000;
/** ISO 32000-2, table 104: 3 and 7 paint nothing. */
export const UNPAINTED: ReadonlySet<number> = new Set([3, 7]);
/** Table 104: these draw the outlines of letters. */
const OUTLINED: ReadonlySet<number> = new Set([1, 2, 5, 6]);
/** A glyph with a thicker outline is no letter any more. As a part of the size. */
const THICK_OUTLINE = 0.1;
const SIGNS = /dingbats|wingdings|webdings|symbol/i;

/** Text state parameters (9.3). */
export interface TextState {
  readonly font: PageFont | undefined;
  readonly size: number;
  readonly characterSpacing: number;
  readonly wordSpacing: number;
  readonly scale: number;
  readonly leading: number;
  readonly rise: number;
  readonly mode: number;
  readonly lineWidth: number;
}

export const FIRST_TEXT_STATE: TextState = {
  font: undefined,
  size: 0,
  characterSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
  lineWidth: 1,
};

export interface PageFont {
  readonly font: TextFont;
  /** True if its glyphs are signs and not letters. */
  readonly isOfSigns: boolean;
  /** True if a glyph may be an area of colour, such as the squares of sign fonts. */
  readonly isDrawn: boolean;
  /** True if a glyph is a drawing of any size (9.6.4). */
  readonly isOfDrawings: boolean;
}

export function nextTextState(state: TextState, { operator, operands }: Operation, fonts: FontLookup): TextState {
  const value = toNumber(operands[0] ?? null) ?? 0;
  switch (operator) {
    case 'Tf':
      return { ...state, font: fonts.of(operands[0]), size: toNumber(operands[1] ?? null) ?? 0 };
    case 'Tc':
      return { ...state, characterSpacing: value };
    case 'Tw':
      return { ...state, wordSpacing: value };
    case 'Tz':
      return { ...state, scale: value / 100 };
    case 'TL':
      return { ...state, leading: value };
    case 'TD':
      return { ...state, leading: -(toNumber(operands[1] ?? null) ?? 0) };
    case 'Ts':
      return { ...state, rise: value };
    case 'Tr':
      return { ...state, mode: value };
    case 'w':
      return { ...state, lineWidth: value };
    case '"':
      return { ...state, wordSpacing: value, characterSpacing: toNumber(operands[1] ?? null) ?? 0 };
    default:
      return state;
  }
}

export interface FontLookup {
  readonly of: (name: PdfObject | undefined) => PageFont | undefined;
}

/** The letters that one operator shows, and the areas of letters that may hide content. */
export interface Shown {
  readonly glyphs: Glyph[];
  readonly drawings: Area[];
}

/** The text line matrix and the position of the pen. */
export class TextLine {
  #matrix: Matrix = IDENTITY;
  #pen = 0;

  visit({ operator, operands }: Operation, { leading }: TextState): void {
    const [x = 0, y = 0] = operands.map((operand) => toNumber(operand) ?? 0);
    if (operator === 'BT') this.#start(IDENTITY);
    else if (operator === 'Tm') this.#start(matrixOf(operands) ?? this.#matrix);
    else if (operator === 'Td' || operator === 'TD') this.#start(multiply(translation(x, y), this.#matrix));
    else if (operator === 'T*' || operator === "'" || operator === '"')
      this.#start(multiply(translation(0, -leading), this.#matrix));
  }

  /**
   * The letters and digits that an operator shows, and the areas of signs and thick outlines, in the space of the given
   * matrix.
   * @param isPale true if every letter may hide content, because it has the colour of paper
   */
  show({ operands }: Operation, state: TextState, toPage: Matrix, isPale: boolean): Shown {
    const last = operands.at(-1) ?? null;
    const shown = { glyphs: new Array<Glyph>(), drawings: new Array<Area>() };
    for (const item of Array.isArray(last) ? last : [last]) {
      if (item instanceof PdfString) this.#string(item.bytes, state, { toPage, isPale }, shown);
      else this.#pen -= ((toNumber(item) ?? 0) / 1000) * state.size * state.scale;
    }
    return UNPAINTED.has(state.mode) ? { ...shown, drawings: [] } : shown;
  }

  #start(matrix: Matrix): void {
    this.#matrix = matrix;
    this.#pen = 0;
  }

  #string(
    bytes: Uint8Array,
    state: TextState,
    { toPage, isPale }: { readonly toPage: Matrix; readonly isPale: boolean },
    { glyphs, drawings }: Shown,
  ): void {
    const { size, scale, rise } = state;
    const { font, isOfSigns, isDrawn } = state.font ?? OWN_FONT;
    const matrix = multiply(this.#matrix, toPage);
    const [a, b, c, d] = matrix;
    const row = rowOf(bytes, font);
    const isWord = hasWord(row);
    const up = [MIDDLE * size * c, MIDDLE * size * d] as const;
    const isMirrored = (a * d - b * c) * scale < 0;
    const outline = OUTLINED.has(state.mode) ? state.lineWidth / 2 : 0;
    const isCover = isDrawn || isPale || outline > THICK_OUTLINE * size;
    for (const { glyph, code } of row) {
      const width = (size * glyph.advance) / 1000;
      const along = this.#pen + (width * (font.isVertical ? 1 : scale)) / 2;
      const [x, y] = font.isVertical
        ? transformPoint(matrix, 0, rise + along)
        : transformPoint(matrix, along, rise + MIDDLE * size);
      if (!isOfSigns && isLetter(glyph))
        glyphs.push({ x, y, up, isMirrored, code, isTelling: isWord || isDigit(glyph) });
      if (isCover && !glyph.isSpace) {
        const [left, right] = [this.#pen - outline, this.#pen + width * scale + outline];
        const em = { left, bottom: rise - outline, right, top: rise + HEIGHT_OF_SIGN * size + outline };
        drawings.push(rectangle(transformBox(matrix, em)));
      }
      const moved = width + state.characterSpacing + (glyph.isSpace ? state.wordSpacing : 0);
      this.#pen += moved * (font.isVertical ? 1 : scale);
    }
  }
}

/** One code of a string. */
interface Shape {
  readonly glyph: TextGlyph;
  readonly code: number;
}

function rowOf(bytes: Uint8Array, font: TextFont): Shape[] {
  const row: Shape[] = [];
  for (let at = 0; at < bytes.length && row.length < MAX_GLYPHS_PER_STRING;) {
    const glyph = font.glyphAt(bytes, at);
    const code = bytes.subarray(at, at + glyph.length).reduce((sum, byte) => sum * 0x100 + byte, 0);
    row.push({ glyph, code });
    at += glyph.length;
  }
  return row;
}

/** An unknown glyph may be a letter. */
function isLetter({ text, isTold, isSpace }: TextGlyph): boolean {
  return !isSpace && (!isTold || /[\p{L}\p{N}]/u.test(text));
}

function isDigit({ text, isTold }: TextGlyph): boolean {
  return isTold && /\p{N}/u.test(text);
}

/** Whether a string has at least two different signs. */
function hasWord(row: readonly Shape[]): boolean {
  const letters = row.slice(0, LONGEST_LOOK).filter(({ glyph }) => isLetter(glyph));
  return new Set(letters.map(({ code }) => code)).size >= LEAST_LETTERS;
}

/** The font of a reader for text without a font. */
const OWN_FONT: PageFont = {
  isOfSigns: false,
  isDrawn: false,
  isOfDrawings: false,
  font: {
    isVertical: false,
    em: 1,
    glyphAt(bytes, at) {
      const code = bytes[at] ?? 0;
      return {
        text: String.fromCharCode(code),
        unit: code,
        isTold: true,
        advance: USUAL_WIDTH,
        length: 1,
        isSpace: code === 0x20,
      };
    },
  },
};

export class FontsByName implements FontLookup {
  readonly #resources: Dict | undefined;
  readonly #fonts: FontSource;

  constructor(resources: Dict | undefined, fonts: FontSource) {
    this.#resources = resources;
    this.#fonts = fonts;
  }

  of(name: PdfObject | undefined): PageFont | undefined {
    const dict = name instanceof Name ? this.#resources?.dict('Font')?.dict(name.value) : undefined;
    if (!dict) return undefined;
    const isOfSigns = SIGNS.test(dict.name('BaseFont') ?? '');
    return {
      font: this.#fonts.of(dict),
      isOfSigns,
      isDrawn: isOfSigns,
      isOfDrawings: dict.name('Subtype') === 'Type3',
    };
  }
}

export function matrixOf(operands: readonly PdfObject[]): Matrix | undefined {
  const [a, b, c, d, e, f] = operands.map((operand) => toNumber(operand));
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return e === undefined || f === undefined ? undefined : [a, b, c, d, e, f];
}
