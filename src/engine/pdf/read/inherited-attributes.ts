/**
 * The attributes that a page inherits from the nodes above it (ISO 32000-2, 7.7.3.4). `Parent` defines the nodes above,
 * as in PDFium, MuPDF and pdf.js, even if the page stands elsewhere in the tree.
 */
import { LIMITS } from '#engine/pdf/budget.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfObject } from '#engine/pdf/syntax/objects.ts';

/** Table 31. */
const INHERITABLE = ['CropBox', 'MediaBox', 'Resources', 'Rotate'] as const;

export type Attributes = ReadonlyMap<string, PdfObject>;

export class InheritedAttributes {
  readonly #pdf: PdfDocument;
  /** The attributes that each node passes to its kids, computed once. */
  readonly #passedOn = new Map<Dict, Attributes>();

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  /** The attributes that the page inherits. A loop of parents ends where it closes. */
  of(page: Dict): Attributes {
    const chain: Dict[] = [];
    const seen = new Set<Dict>([page]);
    let node = page.dict('Parent');
    while (node && !this.#passedOn.has(node) && !seen.has(node) && chain.length < LIMITS.pageTreeDepth) {
      seen.add(node);
      chain.push(node);
      node = node.dict('Parent');
    }
    let attributes: Attributes = (node && this.#passedOn.get(node)) ?? new Map();
    for (const each of chain.toReversed()) {
      attributes = passedOn(this.#pdf, each, attributes);
      this.#passedOn.set(each, attributes);
    }
    return attributes;
  }
}

/** The attributes that a node passes to its kids: its own and the inherited ones. */
export function passedOn(pdf: PdfDocument, node: Dict, inherited: Attributes): Attributes {
  const attributes = new Map(inherited);
  for (const key of INHERITABLE) {
    const value = node.raw(key);
    if (value === undefined || node.get(key) === null) continue;
    // The pages of a node share its direct dictionary, so it becomes an indirect object.
    const shared = value instanceof Dict ? pdf.add(value) : value;
    if (shared !== value) node.set(key, shared);
    attributes.set(key, shared);
  }
  return attributes;
}
