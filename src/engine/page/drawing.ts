/**
 * Runs the content of a page, form, pattern or glyph and passes each painted mark to a sink (ISO 32000-2, 8.2), with
 * its position on the page and the relevant graphics state. The marks thus do not depend on how content sets that
 * state, on its division into streams and forms, or on the names of its resources.
 */
import { createHash, viewOf } from '#platform';
import {
  type Box,
  type Matrix,
  multiply,
  readBox,
  readMatrix,
  transformBox,
  transformPoint,
} from '#engine/content/matrix.ts';
import { type Operation, scanContent } from '#engine/content/operations.ts';
import type { FontSource } from '#engine/fonts/unicode/text-font.ts';
import { exceeded, LIMITS } from '#engine/pdf/budget.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { Dict, Name, type PdfObject, PdfString, Real, type Stream, toNumber } from '#engine/pdf/syntax/objects.ts';
import type { Layers } from '#engine/text/layers.ts';
import { replacementIn } from '#engine/text/replacement-text.ts';
import { type DrawingObserver, type GlyphRun, TextInterpreter } from '#engine/text/text-interpreter.ts';
import { brief, digestOf, factor, lengths, type MarkSink, place } from './marks.ts';
import { Outline } from './outline.ts';
import {
  BLACK,
  type Colour,
  contains,
  fillOf,
  firstState,
  initialColour,
  intersection,
  isTransparent,
  type PaintState,
  strokeOf,
  surroundings,
  withEntry,
  withoutTransparency,
} from './paint-state.ts';
import type { Values } from './values.ts';

/** All drawings of one document share these. */
export interface DrawingSource {
  readonly pdf: PdfDocument;
  readonly fonts: FontSource;
  readonly layers: Layers;
  readonly values: Values;
}

const UNIT_SQUARE: Box = { left: 0, bottom: 0, right: 1, top: 1 };
const EVERYWHERE: Box = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };
/** The text extraction stops at the same depth. */
const MAX_FORM_DEPTH = 40;
const FILLS: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const STROKES: ReadonlySet<string> = new Set(['S', 's', 'B', 'B*', 'b', 'b*']);
const SHOWS: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);
const CLOSES: ReadonlySet<string> = new Set(['s', 'b', 'b*']);
const PATH_ENDS: ReadonlySet<string> = new Set([...FILLS, ...STROKES, 'n']);
/** Table 104. */
const FILLING_MODES: ReadonlySet<number> = new Set([0, 2, 4, 6]);
const STROKING_MODES: ReadonlySet<number> = new Set([1, 2, 5, 6]);
const FIRST_CLIPPING_MODE = 4;
/** The entries of a graphics state (table 57) that define the style of lines, by their operators. */
const LINE_STYLES: Readonly<Record<string, string>> = { LC: 'J', LJ: 'j', ML: 'M', D: 'd' };
const INITIAL_STYLES: Readonly<Record<string, string>> = { J: '0', j: '0', M: '10', d: 'solid' };
/** Entries of a graphics state with their initial values. The text state holds the font. */
const INITIAL_PARAMETERS: Readonly<Record<string, string>> = {
  AIS: 'false',
  BM: 'Normal',
  CA: '1',
  OP: 'false',
  OPM: '0',
  RI: 'RelativeColorimetric',
  SMask: 'None',
  TK: 'true',
  ca: '1',
  op: 'false',
};
/** These entries concern the precision of a device or other operators, and not the drawing. */
const OTHER_ENTRIES: ReadonlySet<string> = new Set(['Type', 'Font', 'LW', 'FL', 'SM', 'SA']);

const DEVICE_SPACES: Readonly<Record<string, string>> = {
  DeviceCMYK: 'DefaultCMYK',
  DeviceGray: 'DefaultGray',
  DeviceRGB: 'DefaultRGB',
  CMYK: 'DefaultCMYK',
  G: 'DefaultGray',
  RGB: 'DefaultRGB',
};
const LONG_NAMES: Readonly<Record<string, string>> = { CMYK: 'DeviceCMYK', G: 'DeviceGray', RGB: 'DeviceRGB' };
const COLOUR_OPERATORS: Readonly<Record<string, string>> = {
  g: 'DeviceGray',
  rg: 'DeviceRGB',
  k: 'DeviceCMYK',
  G: 'DeviceGray',
  RG: 'DeviceRGB',
  K: 'DeviceCMYK',
};

/** The properties of a mark that follow from its open marked-content sequences and forms. */
interface Sequence {
  readonly isHidden: boolean;
  /** A digest of the replacement text of the mark. The outermost one counts. */
  readonly replacement: string | undefined;
}

const OUTSIDE: Sequence = { isHidden: false, replacement: undefined };

export class Drawing implements DrawingObserver {
  readonly #source: DrawingSource;
  readonly #sink: MarkSink;
  readonly #text: TextInterpreter;
  readonly #outline = new Outline();
  readonly #forms: Stream[] = [];
  /** The digests of the painted images. */
  readonly pictures = new Set<string>();
  /** The positions of the images on the page, in the order of painting. */
  readonly placements: string[] = [];
  #resources: Dict;
  #state: PaintState;
  #saved: PaintState[] = [];
  /** The coordinate system that the matrix of a pattern refers to (8.7.2). */
  #base: Matrix;
  #clipRule: string | undefined;
  /** A digest of the glyphs of the next clipping path; undefined without any. */
  #textClip: string | undefined;
  /** The number of rows of glyphs that were painted. */
  #rows = 0;
  #em: { readonly sides: readonly number[]; readonly text: string } = { sides: [], text: '' };
  /** Each entry includes the properties of the sequences around it. */
  readonly #sequences: Sequence[] = [];
  /** A content stream can only end its own sequences. */
  #outerSequences = 0;

  constructor(source: DrawingSource, sink: MarkSink, clipBox: Box = EVERYWHERE) {
    const { pdf, fonts } = source;
    this.#source = source;
    this.#sink = sink;
    this.#resources = pdf.newDict();
    this.#base = [1, 0, 0, 1, 0, 0];
    this.#state = firstState(this.#base, clipBox);
    const paint = (form: Stream, resources: Dict): void => this.#paintForm(form, resources);
    const sinkOfText = { text: () => undefined, separate: () => undefined };
    this.#text = new TextInterpreter(pdf, fonts, { sink: sinkOfText, paint, observer: this });
  }

  run(content: Uint8Array, resources: Dict | undefined): void {
    this.#within(content, resources ?? this.#resources, [1, 0, 0, 1, 0, 0]);
  }

  glyphs({ bytes, state, toPage, startX, startY, box }: GlyphRun): void {
    this.#rows++;
    const { fontDict, size, scale, rise, renderingMode, characterSpacing, wordSpacing } = state;
    const [x, y] = transformPoint(toPage, startX, startY + rise);
    const em = `${this.#emOf(toPage, size, scale)} ${place(x)} ${place(y)}`;
    const spacing = bytes.length > 1 ? `${place(characterSpacing)} ${place(wordSpacing)}` : '';
    const codes = latin1(bytes);
    const text = `text ${this.#source.values.of(fontDict ?? null)} ${em} ${spacing} (${bytes.length}:${codes})`;
    const [fill, stroke] = [FILLING_MODES.has(renderingMode), STROKING_MODES.has(renderingMode)];
    const filling = fill ? fillOf(this.#state) : '';
    const colours = `${filling}${fill && stroke ? ' ' : ''}${stroke ? strokeOf(this.#state) : ''}`;
    if (renderingMode >= FIRST_CLIPPING_MODE) this.#textClip = digestOf(`${this.#textClip ?? ''} ${text}`);
    this.#mark(`${text} mode ${renderingMode} ${colours}`, box);
  }

  /** The length of an em along both axes of the text. Most rows of a page have the same one. */
  #emOf([a, b, c, d]: Matrix, size: number, scale: number): string {
    const sides = [a * size * scale, b * size * scale, c * size, d * size];
    if (sides.some((side, index) => side !== this.#em.sides[index]))
      this.#em = { sides, text: sides.map(place).join(' ') };
    return this.#em.text;
  }

  image(image: Stream, toPage: Matrix): void {
    const digest = this.#source.values.of(image);
    this.#notePicture(digest, toPage);
    const layer = image.dict.dict('OC');
    this.#enter({ isHidden: layer !== undefined && this.#source.layers.isHidden(layer), replacement: undefined });
    const colour = image.dict.boolean('ImageMask') === true ? fillOf(this.#state) : '';
    this.#mark(`image ${digest} ${lengths(toPage)} ${colour}`, transformBox(toPage, UNIT_SQUARE));
    this.#sequences.pop();
  }

  #enter({ isHidden, replacement }: Sequence): void {
    const around = this.#sequences.at(-1) ?? OUTSIDE;
    const outermost = around.replacement ?? replacement;
    this.#sequences.push({ isHidden: around.isHidden || isHidden, replacement: outermost });
  }

  #notePicture(digest: string, toPage: Matrix): void {
    this.pictures.add(digest);
    this.placements.push(lengths(toPage));
  }

  /** Layers are noted at the start of their sequence or form. */
  layer(): void {}

  #mark(text: string, box: Box): void {
    const state = this.#state;
    const { isHidden, replacement } = this.#sequences.at(-1) ?? OUTSIDE;
    const marked = `${isHidden ? 'hidden ' : ''}${replacement === undefined ? '' : `as ${replacement} `}`;
    this.#sink.mark({
      text: `${marked}${text} ${surroundings(state)}`,
      box: intersection(box, state.clipBox),
      isTransparent: isTransparent(state),
    });
  }

  #within(content: Uint8Array, resources: Dict, matrix: Matrix): void {
    const outer = [this.#resources, this.#state, this.#saved, this.#base, this.#outerSequences] as const;
    const state = { ...this.#state, matrix: multiply(matrix, this.#state.matrix) };
    [this.#resources, this.#state, this.#saved, this.#base] = [resources, state, [], state.matrix];
    this.#outerSequences = this.#sequences.length;
    this.#outline.clear();
    this.#text.within(resources, matrix, () => {
      scanContent(content, this.#source.pdf.budget, (operation) => this.#visit(operation, content));
    });
    this.#sequences.length = this.#outerSequences;
    [this.#resources, this.#state, this.#saved, this.#base, this.#outerSequences] = outer;
    this.#outline.clear();
  }

  #paintForm(form: Stream, painter: Dict): void {
    const { pdf, layers, values } = this.#source;
    if (form.dict.name('Subtype') !== 'Form' || this.#forms.includes(form)) return;
    if (this.#forms.length === MAX_FORM_DEPTH) return;
    pdf.budget.spend('textForms');
    const outer = this.#state;
    const layer = form.dict.dict('OC');
    const group = form.dict.dict('Group');
    const matrix = readMatrix(pdf, form.dict.array('Matrix'));
    this.#forms.push(form);
    this.#enter({ isHidden: layer !== undefined && layers.isHidden(layer), replacement: undefined });
    if (group) {
      this.#sink.beginGroup(`group ${values.of(group)} ${surroundings(outer)}`, isTransparent(outer));
      this.#state = withoutTransparency(outer);
    }
    this.#clipToBox(readBox(pdf, form.dict.array('BBox')), matrix);
    this.#within(pdf.bytesOf(form) ?? new Uint8Array(), form.dict.dict('Resources') ?? painter, matrix);
    if (group) this.#sink.endGroup();
    this.#sequences.pop();
    this.#forms.pop();
    this.#state = outer;
  }

  /** The bounding box of a form clips its marks (8.10.2). */
  #clipToBox(box: Box | undefined, matrix: Matrix): void {
    if (!box) return;
    const outline = new Outline();
    const sides = [box.left, box.bottom, box.right - box.left, box.top - box.bottom].map(
      (side) => new Real(String(side)),
    );
    outline.visit('re', sides, multiply(matrix, this.#state.matrix));
    this.#clip(outline, 'W');
  }

  /** A rectangle around the whole remaining area hides nothing. */
  #clip(outline: Outline, rule: string): void {
    const state = this.#state;
    if (outline.rectangle && contains(outline.rectangle, state.clipBox)) return;
    const clip = digestOf(`${state.clip} ${rule} ${outline.text}`);
    const clipBox = outline.isEmpty ? state.clipBox : intersection(state.clipBox, outline.box);
    this.#state = { ...state, clip, clipBox };
  }

  #visit(operation: Operation, content: Uint8Array): void {
    const { operator, operands } = operation;
    if (this.#outline.visit(operator, operands, this.#state.matrix)) return;
    if (PATH_ENDS.has(operator)) return this.#endPath(operator);
    if (!this.#visitState(operation)) this.#visitMarks(operation, content);
    const rows = this.#rows;
    this.#text.visit(operator, operands);
    if (this.#rows === rows && SHOWS.has(operator)) this.#showWithoutFont(operands);
  }

  /** Readers choose a font for text without one, so the text counts although its width is unknown. */
  #showWithoutFont(operands: readonly PdfObject[]): void {
    const strings = operands.flat().filter((operand) => operand instanceof PdfString);
    const codes = strings.map(({ bytes }) => viewOf(bytes).toString('hex')).join(' ');
    if (codes !== '') this.#mark(`text without a font ${codes} ${lengths(this.#state.matrix)}`, this.#state.clipBox);
  }

  #endPath(operator: string): void {
    const outline = this.#outline;
    if (CLOSES.has(operator)) outline.close();
    if (!outline.isEmpty && operator !== 'n') {
      const rule = operator.endsWith('*') ? 'even-odd' : 'non-zero';
      const colours = [
        ...(FILLS.has(operator) ? [rule, fillOf(this.#state)] : []),
        ...(STROKES.has(operator) ? [strokeOf(this.#state)] : []),
      ];
      this.#mark(`path ${outline.text} ${colours.join(' ')}`, outline.box);
    }
    if (this.#clipRule !== undefined) this.#clip(outline, this.#clipRule);
    this.#clipRule = undefined;
    outline.clear();
  }

  /** Returns whether the operator belongs to the graphics state. */
  #visitState({ operator, operands }: Operation): boolean {
    const state = this.#state;
    switch (operator) {
      case 'q':
        if (this.#saved.length === LIMITS.savedStates) exceeded('savedStates');
        this.#saved.push(state);
        return true;
      case 'Q':
        this.#state = this.#saved.pop() ?? state;
        return true;
      case 'cm':
        if (operands.length >= 6) this.#state = { ...state, matrix: multiply(matrixOf(operands), state.matrix) };
        return true;
      case 'w':
        this.#state = { ...state, lineWidth: toNumber(operands[0]) ?? 0 };
        return true;
      case 'J':
      case 'j':
      case 'M':
      case 'd':
        this.#setLineStyle(operator, operands);
        return true;
      case 'ri':
        this.#setParameter('RI', operands[0] ?? null);
        return true;
      case 'gs':
        this.#applyState(operands[0]);
        return true;
      default:
        return this.#visitColour(operator, operands);
    }
  }

  #visitColour(operator: string, operands: readonly PdfObject[]): boolean {
    const side = operator === operator.toLowerCase() ? 'fill' : 'stroke';
    const device = COLOUR_OPERATORS[operator];
    if (device !== undefined) {
      this.#state = { ...this.#state, [side]: { space: this.#space(new Name(device)), value: components(operands) } };
    } else if (operator === 'cs' || operator === 'CS') {
      this.#state = { ...this.#state, [side]: initialColour(this.#space(operands[0])) };
    } else if (operator.toLowerCase() === 'sc' || operator.toLowerCase() === 'scn') {
      this.#state = { ...this.#state, [side]: this.#colour(this.#state[side] ?? BLACK, operands) };
    } else return false;
    return true;
  }

  /** A default colour space replaces a device colour space (8.6.5.6). */
  #space(operand: PdfObject | undefined): string {
    const { values } = this.#source;
    if (!(operand instanceof Name)) return 'none';
    const spaces = this.#resources.dict('ColorSpace');
    const key = DEVICE_SPACES[operand.value] ?? operand.value;
    const named = spaces?.get(key) ?? null;
    if (named instanceof Name && DEVICE_SPACES[named.value] !== undefined)
      return LONG_NAMES[named.value] ?? named.value;
    return named === null ? (LONG_NAMES[operand.value] ?? operand.value) : values.of(named);
  }

  #colour({ space }: Colour, operands: readonly PdfObject[]): Colour {
    const last = operands.at(-1);
    if (!(last instanceof Name)) return { space, value: components(operands) };
    const pattern = this.#resources.dict('Pattern')?.get(last.value) ?? null;
    const value = `${components(operands.slice(0, -1))} ${this.#source.values.of(pattern)} ${lengths(this.#base)}`;
    return { space, value };
  }

  #setLineStyle(operator: string, operands: readonly PdfObject[]): void {
    const initial = INITIAL_STYLES[operator] ?? '';
    const value = operator === 'd' ? dashes(operands) : components(operands.slice(0, 1));
    this.#state = { ...this.#state, lineStyle: withEntry(this.#state.lineStyle, operator, value, initial) };
  }

  #applyState(operand: PdfObject | undefined): void {
    const entries = operand instanceof Name ? this.#resources.dict('ExtGState')?.dict(operand.value) : undefined;
    if (!entries) return;
    for (const key of entries.keys()) {
      const style = LINE_STYLES[key];
      const value = entries.get(key);
      if (key === 'LW') this.#state = { ...this.#state, lineWidth: toNumber(value) ?? 1 };
      else if (style !== undefined) {
        const operands = Array.isArray(value) ? value.map((item) => this.#source.pdf.resolve(item)) : [value];
        this.#setLineStyle(style, operands);
      } else if (!OTHER_ENTRIES.has(key)) this.#setParameter(key, value);
    }
  }

  #setParameter(key: string, value: PdfObject): void {
    // 11.3.5: `Compatible` is another name of the normal blend mode.
    const said = value instanceof Name && value.value !== 'Compatible' ? value.value : 'Normal';
    const spelled = value instanceof Name ? said : this.#valueOf(value);
    // 11.6.5.2: a soft mask uses the coordinates of the moment at which it is set.
    const text = value instanceof Dict ? `${spelled} ${lengths(this.#state.matrix)}` : spelled;
    const initial = INITIAL_PARAMETERS[key] ?? '';
    this.#state = { ...this.#state, parameters: withEntry(this.#state.parameters, key, text, initial) };
  }

  #valueOf(value: PdfObject): string {
    const number = toNumber(value);
    if (number !== undefined) return factor(number);
    return typeof value === 'boolean' ? String(value) : this.#source.values.of(value);
  }

  #visitMarks(operation: Operation, content: Uint8Array): void {
    const { operator, operands } = operation;
    switch (operator) {
      case 'W':
      case 'W*':
        this.#clipRule = operator;
        return;
      case 'sh':
        return this.#shade(operands[0]);
      case 'BI':
        return this.#inlineImage(operation, content);
      case 'BMC':
      case 'BDC':
        if (this.#sequences.length < LIMITS.savedStates) this.#enter(this.#sequence(operands));
        return;
      case 'EMC':
        if (this.#sequences.length > this.#outerSequences) this.#sequences.pop();
        return;
      case 'ET':
        if (this.#textClip !== undefined) {
          const clip = digestOf(`${this.#state.clip} ${this.#textClip}`);
          this.#state = { ...this.#state, clip };
        }
        this.#textClip = undefined;
        return;
    }
  }

  #shade(operand: PdfObject | undefined): void {
    const shading = operand instanceof Name ? this.#resources.dict('Shading')?.get(operand.value) : undefined;
    if (!shading) return;
    this.#mark(`shading ${this.#source.values.of(shading)} ${lengths(this.#state.matrix)}`, this.#state.clipBox);
  }

  #inlineImage({ operands: [image], start, end }: Operation, content: Uint8Array): void {
    if (!(image instanceof Dict)) return;
    const space = image.name('CS') ?? image.name('ColorSpace');
    const isMask = image.boolean('IM') ?? image.boolean('ImageMask') ?? false;
    const data = createHash('sha256').update(content.subarray(start, end)).digest('hex');
    this.#notePicture(data, this.#state.matrix);
    const colour = isMask ? fillOf(this.#state) : space === undefined ? '' : this.#space(new Name(space));
    const { matrix } = this.#state;
    this.#mark(`inline image ${data} ${lengths(matrix)} ${colour}`, transformBox(matrix, UNIT_SQUARE));
  }

  /** Layers are named (8.11.3.2), and `ActualText` replaces the text of marked content (14.9.4). */
  #sequence([tag, properties]: readonly PdfObject[]): Sequence {
    const named = properties instanceof Name ? this.#resources.dict('Properties')?.dict(properties.value) : properties;
    if (!(named instanceof Dict)) return { isHidden: false, replacement: undefined };
    const text = replacementIn(named);
    const isLayer = tag instanceof Name && tag.value === 'OC' && properties instanceof Name;
    return {
      isHidden: isLayer && this.#source.layers.isHidden(named),
      replacement: text === undefined ? undefined : digestOf(text),
    };
  }
}

function components(operands: readonly PdfObject[]): string {
  return brief(operands.map((operand) => factor(toNumber(operand) ?? 0)).join(' '));
}

function dashes([pattern, phase]: readonly PdfObject[]): string {
  if (!Array.isArray(pattern) || pattern.length === 0) return 'solid';
  return `[${components(pattern)}] ${factor(toNumber(phase) ?? 0)}`;
}

function matrixOf(operands: readonly PdfObject[]): Matrix {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = operands.map((operand) => toNumber(operand) ?? 0);
  return [a, b, c, d, e, f];
}
