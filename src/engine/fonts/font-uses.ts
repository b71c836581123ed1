/**
 * Finds every font that page content can select: through the resources of pages, form XObjects, tiling patterns, soft
 * masks and Type 3 fonts, through graphics states and through annotation appearances (ISO 32000-2, 7.8.3).
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';

/**
 * The kind of a dictionary on the path from a page to its fonts. It decides which entries the search follows. A
 * dictionary of named values has its own kind (`fonts`, `contents` and graphics `states`), because thousands of owners
 * may share it.
 */
type Kind = 'page' | 'annotation' | 'resources' | 'fonts' | 'contents' | 'states' | 'content' | 'font';

interface Node {
  readonly kind: Kind;
  readonly dict: Dict;
}

export interface FontUses {
  /** The font dictionaries in the order of the first page that uses them, then by resource name. */
  readonly fonts: readonly Dict[];
  /** The numbers of the pages, from 1 and ascending, whose content can select one of the fonts. */
  pagesOf(fonts: readonly Dict[]): number[];
}

export function findFonts(pdf: PdfDocument): FontUses {
  const search = new FontSearch(pdf);
  for (const page of pdf.pages) search.visit(page.dict);
  return { fonts: search.fonts, pagesOf: (wanted) => pagesAbove(pdf, wanted, search.parents) };
}

class FontSearch {
  readonly fonts: Dict[] = [];
  readonly parents = new Map<Dict, Dict[]>();
  readonly #pdf: PdfDocument;
  readonly #met = new Map<Kind, Set<Dict>>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  /**
   * The search is breadth first, so that the fonts of a page come before those of its forms. Each dictionary is
   * followed once.
   */
  visit(page: Dict): void {
    const queue: Node[] = [];
    this.#enter({ kind: 'page', dict: page }, queue);
    // The loop appends to the queue that it reads.
    for (const node of queue) {
      for (const child of childrenOf(this.#pdf, node)) {
        this.#enter(child, queue);
        const parents = this.parents.get(child.dict);
        if (parents) parents.push(node.dict);
        else this.parents.set(child.dict, [node.dict]);
      }
    }
  }

  #enter(node: Node, queue: Node[]): void {
    const { kind, dict } = node;
    const met = this.#met.get(kind) ?? new Set();
    this.#met.set(kind, met);
    if (met.has(dict)) return;
    met.add(dict);
    if (kind === 'font') this.fonts.push(dict);
    queue.push(node);
  }
}

function childrenOf(pdf: PdfDocument, { kind, dict }: Node): Node[] {
  switch (kind) {
    case 'page':
      return [...one('resources', dict.dict('Resources')), ...list(pdf, 'annotation', dict.array('Annots') ?? [])];
    case 'annotation':
      return appearances(dict.dict('AP'));
    case 'resources':
      return [
        ...one('fonts', dict.dict('Font')),
        ...one('contents', dict.dict('XObject')),
        ...one('contents', dict.dict('Pattern')),
        ...one('states', dict.dict('ExtGState')),
      ];
    case 'fonts':
      return values(pdf, 'font', dict);
    case 'contents':
      return values(pdf, 'content', dict);
    case 'states':
      return graphicsStates(pdf, dict);
    case 'content':
      return one('resources', dict.dict('Resources'));
    case 'font':
      return [...one('resources', dict.dict('Resources')), ...one('contents', dict.dict('CharProcs'))];
  }
}

/** The normal, rollover and down appearances: one stream, or one for each state (12.5.5). */
function appearances(dict: Dict | undefined): Node[] {
  return ['D', 'N', 'R'].flatMap((key) => {
    const appearance = dict?.get(key);
    if (appearance instanceof Stream) return one('content', appearance.dict);
    return appearance instanceof Dict ? one('contents', appearance) : [];
  });
}

/** A graphics state can select a font and can hold the group of a soft mask (8.4.5). */
function graphicsStates(pdf: PdfDocument, dict: Dict): Node[] {
  return values(pdf, 'states', dict).flatMap(({ dict: state }) => [
    ...list(pdf, 'font', state.array('Font')?.slice(0, 1) ?? []),
    ...one('content', state.dict('SMask')?.dict('G')),
  ]);
}

function one(kind: Kind, dict: Dict | undefined): Node[] {
  return dict === undefined ? [] : [{ kind, dict }];
}

/** The values in the order of their names. */
function values(pdf: PdfDocument, kind: Kind, dict: Dict): Node[] {
  const names = dict.keys().toSorted();
  return list(
    pdf,
    kind,
    names.map((name) => dict.get(name)),
  );
}

function list(pdf: PdfDocument, kind: Kind, objects: readonly PdfObject[]): Node[] {
  return objects.flatMap((object) => {
    const value = pdf.resolve(object);
    if (value instanceof Stream) return [{ kind, dict: value.dict }];
    return value instanceof Dict ? [{ kind, dict: value }] : [];
  });
}

function pagesAbove(pdf: PdfDocument, fonts: readonly Dict[], parents: ReadonlyMap<Dict, readonly Dict[]>): number[] {
  const seen = new Set(fonts);
  // The loop adds to the set that it reads.
  for (const dict of seen) for (const parent of parents.get(dict) ?? []) seen.add(parent);
  return pdf.pages.filter((page) => seen.has(page.dict)).map((page) => page.index + 1);
}
