/**
 * The role of each indirect object of a document, by the path from the trailer to it. An object with several uses gets
 * the most important role: a stream that a page and a widget draw is page content.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { Dict, dictOf, type PdfObject, PdfString, Ref } from '#engine/pdf/syntax/objects.ts';
import { catalogRole, PRIVATE_TRAILER_KEYS, type Role, unknownKeys } from './roles.ts';
import { isContainer } from './values.ts';

export interface RoleMap {
  readonly roles: ReadonlyMap<number, Role>;
  /** The field, widget or annotation that an object belongs to, by its appearance or the objects behind its entries. */
  readonly ownerOf: ReadonlyMap<number, Dict>;
  /** The object that lists a field or widget among its kids, even if the kid names another parent. */
  readonly fieldAbove: ReadonlyMap<Dict, number>;
  /** The first page of an object, counted from 0. An object of the whole document has none. */
  readonly pageOf: ReadonlyMap<number, number>;
  /** The pages in reading order. */
  readonly pages: readonly Dict[];
}

/** These keys lead back up or across. Their targets get their role on their own path. */
const UPWARD: ReadonlySet<string> = new Set(['Parent', 'P', 'Pg', 'B']);

/** These entries of the catalog are walked separately. */
const CATALOG_OWN: ReadonlySet<string> = new Set(['Pages', 'AcroForm']);

/** Below these, keys are names from the document: an image may have the name P. No such key leads back up. */
const FREELY_NAMED: ReadonlySet<Role> = new Set([
  'page-content',
  'resource',
  'annotation-appearance',
  'field-appearance',
  'form-resource',
  'signature',
]);

/** Roles that signatures allow to change. An object that also has another role gets the other one. */
const LIGHT: ReadonlySet<Role> = new Set(['structure', 'dss', 'metadata']);

/** These entries of a page are invisible: metadata of programs, thumbnails, and transitions. */
const PAGE_METADATA: readonly string[] = ['Metadata', 'PieceInfo', 'Thumb', 'Trans'];

export function mapRoles(pdf: PdfDocument): RoleMap {
  const walker = new RoleWalker(pdf);
  walker.walk();
  return walker;
}

class RoleWalker implements RoleMap {
  readonly roles = new Map<number, Role>();
  readonly ownerOf = new Map<number, Dict>();
  readonly fieldAbove = new Map<Dict, number>();
  readonly pageOf = new Map<number, number>();
  pages: readonly Dict[] = [];
  /** The page whose parts are walked. */
  #page: number | undefined;
  readonly #pdf: PdfDocument;
  /** Nodes of the page tree above its pages. */
  readonly #nodes: Dict[] = [];

  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  walk(): void {
    const { trailer } = this.#pdf;
    const catalog = trailer.dict('Root');
    this.#claim(trailer.raw('Root'), 'catalog');
    const pages = this.#walkPages(catalog?.raw('Pages') ?? null);
    this.pages = pages;
    this.#onEach(pages, (page) => this.#spread(page.raw('Contents'), 'page-content'));
    for (const node of this.#nodes) this.#spreadOthers(node);
    this.#onEach(pages, (page) => this.#spreadOthers(page));
    for (const page of pages) this.#walkAncestors(page);
    this.#spread(catalog?.raw('OCProperties'), 'layers');
    const entries = [...(catalog ?? [])].filter(([key]) => !CATALOG_OWN.has(key));
    for (const key of unknownKeys(trailer)) this.#spread(trailer.raw(key), 'unknown');
    for (const [key, value] of entries) if (catalogRole(key) === 'unknown') this.#spread(value, 'unknown');
    this.#onEach(pages, (page) => this.#walkAnnotations(page));
    this.#walkForm(catalog?.raw('AcroForm') ?? null);
    this.#spreadCatalog(entries);
    for (const node of [...this.#nodes, ...pages])
      for (const key of PAGE_METADATA) this.#spread(node.raw(key), 'metadata');
    for (const key of ['Info', ...PRIVATE_TRAILER_KEYS]) this.#spread(trailer.raw(key), 'metadata');
  }

  #onEach(pages: readonly Dict[], walk: (page: Dict) => void): void {
    for (const [index, page] of pages.entries()) {
      this.#page = index;
      walk(page);
    }
    this.#page = undefined;
  }

  /** The light roles come last, because an object with another use gets the role of that use. */
  #spreadCatalog(entries: readonly (readonly [string, PdfObject])[]): void {
    for (const [key, value] of entries) if (!LIGHT.has(catalogRole(key))) this.#spread(value, catalogRole(key));
    for (const [key, value] of entries) this.#spread(value, catalogRole(key));
  }

  /** Resolves a value and gives its object the role; false if another use has claimed it. */
  #claim(value: PdfObject | undefined, role: Role): boolean {
    if (!(value instanceof Ref)) return true;
    if (this.roles.has(value.number)) return false;
    // A missing object of unknown role gets no role, because a later object may reuse its number.
    if (role === 'unknown' && this.#pdf.object(value.number) === null) return false;
    this.roles.set(value.number, role);
    if (this.#page !== undefined) this.pageOf.set(value.number, this.#page);
    return true;
  }

  #walkPages(root: PdfObject): Dict[] {
    const leaves: Dict[] = [];
    const pending: PdfObject[] = [root];
    while (pending.length > 0) {
      const next = pending.pop() ?? null;
      const node = this.#pdf.resolve(next);
      if (!(node instanceof Dict)) {
        this.#page = leaves.length;
        this.#claim(next, 'page'); // a later revision may make the object a page
        continue;
      }
      const isLeaf = node.name('Type') === 'Page' || !node.has('Kids');
      this.#page = isLeaf ? leaves.length : undefined;
      if (!this.#claim(next, isLeaf ? 'page' : 'page-tree')) continue;
      const kids = isLeaf ? undefined : node.array('Kids');
      if (kids) {
        this.#claim(node.raw('Kids'), 'page-tree');
        for (const kid of kids.toReversed()) pending.push(kid);
        this.#nodes.push(node);
      } else leaves.push(node);
    }
    this.#page = undefined;
    return leaves;
  }

  /** Some readers inherit from the nodes that `/Parent` names, which need not be in the page tree. */
  #walkAncestors(page: Dict): void {
    for (let node: Dict | undefined = page; node; node = node.dict('Parent')) {
      if (node !== page) this.#spreadOthers(node);
      if (!this.#claim(node.raw('Parent'), 'page-tree')) return;
    }
  }

  /** The entries of a page or node besides annotations, contents, kids and metadata. */
  #spreadOthers(page: Dict): void {
    for (const [key, value] of page) {
      if (key === 'Annots' || key === 'Contents' || key === 'Kids' || PAGE_METADATA.includes(key)) continue;
      if (key === 'AA') this.#spread(value, 'action');
      else if (!UPWARD.has(key)) this.#spread(value, 'resource');
    }
  }

  #walkAnnotations(page: Dict): void {
    this.#claim(page.raw('Annots'), 'annotations');
    for (const annotation of page.array('Annots') ?? []) {
      const dict = this.#pdf.resolve(annotation);
      if (dict instanceof Dict && dict.name('Subtype') === 'Widget') this.#walkWidget(annotation);
      else if (this.#claim(annotation, 'annotation') && dict instanceof Dict) this.#spreadAnnotation(dict);
    }
    // A popup shows the text of its parent, which the list need not contain.
    for (const annotation of page.array('Annots') ?? []) {
      const dict = this.#pdf.resolve(annotation);
      if (dict instanceof Dict && dict.name('Subtype') === 'Popup') this.#spread(dict.raw('Parent'), 'annotation');
    }
  }

  /** A field above two widgets may have led to the widget of another page before. */
  #walkWidget(widget: PdfObject): void {
    this.#walkField(widget);
    if (widget instanceof Ref && this.#page !== undefined) this.pageOf.set(widget.number, this.#page);
  }

  #spreadAnnotation(annotation: Dict): void {
    for (const [key, value] of annotation) {
      if (key === 'AP') this.#spread(value, 'annotation-appearance', annotation);
      else if (key === 'A' || key === 'AA') this.#spread(value, 'action');
      else if (!UPWARD.has(key)) this.#spread(value, 'annotation');
    }
  }

  #walkForm(root: PdfObject): void {
    const form = this.#pdf.resolve(root);
    if (!this.#claim(root, 'acroform') || !(form instanceof Dict)) return;
    this.#claim(form.raw('Fields'), 'fields');
    for (const field of form.array('Fields') ?? []) this.#walkField(field);
    this.#spread(form.raw('DR'), 'form-resource');
    this.#spreadXfa(form);
    for (const [key, value] of form) if (key !== 'Fields') this.#spread(value, 'form-resource');
  }

  /**
   * ISO 32000-1, 12.7.8: the packets by name. Filling in changes the packet of values, and the others define the
   * drawing.
   */
  #spreadXfa(form: Dict): void {
    const packets = form.array('XFA') ?? [];
    const values = packets.flatMap((name, index) => (isDatasets(this.#pdf.resolve(name)) ? [packets[index + 1]] : []));
    for (const packet of packets) if (!values.includes(packet)) this.#spread(packet, 'xfa');
    this.#spread(form.array('XFA') ? undefined : form.raw('XFA'), 'xfa');
    this.#claim(form.raw('XFA'), 'xfa');
  }

  /** A field with its kids, and the fields above it. */
  #walkField(start: PdfObject): void {
    const pending: PdfObject[] = [start];
    const seen = new Set<Dict>();
    while (pending.length > 0) {
      const next = pending.pop() ?? null;
      const field = this.#pdf.resolve(next);
      if (field instanceof Dict && seen.has(field)) continue;
      if (!this.#claim(next, 'field') || !(field instanceof Dict)) continue;
      seen.add(field);
      this.#claim(field.raw('Kids'), 'fields');
      for (const kid of field.array('Kids') ?? []) {
        pending.push(kid);
        const dict = this.#pdf.resolve(kid);
        if (dict instanceof Dict && next instanceof Ref) this.fieldAbove.set(dict, next.number);
      }
      if (field.raw('Parent') instanceof Ref) pending.push(field.raw('Parent') ?? null);
      this.#spreadField(field);
    }
  }

  #spreadField(field: Dict): void {
    for (const key of ['A', 'AA']) this.#spread(field.raw(key), 'action');
    if (field.get('V') instanceof Dict) this.#spread(field.raw('V'), 'signature', field);
    this.#spread(field.raw('AP'), 'field-appearance', field);
    for (const [key, value] of field) if (key !== 'Kids' && !UPWARD.has(key)) this.#spread(value, 'field', field);
  }

  /**
   * Gives a role to everything below a value that has none yet. The stated Type does not count, since readers ignore
   * it.
   */
  #spread(start: PdfObject | undefined, role: Role, owner?: Dict): void {
    if (start === undefined) return;
    const isFreelyNamed = FREELY_NAMED.has(role);
    const pending: PdfObject[] = [start];
    while (pending.length > 0) {
      const next = pending.pop() ?? null;
      const object = this.#pdf.resolve(next);
      if (next instanceof Ref) {
        if (!this.#claim(next, role)) continue;
        if (owner) this.ownerOf.set(next.number, owner);
      }
      if (Array.isArray(object)) for (const item of object) if (isContainer(item)) pending.push(item);
      const dict = dictOf(object);
      dict?.forEach((value, key) => {
        if (isContainer(value) && (isFreelyNamed || !UPWARD.has(key))) pending.push(value);
      });
    }
  }
}

function isDatasets(name: PdfObject): boolean {
  return name instanceof PdfString && latin1(name.bytes) === 'datasets';
}
