/**
 * The document's own metadata stream (ISO 32000-2, 14.3.2). Only that of the catalog counts, never that of a page or an
 * image.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Stream } from '#engine/pdf/syntax/objects.ts';
import { readXmp, type XmpProperties } from './packet.ts';

export interface CatalogMetadata {
  /** Empty if there is no packet or it cannot be read. */
  readonly properties: XmpProperties;
  /** False if there is a metadata entry that is no well-formed packet. */
  readonly valid: boolean;
}

export function readCatalogMetadata(pdf: PdfDocument): CatalogMetadata {
  const metadata = pdf.catalog.get('Metadata');
  if (metadata === null) return { properties: new Map(), valid: true };
  const bytes = metadata instanceof Stream ? pdf.bytesOf(metadata) : undefined;
  const properties = bytes === undefined ? undefined : readXmp(bytes);
  return { properties: properties ?? new Map(), valid: properties !== undefined };
}
