/**
 * The XMP extension schemas that name the embedded file of a hybrid invoice (ZUGFeRD 1.0, ZUGFeRD 2.0, Factur-X 1.0
 * with ZUGFeRD 2.1 and XRechnung, Order-X 1.0). Without the file they would describe a missing file.
 */
import { cleanText } from '#engine/text/text-string.ts';
import { expandedName, localNameOf, namespaceOf, PDFA_PROPERTY, PDFA_SCHEMA } from './names.ts';
import { textValue, type XmpProperties, type XmpStruct, type XmpValue } from './packet.ts';

const FILE_NAME = 'DocumentFileName';
const NAMESPACE = /^urn:(?:factur-x|zugferd|ferd):pdfa:/i;

/** The statement of a document about its invoice. */
export interface DeclaredInvoice {
  readonly namespace: string;
  readonly fileName: string;
}

/** The properties that all of these schemas have, in the order of their descriptions. */
const PROPERTIES: ReadonlyMap<string, string> = new Map([
  [FILE_NAME, 'Name of the embedded XML invoice file'],
  ['DocumentType', 'INVOICE or ORDER'],
  ['Version', 'Version of the XML schema of the invoice'],
  ['ConformanceLevel', 'Conformance level of the XML invoice'],
]);

/**
 * The descriptions that PDF/A requires (ISO 19005-3, 6.6.2.3) for schemas of these families whose properties are in the
 * packet. Some writers omit them.
 */
export function describeInvoices(xmp: XmpProperties): XmpStruct[] {
  const namespaces = new Set([...xmp.keys()].map(namespaceOf).filter((namespace) => NAMESPACE.test(namespace)));
  return [...namespaces].map(schemaOf);
}

/** Whether our description of the schema has this property. */
export function isInvoiceProperty(name: string, [value]: readonly XmpValue[]): boolean {
  return PROPERTIES.has(localNameOf(name)) && value?.kind === 'text';
}

function schemaOf(namespace: string): XmpStruct {
  const items = [...PROPERTIES].map(([name, description]) =>
    struct(PDFA_PROPERTY, { name, valueType: 'Text', category: 'external', description }),
  );
  const isFacturX = /^urn:factur-x:/i.test(namespace);
  const texts = { schema: 'Hybrid invoice', namespaceURI: namespace, prefix: isFacturX ? 'fx' : 'zf' };
  const { fields } = struct(PDFA_SCHEMA, texts);
  const property = expandedName(PDFA_SCHEMA, 'property');
  return { kind: 'struct', fields: new Map([...fields, [property, { kind: 'array', form: 'Seq', items }]]) };
}

function struct(namespace: string, texts: Readonly<Record<string, string>>): XmpStruct {
  const fields = Object.entries(texts).map(([name, text]) => [expandedName(namespace, name), textValue(text)] as const);
  return { kind: 'struct', fields: new Map(fields) };
}

/** Whether the schema is of one of these families, or has a property with one of their common names. */
export function isInvoiceSchema(xmp: XmpProperties, namespace: string): boolean {
  return NAMESPACE.test(namespace) || xmp.has(expandedName(namespace, FILE_NAME));
}

/** Undefined unless the document declares exactly one file. */
export function declaredInvoice(xmp: XmpProperties): DeclaredInvoice | undefined {
  const declared = [...xmp].filter(([name]) => name === expandedName(namespaceOf(name), FILE_NAME));
  const [[name, [value]] = ['', []], ...others] = declared;
  if (value?.kind !== 'text' || others.length > 0) return undefined;
  return { namespace: namespaceOf(name), fileName: cleanText(value.text) };
}
