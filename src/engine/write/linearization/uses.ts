/**
 * Finds the uses of each object (ISO 32000-2, F.3.1): the opening of the document, its outlines, each page, each
 * thumbnail, or another use. A use does not pass through a page to its objects, nor from a page to its parent.
 */
import { type CanonicalGraph } from '#engine/canonical/canonical.ts';
import { type Container, Dict, dictOf, isContainer, type PdfObject } from '#engine/pdf/syntax/objects.ts';

/** The limit of steps over all pages. Only thousands of pages that share thousands of objects come near it. */
const MAX_STEPS = 10_000_000;

/** The uses of one object. Later pages and thumbnails are page indices, ascending. */
export interface Uses {
  isRoot: boolean;
  open: boolean;
  outlines: boolean;
  firstPage: boolean;
  others: boolean;
  laterPages: number[];
  thumbnails: number[];
}

export interface UseMap {
  /** The object numbers of the pages in reading order. */
  readonly pages: readonly number[];
  /** The uses of object n are at index n - 1. */
  readonly uses: readonly Uses[];
}

/** F.3.5: objects that a reader needs before it shows any page. */
const OPEN_KEYS: ReadonlySet<string> = new Set(['AcroForm', 'OpenAction', 'PageMode', 'Threads', 'ViewerPreferences']);

/** Most objects share this value. */
const NONE: number[] = [];

export const noUses = (): Uses => ({
  isRoot: false,
  open: false,
  outlines: false,
  firstPage: false,
  others: false,
  laterPages: NONE,
  thumbnails: NONE,
});

/** A new list of one page is exact. A list that has grown takes five times the memory. */
function withPage(pages: number[], page: number): number[] {
  if (pages.length === 0) return [page];
  pages.push(page);
  return pages;
}

/** Returns undefined if the pages are no plain list of objects, or share too many objects for the limit of steps. */
export function findUses(graph: CanonicalGraph): UseMap | undefined {
  const pages = pageNumbers(graph);
  return pages && new UseWalk(graph, pages).run();
}

function pageNumbers(graph: CanonicalGraph): number[] | undefined {
  const catalog = graph.objects[graph.root - 1];
  const tree = catalog instanceof Dict ? catalog.dict('Pages') : undefined;
  const numbers = (tree?.array('Kids') ?? []).map((kid) => numberOf(graph, kid));
  const known = numbers.filter((number) => number !== undefined);
  return known.length > 0 && new Set(known).size === numbers.length ? known : undefined;
}

function numberOf(graph: CanonicalGraph, object: PdfObject): number | undefined {
  return isContainer(object) ? graph.numberOf(object) : undefined;
}

class UseWalk {
  readonly #graph: CanonicalGraph;
  readonly #pages: readonly number[];
  readonly #isPage: ReadonlySet<number>;
  readonly #uses: Uses[];
  /** The objects that each object refers to, computed at the first request. */
  readonly #children: (readonly number[] | undefined)[] = [];
  /** The last walk that reached an object. */
  readonly #metBy: Int32Array;
  #walks = 0;
  #steps = 0;

  constructor(graph: CanonicalGraph, pages: readonly number[]) {
    this.#graph = graph;
    this.#pages = pages;
    this.#isPage = new Set(pages);
    this.#uses = graph.objects.map(noUses);
    this.#metBy = new Int32Array(graph.objects.length + 1);
  }

  run(): UseMap | undefined {
    const { root, info } = this.#graph;
    for (const [index, page] of this.#pages.entries()) {
      this.#usePage(page, index);
      if (this.#steps > MAX_STEPS) return undefined;
    }
    if (info !== null) this.#use([info], (uses) => void (uses.others = true));
    this.#useCatalog(root);
    return { pages: this.#pages, uses: this.#uses };
  }

  #usePage(page: number, index: number): void {
    const dict = this.#graph.objects[page - 1];
    if (!(dict instanceof Dict)) return;
    const below = [...dict].filter(([key]) => key !== 'Parent' && key !== 'Thumb').map(([, value]) => value);
    const mark = (uses: Uses): void => {
      if (index === 0) uses.firstPage = true;
      else uses.laterPages = withPage(uses.laterPages, index);
    };
    mark(this.#usesOf(page));
    this.#use(this.#referred(below), mark);
    const thumbnail = numberOf(this.#graph, dict.get('Thumb'));
    if (thumbnail !== undefined)
      this.#use([thumbnail], (uses) => void (uses.thumbnails = withPage(uses.thumbnails, index)));
  }

  #useCatalog(root: number): void {
    const catalog = this.#graph.objects[root - 1];
    if (!(catalog instanceof Dict)) return;
    for (const [key, value] of catalog) {
      this.#use(this.#referred([value]), (uses) => {
        if (OPEN_KEYS.has(key)) uses.open = true;
        else if (key === 'Outlines') uses.outlines = true;
        else uses.others = true;
      });
    }
    this.#usesOf(root).isRoot = true;
  }

  /** Marks the objects and everything below them once. The walk stops at pages. */
  #use(numbers: readonly number[], mark: (uses: Uses) => void): void {
    const walk = ++this.#walks;
    const pending = [...numbers];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.#metBy[next] === walk || this.#isPage.has(next)) continue;
      this.#metBy[next] = walk;
      this.#steps++;
      mark(this.#usesOf(next));
      for (const child of this.#childrenOf(next)) pending.push(child);
    }
  }

  #usesOf(number: number): Uses {
    const uses = this.#uses[number - 1];
    if (uses === undefined) throw new Error(`The graph has no object ${number}.`);
    return uses;
  }

  #childrenOf(number: number): readonly number[] {
    const known = this.#children[number];
    if (known !== undefined) return known;
    const object = this.#graph.objects[number - 1];
    const found = object === undefined ? NONE : this.#referred(valuesOf(object));
    return (this.#children[number] = found.length === 0 ? NONE : found);
  }

  /** The numbers of the indirect objects among the values and their direct parts. */
  #referred(values: readonly PdfObject[]): number[] {
    const found = new Set<number>();
    const pending = [...values];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (!isContainer(next)) continue;
      const number = this.#graph.numberOf(next);
      if (number !== undefined) found.add(number);
      else for (const value of valuesOf(next)) pending.push(value);
    }
    return [...found];
  }
}

function valuesOf(container: Container): readonly PdfObject[] {
  return Array.isArray(container) ? container : dictOf(container).values();
}
