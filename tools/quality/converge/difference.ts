/** Finds the places, breadth first, where two canonical documents differ, which prevented a re-save from converging. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import {
  Dict,
  dictOf,
  isContainer,
  Name,
  type PdfObject,
  PdfString,
  Stream,
  toNumber,
} from '#engine/pdf/syntax/objects.ts';
import { scalarKey } from '#engine/canonical/scalar-key.ts';
import { openDocument } from '#engine/pdf/read/open.ts';

export interface Difference {
  readonly kind: string;
  readonly path: string;
}

interface Pair {
  readonly path: readonly string[];
  readonly a: PdfObject;
  readonly b: PdfObject;
}

const MAX_PAIRS = 2_000_000;
const MAX_DIFFERENCES = 1000;

/** Numbers this close are equal apart from rounding. */
const ROUNDING = 1e-4;

/** Half a level of 256, and a rounding error. */
const LEVEL = 0.5 / 255 + ROUNDING;

/** The result is never empty: documents with equal content in another order differ in the order. */
export function findDifferences(first: Uint8Array, second: Uint8Array): readonly Difference[] {
  const [a, b] = [openDocument(first), openDocument(second)];
  const queue: Pair[] = [
    { path: ['Root'], a: a.catalog, b: b.catalog },
    { path: ['Info'], a: a.trailer.get('Info'), b: b.trailer.get('Info') },
  ];
  const seen = new Map<PdfObject, PdfObject>();
  const back = new Map<PdfObject, PdfObject>();
  const found: Difference[] = [];
  for (let at = 0; at < queue.length && at < MAX_PAIRS && found.length < MAX_DIFFERENCES; at++) {
    const pair = queue[at];
    if (!pair) break;
    const [left, right] = [a.resolve(pair.a), b.resolve(pair.b)];
    const kind = compare(a, b, left, right);
    if (kind !== undefined) found.push({ kind, path: pair.path.join('/') });
    if (!isContainer(left) || !isContainer(right)) continue;
    // The identity of objects is part of the content of a document.
    if ((seen.get(left) ?? right) !== right || (back.get(right) ?? left) !== left) {
      found.push({ kind: 'objects merged', path: pair.path.join('/') });
      continue;
    }
    if (seen.has(left)) continue;
    seen.set(left, right);
    back.set(right, left);
    queue.push(...children(pair.path, left, right));
  }
  return found.length > 0 ? found : [{ kind: 'only the order of objects', path: '' }];
}

function compare(a: PdfDocument, b: PdfDocument, left: PdfObject, right: PdfObject): string | undefined {
  if (left instanceof Stream && right instanceof Stream) {
    const [before, after] = [a.decode(left).bytes, b.decode(right).bytes].map((bytes) =>
      Buffer.from(bytes).toString('latin1'),
    );
    return compareDicts(left.dict, right.dict) ?? compareData(before ?? '', after ?? '');
  }
  if (left instanceof Dict && right instanceof Dict) return compareDicts(left, right);
  if (Array.isArray(left) && Array.isArray(right)) return left.length === right.length ? undefined : 'array length';
  if (isContainer(left) || isContainer(right)) return 'kind of object';
  if (left instanceof PdfString && right instanceof PdfString && withoutReturns(left) === withoutReturns(right)) {
    return scalarKey(left) === scalarKey(right) ? undefined : 'line end';
  }
  if (scalarKey(left) === scalarKey(right)) return undefined;
  if (left instanceof Name && right instanceof Name && isBeyondAscii(left) && isBeyondAscii(right)) {
    return 'name respelled';
  }
  if (left instanceof Name && right instanceof Name && unescaped(left) === right.value) return 'number sign lost';
  return numbers(left, right) ?? 'value';
}

/** The name as a reader sees it that ignores the escapes of number signs. */
function unescaped({ value }: Name): string {
  return value.replace(/#([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

function compareData(before: string, after: string): string | undefined {
  if (before === after) return undefined;
  if (before.trimEnd() === after.trimEnd()) return 'last line end';
  if (areNear(before, after, ROUNDING)) return 'number rounded';
  return areNear(before, after, LEVEL) ? 'number in 256 levels' : 'stream data';
}

function areNear(before: string, after: string, tolerance: number): boolean {
  const [words, others] = [before.split(/\s+/), after.split(/\s+/)];
  return words.length === others.length && words.every((word, index) => isNear(word, others[index] ?? '', tolerance));
}

function isNear(word: string, other: string, tolerance: number): boolean {
  return word === other || Math.abs(Number(word) - Number(other)) <= tolerance * Math.max(1, Math.abs(Number(word)));
}

function numbers(left: PdfObject, right: PdfObject): string | undefined {
  const [x, y] = [toNumber(left), toNumber(right)];
  if (x === undefined || y === undefined) return undefined;
  return Math.abs(x - y) <= ROUNDING * Math.max(1, Math.abs(x)) ? 'number rounded' : 'number';
}

/** Names are bytes (7.3.5), and their encoding is not defined. */
function isBeyondAscii({ value }: Name): boolean {
  return /[^\0-\x7f]/.test(value);
}

function withoutReturns({ bytes }: PdfString): string {
  return Buffer.from(bytes).toString('latin1').replace(/\r\n?/g, '\n');
}

function compareDicts(left: Dict, right: Dict): string | undefined {
  const [before, after] = [left.keys(), right.keys()];
  const lost = before.find((key) => !right.has(key));
  const added = after.find((key) => !left.has(key));
  if (lost !== undefined) return `key lost: ${lost}`;
  return added === undefined ? undefined : `key added: ${added}`;
}

function children(path: readonly string[], left: PdfObject, right: PdfObject): Pair[] {
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) return [];
    return left.map((a, index) => ({ path: [...path, '*'], a, b: right[index] ?? null }));
  }
  const [a, b] = [dictOf(left), dictOf(right)];
  if (!a || !b) return [];
  return a.keys().flatMap((key) => {
    // Lengths follow from the data. A missing entry is already reported for the dictionary.
    if ((key === 'Length' && left instanceof Stream) || !b.has(key)) return [];
    return [{ path: [...path, key], a: a.raw(key) ?? null, b: b.raw(key) ?? null }];
  });
}
