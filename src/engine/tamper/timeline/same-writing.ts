/** Compares two versions of an object without resolving or decoding, so that the cost is that of its bytes. */
import { sameBytes } from '#engine/pdf/comparison.ts';
import { Dict, dictOf, Name, type PdfObject, PdfString, Real, Ref, Stream } from '#engine/pdf/syntax/objects.ts';

export function isSameWriting(before: PdfObject | undefined, after: PdfObject | undefined): boolean {
  const pending: [PdfObject | undefined, PdfObject | undefined][] = [[before, after]];
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [a = null, b = null] = pair;
    if (a instanceof Stream && b instanceof Stream) {
      if (!sameBytes(a.raw, b.raw)) return false;
      for (const key of streamKeys(a.dict, b.dict)) pending.push([a.dict.raw(key), b.dict.raw(key)]);
    } else if (a instanceof Dict && b instanceof Dict) {
      for (const key of keysOf(a, b)) pending.push([a.raw(key), b.raw(key)]);
    } else if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      for (const [index, item] of a.entries()) pending.push([item, b[index]]);
    } else if (!isSameScalar(a, b)) return false;
  }
  return true;
}

/** The keys whose values differ, sorted; `stream` for the data of a stream. */
export function changedKeys(before: PdfObject, after: PdfObject): string[] {
  const [a, b] = [dictOf(before), dictOf(after)];
  if (!a || !b) return [];
  const areStreams = before instanceof Stream && after instanceof Stream;
  const keys = [...(areStreams ? streamKeys(a, b) : keysOf(a, b))]
    .filter((key) => !isSameWriting(a.raw(key), b.raw(key)))
    .toSorted();
  return areStreams && !sameBytes(before.raw, after.raw) ? ['stream', ...keys] : keys;
}

function keysOf(a: Dict, b: Dict): Set<string> {
  return new Set([...a.keys(), ...b.keys()]);
}

/** The keys without those for the end of the data, which follow from the data. */
function streamKeys(a: Dict, b: Dict): Set<string> {
  const keys = keysOf(a, b);
  keys.delete('Length');
  return keys;
}

function isSameScalar(a: PdfObject, b: PdfObject): boolean {
  if (a instanceof Ref) return b instanceof Ref && a.number === b.number;
  if (a instanceof Name) return b instanceof Name && a.value === b.value;
  if (a instanceof Real) return b instanceof Real && a.text === b.text;
  if (a instanceof PdfString) return b instanceof PdfString && sameBytes(a.bytes, b.bytes);
  return a === b;
}
