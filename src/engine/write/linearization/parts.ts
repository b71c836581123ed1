/**
 * Assigns objects to the parts of a linearized file (ISO 32000-2, F.3.1), to object streams and to numbers. The result
 * follows from the canonical order and the uses. Readers that check hint tables compute the parts from the file, and
 * for them any use of a contained object is a use of its object stream. The position of a stream therefore follows from
 * the union of these uses.
 */
import { type CanonicalGraph } from '#engine/canonical/canonical.ts';
import { OBJECTS_PER_STREAM } from '#engine/write/file/object-stream.ts';
import { isContainer, Stream } from '#engine/pdf/syntax/objects.ts';
import { findUses, noUses, type UseMap, type Uses } from './uses.ts';

/** The unit between `obj` and `endobj`: an object, or an object stream with several objects. */
export interface Item {
  /** Counted from 0, unique. */
  readonly index: number;
  /** The object numbers in the canonical graph. */
  readonly contents: readonly number[];
  readonly isObjectStream: boolean;
  readonly uses: Uses;
}

/** The parts in file order. F.3: parts 4, 6, 7, 8 and 9. */
export interface Parts {
  /** The catalog and the objects that are needed to open the document. */
  readonly open: readonly Item[];
  /** The first page with its objects, and the outlines if they are shown at once. */
  readonly firstPage: readonly Item[];
  /** Each later page with the objects that only this page needs. */
  readonly laterPages: readonly (readonly Item[])[];
  /** Objects that several later pages need. */
  readonly shared: readonly Item[];
  /** All parts after the first page: `laterPages`, `shared`, and the rest. */
  readonly secondHalf: readonly Item[];
  /** The outlines, starting with the item of their root. They are in `firstPage` or in the rest. */
  readonly outlines: readonly Item[];
}

/** Returns undefined if the document cannot be divided by pages. */
export function divide(graph: CanonicalGraph, objectStreams: boolean): Parts | undefined {
  const useMap = findUses(graph);
  if (useMap === undefined) return undefined;
  const outlines = catalogEntry(graph, 'Outlines');
  // Hint tables cannot describe direct outlines (table 29 requires a reference).
  if (outlines === null) return undefined;
  return arrange(graph, useMap, toItems(graph, useMap, objectStreams), outlines);
}

/** The number of an object of the catalog; 0 if there is none, null if it is direct. */
function catalogEntry(graph: CanonicalGraph, key: string): number | null {
  const catalog = graph.objects[graph.root - 1];
  if (catalog === undefined || Array.isArray(catalog) || catalog instanceof Stream) return 0;
  const value = catalog.get(key);
  if (value === null) return 0;
  return (isContainer(value) ? graph.numberOf(value) : undefined) ?? null;
}

function toItems(graph: CanonicalGraph, useMap: UseMap, objectStreams: boolean): Item[] {
  const pages = new Set(useMap.pages);
  const packable: number[] = [];
  const items: Item[] = [];
  for (const [index, object] of graph.objects.entries()) {
    const number = index + 1;
    // F.3.4, F.3.5: the catalog and pages are in no object stream; 7.5.7: nor are streams.
    const alone = !objectStreams || object instanceof Stream || number === graph.root || pages.has(number);
    if (alone)
      items.push({ index: items.length, contents: [number], isObjectStream: false, uses: usesOf(useMap, number) });
    else packable.push(number);
  }
  for (const contents of pack(packable, useMap)) {
    const uses = union(contents.map((number) => usesOf(useMap, number)));
    items.push({ index: items.length, contents, isObjectStream: true, uses });
  }
  return items;
}

function usesOf({ uses }: UseMap, number: number): Uses {
  return uses[number - 1] ?? noUses();
}

/** Distributes objects among streams so that a reader of one page loads few unneeded objects. */
function pack(numbers: readonly number[], useMap: UseMap): number[][] {
  const groups: Record<'first' | 'ofOnePage' | 'ofPages' | 'outlines' | 'rest', number[]> = {
    first: [],
    ofOnePage: [],
    ofPages: [],
    outlines: [],
    rest: [],
  };
  for (const number of numbers) {
    const { outlines, open, firstPage, laterPages, others } = usesOf(useMap, number);
    if (outlines) groups.outlines.push(number);
    else if (open || firstPage) groups.first.push(number);
    else if (laterPages.length === 0) groups.rest.push(number);
    else groups[laterPages.length === 1 && !others ? 'ofOnePage' : 'ofPages'].push(number);
  }
  // One stream is smallest if all objects fit into it. A stream with outlines stands with them, after all pages.
  if (groups.outlines.length === 0 && numbers.length <= OBJECTS_PER_STREAM)
    return numbers.length > 0 ? [[...numbers]] : [];
  const pageOf = (number: number): number => usesOf(useMap, number).laterPages[0] ?? 0;
  groups.ofOnePage.sort((a, b) => pageOf(a) - pageOf(b) || a - b);
  return [groups.first, groups.ofOnePage, groups.ofPages, [...groups.outlines, ...groups.rest]].flatMap(chunks);
}

function chunks(numbers: readonly number[]): number[][] {
  const count = Math.ceil(numbers.length / OBJECTS_PER_STREAM);
  return Array.from({ length: count }, (_, index) =>
    numbers.slice(index * OBJECTS_PER_STREAM, (index + 1) * OBJECTS_PER_STREAM),
  );
}

function union(all: readonly Uses[]): Uses {
  const joined = (pages: (uses: Uses) => readonly number[]): number[] =>
    [...new Set(all.flatMap(pages))].toSorted((a, b) => a - b);
  return {
    isRoot: all.some((uses) => uses.isRoot),
    open: all.some((uses) => uses.open),
    outlines: all.some((uses) => uses.outlines),
    firstPage: all.some((uses) => uses.firstPage),
    others: all.some((uses) => uses.others),
    laterPages: joined((uses) => uses.laterPages),
    thumbnails: joined((uses) => uses.thumbnails),
  };
}

function arrange(graph: CanonicalGraph, { pages }: UseMap, items: readonly Item[], outlinesRoot: number): Parts {
  const open: Item[] = [];
  const firstPage: Item[] = [];
  const firstPageShared: Item[] = [];
  const laterPages: Item[][] = pages.slice(1).map(() => []);
  const shared: Item[] = [];
  const rest: Item[] = [];
  const outlines: Item[] = [];
  const pageItem = new Set(pages);
  for (const item of items) {
    const { uses, contents } = item;
    const elsewhere = uses.others || uses.thumbnails.length > 0;
    const isPage = !item.isObjectStream && pageItem.has(contents[0] ?? 0);
    if (uses.isRoot) open.unshift(item);
    else if (uses.outlines) outlines.push(item);
    else if (uses.open) open.push(item);
    else if (uses.firstPage) {
      if (isPage) firstPage.unshift(item);
      else (elsewhere || uses.laterPages.length > 0 ? firstPageShared : firstPage).push(item);
    } else if (uses.laterPages.length === 1 && !elsewhere) {
      const ofPage = laterPages[(uses.laterPages[0] ?? 0) - 1];
      if (isPage) ofPage?.unshift(item);
      else ofPage?.push(item);
    } else if (uses.laterPages.length > 1) shared.push(item);
    else rest.push(item);
  }
  outlines.sort((a, b) => Number(b.contents.includes(outlinesRoot)) - Number(a.contents.includes(outlinesRoot)));
  const atOnce = showsOutlines(graph);
  return {
    open,
    firstPage: [...firstPage, ...firstPageShared, ...(atOnce ? outlines : [])],
    laterPages,
    shared,
    secondHalf: [...laterPages.flat(), ...shared, ...(atOnce ? [] : outlines), ...rest],
    outlines,
  };
}

/** F.3.6: outlines that are shown at opening belong to the first page. */
function showsOutlines(graph: CanonicalGraph): boolean {
  const catalog = graph.objects[graph.root - 1];
  return (
    catalog !== undefined &&
    !Array.isArray(catalog) &&
    !(catalog instanceof Stream) &&
    catalog.name('PageMode') === 'UseOutlines'
  );
}

export function itemCount({ open, firstPage, secondHalf }: Parts): number {
  return open.length + firstPage.length + secondHalf.length;
}

export interface FileNumbers {
  /** The number of canonical object n is at index n. */
  readonly objects: Int32Array;
  /** The number by the index of the item. */
  readonly items: Int32Array;
  /** The number of the second half's cross-reference stream. */
  readonly mainXref: number;
  /** The first number of the first half, one more than the last number of the second half. */
  readonly firstHalf: number;
  readonly firstXref: number;
  readonly hints: number;
  readonly size: number;
}

/**
 * F.3.1: the numbers of the second half start at 1, those of the first half follow. In each half, objects in object
 * streams come last.
 */
export function numberParts(parts: Parts, objectCount: number, objectStreams: boolean): FileNumbers {
  const objects = new Int32Array(objectCount + 1);
  const items = new Int32Array(itemCount(parts));
  let next = 1;
  const numberItems = (list: readonly Item[]): void => {
    for (const item of list) {
      if (!item.isObjectStream) objects[item.contents[0] ?? 0] = next;
      items[item.index] = next++;
    }
  };
  const numberContents = (list: readonly Item[]): void => {
    for (const { isObjectStream, contents } of list) {
      if (isObjectStream) for (const number of contents) objects[number] = next++;
    }
  };
  numberItems(parts.secondHalf);
  const mainXref = objectStreams ? next++ : 0;
  numberContents(parts.secondHalf);
  const firstHalf = next++;
  const firstXref = objectStreams ? next++ : 0;
  numberItems(parts.open);
  const hints = next++;
  numberItems(parts.firstPage);
  numberContents([...parts.open, ...parts.firstPage]);
  return { objects, items, mainXref, firstHalf, firstXref, hints, size: next };
}
