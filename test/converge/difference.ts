/** The first place, breadth first, where two canonical documents differ: what kept a re-save from converging. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfObject, PdfString, Stream, toNumber } from '#engine/pdf/objects.ts';
import { isContainer } from '#engine/pdf/canonical/graph-view.ts';
import { scalarKey } from '#engine/pdf/canonical/scalar-key.ts';
import { openDocument } from '#engine/pdf/open.ts';

export interface Difference {
  readonly kind: string;
  readonly path: string;
}

interface Pair {
  readonly path: readonly string[];
  readonly a: PdfObject;
  readonly b: PdfObject;
}

/** Names of flattened fields in the first document, and what stands in their place in the second. */
type Renamed = Map<string, string>;

const MAX_PAIRS = 2_000_000;

/** Numbers this close to each other are one number, rounded. */
const ROUNDING = 1e-4;

export function findDifference(first: Uint8Array, second: Uint8Array): Difference {
  const [a, b] = [openDocument(first), openDocument(second)];
  const queue: Pair[] = [
    { path: ['Root'], a: a.catalog, b: b.catalog },
    { path: ['Info'], a: a.trailer.get('Info'), b: b.trailer.get('Info') },
  ];
  const seen = new Map<PdfObject, PdfObject>();
  const back = new Map<PdfObject, PdfObject>();
  const renamed: Renamed = new Map();
  for (let at = 0; at < queue.length && at < MAX_PAIRS; at++) {
    const pair = queue[at];
    if (!pair) break;
    const [left, right] = [a.resolve(pair.a), b.resolve(pair.b)];
    const kind = compare(a, b, left, right, renamed);
    if (kind !== undefined) return { kind, path: pair.path.join('/') };
    if (!isContainer(left) || !isContainer(right)) continue;
    // Which objects are one object is part of what a document says.
    if ((seen.get(left) ?? right) !== right || (back.get(right) ?? left) !== left) {
      return { kind: 'objects merged', path: pair.path.join('/') };
    }
    if (seen.has(left)) continue;
    seen.set(left, right);
    back.set(right, left);
    queue.push(...children(pair.path, left, right, renamed));
  }
  return { kind: 'only the order of objects', path: '' };
}

function compare(
  a: PdfDocument,
  b: PdfDocument,
  left: PdfObject,
  right: PdfObject,
  renamed: Renamed,
): string | undefined {
  if (left instanceof Stream && right instanceof Stream) {
    const [before, after] = [a.decode(left).bytes, b.decode(right).bytes].map((bytes) =>
      Buffer.from(bytes).toString('latin1'),
    );
    return compareDicts(left.dict, right.dict) ?? compareData(before ?? '', after ?? '', renamed);
  }
  if (left instanceof Dict && right instanceof Dict) return compareDicts(left, right);
  if (Array.isArray(left) && Array.isArray(right)) return left.length === right.length ? undefined : 'array length';
  if (isContainer(left) || isContainer(right)) return 'kind of object';
  if (left instanceof PdfString && right instanceof PdfString && withoutReturns(left) === withoutReturns(right)) {
    return scalarKey(left) === scalarKey(right) ? undefined : 'line end';
  }
  return scalarKey(left) === scalarKey(right) ? undefined : (numbers(left, right) ?? 'value');
}

function compareData(before: string, after: string, renamed: Renamed): string | undefined {
  const [names, others] = [before.match(DIGEST_NAME) ?? [], after.match(DIGEST_NAME) ?? []];
  for (const [index, name] of names.entries()) renamed.set(name, others[index] ?? name);
  if (withoutDigest(before) === withoutDigest(after)) return undefined;
  if (before.trimEnd() === after.trimEnd()) return 'last line end';
  const [words, otherWords] = [before, after].map((text) => withoutDigest(text).split(/\s+/));
  const isRounded =
    words?.length === otherWords?.length && words?.every((word, index) => isNear(word, otherWords?.[index] ?? ''));
  return isRounded ? 'number rounded' : 'stream data';
}

function isNear(word: string, other: string): boolean {
  return word === other || Math.abs(Number(word) - Number(other)) <= ROUNDING * Math.max(1, Math.abs(Number(word)));
}

function numbers(left: PdfObject, right: PdfObject): string | undefined {
  const [x, y] = [toNumber(left), toNumber(right)];
  if (x === undefined || y === undefined) return undefined;
  return Math.abs(x - y) <= ROUNDING * Math.max(1, Math.abs(x)) ? 'number rounded' : 'number';
}

function withoutReturns({ bytes }: PdfString): string {
  return Buffer.from(bytes).toString('latin1').replace(/\r\n?/g, '\n');
}

function compareDicts(left: Dict, right: Dict): string | undefined {
  const [before, after] = [left, right].map((dict) => dict.keys().map(withoutDigest));
  const lost = before?.find((key) => after?.includes(key) === false);
  const added = after?.find((key) => before?.includes(key) === false);
  if (lost !== undefined) return `key lost: ${lost}`;
  return added === undefined ? undefined : `key added: ${added}`;
}

/** Names of flattened fields are digests of what they show: they differ wherever something below them does. */
const DIGEST_NAME = /\b(Fx|OC)[0-9a-f]{12}/g;

function withoutDigest(name: string): string {
  return name.replace(DIGEST_NAME, '$1');
}

function children(path: readonly string[], left: PdfObject, right: PdfObject, renamed: Renamed): Pair[] {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.map((a, index) => ({ path: [...path, '*'], a, b: right[index] ?? null }));
  }
  const [a, b] = [dictOf(left), dictOf(right)];
  if (!a || !b) return [];
  return a.keys().flatMap((key) => {
    if (key === 'Length' && left instanceof Stream) return [];
    return [{ path: [...path, key], a: a.raw(key) ?? null, b: b.raw(renamed.get(key) ?? key) ?? null }];
  });
}

function dictOf(object: PdfObject): Dict | undefined {
  return object instanceof Stream ? object.dict : object instanceof Dict ? object : undefined;
}
