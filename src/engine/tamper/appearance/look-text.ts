/** Reads the appearance of a field or an annotation (ISO 32000-2, 12.5.5): its text, and whether it draws more. */
import { type Box, type Matrix, readBox } from '#engine/content/matrix.ts';
import { scanContent } from '#engine/content/operations.ts';
import { namesFilters } from '#engine/pdf/comparison.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfObject, type Stream, toNumber } from '#engine/pdf/syntax/objects.ts';
import type { FontSource } from '#engine/fonts/unicode/text-font.ts';
import { TextInterpreter } from '#engine/text/text-interpreter.ts';
import { LookFonts, UNREADABLE } from './look-fonts.ts';
import { type DrawnText, drawnText, inReadingOrder } from './reading-order.ts';
import { Strokes } from './strokes.ts';

export { UNREADABLE } from './look-fonts.ts';
export { isPaper } from './strokes.ts';

const OWN_FONT = { Type: new Name('Font'), Subtype: new Name('Type1'), BaseFont: new Name('Helvetica') };
const MAX_FORMS = 16;
/** Content beyond this limit adds no new text. */
const MAX_CONTENT_BYTES = 64 * 1024;
const MAX_TEXT_LENGTH = 20_000;
/** ISO 32000-2, table 108. */
const FONT_TYPES: ReadonlySet<string> = new Set(['Type0', 'Type1', 'MMType1', 'TrueType', 'Type3']);
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** People cannot read lower text. In units of the form, and as a part of its height. */
const LEAST_HEIGHT = 1;
const LEAST_PART = 0.1;
/** ISO 32000-2, table 104: 3 and 7 paint nothing. */
const UNPAINTED: ReadonlySet<number> = new Set([3, 7]);

/** Operators for lines of any shape, because letters can be drawn with them. Rectangles are backgrounds and borders. */
const CURVES: ReadonlySet<string> = new Set(['c', 'v', 'y']);
/** Replacement text for copying is not visible, so it is ignored. */
const MARKING: ReadonlySet<string> = new Set(['BMC', 'BDC', 'EMC']);

/** The visible content of one appearance. */
export interface Look {
  /** The text without white space, normalized for comparison (NFKC). `UNREADABLE` stands for an unknown glyph. */
  readonly text: string;
  /** True if it draws an image, a shading or glyphs that are drawings, whose text cannot be read. */
  readonly isPictured: boolean;
  /** True if it draws curves, which can form letters or any other sign. */
  readonly isCurved: boolean;
  /** The number of lines and rectangles that are too short for a border or a background. */
  readonly strokes: number;
  /** True if it writes in the colour of paper and paints nothing dark before. */
  readonly isPale: boolean;
  /** True if it belongs to a layer, which may be off. */
  readonly isLayered: boolean;
  /** True if some readers draw nothing: it names a missing font, or its box or matrix is invalid. */
  readonly isUncertain: boolean;
  /** True if it uses a font of the form. Not every reader uses a font that the appearance itself does not have. */
  readonly isBorrowing: boolean;
}

/** Reads an appearance, then the forms that it paints, each once. */
export function readLook(pdf: PdfDocument, appearance: Stream): Look {
  const pending: Painted[] = [{ form: appearance, resources: pdf.newDict() }];
  const seen = new Set<Stream>();
  const looks: Content[] = [];
  for (let next = pending.shift(); next && seen.size < MAX_FORMS; next = pending.shift()) {
    const content = contentOf(pdf, next);
    // The positions of the forms are unknown, so text in several parts has no known order.
    if (content.drawn !== '' && looks.some(({ drawn }) => drawn !== '')) looks.push(UNORDERED);
    if (seen.has(next.form)) continue;
    seen.add(next.form);
    looks.push(content);
    pending.push(...content.forms);
  }
  const drawn = textOf(looks.map((look) => look.drawn));
  const text = drawn.includes(UNREADABLE) ? textOf(looks.map((look) => look.told)) : drawn;
  return {
    text,
    isPictured: looks.some(({ isPictured }) => isPictured),
    isCurved: looks.some(({ isCurved }) => isCurved),
    strokes: looks.reduce((sum, { strokes }) => sum + strokes, 0),
    isPale: looks.some(({ isPale }) => isPale),
    isLayered: looks.some(({ isLayered }) => isLayered),
    isUncertain: looks.some(({ isUncertain }) => isUncertain),
    isBorrowing: looks.some(({ isBorrowing }) => isBorrowing),
  };
}

function textOf(texts: readonly string[]): string {
  return squeeze(texts.join('').slice(0, MAX_TEXT_LENGTH));
}

/** Removes differences between fonts for the same letters: white space, kinds of dashes, ligatures. */
export function squeeze(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g, '');
}

interface Painted {
  readonly form: Stream;
  /** The resources of the caller, which a form without resources uses. */
  readonly resources: Dict;
}

interface Instruction {
  readonly operator: string;
  readonly operands: readonly PdfObject[];
}

interface Content {
  readonly drawn: string;
  readonly told: string;
  readonly isPictured: boolean;
  readonly isCurved: boolean;
  readonly isLayered: boolean;
  readonly isUncertain: boolean;
  readonly isBorrowing: boolean;
  readonly strokes: number;
  readonly isPale: boolean;
  readonly forms: readonly Painted[];
}

const UNORDERED: Content = {
  drawn: UNREADABLE,
  told: UNREADABLE,
  isPictured: false,
  isCurved: false,
  isLayered: false,
  isUncertain: false,
  isBorrowing: false,
  strokes: 0,
  isPale: false,
  forms: [],
};

/** Thousands of fields may share an appearance, so it is read once. */
const known = new WeakMap<Stream, Content>();
const fontsOf = new WeakMap<PdfDocument, LookFonts>();

function contentOf(pdf: PdfDocument, painted: Painted): Content {
  const content = known.get(painted.form) ?? readContent(pdf, painted);
  if (painted.form.dict.has('Resources')) known.set(painted.form, content);
  return content;
}

function readContent(pdf: PdfDocument, painted: Painted): Content {
  const fonts = fontsOf.get(pdf) ?? new LookFonts(pdf);
  fontsOf.set(pdf, fonts);
  const own = painted.form.dict.dict('Resources') ?? painted.resources;
  const resources = usable(pdf, own);
  const bytes = (pdf.bytesOf(painted.form) ?? new Uint8Array()).subarray(0, MAX_CONTENT_BYTES);
  const operations: Instruction[] = [];
  const box = readBox(pdf, painted.form.dict.array('BBox'));
  const strokes = new Strokes(box);
  const marks = {
    isPictured: stateDrawsItsOwn(pdf, resources),
    isCurved: false,
    isLayered: painted.form.dict.has('OC'),
    isUncertain: !isPlaced(pdf, painted.form.dict) || !namesFilters(pdf, painted.form.dict),
    isBorrowing: false,
  };
  scanContent(bytes, pdf.budget, ({ operator, operands }) => {
    if (operator === 'Tf' && isMissing(own, operands[0])) marks.isBorrowing = true;
    if (operator === 'Tf' && isMissing(resources, operands[0])) marks.isUncertain = true;
    if (operator === 'Tf' && drawsItsOwn(fontFor(pdf, resources, operands[0]))) marks.isPictured = true;
    if (operator === 'Do' && isPicture(resources, operands[0])) marks.isPictured = true;
    if (operator === 'BI' || operator === 'sh') marks.isPictured = true;
    if (CURVES.has(operator)) marks.isCurved = true;
    if (operator === 'BDC' && isName(operands[0], 'OC')) marks.isLayered = true;
    strokes.visit(operator, operands);
    if (!MARKING.has(operator)) operations.push({ operator, operands: [...operands] });
  });
  const { text: drawn, forms } = run(pdf, fonts.drawn, resources, operations, box);
  const { text: told } = run(pdf, fonts.told, resources, operations, box);
  return { drawn, told, forms, ...marks, strokes: strokes.count, isPale: strokes.isPale };
}

function run(
  pdf: PdfDocument,
  fonts: FontSource,
  resources: Dict,
  operations: readonly Instruction[],
  box: Box | undefined,
): { readonly text: string; readonly forms: readonly Painted[] } {
  const forms: Painted[] = [];
  const parts: DrawnText[] = [];
  let [length, shown] = [0, ''];
  const interpreter = new TextInterpreter(pdf, fonts, {
    sink: { text: (piece) => (shown += piece), separate: () => undefined },
    paint: (form) => {
      if (form.dict.name('Subtype') === 'Form' && forms.length < MAX_FORMS) forms.push({ form, resources });
    },
    observer: {
      glyphs(row) {
        const isShown = !UNPAINTED.has(row.state.renderingMode) && isSeen(row.box, box);
        if (isShown && length < MAX_TEXT_LENGTH) parts.push(drawnText(shown, row));
        length += shown.length;
        shown = '';
      },
      image: () => undefined,
      layer: () => undefined,
    },
  });
  interpreter.within(resources, IDENTITY, () => {
    for (const { operator, operands } of operations) interpreter.visit(operator, operands);
  });
  return { text: inReadingOrder(parts), forms };
}

/** Whether a text lies within its form and is large enough to read. */
function isSeen(place: Box, box: Box | undefined): boolean {
  if (!box) return true;
  const height = place.top - place.bottom;
  const isTiny = height < LEAST_HEIGHT && height < LEAST_PART * (box.top - box.bottom);
  const isBeyond = place.right < box.left || place.left > box.right || place.top < box.bottom || place.bottom > box.top;
  return !isTiny && !isBeyond;
}

/** A copy with the missing fonts added from the form, as readers do (12.7.4.3). */
function usable(pdf: PdfDocument, resources: Dict): Dict {
  const own = resources.dict('Font');
  const ofForm = pdf.trailer.dict('Root')?.dict('AcroForm')?.dict('DR')?.dict('Font');
  const fonts = Dict.of(pdf, [...(ofForm ?? []), ...(own ?? [])]);
  return Dict.of(pdf, [...resources, ['Font', fonts]]);
}

/** Whether content selects a font that the resources lack. */
function isMissing(resources: Dict, operand: unknown): boolean {
  const font = operand instanceof Name ? resources.dict('Font')?.dict(operand.value) : undefined;
  return operand instanceof Name && !FONT_TYPES.has(font?.name('Subtype') ?? '');
}

/** Whether the entries for the position of a form (8.10.2) are a valid box and matrix, if present. */
function isPlaced(pdf: PdfDocument, form: Dict): boolean {
  const isOf = (key: string, count: number): boolean => {
    const entry = form.get(key);
    if (!Array.isArray(entry)) return entry === null;
    return entry.length === count && entry.every((item) => toNumber(pdf.resolve(item)) !== undefined);
  };
  return isOf('BBox', 4) && isOf('Matrix', 6);
}

/** Readers use one of their own fonts for a missing one. */
function fontFor(pdf: PdfDocument, resources: Dict, operand: unknown): Dict | undefined {
  const fonts = resources.dict('Font');
  if (!(operand instanceof Name) || !fonts) return undefined;
  if (!fonts.dict(operand.value)) fonts.set(operand.value, pdf.newDict(OWN_FONT));
  return fonts.dict(operand.value);
}

function isPicture(resources: Dict, operand: unknown): boolean {
  const object = operand instanceof Name ? resources.dict('XObject')?.stream(operand.value) : undefined;
  return object !== undefined && object.dict.name('Subtype') !== 'Form';
}

/** The glyphs of a Type 3 font are drawings, and their codes prove nothing. */
function drawsItsOwn(font: Dict | undefined): boolean {
  return font?.name('Subtype') === 'Type3';
}

/** A graphics state may also select a font (8.4.5). */
function stateDrawsItsOwn(pdf: PdfDocument, resources: Dict): boolean {
  const states = resources.dict('ExtGState');
  return (states?.keys() ?? []).some((key) => {
    const font = pdf.resolve(states?.dict(key)?.array('Font')?.[0]);
    return font instanceof Dict && drawsItsOwn(font);
  });
}

function isName(operand: unknown, value: string): boolean {
  return operand instanceof Name && operand.value === value;
}
