/**
 * Rounds numbers to one precision (ISO 32000-2, annex C.1): the shortest decimal with the same single-precision number,
 * cut to the digits that can be visible.
 */
import { type PdfObject, Real } from './objects.ts';

/** Single precision holds six digits of every decimal, so decimals with fewer digits need no trial. */
const MIN_SINGLE_DIGITS = 6;
const MAX_SINGLE_DIGITS = 9;
/** Numbers from 1 on are mostly coordinates. Annex C.1 guarantees five digits of a fraction. */
const MAX_DECIMALS = 5;
/** Smaller numbers are mostly factors and colours, for which the relative precision matters. */
const MAX_DIGITS_BELOW_ONE = 6;
/** Beyond these limits the decimal text without an exponent is long. */
const LEAST = 1e-6;
const MOST = 1e9;

function isShort(value: number): boolean {
  return Math.abs(value) >= LEAST && Math.abs(value) < MOST;
}

/**
 * Rounding to single precision comes first, because a program that stores numbers in this form then writes the same
 * number.
 */
export function roundNumber(value: number): number {
  const single = roundToSingle(value);
  if (!isShort(single)) return value;
  return Number(Math.abs(single) < 1 ? single.toPrecision(MAX_DIGITS_BELOW_ONE) : single.toFixed(MAX_DECIMALS));
}

export function roundToSingle(value: number): number {
  const single = Math.fround(value);
  for (let digits = MIN_SINGLE_DIGITS; digits < MAX_SINGLE_DIGITS; digits++) {
    const shorter = Number(single.toPrecision(digits));
    if (Math.fround(shorter) === single) return shorter;
  }
  return single;
}

/** Numbers of this length have at most six digits and are rounded already. The text has a point and may have a sign. */
const MAX_EXACT_CHARACTERS = MIN_SINGLE_DIGITS + 1;

export function roundReal(real: Real, round = roundNumber): Real | number {
  const rounded = real.text.length <= MAX_EXACT_CHARACTERS ? real.value : round(real.value);
  if (!isShort(rounded)) return real;
  return Number.isInteger(rounded) ? rounded : new Real(String(rounded));
}

/** Returns every other scalar unchanged. */
export function roundScalar(scalar: PdfObject): PdfObject {
  return scalar instanceof Real ? roundReal(scalar) : scalar;
}
