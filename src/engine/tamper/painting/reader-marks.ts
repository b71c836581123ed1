/**
 * Borders, lines, areas and windows that readers draw for an annotation themselves (ISO 32000-2, 12.5.4 and 12.5.6).
 * They do this if it has no appearance for its state, and always for links and popups.
 */
import type { Box } from '#engine/content/matrix.ts';
import { normalAppearance } from '#engine/forms/annotation-appearance.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, type PdfArray, toNumber } from '#engine/pdf/syntax/objects.ts';
import { type Area, cornersOf, filling, type Point, rectangle, stroke } from './area.ts';
import type { Cover, Placed } from './marks.ts';
import { colourFrom, FIRST_PAINT, isClear, lightThrough } from './paint-state.ts';

const ALWAYS_DRAWN: ReadonlySet<string> = new Set(['Link', 'Popup']);
/** The windows and backgrounds of these are opaque. */
const OPAQUE: ReadonlySet<string> = new Set(['Popup', 'Widget']);
/** The thickness of a line through or under a text, as a part of its height. */
const LINE_PART = 0.07;
const ICON_SIDE = 20;
const CORNERS_OF_ELLIPSE = 24;
const MAX_LINES = 1000;
const MAX_POINTS = 20_000;

export function isDrawnByReaders(annotation: Dict): boolean {
  return ALWAYS_DRAWN.has(annotation.name('Subtype') ?? '') || normalAppearance(annotation) === undefined;
}

export function coversOfReaders(pdf: PdfDocument, annotation: Placed): Cover[] {
  const { dict } = annotation;
  const subtype = dict.name('Subtype') ?? '';
  const areas = [...linesOf(pdf, annotation), ...areasOf(pdf, annotation)];
  const alpha = OPAQUE.has(subtype) ? 1 : (dict.number('CA') ?? 1);
  const paint = { ...FIRST_PAINT, blendMode: subtype === 'Highlight' ? 'Multiply' : 'Normal' };
  const through = lightThrough(paint, alpha, colourFrom(numbersOf(pdf, dict.array('C'))), true);
  return areas.length > 0 && !isClear(through) ? [{ kind: 'cover', areas, clip: EVERYWHERE, through }] : [];
}

const EVERYWHERE: Box = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };

/** Borders and lines, in the width of the border. */
function linesOf(pdf: PdfDocument, { dict, box }: Placed): Area[] {
  const width = borderWidth(dict);
  if (dict.array('C')?.length === 0) return []; // an empty colour is transparent
  const area = stroke(shapesOf(pdf, dict, box), width);
  return [...(area ? [area] : []), ...markedLines(pdf, dict, box, width)];
}

/** ISO 32000-2, 12.5.4. */
export function borderWidth(dict: Dict): number {
  const border = toNumber(dict.array('Border')?.[2] ?? null);
  return dict.dict('BS')?.number('W') ?? border ?? 1;
}

function shapesOf(pdf: PdfDocument, dict: Dict, box: Box): Point[][] {
  switch (dict.name('Subtype')) {
    case 'Link':
    case 'Square':
    case 'FreeText':
    case 'Redact':
      return [closed(cornersOf(box))];
    case 'Circle':
      return [closed(ellipse(box))];
    case 'Polygon':
      return [closed(pointsOf(pdf, dict.array('Vertices')))];
    case 'PolyLine':
      return [pointsOf(pdf, dict.array('Vertices'))];
    case 'Line':
      return [pointsOf(pdf, dict.array('L'))];
    case 'Ink':
      return (dict.array('InkList') ?? []).slice(0, MAX_LINES).map((list) => {
        const points = pdf.resolve(list);
        return Array.isArray(points) ? pointsOf(pdf, points) : [];
      });
    default:
      return [];
  }
}

/** Lines through and under marked text. Programs scale their thickness with the height of the text. */
function markedLines(pdf: PdfDocument, dict: Dict, box: Box, width: number): Area[] {
  const subtype = dict.name('Subtype') ?? '';
  if (subtype !== 'Underline' && subtype !== 'Squiggly' && subtype !== 'StrikeOut') return [];
  return quadsOf(pdf, dict, box).flatMap(({ left, bottom, right, top }) => {
    const y = subtype === 'StrikeOut' ? (bottom + top) / 2 : bottom;
    return (
      stroke(
        [
          [
            [left, y],
            [right, y],
          ],
        ],
        Math.max(width, LINE_PART * (top - bottom)),
      ) ?? []
    );
  });
}

/** Areas of colour, and windows. */
function areasOf(pdf: PdfDocument, { dict, box }: Placed): Area[] {
  const isFilled = (dict.array('IC') ?? []).length > 0;
  switch (dict.name('Subtype')) {
    case 'Highlight':
      return quadsOf(pdf, dict, box).map(rectangle);
    case 'Text':
    case 'Caret':
    case 'FileAttachment':
      return [rectangle(box), rectangle(iconIn(box))];
    case 'Popup':
      return isOpen(dict) ? [rectangle(box)] : [];
    case 'Widget':
      return (dict.dict('MK')?.array('BG') ?? []).length > 0 ? [rectangle(box)] : [];
    case 'FreeText':
      return (dict.array('C') ?? []).length > 0 ? [rectangle(box)] : [];
    case 'Square':
    case 'Circle':
    case 'Polygon': {
      const area = isFilled ? filling(shapesOf(pdf, dict, box), false) : undefined;
      return area ? [area] : [];
    }
    default:
      return [];
  }
}

/** Readers draw an icon in their own size at the upper left corner. */
function iconIn({ left, top }: Box): Box {
  return { left, bottom: top - ICON_SIDE, right: left + ICON_SIDE, top };
}

/** ISO 32000-2, tables 175 and 186. */
function isOpen(popup: Dict): boolean {
  return popup.boolean('Open') === true || popup.dict('Parent')?.boolean('Open') === true;
}

/** The rectangles around marked text (table 182), for any order of the corners. */
function quadsOf(pdf: PdfDocument, dict: Dict, box: Box): Box[] {
  const numbers = (dict.array('QuadPoints') ?? []).slice(0, MAX_POINTS);
  const quads = Array.from({ length: numbers.length >> 3 }, (_, index) => {
    const [a, b, c, d] = pointsOf(pdf, numbers.slice(8 * index, 8 * index + 8));
    if (!a || !b || !c || !d) return undefined;
    const [xs, ys] = [
      [a[0], b[0], c[0], d[0]],
      [a[1], b[1], c[1], d[1]],
    ];
    return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
  }).filter((quad) => quad !== undefined);
  return quads.length > 0 ? quads : [box];
}

function closed(points: Point[]): Point[] {
  return points.concat(points.slice(0, 1));
}

function ellipse({ left, bottom, right, top }: Box): Point[] {
  return Array.from({ length: CORNERS_OF_ELLIPSE }, (_, index) => {
    const angle = (2 * Math.PI * index) / CORNERS_OF_ELLIPSE;
    const [x, y] = [(1 + Math.cos(angle)) / 2, (1 + Math.sin(angle)) / 2];
    return [left + x * (right - left), bottom + y * (top - bottom)];
  });
}

function pointsOf(pdf: PdfDocument, array: PdfArray | undefined): Point[] {
  const numbers = numbersOf(pdf, array?.slice(0, MAX_POINTS));
  return Array.from({ length: numbers.length >> 1 }, (_, at) => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0]);
}

function numbersOf(pdf: PdfDocument, array: PdfArray | undefined): number[] {
  return (array ?? []).map((item) => toNumber(pdf.resolve(item)) ?? 0);
}
