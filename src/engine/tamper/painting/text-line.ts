/** Where the glyphs of shown strings lie (ISO 32000-2, 9.4.4), by the widths that fonts state: no font program is read. */
import { type Matrix, multiply, transformBox, translation } from '#engine/content/matrix.ts';
import type { Operation } from '#engine/content/operations.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfObject, PdfString, toNumber } from '#engine/pdf/syntax/objects.ts';
import { type Area, rectangle } from './area.ts';
import { type Glyph, LEAST_LETTERS } from './marks.ts';

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** In thousandths of an em: of a letter of a font that states no widths. */
const USUAL_WIDTH = 500;
/** Of a font without widths all of whose letters are as wide. */
const TYPEWRITER_WIDTH = 600;
const USUAL_WIDTH_OF_CID = 1000;
/** Half the height of small letters, in ems. */
const MIDDLE = 0.25;
/** In ems. */
const HEIGHT_OF_SIGN = 0.7;
/** Bytes of a string that are looked at for whether it is a word. */
const LONGEST_LOOK = 200;
const MAX_GLYPHS_PER_STRING = 2000;
/** ISO 32000-2, table 104: 3 and 7 paint nothing. */
const UNPAINTED: ReadonlySet<number> = new Set([3, 7]);
const SIGNS = /dingbats|wingdings|webdings|symbol/i;

/** Text state parameters (9.3). */
export interface TextState {
  readonly font: FontWidths | undefined;
  readonly size: number;
  readonly characterSpacing: number;
  readonly wordSpacing: number;
  readonly scale: number;
  readonly leading: number;
  readonly rise: number;
  readonly mode: number;
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
};

export interface FontWidths {
  readonly bytesPerCode: 1 | 2;
  /** In thousandths of an em. */
  readonly widthOf: (code: number) => number;
  /** Its glyphs are signs, not letters. */
  readonly isOfSigns: boolean;
  /** A glyph may be an area of colour, as the squares of signs and the drawings of a Type 3 font are. */
  readonly isDrawn: boolean;
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
    case '"':
      return { ...state, wordSpacing: value, characterSpacing: toNumber(operands[1] ?? null) ?? 0 };
    default:
      return state;
  }
}

export interface FontLookup {
  readonly of: (name: PdfObject | undefined) => FontWidths | undefined;
}

/** The letters, and the areas of signs, that one operator shows. */
export interface Shown {
  readonly glyphs: Glyph[];
  readonly drawings: Area[];
}

/** The text line matrix and how far the pen is along it. */
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

  /** The letters and digits that an operator shows, and the areas of signs, in the space of the given matrix. */
  show({ operands }: Operation, state: TextState, toPage: Matrix): Shown {
    const last = operands.at(-1) ?? null;
    const shown = { glyphs: new Array<Glyph>(), drawings: new Array<Area>() };
    for (const item of Array.isArray(last) ? last : [last]) {
      if (item instanceof PdfString) this.#string(item.bytes, state, toPage, shown);
      else this.#pen -= ((toNumber(item) ?? 0) / 1000) * state.size * state.scale;
    }
    return UNPAINTED.has(state.mode) ? { glyphs: [], drawings: [] } : shown;
  }

  #start(matrix: Matrix): void {
    this.#matrix = matrix;
    this.#pen = 0;
  }

  #string(bytes: Uint8Array, state: TextState, toPage: Matrix, { glyphs, drawings }: Shown): void {
    const { size, scale, rise, font } = state;
    const step = font?.bytesPerCode ?? 1;
    const [a, b, c, d, e, f] = multiply(this.#matrix, toPage);
    const y = rise + MIDDLE * size;
    const isWord = hasWord(bytes, font);
    const up = [MIDDLE * size * c, MIDDLE * size * d] as const;
    const isMirrored = (a * d - b * c) * scale < 0;
    for (let at = 0; at < bytes.length && at < MAX_GLYPHS_PER_STRING * step; at += step) {
      const code = step === 2 ? ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0) : (bytes[at] ?? 0);
      const width = (size * (font?.widthOf(code) ?? USUAL_WIDTH)) / 1000;
      const x = this.#pen + (width * scale) / 2;
      if (isLetter(code, font))
        glyphs.push({
          x: a * x + c * y + e,
          y: b * x + d * y + f,
          up,
          isMirrored,
          code,
          isTelling: isWord || isDigit(code, font),
        });
      const isBlank = step === 1 && code === 0x20;
      if (font?.isDrawn === true && !isBlank) {
        const em = {
          left: this.#pen,
          bottom: rise,
          right: this.#pen + width * scale,
          top: rise + HEIGHT_OF_SIGN * size,
        };
        drawings.push(rectangle(transformBox([a, b, c, d, e, f], em)));
      }
      this.#pen += (width + state.characterSpacing + (isBlank ? state.wordSpacing : 0)) * scale;
    }
  }
}

/** By the numbers that most encodings give to letters; codes of two bytes are numbers of glyphs. */
function isLetter(code: number, font: FontWidths | undefined): boolean {
  if (font?.isOfSigns === true) return false;
  if (font?.bytesPerCode === 2) return true;
  return /[0-9A-Za-z]/.test(String.fromCharCode(code)) || code >= 0xc0;
}

/** Whether a string is more than a row of the same sign. */
function hasWord(bytes: Uint8Array, font: FontWidths | undefined): boolean {
  const step = font?.bytesPerCode ?? 1;
  const letters = codesOf(bytes.subarray(0, LONGEST_LOOK), step).filter((code) => isLetter(code, font));
  return letters.length >= LEAST_LETTERS && new Set(letters).size >= LEAST_LETTERS;
}

function codesOf(bytes: Uint8Array, step: 1 | 2): number[] {
  if (step === 1) return [...bytes];
  return Array.from({ length: bytes.length >> 1 }, (_, at) => ((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0));
}

function isDigit(code: number, font: FontWidths | undefined): boolean {
  return font?.bytesPerCode !== 2 && code >= 0x30 && code <= 0x39;
}

export class FontsByName implements FontLookup {
  readonly #resources: Dict | undefined;
  readonly #known: WeakMap<Dict, FontWidths>;
  readonly #pdf: PdfDocument;

  constructor(pdf: PdfDocument, resources: Dict | undefined, known: WeakMap<Dict, FontWidths>) {
    this.#pdf = pdf;
    this.#resources = resources;
    this.#known = known;
  }

  of(name: PdfObject | undefined): FontWidths | undefined {
    const font = name instanceof Name ? this.#resources?.dict('Font')?.dict(name.value) : undefined;
    if (!font) return undefined;
    const known = this.#known.get(font) ?? readWidths(this.#pdf, font);
    this.#known.set(font, known);
    return known;
  }
}

function readWidths(pdf: PdfDocument, font: Dict): FontWidths {
  const name = font.name('BaseFont') ?? '';
  const isOfSigns = SIGNS.test(name);
  const descendant = pdf.resolve(font.array('DescendantFonts')?.[0]);
  if (font.name('Subtype') === 'Type0' && descendant instanceof Dict)
    return { bytesPerCode: 2, widthOf: widthsOfCids(pdf, descendant), isOfSigns, isDrawn: isOfSigns };
  const widths = (font.array('Widths') ?? []).map((width) => toNumber(pdf.resolve(width)));
  const first = font.integer('FirstChar') ?? 0;
  const usual = /courier|mono/i.test(name) ? TYPEWRITER_WIDTH : USUAL_WIDTH;
  // The widths of a font of drawings are in a space of its own (9.2.4).
  const isDrawn = font.name('Subtype') === 'Type3';
  const scale = isDrawn ? 1000 * (toNumber(pdf.resolve(font.array('FontMatrix')?.[0])) ?? 0.001) : 1;
  const widthOf = (code: number): number => (widths[code - first] ?? usual) * scale;
  return { bytesPerCode: 1, widthOf, isOfSigns, isDrawn: isDrawn || isOfSigns };
}

/** Table 115: `c [w1 w2 ...]` and `first last w`. */
function widthsOfCids(pdf: PdfDocument, descendant: Dict): (code: number) => number {
  const widths = new Map<number, number>();
  const usual = descendant.number('DW') ?? USUAL_WIDTH_OF_CID;
  const items = (descendant.array('W') ?? []).map((item) => pdf.resolve(item));
  for (let at = 0; at + 1 < items.length;) {
    const first = toNumber(items[at] ?? null) ?? 0;
    const next = items[at + 1] ?? null;
    if (Array.isArray(next)) {
      for (const [index, width] of next.entries()) widths.set(first + index, toNumber(pdf.resolve(width)) ?? usual);
      at += 2;
    } else {
      const last = Math.min(toNumber(next) ?? first, first + 0xffff);
      const width = toNumber(items[at + 2] ?? null) ?? usual;
      for (let code = first; code <= last; code++) widths.set(code, width);
      at += 3;
    }
  }
  return (code) => widths.get(code) ?? usual;
}

export function matrixOf(operands: readonly PdfObject[]): Matrix | undefined {
  const [a, b, c, d, e, f] = operands.map((operand) => toNumber(operand));
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return e === undefined || f === undefined ? undefined : [a, b, c, d, e, f];
}
