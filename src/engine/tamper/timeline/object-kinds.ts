/** The kind of an object, by the path that leads to it, else by its own entries. */
import type { ObjectKind } from '#engine/facts/revisions.ts';
import { Dict, dictOf, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';
import type { Role } from '#engine/tamper/diff-analysis/roles.ts';

const KIND_OF_ROLE: Readonly<Record<Role, ObjectKind>> = {
  'page-content': 'content',
  resource: 'other',
  catalog: 'catalog',
  'page-tree': 'page',
  page: 'page',
  layers: 'other',
  unknown: 'other',
  action: 'action',
  annotations: 'annotation',
  annotation: 'annotation',
  'annotation-appearance': 'annotation',
  signature: 'signature',
  fields: 'field',
  acroform: 'field',
  field: 'field',
  'field-appearance': 'field',
  'form-resource': 'field',
  xfa: 'field',
  names: 'other',
  outline: 'other',
  structure: 'structure',
  dss: 'signature',
  metadata: 'metadata',
};

/** An object with these roles is a font, an image or other content, whatever draws it. */
const DRAWN: ReadonlySet<Role> = new Set(['resource', 'form-resource', 'field-appearance', 'annotation-appearance']);

const KIND_OF_TYPE: Readonly<Record<string, ObjectKind>> = {
  ObjStm: 'container',
  XRef: 'container',
  Catalog: 'catalog',
  Pages: 'page',
  Page: 'page',
  Annot: 'annotation',
  Sig: 'signature',
  DocTimeStamp: 'signature',
  Metadata: 'metadata',
  StructTreeRoot: 'structure',
  StructElem: 'structure',
  Action: 'action',
};

const FONT_TYPES: ReadonlySet<string> = new Set(['Font', 'FontDescriptor', 'Encoding', 'CMap']);
const FONT_PROGRAMS: ReadonlySet<string> = new Set(['Type1C', 'CIDFontType0C', 'OpenType']);

export function kindOfObject(role: Role | undefined, object: PdfObject): ObjectKind {
  if (role === undefined) return KIND_OF_TYPE[dictOf(object)?.name('Type') ?? ''] ?? drawnKind(object) ?? 'other';
  return (DRAWN.has(role) ? drawnKind(object, role) : undefined) ?? KIND_OF_ROLE[role];
}

function drawnKind(object: PdfObject, role?: Role): ObjectKind | undefined {
  const dict = dictOf(object);
  if (!dict) return undefined;
  const subtype = dict.name('Subtype') ?? '';
  if (FONT_TYPES.has(dict.name('Type') ?? '')) return 'font';
  if (object instanceof Dict) return undefined;
  if (FONT_PROGRAMS.has(subtype) || dict.has('Length1')) return 'font'; // 9.9: only font programs have this entry
  if (subtype === 'Image') return 'image';
  const isForm = object instanceof Stream && (subtype === 'Form' || dict.has('BBox'));
  return isForm && (role === undefined || role === 'resource') ? 'content' : undefined;
}
