/**
 * Name trees and number trees (ISO 32000-2, 7.9.6 and 7.9.7) in one shape. The entries are sorted. A few entries stay
 * in the root, and more are in leaves of equal size with as many levels above as needed.
 */
import { compareBytes } from '#platform';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfArray, type PdfObject, PdfString } from '#engine/pdf/syntax/objects.ts';

/** The number of entries of a leaf, and of kids of a node above. */
const WIDTH = 64;

interface TreeEntry<K> {
  readonly key: K;
  readonly value: PdfObject;
}

interface TreeKind<K> {
  readonly entries: 'Names' | 'Nums';
  readonly keyOf: (object: PdfObject) => K | undefined;
  readonly compare: (a: K, b: K) => number;
  readonly write: (key: K) => PdfObject;
}

const NAMES: TreeKind<Uint8Array> = {
  entries: 'Names',
  keyOf: (object) => (object instanceof PdfString ? object.bytes : undefined),
  compare: compareBytes,
  write: (key) => new PdfString(key),
};

const NUMBERS: TreeKind<number> = {
  entries: 'Nums',
  keyOf: (object) => (typeof object === 'number' && Number.isSafeInteger(object) ? object : undefined),
  compare: (a, b) => a - b,
  write: (key) => key,
};

/** Rebuilds the tree under the key, or drops an empty one. Returns its nodes below the root. */
export function rebuildNameTree(pdf: PdfDocument, owner: Dict, key: string): Dict[] {
  return rebuild(pdf, owner, key, NAMES);
}

/** The entries in order, each key once. */
export function nameTreeEntries(pdf: PdfDocument, root: Dict): readonly TreeEntry<Uint8Array>[] {
  return sorted(collect(pdf, root, NAMES), NAMES);
}

export function rebuildNumberTree(pdf: PdfDocument, owner: Dict, key: string): Dict[] {
  return rebuild(pdf, owner, key, NUMBERS);
}

function rebuild<K>(pdf: PdfDocument, owner: Dict, key: string, kind: TreeKind<K>): Dict[] {
  const root = owner.dict(key);
  const entries = root ? sorted(collect(pdf, root, kind), kind) : [];
  if (entries.length === 0) {
    owner.delete(key);
    return [];
  }
  const nodes: Dict[] = [];
  let level = cut(entries).map((part) => leaf(pdf, part, kind));
  while (level.length > 1) {
    nodes.push(...level.map(({ node }) => node));
    level = cut(level).map((kids) => branch(pdf, kids, kind));
  }
  const [top] = level;
  top?.node.delete('Limits');
  owner.set(key, top?.node ?? null);
  return nodes;
}

/** The entries in the order of the walk. A shared node counts once. */
function collect<K>(pdf: PdfDocument, root: Dict, kind: TreeKind<K>): TreeEntry<K>[] {
  const entries: TreeEntry<K>[] = [];
  const seen = new Set<Dict>();
  const pending: PdfObject[] = [root];
  while (pending.length > 0) {
    const node = pdf.resolve(pending.pop());
    if (!(node instanceof Dict) || seen.has(node)) continue;
    seen.add(node);
    pdf.budget.spend('treeNodes');
    const list: PdfArray = node.array(kind.entries) ?? [];
    pdf.budget.spend('treeEntries', list.length >> 1);
    for (let index = 0; index + 1 < list.length; index += 2) {
      const key = kind.keyOf(pdf.resolve(list[index]));
      const value = list[index + 1] ?? null;
      if (key !== undefined && pdf.resolve(value) !== null) entries.push({ key, value });
    }
    for (const kid of (node.array('Kids') ?? []).toReversed()) pending.push(kid);
  }
  return entries;
}

/** Sorts by key. The first of several equal keys counts, because readers that do not use binary search find it. */
function sorted<K>(entries: readonly TreeEntry<K>[], { compare }: TreeKind<K>): TreeEntry<K>[] {
  const ordered = entries.toSorted((a, b) => compare(a.key, b.key));
  return ordered.filter(({ key }, index) => {
    const previous = ordered[index - 1];
    return previous === undefined || compare(previous.key, key) !== 0;
  });
}

interface TreeNode<K> {
  readonly node: Dict;
  readonly least: K;
  readonly greatest: K;
}

function leaf<K>(pdf: PdfDocument, entries: readonly TreeEntry<K>[], kind: TreeKind<K>): TreeNode<K> {
  const list = entries.flatMap(({ key, value }) => [kind.write(key), value]);
  return limited(
    pdf.newDict({ [kind.entries]: list }),
    ends(
      entries,
      ({ key }) => key,
      ({ key }) => key,
    ),
    kind,
  );
}

function branch<K>(pdf: PdfDocument, kids: readonly TreeNode<K>[], kind: TreeKind<K>): TreeNode<K> {
  const node = pdf.newDict({ Kids: kids.map((kid) => pdf.add(kid.node)) });
  return limited(
    node,
    ends(
      kids,
      ({ least }) => least,
      ({ greatest }) => greatest,
    ),
    kind,
  );
}

function limited<K>(node: Dict, [least, greatest]: readonly [K, K], { write }: TreeKind<K>): TreeNode<K> {
  node.set('Limits', [write(least), write(greatest)]);
  return { node, least, greatest };
}

function ends<T, K>(items: readonly T[], firstOf: (item: T) => K, lastOf: (item: T) => K): readonly [K, K] {
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) throw new Error('A tree node without entries.');
  return [firstOf(first), lastOf(last)];
}

function cut<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let first = 0; first < items.length; first += WIDTH) parts.push(items.slice(first, first + WIDTH));
  return parts;
}
