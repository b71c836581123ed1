/**
 * PDF/A extension schemas (ISO 19005-1, 6.7.8; -2 and -3, 6.6.2.3): a schema is kept, with the properties it
 * describes, when the packet uses it for more than some producer's bookkeeping; PDF/UA is an example. The schema of an
 * invoice stays as long as the invoice does.
 */
import { cleanText } from '#engine/text/text-string.ts';
import { isInvoiceSchema } from './invoice-schema.ts';
import { expandedName, namespaceOf, PDFA_EXTENSION, PDFA_SCHEMA, PDFUA_ID, PREFIXES } from './names.ts';
import type { XmpProperties, XmpValue } from './packet.ts';

const SCHEMAS = expandedName(PDFA_EXTENSION, 'schemas');
/** Editing history, previews and copies of Info keys; all of it is dropped, described or not. */
const BOOKKEEPING = 'http://ns.adobe.com/';

type Struct = Extract<XmpValue, { kind: 'struct' }>;

/** The properties of described namespaces and the schemas that describe them. */
export function readExtensions(xmp: XmpProperties, hasInvoice: boolean): XmpProperties {
  const used = usedSchemas(xmp, hasInvoice);
  if (used.length === 0) return new Map();
  const namespaces = new Set(used.map((schema) => schemaText(schema, 'namespaceURI')));
  const kept = new Map<string, readonly XmpValue[]>([[SCHEMAS, [{ kind: 'array', form: 'Bag', items: used }]]]);
  for (const [name, [value]] of xmp)
    if (value !== undefined && namespaces.has(namespaceOf(name))) kept.set(name, [value]);
  return kept;
}

/** The prefixes the schemas wish for their namespaces. */
export function schemaPrefixes(xmp: XmpProperties): Map<string, string> {
  const prefixes = new Map<string, string>();
  for (const schema of schemasOf(xmp)) {
    const namespace = schemaText(schema, 'namespaceURI');
    if (!prefixes.has(namespace)) prefixes.set(namespace, schemaText(schema, 'prefix'));
  }
  return prefixes;
}

function usedSchemas(xmp: XmpProperties, hasInvoice: boolean): Struct[] {
  const present = new Set([...xmp.keys()].map(namespaceOf));
  return schemasOf(xmp)
    .map((schema) => ({ schema, namespace: schemaText(schema, 'namespaceURI') }))
    .filter(({ namespace }) => present.has(namespace) && isCustom(namespace))
    .filter(({ namespace }) => hasInvoice || !isInvoiceSchema(xmp, namespace))
    .toSorted((a, b) => (a.namespace < b.namespace ? -1 : Number(a.namespace > b.namespace)))
    .map(({ schema }) => schema);
}

function isCustom(namespace: string): boolean {
  return namespace === PDFUA_ID || (!PREFIXES.has(namespace) && !namespace.startsWith(BOOKKEEPING));
}

function schemasOf(xmp: XmpProperties): Struct[] {
  const value = xmp.get(SCHEMAS)?.[0];
  return value?.kind === 'array' ? value.items.filter((item) => item.kind === 'struct') : [];
}

function schemaText(schema: Struct, field: string): string {
  const value = schema.fields.get(expandedName(PDFA_SCHEMA, field));
  return value?.kind === 'text' ? cleanText(value.text) : '';
}
