/**
 * What later revisions changed in a document, object by object and key by key, with the part of the document each
 * change is about. Nothing is judged here; `permissions.ts` and `incremental.ts` do that.
 */
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { headerAt } from '#engine/pdf/read/loader.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfArray, type PdfObject, Ref, Stream, toNumber } from '#engine/pdf/syntax/objects.ts';
import type { XrefEntry } from '#engine/pdf/read/structure.ts';
import { appearanceContradicts, isSilent, isTick, looksOtherwise } from './appearance.ts';
import { coversText, type Mark, pageMarks, Reading } from './page-marks.ts';
import { replacesText, speaksOtherwise } from './spoken-text.ts';
import { Comparison } from '#engine/pdf/comparison.ts';
import { type Box, readBox } from '#engine/content/matrix.ts';
import { fieldName, fieldType, isHidden, isSigned } from '#engine/signature/fields.ts';
import { catalogRole, mapRoles, type Role, type RoleMap, unknownKeys } from './roles.ts';

export type ChangeKind =
  | 'content' // what a page shows
  | 'pages'
  | 'catalog'
  | 'action'
  | 'annotation'
  | 'field-added'
  | 'form' // values of fields and how they look
  | 'appearance' // a field shows something else than its value
  | 'visibility' // a field was hidden, or brought into sight
  | 'covering' // a signature was laid over text
  | 'signature' // a signature or its looks were altered or taken away
  | 'signature-added' // a field was signed, or made to be signed
  | 'timestamp-added'
  | 'navigation'
  | 'spoken-text' // what is read aloud or copied in place of what is shown
  | 'structure'
  | 'validation-data'
  | 'metadata';

export interface Change {
  readonly kind: ChangeKind;
  readonly objectNumber: number;
  /** What was touched, for example `page /Contents`. */
  readonly what: string;
  /** Something the older revision shows was put out of sight or exchanged. */
  readonly hides: boolean;
  /** Of an annotation, its subtype. */
  readonly subtype?: string | undefined;
  /** Of changes to fields, the qualified name. */
  readonly field?: string;
  /** The first page it belongs to, counted from 0. */
  readonly page?: number | undefined;
  /** Of a signature field: it was not there before, and it shows. */
  readonly isNewSight?: boolean;
}

const KIND_OF_ROLE: Readonly<Partial<Record<Role, ChangeKind>>> = {
  'page-content': 'content',
  resource: 'content',
  layers: 'content',
  'page-tree': 'pages',
  unknown: 'catalog',
  action: 'action',
  annotation: 'annotation',
  'annotation-appearance': 'annotation',
  annotations: 'annotation',
  field: 'form',
  fields: 'form',
  acroform: 'form',
  xfa: 'form',
  'form-resource': 'form',
  names: 'navigation',
  outline: 'navigation',
  structure: 'structure',
  dss: 'validation-data',
  metadata: 'metadata',
};

/** Page keys that do not show (Table 31). */
const QUIET_PAGE_KEYS: ReadonlySet<string> = new Set([
  'Parent',
  'LastModified',
  'PieceInfo',
  'Metadata',
  'Tabs',
  'StructParents',
  'Thumb',
  'ID',
  'PZ',
  'Type',
  'Dur',
  'Trans',
]);

/** Table 31: a page may write out what it had from the nodes above it. */
const INHERITABLE: ReadonlySet<string> = new Set(['CropBox', 'MediaBox', 'Resources', 'Rotate']);
const MAX_PAGE_ANCESTORS = 200;

/** Field and widget keys whose change never matters. */
const QUIET_FIELD_KEYS: ReadonlySet<string> = new Set(['P', 'Type', 'StructParent', 'NM', 'M']);

/** Field and widget keys that decide where and whether it shows. */
const PLACING_FIELD_KEYS: ReadonlySet<string> = new Set(['Rect', 'OC', 'Subtype', 'FT']);

/** Annotations whose look is a small sign, in units of user space: no reader's is larger than an inch. */
const ICONS: ReadonlySet<string> = new Set(['Text', 'Caret', 'FileAttachment']);
const MAX_ICON_SIDE = 72;

const FONT_TYPES: ReadonlySet<string> = new Set(['Font', 'FontDescriptor', 'Encoding', 'CMap']);

/** How many looks of fields are read in one comparison. */
const MAX_APPEARANCES = 2000;

/** On how many pages text is looked for below annotations. */
const MAX_PAGES_READ = 200;

/** @param numbers of all objects that the later revisions may have changed */
export function changesBetween(before: PdfDocument, after: PdfDocument, numbers: ReadonlySet<number>): Change[] {
  return new ChangeFinder(before, after).find(numbers);
}

class ChangeFinder {
  readonly #before: PdfDocument;
  readonly #after: PdfDocument;
  readonly #old: RoleMap;
  readonly #new: RoleMap;
  readonly #comparison: Comparison;
  readonly #found: Change[] = [];
  #appearances = 0;
  readonly #marks = new Map<number, readonly Mark[]>();
  readonly #reading = new Reading();
  #covers = 0;

  constructor(before: PdfDocument, after: PdfDocument) {
    this.#before = before;
    this.#after = after;
    this.#old = mapRoles(before);
    this.#new = mapRoles(after);
    this.#comparison = new Comparison(before, after);
  }

  find(numbers: ReadonlySet<number>): Change[] {
    this.#compareTrailers();
    for (const number of [...numbers].toSorted((a, b) => a - b)) this.#compareObject(number);
    return this.#found;
  }

  #add(kind: ChangeKind, objectNumber: number, what: string, more: Partial<Change> = {}): void {
    const page = this.#old.pageOf.get(objectNumber) ?? this.#new.pageOf.get(objectNumber);
    this.#found.push({ kind, objectNumber, what, hides: false, page, ...more });
  }

  #compareTrailers(): void {
    const before = this.#before.trailer;
    const after = this.#after.trailer;
    const root = after.ref('Root');
    if (!root || before.ref('Root')?.number !== root.number) {
      this.#compareCatalogs(before.dict('Root'), after.dict('Root'), root?.number ?? 0);
    }
    for (const key of unknownKeys(after)) {
      if (!this.#comparison.same(before.raw(key), after.raw(key))) this.#add('catalog', 0, `trailer /${key}`);
    }
    if (!this.#comparison.same(before.raw('Info'), after.raw('Info'))) this.#add('metadata', 0, 'trailer /Info');
  }

  #compareObject(number: number): void {
    const role = this.#old.roles.get(number);
    const after = this.#after.object(number);
    // New, or never part of the document: what refers to it has changed.
    if (role === undefined) return this.#compareNew(number, after);
    const before = this.#before.object(number);
    if (this.#comparison.same(before, after)) return;
    if (after === null) this.#addLost(role, number, before);
    else this.#compareAs(this.#weightier(number, role), number, before, after);
  }

  /** A new element may stand for content that has long been there. */
  #compareNew(number: number, after: PdfObject): void {
    if (this.#new.roles.get(number) === 'structure' && replacesText(after))
      this.#add('spoken-text', number, 'new structure element with /ActualText or /E');
  }

  /** A use that the update adds counts as well: an appearance made page content is page content. */
  #weightier(number: number, role: Role): Role {
    const later = this.#new.roles.get(number);
    return later === 'unknown' || later === 'page-content' || later === 'resource' ? later : role;
  }

  #addLost(role: Role, number: number, before: PdfObject): void {
    const what = `${role.replaceAll('-', ' ')} freed`;
    const owner = this.#old.ownerOf.get(number);
    if (role === 'field' && before instanceof Dict)
      this.#add('form', number, 'field removed', { field: fieldName(before), hides: true });
    else if (role === 'field-appearance' && owner)
      this.#add('appearance', number, what, { field: fieldName(owner), hides: true });
    else if (this.#new.roles.has(number)) this.#add(kindOf(role), number, what, { hides: true });
    else if (role === 'signature') this.#add('signature', number, what);
  }

  #compareAs(role: Role, number: number, before: PdfObject, after: PdfObject): void {
    const [a, b] = [dictOf(before), dictOf(after)];
    if (role === 'annotations') this.#compareAnnotations(before, after, number);
    else if (role === 'fields') this.#compareFieldLists(before, after, number);
    else if (role === 'field-appearance') this.#compareAppearance(number, before);
    else if (role === 'signature') this.#add('signature', number, 'signature dictionary');
    else if (role === 'catalog') this.#compareCatalogs(a, b, number);
    else if (role === 'page') this.#comparePages(a, b, number);
    else if (role === 'acroform') this.#compareForms(a, b, number);
    else if (role === 'field') this.#compareFields(a, b, number);
    else if (role === 'xfa') this.#addXfa(number);
    else if (role === 'form-resource' && isDrawnWith(before) && !this.#isPacket(number)) this.#addFont(number);
    else if (role === 'structure') this.#compareStructure(number, before, after);
    else if (role === 'annotation' || role === 'annotation-appearance') this.#compareAnnotation(role, number, a, b);
    else this.#add(kindOf(role), number, role.replaceAll('-', ' '), { hides: role === 'resource' });
  }

  #compareStructure(number: number, before: PdfObject, after: PdfObject): void {
    if (speaksOtherwise(before, after)) this.#add('spoken-text', number, 'structure element /ActualText, /Alt or /E');
    else this.#add('structure', number, 'structure element');
  }

  #changedKeys(before: Dict | undefined, after: Dict | undefined): string[] {
    const keys = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
    return [...keys].toSorted().filter((key) => !this.#comparison.same(before?.raw(key), after?.raw(key)));
  }

  #compareCatalogs(before: Dict | undefined, after: Dict | undefined, number: number): void {
    for (const key of this.#changedKeys(before, after)) {
      if (key === 'AcroForm') this.#compareForms(before?.dict(key), after?.dict(key), number);
      else if (key === 'Pages') this.#add('pages', number, 'catalog /Pages', { hides: true });
      else if (key === 'Names') this.#compareNames(before?.dict(key), after?.dict(key), number);
      else if (key === 'Perms') this.#comparePermissions(before?.dict(key), after?.dict(key), number);
      else this.#add(kindOf(catalogRole(key)), number, `catalog /${key}`);
    }
  }

  #comparePermissions(before: Dict | undefined, after: Dict | undefined, number: number): void {
    if (before?.has('DocMDP')) this.#add('signature', number, 'catalog /Perms');
    else if (!after?.has('DocMDP')) this.#add('metadata', number, 'catalog /Perms');
  }

  #compareNames(before: Dict | undefined, after: Dict | undefined, number: number): void {
    for (const key of this.#changedKeys(before, after)) {
      const runs = key === 'JavaScript' || key === 'EmbeddedFiles';
      this.#add(runs ? 'action' : 'navigation', number, `catalog /Names /${key}`);
    }
  }

  #comparePages(before: Dict | undefined, after: Dict | undefined, number: number): void {
    if (!before || !after) return this.#add('pages', number, 'page', { hides: true });
    for (const key of this.#changedKeys(before, after)) {
      if (INHERITABLE.has(key) && this.#comparison.same(inherited(before, key), inherited(after, key))) continue;
      if (key === 'Annots') this.#compareAnnotations(before?.get(key) ?? null, after?.get(key) ?? null, number);
      else if (key === 'AA') this.#add('action', number, 'page /AA');
      else
        this.#add(QUIET_PAGE_KEYS.has(key) ? 'metadata' : 'content', number, `page /${key}`, {
          hides: key === 'Contents',
        });
    }
  }

  #compareAnnotations(before: PdfObject, after: PdfObject, number: number): void {
    const was = references(before);
    const is = references(after);
    for (const added of is.difference(was)) this.#addAnnotation(added);
    for (const removed of was.difference(is)) {
      const annotation = this.#before.object(removed);
      const isField = annotation instanceof Dict && annotation.name('Subtype') === 'Widget';
      const field = isField ? fieldName(annotation) : '';
      this.#add(isField ? 'form' : 'annotation', removed, 'annotation removed', { field, hides: true });
    }
    const direct = (value: PdfObject): PdfObject[] =>
      Array.isArray(value) ? value.filter((item) => item instanceof Dict) : [];
    if (!this.#comparison.same(direct(before), direct(after))) this.#add('annotation', number, 'annotations of a page');
  }

  /** Compares an annotation or what it shows; one that becomes another kind is not the one that was allowed. */
  #compareAnnotation(role: Role, number: number, before: Dict | undefined, after: Dict | undefined): void {
    const was = (this.#old.ownerOf.get(number) ?? before)?.name('Subtype');
    const is = this.#new.ownerOf.get(number) ?? after;
    const subtype = was === is?.name('Subtype') ? was : undefined;
    this.#add('annotation', number, role.replaceAll('-', ' '), {
      subtype,
      hides: is !== undefined && this.#isDrawnOver(is, number),
    });
  }

  #addAnnotation(number: number): void {
    const annotation = this.#after.object(number);
    if (!(annotation instanceof Dict)) return;
    if (annotation.name('Subtype') === 'Widget') return this.#addField(annotation, number, isVisible(annotation));
    const hides = this.#isDrawnOver(annotation, number);
    this.#add('annotation', number, 'annotation added', { subtype: annotation.name('Subtype'), hides });
  }

  /** Whether a note or a mark shows more than a sign: a text, a picture, or an area over text of the page. */
  #isDrawnOver(annotation: Dict, number: number): boolean {
    if (!annotation.has('AP')) return false;
    if (this.#appearances++ >= MAX_APPEARANCES) return true; // past the limit the answer is never too lenient
    const box = readBox(this.#after, annotation.array('Rect'));
    const isIcon = ICONS.has(annotation.name('Subtype') ?? '');
    return (
      !isSilent(this.#after, annotation) ||
      (isIcon && isLargerThan(box, MAX_ICON_SIDE)) ||
      this.#coversText(annotation, number)
    );
  }

  /** @param isNewSight it shows, and did not before */
  #addField(field: Dict, number: number, isNewSight: boolean): void {
    const known = this.#old.roles.get(number) === 'field' && !isNewSight;
    if (fieldType(field) !== 'Sig') {
      if (!known) this.#add('field-added', number, 'field added', { field: fieldName(field) });
    } else if (isSigned(field)) this.#addSignature(field, number, isNewSight);
    else if (isNewSight && this.#showsSomething(field))
      this.#add('field-added', number, 'empty signature field that shows something', { field: fieldName(field) });
    else if (!known) this.#add('signature-added', number, 'empty signature field', { isNewSight });
  }

  /** The room for a signature shows nothing before there is one. */
  #showsSomething(field: Dict): boolean {
    const look = field.dict('AP')?.get('N') ?? null;
    return (
      look instanceof Dict || (look instanceof Stream && !/^\s*$/.test(latin1(this.#after.bytesOf(look) ?? look.raw)))
    );
  }

  #addSignature(field: Dict, number: number, isNewSight: boolean): void {
    if (isNewSight && this.#coversText(field, number))
      this.#add('covering', number, 'signature above text', { field: fieldName(field), hides: true });
    const value = field.dict('V') ?? field.dict('Parent')?.dict('V');
    const isTimestamp = value?.name('Type') === 'DocTimeStamp' || value?.name('SubFilter') === 'ETSI.RFC3161';
    this.#add(isTimestamp ? 'timestamp-added' : 'signature-added', number, 'signature', {
      field: fieldName(field),
      isNewSight,
    });
  }

  /** Whether an annotation hides text that its page showed before. */
  #coversText(dict: Dict, number: number): boolean {
    if (this.#covers++ >= MAX_APPEARANCES) return true;
    const box = readBox(this.#after, dict.array('Rect'));
    const page = this.#new.pageOf.get(number);
    return (
      box !== undefined &&
      page !== undefined &&
      coversText(this.#after, { dict, box }, this.#marksOf(page), this.#reading)
    );
  }

  #marksOf(index: number): readonly Mark[] {
    const known = this.#marks.get(index);
    if (known) return known;
    const page = this.#old.pages[index];
    const marks = page && this.#marks.size < MAX_PAGES_READ ? pageMarks(this.#before, page, this.#reading) : [];
    this.#marks.set(index, marks);
    return marks;
  }

  #compareForms(before: Dict | undefined, after: Dict | undefined, number: number): void {
    for (const key of this.#changedKeys(before, after)) {
      if (key === 'Fields') this.#compareFieldLists(before?.get(key) ?? null, after?.get(key) ?? null, number);
      else if (key === 'XFA') this.#addXfa(number);
      else if (key !== 'SigFlags') this.#add('form', number, `form /${key}`);
      if (key === 'NeedAppearances' && after?.boolean(key) === true) this.#compareDrawnAnew();
    }
  }

  /** Readers draw every field anew from its value: what was shown otherwise before is shown otherwise no more. */
  #compareDrawnAnew(): void {
    for (const [number, role] of this.#old.roles) {
      const field = role === 'field' ? this.#before.object(number) : null;
      if (!(field instanceof Dict) || this.#appearances++ >= MAX_APPEARANCES) continue;
      if (appearanceContradicts(this.#before, field))
        this.#add('appearance', number, 'form /NeedAppearances', { field: fieldName(field), hides: true });
    }
  }

  /** A form in a language of its own, which some readers show in place of the pages. */
  #addXfa(number: number): void {
    this.#add('form', number, 'form /XFA', { hides: true });
  }

  #compareFieldLists(before: PdfObject, after: PdfObject, number: number): void {
    const was = references(before);
    const is = references(after);
    for (const added of is.difference(was)) {
      const field = this.#after.object(added);
      const isNew = this.#old.roles.get(added) !== 'field';
      if (field instanceof Dict) this.#addField(field, added, isNew && isVisible(field));
    }
    for (const removed of was.difference(is)) {
      const field = this.#before.object(removed);
      if (!(field instanceof Dict)) continue;
      const kind = isSigned(field) ? 'signature' : 'form';
      this.#add(kind, removed, 'field removed', { field: fieldName(field), hides: kind === 'form' });
    }
    const lost = arrayLength(before) > 0 && arrayLength(after) === 0 && was.size === 0;
    if (lost) this.#add('form', number, 'fields removed', { hides: true });
  }

  #compareFields(before: Dict | undefined, after: Dict | undefined, number: number): void {
    const owner = this.#old.ownerOf.get(number);
    if (owner) return this.#compareEntry(owner, number);
    if (!before || !after) return this.#add('form', number, 'field replaced', { hides: true });
    const field = fieldName(before);
    const wasSigned = isSigned(before);
    if (isHidden(before) !== isHidden(after)) this.#add('visibility', number, 'field /F', { field, hides: true });
    // Locks go by names.
    if (field !== fieldName(after)) this.#add('form', number, 'name of a field', { field, hides: true });
    for (const key of this.#changedKeys(before, after)) {
      if (QUIET_FIELD_KEYS.has(key)) continue;
      if (key === 'AP') this.#compareAppearances(before, after, number, field);
      if (key === 'A' || key === 'AA') this.#add('action', number, `field /${key}`);
      else if (key === 'Kids') this.#compareFieldLists(before.get(key), after.get(key), number);
      else if (fieldType(before) === 'Sig') this.#compareSignatureField(before, after, number, key, wasSigned);
      else if (PLACING_FIELD_KEYS.has(key)) this.#add('form', number, `field /${key}`, { field, hides: true });
      else if (key === 'Opt') this.#add('appearance', number, 'field /Opt', { field, hides: true });
      else this.#add('form', number, `field /${key}`, { field });
    }
  }

  /** What stands behind an entry of a field, as a value that is an object of its own. */
  #compareEntry(owner: Dict, number: number): void {
    const field = fieldName(owner);
    this.#add(isSigned(owner) ? 'signature' : 'form', number, 'entry of a field', { field });
    this.#checkAppearance(owner, this.#new.ownerOf.get(number) ?? owner, number, field);
  }

  /** An appearance was exchanged: it must show the value, and nothing else may have used the old one. */
  #compareAppearances(before: Dict, after: Dict, number: number, field: string): void {
    this.#checkAppearance(before, after, number, field);
    if (fieldType(before) === 'Btn') this.#compareButton(after, number, field);
    const role = this.#old.roles.get(before.ref('AP')?.number ?? -1);
    if (role === undefined || role === 'field-appearance') return;
    this.#add('appearance', number, 'appearance that is used elsewhere', { field, hides: true });
  }

  #compareSignatureField(before: Dict, after: Dict, number: number, key: string, wasSigned: boolean): void {
    const isMoved = !this.#comparison.same(before.raw('Rect'), after.raw('Rect'));
    if (wasSigned) this.#add('signature', number, `signature field /${key}`, { hides: key === 'AP' });
    else if (PLACING_FIELD_KEYS.has(key) && key !== 'Rect')
      this.#add('form', number, `signature field /${key}`, { field: fieldName(before), hides: true });
    else if (key === 'V' && isSigned(after)) this.#addSignature(after, number, isMoved && isVisible(after));
    else if (isSigned(after)) return;
    else if (key === 'Rect' || (key === 'AP' && this.#showsSomething(after)))
      this.#add('appearance', number, `empty signature field /${key}`, { hides: true });
    else if (before.has(key)) this.#add('form', number, `signature field /${key}`, { field: fieldName(before) });
  }

  /** What fields are drawn with is exchanged under their looks: the same codes then show other signs. */
  #addFont(number: number, field?: string): void {
    this.#add('appearance', number, 'font or image of a form', { ...(field !== undefined && { field }), hides: true });
  }

  /** The values of a form in XFA lie beside what it is drawn with. */
  #isPacket(number: number): boolean {
    const form = this.#before.trailer.dict('Root')?.dict('AcroForm');
    return references(form?.get('XFA') ?? null).has(number);
  }

  #compareAppearance(number: number, before: PdfObject): void {
    const owner = this.#old.ownerOf.get(number);
    const now = this.#new.ownerOf.get(number) ?? owner;
    if (!owner || !now) return;
    const field = fieldName(now);
    if (isDrawnWith(before)) return this.#addFont(number, field);
    if (fieldType(owner) === 'Sig') {
      if (isSigned(owner)) this.#add('signature', number, 'appearance of a signature', { field, hides: true });
      else if (!isSigned(now) && this.#showsSomething(now))
        this.#add('appearance', number, 'appearance of an empty signature field', { field, hides: true });
    } else if (fieldType(owner) === 'Btn') {
      this.#compareButton(now, number, field);
    } else {
      this.#add('form', number, 'appearance of a field', { field });
      this.#checkAppearance(owner, now, number, field);
    }
  }

  /** A box may be ticked with a mark of the program that fills it in, where it hides nothing. */
  #compareButton(button: Dict, number: number, field: string): void {
    const isSmall = !isLargerThan(readBox(this.#after, button.array('Rect')), MAX_ICON_SIDE);
    if (isSmall && isTick(this.#after, button) && !this.#coversText(button, number))
      this.#add('form', number, 'appearance of a field', { field });
    else this.#add('appearance', number, 'appearance of a button replaced', { field, hides: true });
  }

  /** Past the limit a look counts as contradicting: the answer is never too lenient. */
  #checkAppearance(was: Dict, is: Dict, number: number, field: string): void {
    const isRead = this.#appearances++ < MAX_APPEARANCES;
    if (isRead && !appearanceContradicts(this.#after, is) && !looksOtherwise(this.#before, was, this.#after, is))
      return;
    this.#add('appearance', number, 'appearance that contradicts the value', { field, hides: true });
  }
}

function kindOf(role: Role): ChangeKind {
  return KIND_OF_ROLE[role] ?? 'catalog';
}

function dictOf(object: PdfObject): Dict | undefined {
  if (object instanceof Stream) return object.dict;
  return object instanceof Dict ? object : undefined;
}

function inherited(page: Dict | undefined, key: string): PdfObject | undefined {
  let node = page;
  for (let depth = 0; node && depth < MAX_PAGE_ANCESTORS; depth++, node = node.dict('Parent')) {
    if (node.has(key)) return node.raw(key);
  }
  return undefined;
}

/** Whether a widget takes any room on its page. */
function isVisible(widget: Dict): boolean {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = (widget.array('Rect') ?? []).map((side) => toNumber(side) ?? 0);
  return x1 !== x2 && y1 !== y2;
}

/** Whether an object is part of a font, an encoding or an image, and not itself a look or a list of resources. */
function isDrawnWith(object: PdfObject): boolean {
  if (object instanceof Stream) return object.dict.name('Subtype') !== 'Form' && !object.dict.has('BBox');
  return object instanceof Dict && FONT_TYPES.has(object.name('Type') ?? '');
}

function isLargerThan(box: Box | undefined, side: number): boolean {
  return box !== undefined && Math.max(box.right - box.left, box.top - box.bottom) > side;
}

function references(value: PdfObject): Set<number> {
  const items: PdfArray = Array.isArray(value) ? value : [];
  return new Set(items.flatMap((item) => (item instanceof Ref ? [item.number] : [])));
}

function arrayLength(value: PdfObject): number {
  return Array.isArray(value) ? value.length : 0;
}

/** Objects whose entry in an update does not lead to them. */
export function misplacedObjects(bytes: Uint8Array, entries: ReadonlyMap<number, XrefEntry>): number[] {
  const misplaced: number[] = [];
  for (const [number, entry] of entries) {
    if (entry.kind === 'offset' && headerAt(bytes, entry.offset, number) < 0) misplaced.push(number);
  }
  return misplaced.toSorted((a, b) => a - b);
}
