/**
 * PDF/A extension schemas (ISO 19005-1, 6.7.8; -2 and -3, 6.6.2.3). A schema and its described properties stay if the
 * packet uses it for more than a producer's bookkeeping; PDF/UA is an example. The schema of an invoice stays as long
 * as the invoice does.
 */
import { cleanText } from '#engine/text/text-string.ts';
import { describeInvoices, isInvoiceProperty, isInvoiceSchema } from './invoice-schema.ts';
import { expandedName, namespaceOf, PDFA_EXTENSION, PDFA_SCHEMA, PDFUA_ID, PREFIXES } from './names.ts';
import type { XmpProperties, XmpStruct, XmpValue } from './packet.ts';

const SCHEMAS = expandedName(PDFA_EXTENSION, 'schemas');
/** Editing history, previews and copies of Info keys. All of it is dropped, even with a description. */
const BOOKKEEPING = 'http://ns.adobe.com/';

/** The properties in described namespaces, and the schemas that describe them. */
export function readExtensions(xmp: XmpProperties, hasInvoice: boolean): XmpProperties {
  const written = usedSchemas(xmp, hasInvoice);
  const namespaces = namespacesOf(written);
  const added = hasInvoice ? describeInvoices(xmp).filter((schema) => !namespaces.has(namespaceIn(schema))) : [];
  const used = inOrder([...written, ...added]);
  if (used.length === 0) return new Map();
  const addedNamespaces = namespacesOf(added);
  const kept = new Map<string, readonly XmpValue[]>([[SCHEMAS, [{ kind: 'array', form: 'Bag', items: used }]]]);
  for (const [name, values] of xmp) {
    const namespace = namespaceOf(name);
    const isDescribed =
      namespaces.has(namespace) || (addedNamespaces.has(namespace) && isInvoiceProperty(name, values));
    if (isDescribed) kept.set(name, values.slice(0, 1));
  }
  return kept;
}

/** The prefixes that the schemas suggest for their namespaces. */
export function schemaPrefixes(xmp: XmpProperties): Map<string, string> {
  const prefixes = new Map<string, string>();
  for (const schema of schemasOf(xmp)) {
    const namespace = namespaceIn(schema);
    if (!prefixes.has(namespace)) prefixes.set(namespace, schemaText(schema, 'prefix'));
  }
  return prefixes;
}

function usedSchemas(xmp: XmpProperties, hasInvoice: boolean): XmpStruct[] {
  const present = new Set([...xmp.keys()].map(namespaceOf));
  const used = schemasOf(xmp)
    .map((schema) => ({ schema, namespace: namespaceIn(schema) }))
    .filter(({ namespace }) => present.has(namespace) && isCustom(namespace))
    .filter(({ namespace }) => hasInvoice || !isInvoiceSchema(xmp, namespace));
  return inOrder(used.map(({ schema }) => schema));
}

function inOrder(schemas: readonly XmpStruct[]): XmpStruct[] {
  return schemas.toSorted((a, b) => {
    const [first, second] = [namespaceIn(a), namespaceIn(b)];
    return first < second ? -1 : Number(first > second);
  });
}

function namespacesOf(schemas: readonly XmpStruct[]): ReadonlySet<string> {
  return new Set(schemas.map(namespaceIn));
}

function namespaceIn(schema: XmpStruct): string {
  return schemaText(schema, 'namespaceURI');
}

function isCustom(namespace: string): boolean {
  return namespace === PDFUA_ID || (!PREFIXES.has(namespace) && !namespace.startsWith(BOOKKEEPING));
}

function schemasOf(xmp: XmpProperties): XmpStruct[] {
  const value = xmp.get(SCHEMAS)?.[0];
  return value?.kind === 'array' ? value.items.filter((item) => item.kind === 'struct') : [];
}

function schemaText(schema: XmpStruct, field: string): string {
  const value = schema.fields.get(expandedName(PDFA_SCHEMA, field));
  return value?.kind === 'text' ? cleanText(value.text) : '';
}
