/** Runs content to find its covers and the positions of its letters, which is enough to find covered text. */
import { TextFonts } from '#engine/fonts/unicode/text-font.ts';
import { Budget } from '#engine/pdf/budget.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type Stream } from '#engine/pdf/syntax/objects.ts';
import { type Box, type Matrix, multiply, readBox, readMatrix, transformBox } from '#engine/content/matrix.ts';
import { type Operation, scanContent } from '#engine/content/operations.ts';
import { inlineParts, opaqueParts } from './image-cover.ts';
import { Layers } from '#engine/text/layers.ts';
import { type Area, rectangle } from './area.ts';
import { type Glyph, holds, LEAST_SEEN, type Mark, within } from './marks.ts';
import {
  BLACK,
  FIRST_PAINT,
  isClear,
  type Light,
  lightness,
  lightThrough,
  nextPaint,
  type Paint,
} from './paint-state.ts';
import { Path } from './path.ts';
import {
  FIRST_TEXT_STATE,
  FontsByName,
  matrixOf,
  nextTextState,
  TextLine,
  type TextState,
  UNPAINTED,
} from './text-line.ts';

/** The limit of content for one question, including all its pages and their forms. */
const MAX_CONTENT_BYTES = 32 * 1024 * 1024;
const MAX_CONTENT_BYTES_AT_ONCE = 4 * 1024 * 1024;
/** The limit of comparisons between letters and covers. */
const MAX_COMPARISONS = 200_000_000;
const MAX_MARKS = 20_000;
const MAX_PICTURES = 1000;
/** From 0 (black) to 1: lighter letters have the colour of paper. */
const PALE = 0.9;
const UNIT: Box = { left: 0, bottom: 0, right: 1, top: 1 };
const MAX_GLYPHS = 100_000;
const MAX_FORMS = 500;
const MAX_FORM_DEPTH = 6;
const MAX_SAVED_STATES = 500;
const FILLS: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const STROKES: ReadonlySet<string> = new Set(['S', 's', 'B', 'B*', 'b', 'b*']);
/** These operators close the path first. */
const CLOSES: ReadonlySet<string> = new Set(['s', 'b', 'b*']);
const PATH_ENDS: ReadonlySet<string> = new Set([...FILLS, ...STROKES, 'n']);
const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

/** The remaining allowance of content. Content beyond it is left out. */
export class Reading {
  readonly budget = new Budget(MAX_CONTENT_BYTES); // a separate budget, because this must not use up that of the later stages
  #left = MAX_CONTENT_BYTES;
  #comparisons = 0;
  readonly #layers = new WeakMap<PdfDocument, Layers>();
  readonly #fonts = new WeakMap<PdfDocument, TextFonts>();

  layersOf(pdf: PdfDocument): Layers {
    const layers = this.#layers.get(pdf) ?? new Layers(pdf);
    this.#layers.set(pdf, layers);
    return layers;
  }

  fontsOf(pdf: PdfDocument): TextFonts {
    const fonts = this.#fonts.get(pdf) ?? new TextFonts(pdf);
    this.#fonts.set(pdf, fonts);
    return fonts;
  }

  take(bytes: number): boolean {
    if (bytes > Math.min(this.#left, MAX_CONTENT_BYTES_AT_ONCE)) return false;
    this.#left -= bytes;
    return true;
  }

  mayCompare(comparisons: number): boolean {
    this.#comparisons += comparisons;
    return this.#comparisons <= MAX_COMPARISONS;
  }
}

interface State extends TextState {
  readonly matrix: Matrix;
  readonly paint: Paint;
  /** Undefined if the visible area is no rectangle. */
  readonly clip: Box | undefined;
}

/** The environment of the content, which may be a form within a form. */
interface Frame {
  readonly resources: Dict | undefined;
  readonly matrix: Matrix;
  readonly clip: Box | undefined;
  readonly paint: Paint;
  readonly depth: number;
  /** True for content in a layer that is off. */
  readonly isOff: boolean;
}

export class Painter {
  readonly marks: Mark[] = [];
  /** Letters and digits in layers that are off. */
  readonly unshown: Glyph[] = [];
  /** Letters and digits that are not painted. Programs lay them over the scan whose text they are. */
  readonly invisible: Glyph[] = [];
  /** The positions of pictures. */
  readonly pictures: Box[] = [];
  /** The number of letters that are clipped away or transparent. */
  lost = 0;
  readonly #layers: Layers;
  readonly #pdf: PdfDocument;
  readonly #reading: Reading;
  readonly #isStrict: boolean;
  #forms = 0;
  #glyphs = 0;
  /** The rectangle that an appearance may paint on; undefined after a limit was exceeded. */
  #whole: Box | undefined;

  /** @param isStrict true if unknown properties count as opaque */
  constructor(pdf: PdfDocument, reading: Reading, isStrict: boolean) {
    this.#pdf = pdf;
    this.#layers = reading.layersOf(pdf);
    this.#reading = reading;
    this.#isStrict = isStrict;
  }

  paintPage(page: Dict, resources: Dict | undefined, clip: Box): void {
    const frame = { resources, matrix: [1, 0, 0, 1, 0, 0] as const, clip, paint: FIRST_PAINT, depth: 0, isOff: false };
    this.#run(this.#pdf.pageContent({ dict: page }), frame);
  }

  paintForm(form: Stream, matrix: Matrix, clip: Box): void {
    this.#whole = clip;
    this.#form(form, { resources: undefined, matrix, clip, paint: FIRST_PAINT, depth: 0, isOff: false });
  }

  #form(form: Stream, around: Frame): void {
    if (around.depth > MAX_FORM_DEPTH || this.#forms++ >= MAX_FORMS) return this.#exceed();
    const content = this.#pdf.bytesOf(form);
    if (!content) return this.#exceed();
    const matrix = multiply(readMatrix(this.#pdf, form.dict.array('Matrix')), around.matrix);
    const box = readBox(this.#pdf, form.dict.array('BBox'));
    const clip = around.clip && box ? within(around.clip, transformBox(matrix, box)) : around.clip;
    const resources = form.dict.dict('Resources') ?? around.resources;
    this.#run(content, { ...around, resources, matrix, clip, depth: around.depth + 1 });
  }

  #run(content: Uint8Array, frame: Frame): void {
    if (!this.#reading.take(content.length)) return this.#exceed();
    const { resources } = frame;
    const fonts = new FontsByName(resources, this.#reading.fontsOf(this.#pdf));
    const [saved, path, line] = [new Array<State>(), new Path(), new TextLine()];
    let state: State = { ...FIRST_TEXT_STATE, ...frame };
    let isClipping = false;
    /** For each open marked-content sequence, whether its layer is off. */
    const marked: boolean[] = [];
    const isOff = (): boolean => frame.isOff || marked.includes(true);
    scanContent(content, this.#reading.budget, (operation) => {
      const { operator, operands } = operation;
      if (operator === 'q') {
        if (saved.length < MAX_SAVED_STATES) saved.push(state);
        else this.#exceed();
      } else if (operator === 'Q') state = saved.pop() ?? state;
      else if (path.visit(operator, operands, state.matrix)) return;
      else if (operator === 'BMC' || operator === 'BDC') {
        if (marked.length < MAX_SAVED_STATES) marked.push(this.#isOff(operands, resources));
      } else if (operator === 'EMC') marked.pop();
      else if (operator === 'W' || operator === 'W*') isClipping = true;
      else if (PATH_ENDS.has(operator)) {
        if (this.#isStrict || !isOff()) this.#end(operator, path, state);
        if (isClipping) state = { ...state, clip: this.#clipped(state.clip, path.window(this.#isStrict)) };
        isClipping = false;
        path.clear();
      } else if (operator === 'Do' || operator === 'BI') this.#draw(operation, state, { ...frame, isOff: isOff() });
      else if (operator === 'sh') this.#shade(isOff() && !this.#isStrict ? { ...state, clip: undefined } : state);
      else {
        state = nextState(state, operation, resources, nextTextState(state, operation, fonts));
        line.visit(operation, state);
        if (SHOWING.has(operator)) this.#show(line, operation, state, isOff());
      }
    });
  }

  /** A sequence with the tag `OC` belongs to the layer in its property list (8.11.3.2). */
  #isOff([tag, name]: Operation['operands'], resources: Dict | undefined): boolean {
    if (!(tag instanceof Name) || tag.value !== 'OC' || !(name instanceof Name)) return false;
    const layer = resources?.dict('Properties')?.dict(name.value);
    return layer !== undefined && this.#layers.isHidden(layer);
  }

  #end(operator: string, path: Path, state: State): void {
    const { paint } = state;
    if (path.isCut) this.#exceed();
    if (CLOSES.has(operator)) path.close();
    if (FILLS.has(operator) && (this.#isStrict || !paint.isTiled)) {
      const light = lightThrough(paint, paint.fillAlpha, paint.fill, this.#isStrict);
      this.#cover([path.filled(operator.endsWith('*'), this.#isStrict)], state, light);
    }
    if (STROKES.has(operator)) {
      const light = lightThrough(paint, paint.strokeAlpha, paint.stroke, this.#isStrict);
      this.#cover([path.stroked(state.lineWidth * scaleOf(state.matrix), this.#isStrict)], state, light);
    }
  }

  /** Past a limit the answer is never too lenient: unread content may hide everything below. */
  #exceed(): void {
    const whole = this.#isStrict ? this.#whole : undefined;
    this.#whole = undefined;
    if (whole) this.marks.push({ kind: 'cover', areas: [rectangle(whole)], clip: whole, through: BLACK });
  }

  #clipped(clip: Box | undefined, window: Box | undefined): Box | undefined {
    if (this.#isStrict && !window) return clip;
    return clip && window && within(clip, window);
  }

  #shade(state: State): void {
    const light = lightThrough(state.paint, state.paint.fillAlpha, undefined, this.#isStrict);
    if (state.clip) this.#cover([rectangle(state.clip)], state, light);
  }

  #draw({ operator, operands }: Operation, state: State, frame: Frame): void {
    const [operand] = operands;
    if (operator === 'BI') {
      if (frame.isOff && !this.#isStrict) return;
      if (operand instanceof Dict) this.#image(inlineParts(operand, this.#isStrict), operand.boolean('IM'), state);
      return;
    }
    const object = operand instanceof Name ? frame.resources?.dict('XObject')?.stream(operand.value) : undefined;
    if (!object) return;
    const { matrix, clip, paint } = state;
    const layer = object.dict.dict('OC');
    const isOff = frame.isOff || (layer !== undefined && this.#layers.isHidden(layer));
    if (object.dict.name('Subtype') === 'Form') this.#form(object, { ...frame, matrix, clip, paint, isOff });
    else if ((this.#isStrict || !isOff) && object.dict.name('Subtype') === 'Image') {
      const mayRead = (bytes: number): boolean => this.#reading.take(bytes);
      const parts = opaqueParts(this.#pdf, object, { isStrict: this.#isStrict, mayRead });
      this.#image(parts, object.dict.boolean('ImageMask'), state);
    }
  }

  #image(parts: readonly Box[], isStencil: boolean | undefined, state: State): void {
    const { paint, clip } = state;
    const place = transformBox(state.matrix, UNIT);
    if (this.pictures.length < MAX_PICTURES) this.pictures.push(clip ? within(place, clip) : place);
    const colour = isStencil === true ? paint.fill : undefined;
    const areas = parts.map((part) => rectangle(transformBox(state.matrix, part)));
    this.#cover(areas, state, lightThrough(paint, paint.fillAlpha, colour, this.#isStrict));
  }

  #show(line: TextLine, operation: Operation, state: State, isOff: boolean): void {
    const { clip, paint } = state;
    const isPale = paint.fill !== undefined && lightness(paint.fill) >= PALE;
    const { glyphs, drawings } = line.show(operation, state, state.matrix, isPale);
    if (this.#isStrict) {
      const isAnywhere = state.font?.isOfDrawings === true && clip !== undefined;
      const light = lightThrough(paint, paint.fillAlpha, paint.fill, true);
      this.#cover(isAnywhere ? [rectangle(clip)] : drawings, state, light);
    }
    if (glyphs.length === 0 || this.#glyphs > MAX_GLYPHS || this.marks.length >= MAX_MARKS) return;
    this.#glyphs += glyphs.length;
    if (isOff) return void this.unshown.push(...glyphs);
    if (UNPAINTED.has(state.mode)) return void this.invisible.push(...glyphs);
    const isPainted = paint.fillAlpha > LEAST_SEEN;
    const seen = glyphs.filter((glyph) => isPainted && (!clip || holds(clip, glyph)));
    this.lost += glyphs.length - seen.length;
    this.marks.push({ kind: 'text', glyphs: seen });
  }

  #cover(painted: readonly (Area | undefined)[], { clip }: State, through: Light): void {
    const areas = painted.filter((area) => area !== undefined);
    if (areas.length === 0 || isClear(through) || !clip) return;
    if (this.marks.length >= MAX_MARKS) return this.#exceed();
    this.marks.push({ kind: 'cover', areas, clip, through });
  }
}

function nextState(state: State, operation: Operation, resources: Dict | undefined, text: TextState): State {
  const { operator, operands } = operation;
  const matrix = operator === 'cm' ? matrixOf(operands) : undefined;
  if (matrix) return { ...state, matrix: multiply(matrix, state.matrix) };
  const paint = nextPaint(state.paint, operation, resources);
  return paint === state.paint && text === state ? state : { ...state, ...text, paint };
}

function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}
