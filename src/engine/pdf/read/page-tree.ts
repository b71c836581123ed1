/**
 * Reads the page tree into a list and replaces it by a flat one (ISO 32000-2, 7.7.3): the pages in reading order under
 * one node, with their inherited attributes. Every broken branch is left out with a note.
 */
import { exceeded, LIMITS, WORDS } from '#engine/pdf/budget.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfArray, type PdfObject, Ref, Stream } from '#engine/pdf/syntax/objects.ts';
import { type Attributes, InheritedAttributes, passedOn } from './inherited-attributes.ts';
import { repairBoxes } from './page-boxes.ts';

interface Pending {
  readonly object: PdfObject;
  /** The attributes of the nodes on the path from the root. */
  readonly inherited: Attributes;
  readonly depth: number;
  /** The nodes above, innermost first. */
  readonly above: Ancestor | null;
}

interface Ancestor {
  readonly node: Dict;
  readonly above: Ancestor | null;
}

/** Returns the pages and rewrites the tree; an empty list if the catalog leads to no pages. */
export function flattenPageTree(pdf: PdfDocument): Page[] {
  const leaves = collectLeaves(pdf);
  countSharedAnnotations(pdf, leaves);
  const root = pdf.newDict({ Type: new Name('Pages'), Count: leaves.length, Kids: leaves.map(({ ref }) => ref) });
  const rootRef = pdf.add(root);
  for (const { dict } of leaves) {
    dict.set('Type', new Name('Page')).set('Parent', rootRef);
  }
  if (leaves.length > 0) pdf.catalog.set('Pages', rootRef);
  return leaves;
}

/** The size of a small annotation, which is written in place. */
const COPIED_ANNOTATION_WORDS = 40;

/**
 * An annotation belongs to one page (12.5.2), so pages with a shared list get copies of it later. The copies count from
 * the start, since every stage reads them.
 */
function countSharedAnnotations(pdf: PdfDocument, pages: readonly Page[]): void {
  const lists = new Set<PdfArray>();
  for (const { dict } of pages) {
    const list = dict.array('Annots');
    if (list && lists.has(list)) pdf.budget.spend('objectWords', list.length * COPIED_ANNOTATION_WORDS);
    else if (list) lists.add(list);
  }
}

function collectLeaves(pdf: PdfDocument): Page[] {
  const leaves: Page[] = [];
  const pages = new Set<Dict>();
  const attributes = new InheritedAttributes(pdf);
  const nodes = new Set<Dict>();
  const pending: Pending[] = [
    { object: pdf.catalog.raw('Pages') ?? null, inherited: new Map(), depth: 0, above: null },
  ];
  const addLeaf = (next: Pending, dict: Dict): void => {
    pdf.budget.spend('pages');
    const inherited = { ...next, inherited: inheritedBy(dict, attributes, next) };
    leaves.push(toPage(pdf, inherited, dict, pages.has(dict), leaves.length));
    pages.add(dict);
  };
  let isBroken = false;
  for (let next = pending.pop(); next; next = pending.pop()) {
    const dict = toDict(pdf, next.object);
    if (!dict) {
      note(pdf, next.object, 'a kid that is not a dictionary');
      isBroken = true;
      continue;
    }
    if (isNode(dict)) {
      if (next.depth > LIMITS.pageTreeDepth) exceeded('pageTreeDepth');
      // A node with two parents counts as two nodes, as in readers. The limits end a tree that multiplies itself.
      nodes.add(dict);
      if (isAncestor(dict, next.above)) {
        note(pdf, next.object, 'a node that is its own ancestor');
        isBroken = true;
      } else pushKids(pdf, dict, next, pending);
    } else if (next.depth > 0 || dict.name('Type') === 'Page') addLeaf(next, dict);
  }
  if (isBroken && leaves.length === 0) {
    for (const { ref, dict } of pagesBelow(pdf, nodes)) {
      note(pdf, ref, 'a page that the page tree does not list');
      addLeaf({ object: ref, inherited: new Map(), depth: 1, above: null }, dict);
    }
  }
  return leaves;
}

/**
 * If a broken tree lists no page, its pages are those whose parent is one of its nodes, in the order of their numbers.
 */
function pagesBelow(pdf: PdfDocument, nodes: ReadonlySet<Dict>): { ref: Ref; dict: Dict }[] {
  return pdf.numbers().flatMap((number) => {
    const dict = pdf.object(number);
    if (!(dict instanceof Dict) || dict.name('Type') !== 'Page') return [];
    const parent = dict.dict('Parent');
    return parent && nodes.has(parent) ? [{ ref: new Ref(number), dict }] : [];
  });
}

/** A page with stream data is still a page, as in viewers. The data are ignored. */
function toDict(pdf: PdfDocument, object: PdfObject): Dict | undefined {
  const target = pdf.resolve(object);
  if (target instanceof Dict) return target;
  if (!(target instanceof Stream)) return undefined;
  note(pdf, object, 'a page that is a stream');
  if (object instanceof Ref) pdf.replace(object, target.dict);
  for (const key of ['Length', 'Filter', 'DecodeParms']) target.dict.delete(key);
  return target.dict;
}

function isNode(dict: Dict): boolean {
  return dict.name('Type') === 'Page' ? false : dict.array('Kids') !== undefined || dict.name('Type') === 'Pages';
}

function isAncestor(node: Dict, above: Ancestor | null): boolean {
  for (let next = above; next; next = next.above) if (next.node === node) return true;
  return false;
}

function pushKids(pdf: PdfDocument, node: Dict, { inherited, depth, above }: Pending, pending: Pending[]): void {
  const kids = node.array('Kids') ?? [];
  pdf.budget.spend('treeNodes', kids.length);
  const shared = { inherited: passedOn(pdf, node, inherited), depth: depth + 1, above: { node, above } };
  for (const kid of kids.toReversed()) pending.push({ object: kid, ...shared });
}

/**
 * A page whose parents have no resources gets those on its path from the root, because it would show less otherwise.
 */
function inheritedBy(page: Dict, attributes: InheritedAttributes, { inherited }: Pending): Attributes {
  const fromParents = attributes.of(page);
  const resources = inherited.get('Resources');
  if (resources === undefined || fromParents.has('Resources')) return fromParents;
  return new Map([...fromParents, ['Resources', resources]]);
}

function toPage(pdf: PdfDocument, { object, inherited }: Pending, found: Dict, seen: boolean, index: number): Page {
  // A page that is listed twice is two pages, because each may be edited separately.
  if (seen) pdf.budget.spend('objectWords', WORDS.dictionary + 2 * found.size);
  const dict = seen ? pdf.newDict(Object.fromEntries(found)) : found;
  if (seen) note(pdf, object, 'a page that is listed twice');
  for (const [key, value] of inherited) if (dict.get(key) === null) dict.set(key, value);
  for (const problem of repairBoxes(pdf, dict)) note(pdf, object, problem);
  return { ref: object instanceof Ref && !seen ? object : pdf.add(dict), dict, index };
}

function note(pdf: PdfDocument, object: PdfObject, message: string): void {
  const objectNumber = object instanceof Ref ? object.number : null;
  pdf.problems.push({ code: 'page-tree', message, objectNumber });
  // The note is made now, because the rewritten tree no longer has the reference.
  if (object instanceof Ref && !pdf.has(object)) pdf.problems.push({ code: 'broken-reference', message, objectNumber });
}
