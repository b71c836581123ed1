/**
 * The namespaces of XMP (ISO 16684-1) and PDF/A (ISO 19005) that this engine supports, under the prefixes that it
 * writes.
 */

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const DC = 'http://purl.org/dc/elements/1.1/';
export const PDF = 'http://ns.adobe.com/pdf/1.3/';
export const XMP = 'http://ns.adobe.com/xap/1.0/';
export const PDFA_ID = 'http://www.aiim.org/pdfa/ns/id/';
export const PDFUA_ID = 'http://www.aiim.org/pdfua/ns/id/';
export const PDFA_EXTENSION = 'http://www.aiim.org/pdfa/ns/extension/';
export const PDFA_SCHEMA = 'http://www.aiim.org/pdfa/ns/schema#';
export const PDFA_PROPERTY = 'http://www.aiim.org/pdfa/ns/property#';
const PDFA_TYPE = 'http://www.aiim.org/pdfa/ns/type#';
const PDFA_FIELD = 'http://www.aiim.org/pdfa/ns/field#';

/** PDF/A requires these prefixes for its own namespaces. */
export const PREFIXES: ReadonlyMap<string, string> = new Map([
  [RDF, 'rdf'],
  [DC, 'dc'],
  [PDF, 'pdf'],
  [XMP, 'xmp'],
  [PDFA_ID, 'pdfaid'],
  [PDFUA_ID, 'pdfuaid'],
  [PDFA_EXTENSION, 'pdfaExtension'],
  [PDFA_SCHEMA, 'pdfaSchema'],
  [PDFA_PROPERTY, 'pdfaProperty'],
  [PDFA_TYPE, 'pdfaType'],
  [PDFA_FIELD, 'pdfaField'],
]);

/** A property or field name in one string, sortable and comparable: `{namespace}local`. */
export function expandedName(namespace: string, local: string): string {
  return `{${namespace}}${local}`;
}

export function namespaceOf(name: string): string {
  return name.slice(1, name.lastIndexOf('}'));
}

export function localNameOf(name: string): string {
  return name.slice(name.lastIndexOf('}') + 1);
}
