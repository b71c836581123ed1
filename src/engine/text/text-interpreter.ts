/**
 * Runs the operators that position and show text (ISO 32000-2, 9.3 and 9.4) and those that change the coordinate
 * system. Its caller passes operators and operands one by one.
 */
import { type Box, type Matrix, multiply, transformBox, translation } from '#engine/content/matrix.ts';
import type { FontSource } from '#engine/fonts/unicode/text-font.ts';
import type { TextFont } from '#engine/fonts/unicode/text-glyph.ts';
import { exceeded, LIMITS } from '#engine/pdf/budget.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfObject, PdfString, type Stream, toNumber } from '#engine/pdf/syntax/objects.ts';
import { isWordGap } from './glyph-gap.ts';
import { replacementIn, ReplacementText } from './replacement-text.ts';
import { TextBuffer } from './text-buffer.ts';
import { TextState } from './text-state.ts';

export interface TextSink {
  /** Receives the text of glyphs, or their replacement text. */
  text(piece: string): void;
  /** The next text is a separate word. */
  separate(): void;
}

/** A row of glyphs from one string. */
export interface GlyphRun {
  readonly count: number;
  /** The codes. */
  readonly bytes: Uint8Array;
  /** The graphics state of the row, valid during the call. */
  readonly state: Readonly<TextState>;
  /** The matrix from text space to the page. */
  readonly toPage: Matrix;
  /** The start of the first glyph in text space. */
  readonly startX: number;
  readonly startY: number;
  /** The area of the row on the page. */
  readonly box: Box;
}

/** Receives the positions and the visibility of other drawn objects. */
export interface DrawingObserver {
  glyphs(run: GlyphRun): void;
  /** An image with the matrix from the unit square to the page (8.9.5). */
  image(image: Stream, toPage: Matrix): void;
  /** Content in a layer: an optional content group or a membership dictionary (8.11.2). */
  layer(membership: Dict): void;
}

/** The receivers of drawn objects. */
export interface Listeners {
  readonly sink: TextSink;
  /** Runs the content of a form. */
  readonly paint: (form: Stream, resources: Dict) => void;
  readonly observer: DrawingObserver | undefined;
}

type Operands = readonly PdfObject[];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The greatest depth of a glyph below its base line, in ems. */
const DESCENT = 0.3;

export class TextInterpreter {
  /** The number of shown code bytes, with known or unknown text. */
  shownBytes = 0;
  readonly #pdf: PdfDocument;
  readonly #fonts: FontSource;
  readonly #sink: TextSink;
  readonly #paint: (form: Stream, resources: Dict) => void;
  readonly #observer: DrawingObserver | undefined;
  readonly #replacement = new ReplacementText();
  readonly #buffer = new TextBuffer((text) => this.#emit(text));
  #resources: Dict;
  #state = new TextState();
  /** True if the state was also saved and must be copied before a change. */
  #isSaved = false;
  #saved: TextState[] = [];
  #matrix: Matrix = IDENTITY;
  #lineMatrix: Matrix = IDENTITY;
  /** The matrix from text space to the page; undefined if it must be computed again. */
  #toPage: Matrix | undefined;
  /** The distance of the pen in text space from the start of the text matrix. */
  #penX = 0;
  #penY = 0;
  /** The end of the last glyph on the page; NaN before the first. */
  #endX = NaN;
  #endY = NaN;

  constructor(pdf: PdfDocument, fonts: FontSource, { sink, paint, observer }: Listeners) {
    this.#pdf = pdf;
    this.#fonts = fonts;
    this.#sink = sink;
    this.#paint = paint;
    this.#observer = observer;
    this.#resources = pdf.newDict();
  }

  /** Runs one content stream in its own coordinates. Its saved states, marks and settings end with it. */
  within(resources: Dict, matrix: Matrix, run: () => void): void {
    const [outerResources, outerState, outerSaved] = [this.#resources, this.#state, this.#saved];
    const [textMatrix, lineMatrix, penX, penY] = [this.#matrix, this.#lineMatrix, this.#penX, this.#penY];
    const { depth } = this.#replacement;
    this.#resources = resources;
    this.#saved = [];
    this.#isSaved = true;
    this.#concatenate(matrix);
    run();
    this.#replacement.endAllTo(depth);
    [this.#resources, this.#state, this.#saved] = [outerResources, outerState, outerSaved];
    [this.#matrix, this.#lineMatrix, this.#penX, this.#penY] = [textMatrix, lineMatrix, penX, penY];
    this.#isSaved = true;
    this.#toPage = undefined;
  }

  visit(operator: string, operands: Operands): void {
    switch (operator) {
      case 'Tj':
        return this.#showItem(operands[0]);
      case 'TJ':
        return this.#showItems(operands[0]);
      case 'Td':
        return this.#moveLine(numberAt(operands, 0), numberAt(operands, 1));
      case 'Tm':
        return this.#setMatrix(matrixOf(operands));
      case 'Tf':
        return this.#selectFont(operands);
      case "'":
        this.#moveLine(0, -this.#state.leading);
        return this.#showItem(operands[0]);
      case '"':
        this.#own().wordSpacing = numberAt(operands, 0);
        this.#own().characterSpacing = numberAt(operands, 1);
        this.#moveLine(0, -this.#state.leading);
        return this.#showItem(operands[2]);
      case 'BT':
        return this.#setMatrix(IDENTITY);
      case 'TD':
        this.#own().leading = -numberAt(operands, 1);
        return this.#moveLine(numberAt(operands, 0), numberAt(operands, 1));
      case 'T*':
        return this.#moveLine(0, -this.#state.leading);
      default:
        return this.#visitState(operator, operands);
    }
  }

  #visitState(operator: string, operands: Operands): void {
    switch (operator) {
      case 'q':
        return this.#save();
      case 'Q':
        return this.#restore();
      case 'cm':
        return this.#concatenate(matrixOf(operands));
      case 'Tc':
        this.#own().characterSpacing = numberAt(operands, 0);
        return;
      case 'Tw':
        this.#own().wordSpacing = numberAt(operands, 0);
        return;
      case 'Tz':
        this.#own().scale = numberAt(operands, 0) / 100;
        return;
      case 'TL':
        this.#own().leading = numberAt(operands, 0);
        return;
      case 'Ts':
        this.#own().rise = numberAt(operands, 0);
        return;
      case 'Tr':
        this.#own().renderingMode = numberAt(operands, 0);
        return;
      case 'gs':
        return this.#applyState(operands[0]);
      case 'Do':
        return this.#paintObject(operands[0]);
      case 'BMC':
        return this.#replacement.begin(undefined);
      case 'BDC':
        this.#enterLayer(operands);
        return this.#replacement.begin(this.#replacementIn(operands[1]));
      case 'EMC':
        return this.#replacement.end();
    }
  }

  /** The state for changes. A saved state is copied first. */
  #own(): TextState {
    if (this.#isSaved) this.#state = this.#state.copy();
    this.#isSaved = false;
    return this.#state;
  }

  #save(): void {
    if (this.#saved.length === LIMITS.savedStates) exceeded('savedStates');
    this.#saved.push(this.#state);
    this.#isSaved = true;
  }

  #restore(): void {
    const state = this.#saved.pop();
    if (!state) return;
    this.#state = state;
    this.#isSaved = true;
    this.#toPage = undefined;
  }

  #concatenate(matrix: Matrix | undefined): void {
    if (!matrix) return;
    const state = this.#own();
    state.ctm = multiply(matrix, state.ctm);
    this.#toPage = undefined;
  }

  #setMatrix(matrix: Matrix | undefined): void {
    if (!matrix) return;
    this.#lineMatrix = matrix;
    this.#startLine();
  }

  #moveLine(x: number, y: number): void {
    this.#lineMatrix = multiply(translation(x, y), this.#lineMatrix);
    this.#startLine();
  }

  #startLine(): void {
    this.#matrix = this.#lineMatrix;
    this.#toPage = undefined;
    this.#penX = 0;
    this.#penY = 0;
  }

  #selectFont([name, size]: Operands): void {
    const font = name instanceof Name ? this.#resources.dict('Font')?.dict(name.value) : undefined;
    this.#setFont(font, size);
  }

  /** A graphics state may also select a font (8.4.5). */
  #applyState(name: PdfObject | undefined): void {
    const state = name instanceof Name ? this.#resources.dict('ExtGState')?.dict(name.value) : undefined;
    const [reference, size] = state?.array('Font') ?? [];
    const font = this.#pdf.resolve(reference);
    if (font instanceof Dict) this.#setFont(font, this.#pdf.resolve(size));
  }

  #setFont(font: Dict | undefined, size: PdfObject | undefined): void {
    const state = this.#own();
    state.font = font && this.#fonts.of(font);
    state.fontDict = font;
    state.size = toNumber(size) ?? 0;
  }

  #paintObject(name: PdfObject | undefined): void {
    const object = name instanceof Name ? this.#resources.dict('XObject')?.stream(name.value) : undefined;
    if (!object) return;
    const layer = object.dict.dict('OC');
    if (layer) this.#observer?.layer(layer);
    if (object.dict.name('Subtype') === 'Image') this.#observer?.image(object, this.#state.ctm);
    else this.#paint(object, this.#resources);
  }

  /** A sequence with the tag `OC` belongs to the layer in its property list (8.11.3.2). */
  #enterLayer([tag, properties]: Operands): void {
    if (!this.#observer || !(tag instanceof Name) || tag.value !== 'OC' || !(properties instanceof Name)) return;
    const layer = this.#resources.dict('Properties')?.dict(properties.value);
    if (layer) this.#observer.layer(layer);
  }

  #replacementIn(properties: PdfObject | undefined): string | undefined {
    const list = properties instanceof Name ? this.#resources.dict('Properties')?.dict(properties.value) : properties;
    return list instanceof Dict ? replacementIn(list) : undefined;
  }

  #showItems(items: PdfObject | undefined): void {
    if (!Array.isArray(items)) return this.#showItem(items);
    for (const item of items) {
      if (item instanceof PdfString) this.#show(item.bytes);
      else this.#adjust(toNumber(item) ?? 0);
    }
  }

  #showItem(item: PdfObject | undefined): void {
    if (item instanceof PdfString) this.#show(item.bytes);
  }

  #adjust(thousandths: number): void {
    const { font, size, scale } = this.#state;
    const distance = (-thousandths / 1000) * size;
    if (font?.isVertical === true) this.#penY += distance;
    else this.#penX += distance * scale;
  }

  #show(bytes: Uint8Array): void {
    const { font } = this.#state;
    if (!font || bytes.length === 0) return;
    this.#pdf.budget.spend('glyphs', bytes.length);
    this.shownBytes += bytes.length;
    const toPage = (this.#toPage ??= multiply(this.#matrix, this.#state.ctm));
    if (this.#isApart(font, toPage)) this.#sink.separate();
    const replacement = this.#replacement.take();
    if (replacement !== undefined) this.#emit(replacement);
    const [startX, startY] = [this.#penX, this.#penY];
    const count = this.#showGlyphs(font, bytes);
    const box = this.#observer && this.#boxFrom(startX, startY, toPage);
    if (box) this.#observer?.glyphs({ count, bytes, state: this.#state, toPage, startX, startY, box });
    this.#endX = this.#pageX(toPage);
    this.#endY = this.#pageY(toPage);
  }

  /** Returns the number of glyphs. */
  #showGlyphs(font: TextFont, bytes: Uint8Array): number {
    const { size, scale, characterSpacing, wordSpacing } = this.#state;
    const isReplaced = this.#replacement.isActive;
    const perThousandth = size / 1000;
    let moved = 0;
    let count = 0;
    for (let at = 0; at < bytes.length;) {
      const glyph = font.glyphAt(bytes, at);
      moved += glyph.advance * perThousandth + characterSpacing;
      if (glyph.isSpace) moved += wordSpacing;
      if (!isReplaced) {
        if (glyph.unit >= 0) this.#buffer.addUnit(glyph.unit);
        else this.#buffer.add(glyph.text);
      }
      at += glyph.length;
      count++;
    }
    this.#buffer.flush();
    if (font.isVertical) this.#penY += moved;
    else this.#penX += moved * scale;
    return count;
  }

  /** The box on the page from the earlier to the current position of the pen, with the height of most fonts. */
  #boxFrom(startX: number, startY: number, toPage: Matrix): Box {
    const em = this.#state.size * (this.#state.font?.em ?? 1);
    const { rise } = this.#state;
    return transformBox(toPage, {
      left: Math.min(startX, this.#penX),
      right: Math.max(startX, this.#penX),
      bottom: Math.min(startY, this.#penY) + rise - Math.abs(em) * DESCENT,
      top: Math.max(startY, this.#penY) + rise + Math.abs(em),
    });
  }

  #emit(text: string): void {
    if (text === '') return;
    this.#pdf.budget.spend('textUnits', text.length);
    this.#sink.text(text);
  }

  #isApart(font: TextFont, toPage: Matrix): boolean {
    const [a, b, c, d] = toPage;
    const em = this.#state.size * font.em;
    const right = em * this.#state.scale;
    const way = [this.#pageX(toPage) - this.#endX, this.#pageY(toPage) - this.#endY] as const;
    if (font.isVertical) return isWordGap({ along: [-c * em, -d * em], across: [a * right, b * right], way });
    return isWordGap({ along: [a * right, b * right], across: [c * em, d * em], way });
  }

  #pageX([a, , c, , e]: Matrix): number {
    return a * this.#penX + c * (this.#penY + this.#state.rise) + e;
  }

  #pageY([, b, , d, , f]: Matrix): number {
    return b * this.#penX + d * (this.#penY + this.#state.rise) + f;
  }
}

function numberAt(operands: Operands, index: number): number {
  return toNumber(operands[index]) ?? 0;
}

/** Undefined unless there are six operands. */
function matrixOf(operands: Operands): Matrix | undefined {
  if (operands.length < 6) return undefined;
  return [
    numberAt(operands, 0),
    numberAt(operands, 1),
    numberAt(operands, 2),
    numberAt(operands, 3),
    numberAt(operands, 4),
    numberAt(operands, 5),
  ];
}
