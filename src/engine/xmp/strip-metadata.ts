/**
 * Removes data about parts of a document (ISO 32000-2, 14.3, 14.5, 12.3.4): metadata streams of pages, images and
 * fonts, private data of producers with its dates, and page thumbnails.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Stream } from '#engine/pdf/syntax/objects.ts';

/** Resources may have these names too, so the keys are removed only from dictionaries that are no maps of names. */
const PRIVATE_KEYS = ['PieceInfo', 'LastModified', 'Thumb'];
const TYPES = new Set(['Catalog', 'Page', 'Template', 'XObject']);
const SUBTYPES = new Set(['Form', 'Image']);

/** Returns the number of removed entries. */
export function stripPartMetadata(pdf: PdfDocument): number {
  const catalog = pdf.catalog;
  const pages = new Set(pdf.pages.map((page) => page.dict));
  let removed = 0;
  for (const container of pdf.reachable()) {
    if (!(container instanceof Dict)) continue;
    if (container !== catalog && isMetadata(container.get('Metadata')) && container.delete('Metadata')) removed++;
    if (container !== catalog && !pages.has(container) && !describesItself(container)) continue;
    for (const key of PRIVATE_KEYS) if (container.delete(key)) removed++;
  }
  return removed;
}

function isMetadata(value: unknown): boolean {
  return value instanceof Stream && (value.dict.name('Type') === 'Metadata' || value.dict.name('Subtype') === 'XML');
}

function describesItself(dict: Dict): boolean {
  return TYPES.has(dict.name('Type') ?? '') || SUBTYPES.has(dict.name('Subtype') ?? '');
}
