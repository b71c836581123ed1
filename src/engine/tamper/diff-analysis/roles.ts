/** The possible roles of an indirect object, and the roles of keys of catalog and trailer. */
import type { Dict } from '#engine/pdf/syntax/objects.ts';

export type Role =
  | 'page-content' // the targets of Contents of a page
  | 'resource' // fonts, images, forms and other resources of page content
  | 'catalog'
  | 'page-tree'
  | 'page'
  | 'layers'
  | 'unknown' // objects under keys of catalog and trailer that the standard does not define
  | 'action'
  | 'annotations' // an array of annotations
  | 'annotation'
  | 'annotation-appearance'
  | 'signature'
  | 'fields' // an array of fields
  | 'acroform'
  | 'field' // a field, a widget, or both in one
  | 'field-appearance'
  | 'form-resource'
  | 'xfa' // an XFA form without its values
  | 'names'
  | 'outline'
  | 'structure'
  | 'dss'
  | 'metadata';

const CATALOG_KEYS: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['OCProperties', 'layers'],
  ['OpenAction', 'action'],
  ['AA', 'action'],
  ['Names', 'names'],
  ['Dests', 'names'],
  ['PageLabels', 'names'],
  ['PageMode', 'names'],
  ['PageLayout', 'names'],
  ['Outlines', 'outline'],
  ['StructTreeRoot', 'structure'],
  ['MarkInfo', 'structure'],
  ['DSS', 'dss'],
  ['Extensions', 'metadata'],
  ['Metadata', 'metadata'],
  ['PieceInfo', 'metadata'],
  ['Perms', 'signature'],
  ['ViewerPreferences', 'metadata'],
  ['Threads', 'outline'],
  ['Type', 'metadata'],
  ['Version', 'metadata'],
  ['Lang', 'metadata'],
]);

/** Trailer keys about the file and not about its content (7.5.5, 7.5.8.2). */
const FILE_KEYS: ReadonlySet<string> = new Set([
  'Size',
  'Prev',
  'ID',
  'Encrypt',
  'XRefStm',
  'Root',
  'Info',
  'Type',
  'W',
  'Index',
  'Length',
  'Filter',
  'DecodeParms',
  'DocChecksum',
]);

/**
 * Trailer keys of producers whose data no PDF reader shows. LibreOffice stores the source of the document there, and
 * signing programs renumber it.
 */
export const PRIVATE_TRAILER_KEYS = ['AdditionalStreams'] as const;
const PRIVATE_KEYS: ReadonlySet<string> = new Set(PRIVATE_TRAILER_KEYS);

export function unknownKeys(trailer: Dict): string[] {
  return trailer.keys().filter((key) => !FILE_KEYS.has(key) && !PRIVATE_KEYS.has(key));
}

export function catalogRole(key: string): Role {
  return CATALOG_KEYS.get(key) ?? 'unknown';
}
