/** What an indirect object of a document can be there for, and what the keys of catalog and trailer say of that. */
import type { Dict } from '#engine/pdf/syntax/objects.ts';

export type Role =
  | 'page-content' // what Contents of a page lead to
  | 'resource' // fonts, images, forms and all else that page content draws with
  | 'catalog'
  | 'page-tree'
  | 'page'
  | 'layers'
  | 'unknown' // under keys of catalog and trailer that no part of the standard explains
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
  | 'xfa' // a form in a language of its own, its values apart
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

/** Trailer keys that say how the file is written, not what is in it (7.5.5, 7.5.8.2). */
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
 * Trailer keys of producers that lead to data which no PDF reader shows: LibreOffice keeps the source of the document
 * there, and signers renumber it.
 */
export const PRIVATE_TRAILER_KEYS = ['AdditionalStreams'] as const;
const PRIVATE_KEYS: ReadonlySet<string> = new Set(PRIVATE_TRAILER_KEYS);

export function unknownKeys(trailer: Dict): string[] {
  return trailer.keys().filter((key) => !FILE_KEYS.has(key) && !PRIVATE_KEYS.has(key));
}

export function catalogRole(key: string): Role {
  return CATALOG_KEYS.get(key) ?? 'unknown';
}
