/**
 * Where a page shows text and where something is painted over it, in the order of painting: enough to say that text lies
 * under a picture, and no more. Clipping is left out of account, and of text only where each string begins is known.
 */
import { Budget } from '#engine/pdf/budget.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfObject, PdfString, Stream, toNumber } from '#engine/pdf/syntax/objects.ts';
import {
  type Box,
  type Matrix,
  multiply,
  readBox,
  readMatrix,
  transformBox,
  translation,
} from '#engine/content/matrix.ts';
import { type Operation, scanContent } from '#engine/content/operations.ts';

export interface Mark {
  /** A cover is an image or a filled rectangle that nothing shines through. */
  readonly kind: 'text' | 'cover';
  /** Of text, the point where it begins. */
  readonly box: Box;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const UNIT: Box = { left: 0, bottom: 0, right: 1, top: 1 };
/** Content that is read for one question, of all its pages and the forms they paint. */
const MAX_CONTENT_BYTES = 32 * 1024 * 1024;
const MAX_CONTENT_BYTES_AT_ONCE = 4 * 1024 * 1024;
const MAX_MARKS = 20_000;
const MAX_FORMS = 500;
const MAX_FORM_DEPTH = 6;
const MAX_SAVED_STATES = 500;
/** ISO 32000-2, table 104: 3 and 7 paint nothing. */
const UNPAINTED_TEXT: ReadonlySet<number> = new Set([3, 7]);
/** Of shorter strings nobody can say that they are text: bullets, ticks. */
const LEAST_LETTERS = 3;
/** How much of its box an appearance must fill to cover what lies below. */
const LEAST_SHARE = 0.5;
const FILLS: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const PATH_ENDS: ReadonlySet<string> = new Set([...FILLS, 'S', 's', 'n']);

/** How much content may still be read: what lies beyond is left out. */
export class Reading {
  readonly budget = new Budget(MAX_CONTENT_BYTES); // its own: this must not use up what the stages to come may spend
  #left = MAX_CONTENT_BYTES;

  take(bytes: number): boolean {
    if (bytes > Math.min(this.#left, MAX_CONTENT_BYTES_AT_ONCE)) return false;
    this.#left -= bytes;
    return true;
  }
}

export function pageMarks(pdf: PdfDocument, page: Dict, reading: Reading): Mark[] {
  const painter = new Painter(pdf, reading);
  painter.paint(pdf.pageContent({ dict: page }), inheritedResources(page), IDENTITY, 0);
  return painter.marks;
}

/** Whether an annotation lies on text of its page, and its look lets nothing of it shine through. */
export function coversText(
  pdf: PdfDocument,
  { dict, box }: { readonly dict: Dict; readonly box: Box },
  marks: readonly Mark[],
  reading: Reading,
): boolean {
  if (!marks.some(({ kind, box: point }) => kind === 'text' && holds(box, point))) return false;
  return looksOf(dict).some((look) => isFilled(pdf, look, reading));
}

/** The normal appearance, or those of all states (12.5.5). */
function looksOf(annotation: Dict): Stream[] {
  const normal = annotation.dict('AP')?.get('N') ?? null;
  if (normal instanceof Stream) return [normal];
  return normal instanceof Dict ? normal.keys().flatMap((key) => normal.stream(key) ?? []) : [];
}

/** The appearance is fitted into the rectangle of its annotation (12.5.5): what fills one fills the other. */
function isFilled(pdf: PdfDocument, look: Stream, reading: Reading): boolean {
  const box = readBox(pdf, look.dict.array('BBox')) ?? UNIT;
  const own = transformBox(readMatrix(pdf, look.dict.array('Matrix')), box);
  const painter = new Painter(pdf, reading);
  painter.paintForm(look, IDENTITY, 0);
  return painter.marks.some((mark) => mark.kind === 'cover' && shared(mark.box, own) >= LEAST_SHARE * area(own));
}

/** Whether a point lies within a rectangle. */
export function holds({ left, bottom, right, top }: Box, point: Box): boolean {
  return point.left > left && point.left < right && point.bottom > bottom && point.bottom < top;
}

/** How much two rectangles have in common. */
export function shared(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom);
  return width > 0 && height > 0 ? width * height : 0;
}

export function area({ left, bottom, right, top }: Box): number {
  return (right - left) * (top - bottom);
}

function inheritedResources(page: Dict): Dict | undefined {
  let node: Dict | undefined = page;
  for (let depth = 0; node && depth < MAX_SAVED_STATES; depth++, node = node.dict('Parent')) {
    const resources = node.dict('Resources');
    if (resources) return resources;
  }
  return undefined;
}

interface State {
  readonly matrix: Matrix;
  readonly isOpaque: boolean;
  readonly textMode: number;
  readonly leading: number;
}

class Painter {
  readonly marks: Mark[] = [];
  readonly #pdf: PdfDocument;
  readonly #reading: Reading;
  #forms = 0;

  constructor(pdf: PdfDocument, reading: Reading) {
    this.#pdf = pdf;
    this.#reading = reading;
  }

  paintForm(form: Stream, matrix: Matrix, depth: number, around?: Dict): void {
    if (depth > MAX_FORM_DEPTH || this.#forms++ >= MAX_FORMS) return;
    const content = this.#pdf.bytesOf(form);
    if (!content) return;
    const own = multiply(readMatrix(this.#pdf, form.dict.array('Matrix')), matrix);
    this.paint(content, form.dict.dict('Resources') ?? around, own, depth + 1);
  }

  paint(content: Uint8Array, resources: Dict | undefined, matrix: Matrix, depth: number): void {
    if (!this.#reading.take(content.length)) return;
    const saved: State[] = [];
    let state: State = { matrix, isOpaque: true, textMode: 0, leading: 0 };
    let line: Matrix = IDENTITY;
    let rectangles: Box[] = [];
    scanContent(content, this.#reading.budget, (operation) => {
      const { operator, operands } = operation;
      if (operator === 'q' && saved.length < MAX_SAVED_STATES) saved.push(state);
      else if (operator === 'Q') state = saved.pop() ?? state;
      else if (operator === 'BT') line = IDENTITY;
      else if (operator === 're') rectangles.push(...rectangleOf(operands, state.matrix));
      else if (PATH_ENDS.has(operator)) {
        if (FILLS.has(operator) && state.isOpaque) for (const box of rectangles) this.#add('cover', box);
        rectangles = [];
      } else if (operator === 'Do' || operator === 'BI') this.#draw(operation, resources, state, depth);
      else if (isShowing(operator)) {
        if (operator === "'" || operator === '"') line = multiply(translation(0, -state.leading), line);
        if (!UNPAINTED_TEXT.has(state.textMode) && isText(operands)) this.#addPoint(multiply(line, state.matrix));
      } else {
        state = nextState(state, operation, resources);
        line = nextLine(line, operation, state);
      }
    });
  }

  #draw({ operator, operands }: Operation, resources: Dict | undefined, state: State, depth: number): void {
    const [operand] = operands;
    if (operator === 'BI') {
      const isMask = operand instanceof Dict && (operand.boolean('IM') ?? operand.boolean('ImageMask')) === true;
      if (!isMask && state.isOpaque) this.#add('cover', transformBox(state.matrix, UNIT));
      return;
    }
    const object = operand instanceof Name ? resources?.dict('XObject')?.stream(operand.value) : undefined;
    if (object?.dict.name('Subtype') === 'Form') this.paintForm(object, state.matrix, depth, resources);
    else if (object && state.isOpaque && isOpaqueImage(object.dict))
      this.#add('cover', transformBox(state.matrix, UNIT));
  }

  #addPoint([, , , , x, y]: Matrix): void {
    this.#add('text', { left: x, bottom: y, right: x, top: y });
  }

  #add(kind: Mark['kind'], box: Box): void {
    if (this.marks.length < MAX_MARKS) this.marks.push({ kind, box });
  }
}

function nextState(state: State, { operator, operands }: Operation, resources: Dict | undefined): State {
  const [first] = operands;
  switch (operator) {
    case 'cm': {
      const matrix = toMatrix(operands);
      return matrix ? { ...state, matrix: multiply(matrix, state.matrix) } : state;
    }
    case 'gs': {
      const entries = first instanceof Name ? resources?.dict('ExtGState')?.dict(first.value) : undefined;
      return entries ? { ...state, isOpaque: isOpaqueState(entries, state.isOpaque) } : state;
    }
    case 'Tr':
      return { ...state, textMode: toNumber(first ?? null) ?? 0 };
    case 'TL':
      return { ...state, leading: toNumber(first ?? null) ?? 0 };
    case 'TD':
      return { ...state, leading: -(toNumber(operands[1] ?? null) ?? 0) };
    default:
      return state;
  }
}

function nextLine(line: Matrix, { operator, operands }: Operation, { leading }: State): Matrix {
  if (operator === 'Tm') return toMatrix(operands) ?? line;
  if (operator === 'T*') return multiply(translation(0, -leading), line);
  if (operator !== 'Td' && operator !== 'TD') return line;
  const [x = 0, y = 0] = operands.map((operand) => toNumber(operand) ?? 0);
  return multiply(translation(x, y), line);
}

function isOpaqueState(entries: Dict, isOpaque: boolean): boolean {
  const alpha = entries.number('ca');
  const mode = entries.name('BM');
  if (entries.dict('SMask') || (mode !== undefined && mode !== 'Normal' && mode !== 'Compatible')) return false;
  return alpha === undefined ? isOpaque : alpha >= 1;
}

function isOpaqueImage(image: Dict): boolean {
  return (
    image.name('Subtype') === 'Image' &&
    image.boolean('ImageMask') !== true &&
    !['SMask', 'Mask'].some((key) => image.has(key))
  );
}

function rectangleOf(operands: readonly PdfObject[], matrix: Matrix): Box[] {
  const [x, y, width, height] = operands.map(toNumber);
  if (x === undefined || y === undefined || width === undefined || height === undefined) return [];
  const box = {
    left: Math.min(x, x + width),
    bottom: Math.min(y, y + height),
    right: Math.max(x, x + width),
    top: Math.max(y, y + height),
  };
  return [transformBox(matrix, box)];
}

function toMatrix(operands: readonly PdfObject[]): Matrix | undefined {
  const [a, b, c, d, e, f] = operands.map(toNumber);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return e === undefined || f === undefined ? undefined : [a, b, c, d, e, f];
}

function isShowing(operator: string): boolean {
  return operator === 'Tj' || operator === 'TJ' || operator === "'" || operator === '"';
}

/** Whether a string is more than a row of the same sign, as the dots and lines are that one writes on. */
function isText(operands: readonly PdfObject[]): boolean {
  const items = operands.flatMap((operand) => (Array.isArray(operand) ? operand : [operand]));
  const codes = items.flatMap((item) => (item instanceof PdfString ? [...item.bytes.subarray(0, 200)] : []));
  const letters = codes.filter((code) => code > 0x20);
  return letters.length >= LEAST_LETTERS && new Set(letters).size >= LEAST_LETTERS;
}
