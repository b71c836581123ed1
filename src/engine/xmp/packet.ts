/**
 * Reads an XMP packet (ISO 16684-1, clause 7). The RDF of every Description becomes one list of properties, independent
 * of their syntax. Qualifiers except the language are dropped, and text stays as written.
 */
import { expandedName, RDF, XML_NAMESPACE, XMLNS_NAMESPACE } from './names.ts';
import { decodeXml, parseXml, type XmlElement } from './xml.ts';

export type ArrayForm = 'Alt' | 'Bag' | 'Seq';

export type XmpValue =
  | { readonly kind: 'text'; readonly text: string; readonly language: string | null }
  | { readonly kind: 'array'; readonly form: ArrayForm; readonly items: readonly XmpValue[] }
  | { readonly kind: 'struct'; readonly fields: ReadonlyMap<string, XmpValue> };

export type XmpStruct = Extract<XmpValue, { kind: 'struct' }>;

/** Properties by expanded name. A repeated property has several values. */
export type XmpProperties = ReadonlyMap<string, readonly XmpValue[]>;

export const MAX_PACKET_BYTES = 4 * 1024 * 1024;
/** Deeper values are left out, so that the output is never too deep to be read again. */
const MAX_VALUE_DEPTH = 16;
const LANGUAGE = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/;

/** The properties of a packet; undefined if it is too large, is not well-formed XML or has no RDF. */
export function readXmp(bytes: Uint8Array): XmpProperties | undefined {
  const text = bytes.length > MAX_PACKET_BYTES ? undefined : decodeXml(bytes);
  const root = text === undefined ? undefined : parseXml(unwrap(text));
  const rdf = root === undefined ? undefined : [root, ...root.children].find((element) => isRdf(element, 'RDF'));
  if (rdf === undefined) return undefined;
  const properties = new Map<string, XmpValue[]>();
  for (const description of rdf.children) {
    if (!isRdf(description, 'Description')) continue;
    for (const [name, value] of readFields(description, 0)) {
      const values = properties.get(name);
      if (values === undefined) properties.set(name, [value]);
      else values.push(value);
    }
  }
  return properties;
}

/**
 * The text between the packet's header and trailer (7.3.2). These two only help to find packets in files of unknown
 * format. Real ones hold bytes that XML forbids, and so does the padding after the last element.
 */
function unwrap(text: string): string {
  const start = text.search(/[^\s\0\ufeff]/);
  const header = start >= 0 && text.startsWith('<?xpacket', start) ? text.indexOf('?>', start) : -1;
  const trailer = text.lastIndexOf('<?xpacket end');
  const body = text.slice(header === -1 ? Math.max(0, start) : header + 2, trailer > header ? trailer : undefined);
  return body.slice(0, body.lastIndexOf('>') + 1);
}

export function textValue(text: string, language: string | null = null): XmpValue {
  return { kind: 'text', text, language };
}

/** The properties of a Description or the fields of a structure: its attributes, then its elements. */
function readFields(element: XmlElement, depth: number): Array<[string, XmpValue]> {
  const fields: Array<[string, XmpValue]> = [];
  for (const { namespace, name, value } of element.attributes) {
    if (isPropertyNamespace(namespace)) fields.push([expandedName(namespace, name), textValue(value)]);
  }
  for (const child of element.children) {
    if (!isPropertyNamespace(child.namespace)) continue;
    const value = readValue(child, depth);
    if (value !== undefined) fields.push([expandedName(child.namespace, child.name), value]);
  }
  return fields;
}

function readValue(element: XmlElement, depth: number): XmpValue | undefined {
  if (depth === MAX_VALUE_DEPTH) return undefined;
  const resource = rdfAttribute(element, 'resource');
  if (resource !== undefined) return textValue(resource);
  const parseType = rdfAttribute(element, 'parseType');
  if (parseType === 'Resource') return readStruct(element, depth);
  const [only] = element.children;
  if (only !== undefined && element.children.length === 1) {
    const form = arrayForm(only);
    if (form !== undefined) return readArray(only, form, depth);
    if (isRdf(only, 'Description')) return readStruct(only, depth);
  }
  const hasFields = element.attributes.some(({ namespace }) => isPropertyNamespace(namespace));
  return hasFields ? readStruct(element, depth) : textValue(element.text, readLanguage(element));
}

/** A structure, or the value of a qualified property (7.8, rdf:value). */
function readStruct(element: XmlElement, depth: number): XmpValue | undefined {
  const value = element.children.find((child) => isRdf(child, 'value'));
  if (value !== undefined) return readValue(value, depth + 1);
  return { kind: 'struct', fields: new Map(readFields(element, depth + 1)) };
}

function readArray(element: XmlElement, form: ArrayForm, depth: number): XmpValue {
  const items = element.children
    .filter((child) => isRdf(child, 'li'))
    .map((child) => readValue(child, depth + 1))
    .filter((item) => item !== undefined);
  return { kind: 'array', form, items };
}

function readLanguage(element: XmlElement): string | null {
  const written = element.attributes.find(({ namespace, name }) => namespace === XML_NAMESPACE && name === 'lang');
  const language = written?.value.toLowerCase() ?? '';
  return LANGUAGE.test(language) ? language : null;
}

function isPropertyNamespace(namespace: string): boolean {
  return namespace !== '' && namespace !== RDF && namespace !== XML_NAMESPACE && namespace !== XMLNS_NAMESPACE;
}

function rdfAttribute(element: XmlElement, name: string): string | undefined {
  return element.attributes.find((attribute) => attribute.namespace === RDF && attribute.name === name)?.value;
}

function isRdf(element: XmlElement, name: string): boolean {
  return element.namespace === RDF && element.name === name;
}

function arrayForm(element: XmlElement): ArrayForm | undefined {
  if (element.namespace !== RDF) return undefined;
  return element.name === 'Alt' || element.name === 'Bag' || element.name === 'Seq' ? element.name : undefined;
}
