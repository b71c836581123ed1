/** Reports which metadata of a document were dropped. It ignores the data that every producer writes about itself. */
import { nameList, type StageWarning, warning } from '#engine/facts/warning.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { expandedName, namespaceOf, DC, PDF, PDFA_EXTENSION, PDFA_ID, PDFUA_ID, XMP } from './names.ts';
import type { XmpProperties } from './packet.ts';
import { readExtensions } from './extensions.ts';

/** Keys of the Info dictionary (ISO 32000-2, Table 349). */
const STANDARD_INFO = new Set('Title Author Subject Keywords Creator Producer CreationDate ModDate Trapped'.split(' '));
const KEPT_DC = ['title', 'description', 'rights', 'creator', 'subject', 'language'];
const XMP_MEDIA_MANAGEMENT = 'http://ns.adobe.com/xap/1.0/mm/';
/** Properties in these namespaces stay, or are a producer's bookkeeping without use for readers. */
const SILENT_NAMESPACES = new Set([XMP, PDF, XMP_MEDIA_MANAGEMENT, PDFA_ID, PDFUA_ID, PDFA_EXTENSION]);
const SILENT_NAMES = new Set([...KEPT_DC, 'format'].map((name) => expandedName(DC, name)));

const PLAIN_NAME = /^[\w.:-]{1,40}$/;

/** A warning with counts, if relevant metadata were dropped. */
export function findDropped(xmp: XmpProperties, info: Dict | undefined, hasInvoice: boolean): StageWarning[] {
  const kept = readExtensions(xmp, hasInvoice);
  const keys = (info?.keys() ?? []).filter((key) => !STANDARD_INFO.has(key)).toSorted();
  const propertyCount = [...xmp.keys()].filter((name) => !kept.has(name) && !isSilent(name)).length;
  if (keys.length + propertyCount === 0) return [];
  const names = nameList(keys.filter((key) => PLAIN_NAME.test(key)));
  return [warning('METADATA_CUSTOM_REMOVED', { count: keys.length, names, propertyCount })];
}

function isSilent(name: string): boolean {
  return SILENT_NAMESPACES.has(namespaceOf(name)) || SILENT_NAMES.has(name);
}
