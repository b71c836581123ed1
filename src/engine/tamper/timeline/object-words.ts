/**
 * Describes an object in words for readers: `page 1: content`, `field Amount: value`. Names in it come from the file.
 */
import { MAX_KEY_LENGTH, MAX_WORDS_LENGTH, type ObjectKind } from '#engine/facts/revisions.ts';
import { Dict, dictOf, type PdfObject } from '#engine/pdf/syntax/objects.ts';
import { fieldName, fieldType, printable } from '#engine/signature/fields.ts';
import type { Role } from '#engine/tamper/diff-analysis/roles.ts';
import { kindOfObject } from './object-kinds.ts';
import type { View } from './views.ts';

/** The position of an object in its document. */
export interface Standing {
  readonly role: Role | undefined;
  readonly kind: ObjectKind;
  readonly object: PdfObject;
  /** Counted from 1. */
  readonly page: number | null;
  readonly field: string | null;
}

const NAME_LENGTH = 80;

const SUBJECTS: Readonly<Record<Role, string>> = {
  'page-content': 'content',
  resource: 'something it is drawn with',
  catalog: 'catalog of the document',
  'page-tree': 'list of pages',
  page: '',
  layers: 'layers',
  unknown: 'something that no part of the standard explains',
  action: 'action',
  annotations: 'list of annotations',
  annotation: 'annotation',
  'annotation-appearance': 'look of an annotation',
  signature: 'signature',
  fields: 'list of fields',
  acroform: 'form',
  field: '',
  'field-appearance': 'look',
  'form-resource': 'something its fields are drawn with',
  xfa: 'form in XFA',
  names: 'names and destinations',
  outline: 'outline',
  structure: 'structure',
  dss: 'validation data of signatures',
  metadata: 'metadata',
};

const SUBJECT_OF_KIND: Readonly<Partial<Record<ObjectKind, string>>> = {
  font: 'font',
  image: 'image',
  content: 'form',
};

const KEY_WORDS: Readonly<Record<string, string>> = {
  A: 'action',
  AA: 'actions',
  AcroForm: 'form',
  ActualText: 'text that is copied in its place',
  AF: 'attached files',
  Alt: 'text that is read aloud in its place',
  Annots: 'annotations',
  AP: 'look',
  AS: 'state',
  Author: 'author',
  Border: 'border',
  BS: 'border',
  CA: 'opacity',
  CO: 'order of calculation',
  Contents: 'content',
  CreationDate: 'date of creation',
  Creator: 'creator',
  CropBox: 'visible area',
  DA: 'font, size and colour of its text',
  Dests: 'destinations',
  DR: 'fonts that fields are written in',
  DS: 'style of its text',
  DSS: 'validation data of signatures',
  DV: 'value to begin with',
  Encrypt: 'encryption',
  Extensions: 'extensions',
  F: 'visibility',
  Ff: 'flags',
  Fields: 'fields',
  I: 'selection',
  Info: 'facts about the document',
  K: 'children',
  Keywords: 'keywords',
  JS: 'script',
  Kids: 'kids',
  Lang: 'language',
  Lock: 'lock',
  M: 'date',
  MarkInfo: 'marks',
  MaxLen: 'length',
  MediaBox: 'size',
  Metadata: 'metadata',
  MK: 'border, colours and caption',
  ModDate: 'date',
  Names: 'names',
  NeedAppearances: 'whether fields are drawn anew',
  OCProperties: 'layers',
  OpenAction: 'open action',
  Opt: 'choices',
  Outlines: 'outline',
  OutputIntents: 'output intents',
  PageLabels: 'labels of pages',
  Pages: 'pages',
  Parent: 'parent',
  Perms: 'permissions',
  Producer: 'producer',
  Q: 'alignment of its text',
  Rect: 'place',
  Resources: 'resources',
  Rotate: 'rotation',
  RV: 'formatted value',
  SigFlags: 'signature flags',
  StructTreeRoot: 'structure',
  Subject: 'subject',
  T: 'name',
  Tabs: 'order of tabs',
  Title: 'title',
  TU: 'description',
  V: 'value',
  Version: 'version of PDF',
  ViewerPreferences: 'preferences of readers',
  XFA: 'form in XFA',
  stream: 'data',
};

export function standingOf({ pdf, roles }: View, number: number): Standing {
  const role = roles.roles.get(number);
  const object = pdf.object(number);
  const page = roles.pageOf.get(number);
  const owner = roles.ownerOf.get(number) ?? dictOf(object);
  const isOfField = (role === 'field' || role === 'field-appearance') && owner;
  return {
    role,
    kind: kindOfObject(role, object),
    object,
    page: page === undefined ? null : page + 1,
    field: isOfField ? fieldName(owner).slice(0, MAX_WORDS_LENGTH).toWellFormed() : null,
  };
}

export function wordsOf(standing: Standing, keys: readonly string[]): string {
  const { role, kind, page } = standing;
  const place = role === 'field' || role === 'field-appearance' || page === null ? [] : [`page ${page}`];
  const changed = keys.length === 0 || isContent(standing, keys) ? [] : [keys.map(keyWords).join(', ')];
  const parts = [...place, ...subjectOf(standing), ...changed].filter((part) => part !== '');
  return parts.join(': ').slice(0, MAX_WORDS_LENGTH).toWellFormed() || kind;
}

/** The words omit `stream` for content, because a change of content always changes its data. */
function isContent({ role }: Standing, [first, second]: readonly string[]): boolean {
  return (role === 'page-content' || role === 'field-appearance') && first === 'stream' && second === undefined;
}

function subjectOf({ role, kind, object, field }: Standing): string[] {
  if (kind === 'container')
    return [dictOf(object)?.name('Type') === 'XRef' ? 'cross-reference stream' : 'object stream'];
  if (kind === 'font') return [fontWords(object)];
  if (field !== null) return [fieldWords(object, field), ...(role === 'field-appearance' ? ['look'] : [])];
  if (role === undefined) return [`${SUBJECT_OF_KIND[kind] ?? kind} that nothing refers to`];
  if (role === 'annotation') return [annotationWords(object)];
  if (role === 'page-content' || kind === 'other') return [SUBJECTS[role]];
  return [(role === 'resource' || role === 'form-resource' ? SUBJECT_OF_KIND[kind] : undefined) ?? SUBJECTS[role]];
}

function fieldWords(object: PdfObject, field: string): string {
  const kind = object instanceof Dict && fieldType(object) === 'Sig' ? 'signature field' : 'field';
  return field === '' ? `${kind} without a name` : `${kind} ${field.slice(0, NAME_LENGTH)}`;
}

function annotationWords(object: PdfObject): string {
  const subtype = dictOf(object)?.name('Subtype');
  return subtype === undefined ? 'annotation' : `annotation ${named(subtype)}`;
}

function fontWords(object: PdfObject): string {
  const dict = dictOf(object);
  const name = dict?.name('BaseFont') ?? dict?.name('FontName');
  return name === undefined ? 'font' : `font ${named(name)}`;
}

function keyWords(key: string): string {
  return Object.hasOwn(KEY_WORDS, key) ? (KEY_WORDS[key] ?? '') : `/${key}`;
}

function named(text: string): string {
  return printable(text).slice(0, NAME_LENGTH);
}

/** A key without its secret part. */
export function presentableKey(key: string): string {
  return printable(key).slice(0, MAX_KEY_LENGTH).toWellFormed();
}
