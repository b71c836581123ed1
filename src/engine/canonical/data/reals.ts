/**
 * Writes all reals of a document with one precision, because programs write a different number of digits when they save
 * a document.
 */
import { dictOf, type PdfObject, Real, type Resolver } from '#engine/pdf/syntax/objects.ts';
import { roundNumber, roundReal, roundToSingle } from '#engine/pdf/syntax/precision.ts';

/** 12.9 and 12.10: measurements need more digits than single precision has. */
const PRECISE: readonly string[] = ['Measure', 'PtData', 'VP'];
/**
 * 7.10.4: readers compare these numbers with an input. The colour would change abruptly if two nearly equal bounds
 * became equal.
 */
const COMPARED = 'Bounds';
/** Returns a function that rounds the reals directly inside a container. */
export function realSpelling(pdf: Resolver, containers: Iterable<PdfObject>): (container: PdfObject) => void {
  const { precise, compared } = exceptionsOf(pdf, containers);
  return (container) => {
    if (precise.has(container)) return;
    if (Array.isArray(container)) {
      const round = compared.has(container) ? roundToSingle : roundNumber;
      for (const [index, item] of container.entries())
        if (item instanceof Real) container[index] = roundReal(item, round);
      return;
    }
    const dict = dictOf(container);
    dict?.forEach((value, key) => void (value instanceof Real && dict.set(key, roundReal(value))));
  };
}

interface Exceptions {
  /** These numbers keep all digits. */
  readonly precise: ReadonlySet<PdfObject>;
  /** These numbers keep all digits of single precision. */
  readonly compared: ReadonlySet<PdfObject>;
}

function exceptionsOf(pdf: Resolver, containers: Iterable<PdfObject>): Exceptions {
  const precise = new Set<PdfObject>();
  const compared = new Set<PdfObject>();
  for (const container of containers) {
    const dict = dictOf(container);
    if (!dict) continue;
    for (const key of PRECISE) if (dict.has(key)) precise.add(dict.get(key));
    if (dict.has(COMPARED)) compared.add(dict.get(COMPARED));
  }
  for (const container of precise) {
    const values = Array.isArray(container) ? container : (dictOf(container)?.values() ?? []);
    for (const value of values) {
      const target = pdf.resolve(value);
      if (typeof target === 'object' && target !== null) precise.add(target);
    }
  }
  return { precise, compared };
}
