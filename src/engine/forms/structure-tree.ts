/**
 * Updates the structure tree when annotations become page content (ISO 32000-2, 14.7.5). An object reference to a
 * flattened widget becomes a reference to the marked content that shows it. An object reference to a removed annotation
 * is removed.
 */
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfObject, Ref } from '#engine/pdf/syntax/objects.ts';

/** An object reference (14.7.5.3) and its structure element. */
interface ObjectReference {
  readonly owner: Dict;
  /** Undefined for a direct element, which no parent tree can name. */
  readonly ownerRef: Ref | undefined;
  readonly item: Dict;
}

/** The content of the tree, read at its first use. */
interface Index {
  readonly references: Map<Dict, ObjectReference[]>;
  /** The pairs of the parent tree (14.7.5.4). */
  readonly parents: Map<number, PdfObject>;
}

export class StructureTree {
  readonly #pdf: PdfDocument;
  readonly #root: Dict | undefined;
  #index: Index | undefined;
  /** The replacement of an object reference of an element: a marked-content reference, or null for its removal. */
  readonly #edits = new Map<Dict, Map<Dict, Dict | null>>();
  /** The number of object references that became marked content, and of removed ones. */
  replaced = 0;
  removed = 0;

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
    this.#root = pdf.catalog.dict('StructTreeRoot');
  }

  get isTagged(): boolean {
    return this.#root !== undefined;
  }

  /** The structure type of the element that holds the annotation; undefined if there is none that can be named. */
  typeOf(annotation: Dict): string | undefined {
    const [first] = this.#read.references.get(annotation) ?? [];
    return first?.ownerRef && first.owner.name('S');
  }

  /** The first unused marked-content identifier on the page. */
  firstFreeMcid(page: Page, greatestWritten: number): number {
    const key = page.dict.integer('StructParents');
    const listed = key === undefined ? null : this.#pdf.resolve(this.#read.parents.get(key));
    return Math.max(greatestWritten + 1, Array.isArray(listed) ? listed.length : 0);
  }

  /** Replaces the annotation by the marked content. */
  replace(annotation: Dict, page: Page, mcid: number): void {
    const [first, ...others] = this.#read.references.get(annotation) ?? [];
    if (!first?.ownerRef) return;
    const content = { Type: new Name('MCR'), Pg: page.ref, MCID: mcid };
    this.#edit(first, this.#pdf.newDict(content));
    for (const other of others) this.#edit(other, null);
    this.#forgetParent(annotation);
    this.#listOnPage(page, mcid, first.ownerRef);
    this.replaced++;
  }

  /** Removes the annotation unless it was replaced. */
  remove(annotation: Dict): void {
    const references = (this.#read.references.get(annotation) ?? []).filter(
      ({ owner, item }) => !this.#edits.get(owner)?.has(item),
    );
    for (const reference of references) this.#edit(reference, null);
    this.removed += references.length;
    this.#forgetParent(annotation);
  }

  /** Gives attributes to each form element that refers to a widget. */
  describeWidgets(attributesOf: (widget: Dict) => Dict): void {
    for (const [annotation, references] of this.#read.references) {
      if (annotation.name('Subtype') !== 'Widget') continue;
      for (const { owner } of references) {
        if (this.#standardType(owner) === 'Form') addAttributes(this.#pdf, owner, attributesOf(annotation));
      }
    }
  }

  /** The standard structure type of an element's type (14.8.4, 14.7.3). */
  #standardType(element: Dict): string | undefined {
    const map = this.#root?.dict('RoleMap');
    let type = element.name('S');
    const seen = new Set([type]);
    for (let next = map?.name(type ?? ''); next !== undefined && !seen.has(next); next = map?.name(next)) {
      seen.add(next);
      type = next;
    }
    return type;
  }

  /** Removes every widget that was not replaced, even if it is on no page. */
  removeWidgets(): void {
    for (const annotation of this.#read.references.keys()) {
      if (annotation.name('Subtype') === 'Widget') this.remove(annotation);
    }
  }

  /** Writes the edits into the tree. */
  finish(): void {
    if (!this.#root || this.replaced + this.removed === 0) return;
    for (const [owner, edits] of this.#edits) this.#rewriteKids(owner, edits);
    const sorted = [...this.#read.parents].toSorted(([a], [b]) => a - b);
    this.#root.set('ParentTree', this.#pdf.newDict({ Nums: sorted.flat() }));
    this.#root.set('ParentTreeNextKey', (sorted.at(-1)?.[0] ?? -1) + 1);
  }

  get #read(): Index {
    if (!this.#index) {
      const parents = readNumberTree(this.#pdf, this.#root?.dict('ParentTree'));
      const references = this.#root ? indexReferences(this.#pdf, this.#root, parents) : new Map();
      this.#index = { references, parents };
    }
    return this.#index;
  }

  #rewriteKids(owner: Dict, edits: ReadonlyMap<Dict, Dict | null>): void {
    const kids = owner.get('K');
    const kept = (Array.isArray(kids) ? kids : [owner.raw('K') ?? null]).flatMap((kid) => {
      const item = this.#pdf.resolve(kid);
      const edit = item instanceof Dict ? edits.get(item) : undefined;
      return edit === null ? [] : [edit ?? kid];
    });
    const [only] = kept;
    if (only === undefined) owner.delete('K');
    else owner.set('K', kept.length === 1 ? only : kept);
  }

  #edit({ owner, item }: ObjectReference, replacement: Dict | null): void {
    const edits = this.#edits.get(owner) ?? new Map<Dict, Dict | null>();
    this.#edits.set(owner, edits.set(item, replacement));
  }

  #forgetParent(annotation: Dict): void {
    const key = annotation.integer('StructParent');
    if (key !== undefined) this.#read.parents.delete(key);
  }

  #listOnPage(page: Page, mcid: number, owner: Ref): void {
    const key = page.dict.integer('StructParents') ?? nextKey(this.#read.parents);
    page.dict.set('StructParents', key);
    const listed = this.#pdf.resolve(this.#read.parents.get(key));
    const owners = Array.isArray(listed) ? [...listed] : [];
    while (owners.length < mcid) owners.push(null);
    owners[mcid] = owner;
    this.#read.parents.set(key, owners);
  }
}

/**
 * Adds attributes of an owner that the element has none of (14.7.6). Other elements may share the list, so it is
 * copied.
 */
function addAttributes(pdf: PdfDocument, element: Dict, attributes: Dict): void {
  const present = element.get('A');
  const items = Array.isArray(present) ? present : present === null ? [] : [element.raw('A') ?? null];
  const owners = items.map((item) => pdf.resolve(item)).map((item) => (item instanceof Dict ? item.name('O') : null));
  if (owners.includes(attributes.name('O'))) return;
  element.set('A', items.length === 0 ? attributes : [...items, attributes]);
}

/** An element whose kids the search reads next, and the reference that names it. */
interface Found {
  readonly dict: Dict;
  readonly ref: Ref | undefined;
}

/**
 * The object references by annotation. First come those of the tree, then those of elements that only the parent tree
 * or a parent entry leads to. Editors leave such elements, and they would keep their targets in the file.
 */
function indexReferences(pdf: PdfDocument, root: Dict, parents: ReadonlyMap<number, PdfObject>): Index['references'] {
  const references = new Map<Dict, ObjectReference[]>();
  const seen = new Set<Dict>([root]);
  /** The lists of kids that were read. A shared list is read once, with its first owner. */
  const lists = new Set<PdfObject>();
  const pending: Found[] = [{ dict: root, ref: undefined }];
  const sorted = [...parents].toSorted(([a], [b]) => b - a);
  const strays = sorted.flatMap(([, value]) => {
    const listed = pdf.resolve(value);
    return Array.isArray(listed) ? listed : [value];
  });
  for (;;) {
    const next = pending.pop() ?? elementAt(pdf, strays.pop(), seen);
    if (!next && strays.length === 0) return references;
    if (!next) continue;
    const { dict, ref } = next;
    const kids = dict.get('K');
    const isKnown = lists.has(kids);
    if (Array.isArray(kids)) lists.add(kids);
    for (const kid of isKnown ? [] : Array.isArray(kids) ? kids : [dict.raw('K') ?? null]) {
      const found = elementAt(pdf, kid, seen);
      if (!found) continue;
      pdf.budget.spend('treeNodes');
      const annotation = found.dict.dict('Obj');
      if (!annotation) pending.push(found);
      else {
        const known = references.get(annotation) ?? [];
        known.push({ owner: dict, ownerRef: ref, item: found.dict });
        references.set(annotation, known);
      }
    }
    if (dict !== root) strays.push(dict.raw('P') ?? null);
  }
}

function elementAt(pdf: PdfDocument, object: PdfObject | undefined, seen: Set<Dict>): Found | undefined {
  const dict = pdf.resolve(object);
  if (!(dict instanceof Dict) || seen.has(dict)) return undefined;
  seen.add(dict);
  return { dict, ref: object instanceof Ref ? object : undefined };
}

/** The pairs of a number tree (7.9.7). The first of equal keys counts. */
function readNumberTree(pdf: PdfDocument, root: Dict | undefined): Map<number, PdfObject> {
  const pairs = new Map<number, PdfObject>();
  const seen = new Set<PdfObject>();
  const pending: PdfObject[] = [root ?? null];
  while (pending.length > 0) {
    const node = pdf.resolve(pending.pop());
    if (!(node instanceof Dict) || seen.has(node)) continue;
    seen.add(node);
    pdf.budget.spend('treeNodes');
    const numbers = node.array('Nums') ?? [];
    pdf.budget.spend('treeEntries', numbers.length >> 1);
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const key = pdf.resolve(numbers[at]);
      if (typeof key === 'number' && !pairs.has(key)) pairs.set(key, numbers[at + 1] ?? null);
    }
    for (const kid of (node.array('Kids') ?? []).toReversed()) pending.push(kid);
  }
  return pairs;
}

function nextKey(pairs: ReadonlyMap<number, PdfObject>): number {
  let greatest = -1;
  for (const key of pairs.keys()) greatest = Math.max(greatest, key);
  return greatest + 1;
}
