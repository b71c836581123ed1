/**
 * The graphics state without that of text (ISO 32000-2, 8.4), in a form that is equal for pages with equal appearance.
 */
import type { Box, Matrix } from '#engine/content/matrix.ts';
import { brief, factor, linear, place } from './marks.ts';

export interface PaintState {
  readonly matrix: Matrix;
  readonly fill: Colour;
  readonly stroke: Colour;
  readonly lineWidth: number;
  readonly lineStyle: Readonly<Record<string, string>>;
  /** The parameters of `gs` and `ri` that differ from their initial value, by their keys. */
  readonly parameters: Readonly<Record<string, string>>;
  /** A digest of all clipping paths; empty if none of them hides anything. */
  readonly clip: string;
  /** A box around the area inside of the clipping paths. */
  readonly clipBox: Box;
}

/** A colour space with the components of a colour, or with a pattern. */
export interface Colour {
  readonly space: string;
  readonly value: string;
}

export const BLACK: Colour = { space: 'DeviceGray', value: '0' };

/**
 * The initial colours of the device spaces (8.6.5.1). The initial colour of another space is unknown and counts as
 * such.
 */
const INITIAL: Readonly<Record<string, string>> = { DeviceGray: '0', DeviceRGB: '0 0 0', DeviceCMYK: '0 0 0 1' };

export function initialColour(space: string): Colour {
  return { space, value: INITIAL[space] ?? 'initial' };
}

export function firstState(matrix: Matrix, clipBox: Box): PaintState {
  return {
    matrix,
    fill: BLACK,
    stroke: BLACK,
    lineWidth: 1,
    lineStyle: {},
    parameters: {},
    clip: '',
    clipBox,
  };
}

/** Tables 57 and 128: these keys change the mixing of colours. */
const TRANSPARENT: readonly string[] = ['BM', 'CA', 'SMask', 'ca'];

export function isTransparent({ parameters }: PaintState): boolean {
  return TRANSPARENT.some((key) => parameters[key] !== undefined);
}

/** A transparency group starts with the initial values (11.6.6). */
export function withoutTransparency(state: PaintState): PaintState {
  const left = Object.entries(state.parameters).filter(([key]) => !TRANSPARENT.includes(key));
  return { ...state, parameters: Object.fromEntries(left) };
}

/** The part of the state that affects every mark. */
export function surroundings({ clip, parameters }: PaintState): string {
  return `clip ${clip} parameters ${sorted(parameters)}`;
}

export function fillOf({ fill }: PaintState): string {
  return `fill ${fill.space} ${fill.value}`;
}

export function strokeOf({ stroke, lineWidth, lineStyle, matrix }: PaintState): string {
  return `stroke ${stroke.space} ${stroke.value} width ${factor(lineWidth)} ${linear(matrix)} ${sorted(lineStyle)}`;
}

/** A cache, because a state may have very many parameters and may apply to very many marks. */
const SORTED = new WeakMap<Readonly<Record<string, string>>, string>();

function sorted(entries: Readonly<Record<string, string>>): string {
  const known = SORTED.get(entries);
  if (known !== undefined) return known;
  const keys = Object.keys(entries).toSorted();
  const text = brief(keys.map((key) => `${key} ${entries[key]}`).join(' '));
  SORTED.set(entries, text);
  return text;
}

/** An entry with its initial value equals a missing entry. */
export function withEntry(
  entries: Readonly<Record<string, string>>,
  key: string,
  value: string,
  initial: string,
): Readonly<Record<string, string>> {
  if (value !== initial) return { ...entries, [key]: value };
  return Object.fromEntries(Object.entries(entries).filter(([other]) => other !== key));
}

export function intersection(a: Box, b: Box): Box {
  const left = Math.max(a.left, b.left);
  const bottom = Math.max(a.bottom, b.bottom);
  return {
    left,
    bottom,
    right: Math.max(left, Math.min(a.right, b.right)),
    top: Math.max(bottom, Math.min(a.top, b.top)),
  };
}

/** Corners are sums of rounded numbers, and a difference of a hundredth of a point is invisible. */
const TOLERANCE = 0.01;

export function contains(outer: Box, inner: Box): boolean {
  return (
    outer.left <= inner.left + TOLERANCE &&
    outer.right >= inner.right - TOLERANCE &&
    outer.bottom <= inner.bottom + TOLERANCE &&
    outer.top >= inner.top - TOLERANCE
  );
}

export function boxText({ left, bottom, right, top }: Box): string {
  return [left, bottom, right, top].map(place).join(' ');
}
