/**
 * Finds the objects with identity. Two equal pages, annotations, outline items, structure elements or layers are still
 * two objects: they are never merged and always indirect. The search goes by position, since `Type` is mostly optional.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfObject } from '#engine/pdf/syntax/objects.ts';

/** The role of an object whose entries depend on the role. */
export type Role = 'annotation' | 'article' | 'layer' | 'outline' | 'page' | 'root' | 'structure';

export function findRoles(pdf: PdfDocument): Map<Dict, Role> {
  const roles = new Map<Dict, Role>();
  const root = pdf.catalog.dict('Pages');
  const info = pdf.trailer.dict('Info');
  for (const dict of [pdf.catalog, ...(info ? [info] : []), ...(root ? [root] : [])]) roles.set(dict, 'root');
  for (const { dict } of pdf.pages) roles.set(dict, 'page');
  for (const { dict } of pdf.pages) follow(pdf, roles, 'annotation', dict.get('Annots'), ['IRT', 'Popup']);
  for (const { dict } of pdf.pages) follow(pdf, roles, 'article', dict.get('B'), []);
  follow(pdf, roles, 'article', pdf.catalog.get('Threads'), ['F', 'N']);
  follow(pdf, roles, 'outline', pdf.catalog.get('Outlines'), ['First', 'Next']);
  follow(pdf, roles, 'layer', pdf.catalog.dict('OCProperties')?.get('OCGs') ?? null, []);
  findStructure(pdf, roles);
  return roles;
}

/** Gives the role to the objects of a list and to the objects below the entries with these keys. */
function follow(pdf: PdfDocument, roles: Map<Dict, Role>, role: Role, start: PdfObject, keys: readonly string[]): void {
  const pending: PdfObject[] = Array.isArray(start) ? [...start] : [start];
  while (pending.length > 0) {
    const dict = pdf.resolve(pending.pop());
    if (!(dict instanceof Dict) || roles.has(dict)) continue;
    roles.set(dict, role);
    for (const key of keys) pending.push(dict.raw(key) ?? null);
  }
}

/**
 * 14.7.2: the kids of an element are in K. A kid that is marked content or an object has a type, which elements need
 * not have. The elements are found in the order of the document.
 */
function findStructure(pdf: PdfDocument, roles: Map<Dict, Role>): void {
  const pending: PdfObject[] = [pdf.catalog.raw('StructTreeRoot') ?? null];
  const lists = new Set<PdfObject>();
  while (pending.length > 0) {
    const object = pdf.resolve(pending.pop());
    if (Array.isArray(object) && !lists.has(object)) {
      lists.add(object);
      for (const item of object.toReversed()) pending.push(item);
    }
    if (!(object instanceof Dict) || roles.has(object)) continue;
    const type = object.name('Type');
    if (type === 'MCR' || type === 'OBJR') continue;
    roles.set(object, 'structure');
    // 14.7.4.2: an element refers to its namespace, and the root lists all namespaces.
    pending.push(object.raw('Namespaces') ?? null, object.raw('NS') ?? null, object.raw('K') ?? null);
  }
}
