/**
 * Finds every font that page content can select: through the resources of pages, form XObjects, tiling patterns, soft
 * masks and Type 3 fonts, through graphics states and through annotation appearances (ISO 32000-2, 7.8.3).
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';

/** What a dictionary is on the way from a page to its fonts; tells which entries lead on. */
type Kind = 'page' | 'annotation' | 'resources' | 'content' | 'font';

interface Node {
  readonly kind: Kind;
  readonly dict: Dict;
}

export interface FontUses {
  /** Font dictionaries in the order of the pages they are first found on, then by resource name. */
  readonly fonts: readonly Dict[];
  /** Page numbers, from 1 and ascending, whose content can select one of the fonts. */
  pagesOf(fonts: readonly Dict[]): number[];
}

export function findFonts(pdf: PdfDocument): FontUses {
  const fonts: Dict[] = [];
  const parents = new Map<Dict, Dict[]>();
  for (const page of pdf.pages) {
    if (parents.has(page.dict)) continue;
    parents.set(page.dict, []);
    visit(pdf, { kind: 'page', dict: page.dict }, parents, fonts);
  }
  return { fonts, pagesOf: (wanted) => pagesAbove(pdf, wanted, parents) };
}

/** Breadth first, so that a page's own fonts come before those of its forms. Each dictionary leads on only once. */
function visit(pdf: PdfDocument, root: Node, parents: Map<Dict, Dict[]>, fonts: Dict[]): void {
  const queue = [root];
  for (let next = 0; next < queue.length; next++) {
    const node = queue[next];
    if (node === undefined) return;
    for (const child of childrenOf(pdf, node)) {
      const known = parents.get(child.dict);
      if (known !== undefined) {
        known.push(node.dict);
        continue;
      }
      parents.set(child.dict, [node.dict]);
      if (child.kind === 'font') fonts.push(child.dict);
      queue.push(child);
    }
  }
}

function childrenOf(pdf: PdfDocument, { kind, dict }: Node): Node[] {
  switch (kind) {
    case 'page':
      return [...one('resources', dict.dict('Resources')), ...list(pdf, 'annotation', dict.array('Annots') ?? [])];
    case 'annotation':
      return appearances(pdf, dict.dict('AP'));
    case 'resources':
      return [
        ...values(pdf, 'font', dict.dict('Font')),
        ...values(pdf, 'content', dict.dict('XObject')),
        ...values(pdf, 'content', dict.dict('Pattern')),
        ...graphicsStates(pdf, dict.dict('ExtGState')),
      ];
    case 'content':
      return one('resources', dict.dict('Resources'));
    case 'font':
      return [...one('resources', dict.dict('Resources')), ...values(pdf, 'content', dict.dict('CharProcs'))];
  }
}

/** Normal, rollover and down appearances: a stream, or one stream per state (12.5.5). */
function appearances(pdf: PdfDocument, dict: Dict | undefined): Node[] {
  return ['D', 'N', 'R'].flatMap((key) => {
    const appearance = dict?.get(key);
    if (appearance instanceof Stream) return one('content', appearance.dict);
    return appearance instanceof Dict ? values(pdf, 'content', appearance) : [];
  });
}

/** A graphics state selects a font by itself and may hold the group of a soft mask (8.4.5). */
function graphicsStates(pdf: PdfDocument, dict: Dict | undefined): Node[] {
  return values(pdf, 'resources', dict).flatMap(({ dict: state }) => [
    ...list(pdf, 'font', state.array('Font')?.slice(0, 1) ?? []),
    ...one('content', state.dict('SMask')?.dict('G')),
  ]);
}

function one(kind: Kind, dict: Dict | undefined): Node[] {
  return dict === undefined ? [] : [{ kind, dict }];
}

function values(pdf: PdfDocument, kind: Kind, dict: Dict | undefined): Node[] {
  if (dict === undefined) return [];
  return list(
    pdf,
    kind,
    dict
      .keys()
      .toSorted()
      .map((key) => dict.get(key)),
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
  // A set may grow while it is walked; what is added is walked too.
  for (const dict of seen) for (const parent of parents.get(dict) ?? []) seen.add(parent);
  return pdf.pages.filter((page) => seen.has(page.dict)).map((page) => page.index + 1);
}
