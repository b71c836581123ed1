/** The properties for transparency: colour, opacity and blending (ISO 32000-2, 8.6 and 11.3). */
import type { Operation } from '#engine/content/operations.ts';
import { Dict, Name, type PdfObject, toNumber } from '#engine/pdf/syntax/objects.ts';

/** Red, green and blue, each from 0 to 1: a colour, or the share of light that passes through a cover. */
export type Light = readonly [red: number, green: number, blue: number];

export const BLACK: Light = [0, 0, 0];
export const WHITE: Light = [1, 1, 1];

export interface Paint {
  /** Undefined if the colour is unknown. */
  readonly fill: Light | undefined;
  readonly stroke: Light | undefined;
  readonly isTiled: boolean;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  readonly hasSoftMask: boolean;
  readonly blendMode: string;
}

export const FIRST_PAINT: Paint = {
  fill: BLACK,
  stroke: BLACK,
  isTiled: false,
  fillAlpha: 1,
  strokeAlpha: 1,
  hasSoftMask: false,
  blendMode: 'Normal',
};

const FILL_COLOURS: ReadonlySet<string> = new Set(['g', 'rg', 'k', 'sc', 'scn']);
const STROKE_COLOURS: ReadonlySet<string> = new Set(['G', 'RG', 'K', 'SC', 'SCN']);
/** These modes darken the content below. A darker colour darkens more, and black makes it invisible. */
const DARKENING: ReadonlySet<string> = new Set(['Multiply', 'Darken', 'ColorBurn']);
const LIGHTENING: ReadonlySet<string> = new Set(['Screen', 'Lighten', 'ColorDodge']);
/** From 0 (black) to 1 (white): black text is invisible on a darker colour. */
const DARK = 0.25;
const LIGHT = 0.75;

export function nextPaint(paint: Paint, { operator, operands }: Operation, resources: Dict | undefined): Paint {
  if (FILL_COLOURS.has(operator))
    return { ...paint, fill: colourOf(operands), isTiled: isTiling(operands.at(-1), resources) };
  if (STROKE_COLOURS.has(operator)) return { ...paint, stroke: colourOf(operands) };
  if (operator === 'cs') return { ...paint, fill: BLACK, isTiled: false };
  if (operator === 'CS') return { ...paint, stroke: BLACK };
  const [name] = operands;
  const state = operator === 'gs' && name instanceof Name ? resources?.dict('ExtGState')?.dict(name.value) : undefined;
  return state ? withState(paint, state) : paint;
}

function withState(paint: Paint, state: Dict): Paint {
  const mode = state.get('BM') ?? null;
  const first = Array.isArray(mode) ? mode[0] : mode;
  return {
    ...paint,
    fillAlpha: state.number('ca') ?? paint.fillAlpha,
    strokeAlpha: state.number('CA') ?? paint.strokeAlpha,
    hasSoftMask: state.has('SMask') ? state.dict('SMask') !== undefined : paint.hasSoftMask,
    blendMode: first instanceof Name ? first.value : paint.blendMode,
  };
}

/**
 * The share of light that passes through an area.
 * @param colour undefined for pictures
 * @param isStrict true if unknown properties count as opaque
 */
export function lightThrough(
  { blendMode, hasSoftMask }: Paint,
  alpha: number,
  colour: Light | undefined,
  isStrict: boolean,
): Light {
  if (hasSoftMask && !isStrict) return WHITE;
  if (DARKENING.has(blendMode)) {
    if (!colour) return WHITE;
    const [red, green, blue] = lightness(colour) <= DARK ? BLACK : colour;
    return [1 - alpha * (1 - red), 1 - alpha * (1 - green), 1 - alpha * (1 - blue)];
  }
  const isLost = !LIGHTENING.has(blendMode) || colour === undefined || lightness(colour) >= LIGHT;
  return isLost ? [1 - alpha, 1 - alpha, 1 - alpha] : WHITE;
}

export function throughBoth([r, g, b]: Light, [red, green, blue]: Light): Light {
  return [r * red, g * green, b * blue];
}

export function isClear(light: Light): boolean {
  return light.every((part) => part >= 1);
}

/** From 0 (black) to 1 (white). */
export function lightness([red, green, blue]: Light): number {
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

function colourOf(operands: readonly PdfObject[]): Light | undefined {
  const colour = operands.map((operand) => toNumber(operand)).filter((number) => number !== undefined);
  return [1, 3, 4].includes(colour.length) ? colourFrom(colour) : undefined;
}

/** The colour has one, three or four components. An area without components is not painted. */
export function colourFrom(numbers: readonly number[]): Light {
  const [first = 0, second = 0, third = 0, fourth = 0] = numbers;
  if (numbers.length === 1) return [first, first, first];
  if (numbers.length === 3) return [first, second, third];
  if (numbers.length === 4)
    return [(1 - fourth) * (1 - first), (1 - fourth) * (1 - second), (1 - fourth) * (1 - third)];
  return WHITE;
}

/** The content below is visible between the tiles of a pattern (8.7.3). */
function isTiling(operand: PdfObject | undefined, resources: Dict | undefined): boolean {
  const pattern = operand instanceof Name ? resources?.dict('Pattern')?.get(operand.value) : undefined;
  return operand instanceof Name && !(pattern instanceof Dict && pattern.integer('PatternType') === 2);
}
