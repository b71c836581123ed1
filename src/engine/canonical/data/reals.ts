/**
 * Reals in one precision (ISO 32000-2, annex C.1): the shortest decimal with the same single-precision number, because
 * programs that save a document again write a different number of digits.
 */
import { Dict, type PdfObject, Real, type Resolver, Stream } from '#engine/pdf/syntax/objects.ts';

/** 12.9 and 12.10: measurements need more digits than single precision holds. */
const PRECISE: readonly string[] = ['Measure', 'PtData', 'VP'];
const MAX_DIGITS = 9;
/** Beyond these limits a decimal text without an exponent is no short text. */
const LEAST = 1e-6;
const MOST = 1e9;

export function roundReal(real: Real): Real | number {
  const { value } = real;
  if (!(Math.abs(value) >= LEAST && Math.abs(value) < MOST)) return real;
  const single = Math.fround(value);
  for (let digits = 1; digits <= MAX_DIGITS; digits++) {
    const shorter = Number(single.toPrecision(digits));
    if (Math.fround(shorter) !== single || Math.abs(shorter) < LEAST) continue;
    return Number.isInteger(shorter) ? shorter : new Real(String(shorter));
  }
  return real;
}

/** Answers what rounds the reals that stand in a container itself. */
export function realSpelling(pdf: Resolver, containers: Iterable<PdfObject>): (container: PdfObject) => void {
  const precise = preciseContainers(pdf, containers);
  return (container) => {
    if (precise.has(container)) return;
    if (Array.isArray(container)) {
      for (const [index, item] of container.entries()) if (item instanceof Real) container[index] = roundReal(item);
      return;
    }
    const dict = container instanceof Stream ? container.dict : container;
    if (dict instanceof Dict)
      dict.forEach((value, key) => void (value instanceof Real && dict.set(key, roundReal(value))));
  };
}

function preciseContainers(pdf: Resolver, containers: Iterable<PdfObject>): ReadonlySet<PdfObject> {
  const precise = new Set<PdfObject>();
  for (const container of containers) {
    const dict = container instanceof Stream ? container.dict : container;
    if (dict instanceof Dict) for (const key of PRECISE) if (dict.has(key)) precise.add(dict.get(key));
  }
  for (const container of precise) {
    const dict = container instanceof Stream ? container.dict : container;
    const values = Array.isArray(container) ? container : dict instanceof Dict ? dict.values() : [];
    for (const value of values) {
      const target = pdf.resolve(value);
      if (typeof target === 'object' && target !== null) precise.add(target);
    }
  }
  return precise;
}
