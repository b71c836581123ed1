/**
 * The box of a generated appearance: size, rotation, background and border (ISO 32000-2, 12.5.4 and table 192).
 */
import type { ContentBuilder } from '#engine/content/builder.ts';
import { type Box, type Matrix, quarterOf, quarterTurn } from '#engine/content/matrix.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, toNumber } from '#engine/pdf/syntax/objects.ts';
import { clampComponent } from './default-appearance.ts';

type BorderStyle = 'S' | 'D' | 'B' | 'I' | 'U';

/** Colour components: none means transparent, one means grey, three mean RGB and four mean CMYK. */
export type Color = readonly number[];

export interface WidgetFrame {
  /** The size of the unrotated appearance, whose lower left corner is the origin. */
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
  readonly borderWidth: number;
  readonly borderStyle: BorderStyle;
  readonly borderColor: Color;
  readonly background: Color;
  readonly dash: readonly number[];
}

/** The distance of the control points of a quarter circle with radius 1. */
const ARC = 0.552285;

const COLOR_OPERATORS: ReadonlyMap<number, readonly [fill: string, stroke: string]> = new Map([
  [1, ['g', 'G']],
  [3, ['rg', 'RG']],
  [4, ['k', 'K']],
]);

export function frameOf(pdf: PdfDocument, widget: Dict, rect: Box): WidgetFrame {
  const characteristics = widget.dict('MK');
  const rotation = quarterOf(characteristics?.number('R'));
  const [width, height] = [rect.right - rect.left, rect.top - rect.bottom];
  const sideways = rotation % 180 !== 0;
  const style = widget.dict('BS');
  const border = widget.array('Border');
  const said = style ? style.number('W') : toNumber(pdf.resolve(border?.[2]));
  const letter = style?.name('S');
  return {
    width: sideways ? height : width,
    height: sideways ? width : height,
    rotation,
    borderWidth: Math.min(Math.max(0, said ?? 1), Math.min(width, height) / 2),
    borderStyle: letter === 'D' || letter === 'B' || letter === 'I' || letter === 'U' ? letter : 'S',
    borderColor: colorOf(pdf, characteristics, 'BC'),
    background: colorOf(pdf, characteristics, 'BG'),
    dash: (style?.array('D') ?? [3]).slice(0, 8).flatMap((item) => toNumber(pdf.resolve(item)) ?? []),
  };
}

/**
 * Rotates the appearance as `MK.R` requires. The position does not matter, since the appearance is fitted to the
 * rectangle of the widget.
 */
export function frameMatrix({ rotation }: WidgetFrame): Matrix {
  return quarterTurn(rotation);
}

/** The distance by which the border reduces the inside. */
export function borderInset({ borderWidth, borderStyle }: WidgetFrame): number {
  return borderStyle === 'B' || borderStyle === 'I' ? borderWidth * 2 : borderWidth;
}

export function setFill(content: ContentBuilder, color: Color): boolean {
  return setColor(content, color, 0);
}

export function setStroke(content: ContentBuilder, color: Color): boolean {
  return setColor(content, color, 1);
}

export function drawFrame(content: ContentBuilder, frame: WidgetFrame): void {
  const { width, height, borderWidth, background, borderColor } = frame;
  if (background.length === 0 && borderColor.length === 0) return;
  content.add('q');
  if (setFill(content, background)) content.add('re', 0, 0, width, height).add('f');
  if (borderWidth > 0 && setStroke(content, borderColor)) drawBorder(content, frame);
  content.add('Q');
}

function drawBorder(content: ContentBuilder, frame: WidgetFrame): void {
  const { width, height, borderWidth, borderStyle, dash } = frame;
  if (borderStyle === 'B') drawBevel(content, frame, [1], [0.5]);
  if (borderStyle === 'I') drawBevel(content, frame, [0.5], [0.75]);
  content.add('w', borderWidth);
  if (borderStyle === 'D' && dash.some((length) => length > 0)) content.addDash(dash);
  const half = borderWidth / 2;
  if (borderStyle === 'U') content.add('m', 0, half).add('l', width, half);
  else content.add('re', half, half, width - borderWidth, height - borderWidth);
  content.add('S');
}

/** The two edges inside a beveled or inset border. */
function drawBevel(
  content: ContentBuilder,
  { width, height, borderWidth: b }: WidgetFrame,
  upper: Color,
  lower: Color,
): void {
  setFill(content, upper);
  content
    .add('m', b, b)
    .add('l', b, height - b)
    .add('l', width - b, height - b);
  content
    .add('l', width - 2 * b, height - 2 * b)
    .add('l', 2 * b, height - 2 * b)
    .add('l', 2 * b, 2 * b)
    .add('f');
  setFill(content, lower);
  content
    .add('m', width - b, height - b)
    .add('l', width - b, b)
    .add('l', b, b);
  content
    .add('l', 2 * b, 2 * b)
    .add('l', width - 2 * b, 2 * b)
    .add('l', width - 2 * b, height - 2 * b)
    .add('f');
}

/** The round frame of a radio button. */
export function drawRoundFrame(content: ContentBuilder, frame: WidgetFrame): void {
  const { width, height, borderWidth, background, borderColor } = frame;
  if (background.length === 0 && borderColor.length === 0) return;
  const radius = Math.min(width, height) / 2;
  content.add('q');
  if (setFill(content, background)) circle(content, width / 2, height / 2, radius).add('f');
  if (borderWidth > 0 && setStroke(content, borderColor)) {
    circle(content.add('w', borderWidth), width / 2, height / 2, radius - borderWidth / 2).add('S');
  }
  content.add('Q');
}

function circle(content: ContentBuilder, x: number, y: number, r: number): ContentBuilder {
  const k = r * ARC;
  content
    .add('m', x + r, y)
    .add('c', x + r, y + k, x + k, y + r, x, y + r)
    .add('c', x - k, y + r, x - r, y + k, x - r, y);
  return content
    .add('c', x - r, y - k, x - k, y - r, x, y - r)
    .add('c', x + k, y - r, x + r, y - k, x + r, y)
    .add('h');
}

function setColor(content: ContentBuilder, color: Color, which: 0 | 1): boolean {
  const operator = COLOR_OPERATORS.get(color.length)?.[which];
  if (operator === undefined) return false;
  content.add(operator, ...color);
  return true;
}

function colorOf(pdf: PdfDocument, characteristics: Dict | undefined, key: string): Color {
  const components = characteristics?.array(key) ?? [];
  return components.slice(0, 5).map((item) => clampComponent(toNumber(pdf.resolve(item)) ?? 0));
}
