/** What decides whether something shines through: colour, transparency and blending (ISO 32000-2, 8.6 and 11.3). */
import type { Operation } from '#engine/content/operations.ts';
import { Dict, Name, type PdfObject, toNumber } from '#engine/pdf/syntax/objects.ts';

export interface Paint {
  /** From 0 (black) to 1 (white); undefined where that is not simply known. */
  readonly fill: number | undefined;
  readonly stroke: number | undefined;
  readonly isTiled: boolean;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  readonly hasSoftMask: boolean;
  readonly blendMode: string;
}

export const FIRST_PAINT: Paint = {
  fill: 0,
  stroke: 0,
  isTiled: false,
  fillAlpha: 1,
  strokeAlpha: 1,
  hasSoftMask: false,
  blendMode: 'Normal',
};

const FILL_COLOURS: ReadonlySet<string> = new Set(['g', 'rg', 'k', 'sc', 'scn']);
const STROKE_COLOURS: ReadonlySet<string> = new Set(['G', 'RG', 'K', 'SC', 'SCN']);
/** These darken what lies below, the more the darker they are: black leaves nothing of it. */
const DARKENING: ReadonlySet<string> = new Set(['Multiply', 'Darken', 'ColorBurn']);
const LIGHTENING: ReadonlySet<string> = new Set(['Screen', 'Lighten', 'ColorDodge']);
/** From 0 (black) to 1 (white): a darker colour leaves nothing of black text to be seen. */
const DARK = 0.25;
const LIGHT = 0.75;

export function nextPaint(paint: Paint, { operator, operands }: Operation, resources: Dict | undefined): Paint {
  if (FILL_COLOURS.has(operator))
    return { ...paint, fill: lightnessOf(operands), isTiled: isTiling(operands.at(-1), resources) };
  if (STROKE_COLOURS.has(operator)) return { ...paint, stroke: lightnessOf(operands) };
  if (operator === 'cs') return { ...paint, fill: 0, isTiled: false };
  if (operator === 'CS') return { ...paint, stroke: 0 };
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
 * How much of what lies below is lost under an area of a colour.
 *
 * @param colour undefined for pictures
 * @param isStrict what cannot be told counts as opaque
 */
export function opacityOf(
  { blendMode, hasSoftMask }: Paint,
  alpha: number,
  colour: number | undefined,
  isStrict: boolean,
): number {
  if (hasSoftMask && !isStrict) return 0;
  if (DARKENING.has(blendMode)) return colour !== undefined && colour <= DARK ? alpha : 0;
  if (LIGHTENING.has(blendMode)) return colour !== undefined && colour < LIGHT ? 0 : alpha;
  return alpha;
}

function lightnessOf(operands: readonly PdfObject[]): number | undefined {
  const colour = operands.map((operand) => toNumber(operand)).filter((number) => number !== undefined);
  return [1, 3, 4].includes(colour.length) ? lightness(colour) : undefined;
}

/** Of a colour of one, three or four components; one without components is not painted. */
export function lightness(numbers: readonly (number | undefined)[]): number {
  const [first = 0, second = 0, third = 0, fourth = 0] = numbers;
  if (numbers.length === 1) return first;
  if (numbers.length === 3) return 0.3 * first + 0.59 * second + 0.11 * third;
  if (numbers.length === 4) return (1 - fourth) * (1 - 0.3 * first - 0.59 * second - 0.11 * third);
  return 1;
}

/** Between the tiles of a pattern (8.7.3) what lies below is seen. */
function isTiling(operand: PdfObject | undefined, resources: Dict | undefined): boolean {
  const pattern = operand instanceof Name ? resources?.dict('Pattern')?.get(operand.value) : undefined;
  return operand instanceof Name && !(pattern instanceof Dict && pattern.integer('PatternType') === 2);
}
