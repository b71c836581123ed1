/**
 * A strict, namespace-aware reader of small XML documents (XML 1.0, Namespaces in XML 1.0). It returns an element tree
 * or nothing. Document types are rejected, so only the five entities of XML exist and nothing is ever fetched.
 */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';

const MAX_DEPTH = 64;
const BUILT_IN_ENTITIES = { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" };

export interface XmlAttribute {
  readonly namespace: string;
  readonly name: string;
  readonly value: string;
}

export interface XmlElement {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlElement[];
  /** The character data directly inside of the element. */
  text: string;
}

class NotXml extends Error {}

/** The root element; undefined if the text is not well-formed, is too deep or has a document type. */
export function parseXml(text: string): XmlElement | undefined {
  return unlessRefused(() => parse(text));
}

/** The structure of a document without its data. */
export interface XmlOutline {
  readonly root: Pick<XmlElement, 'namespace' | 'name'>;
  /** The namespaces of all elements. */
  readonly namespaces: ReadonlySet<string>;
  /** The names of elements with text that is not only white space. */
  readonly namesWithText: ReadonlySet<string>;
  readonly hasInstructions: boolean;
  /** The encoding in the XML declaration. */
  readonly encoding: string | null;
}

/** The structure of a large document, for which no tree is built; undefined for the same reasons. */
export function outlineXml(text: string): XmlOutline | undefined {
  return unlessRefused(() => readOutline(text));
}

function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotXml) return undefined;
    throw error;
  }
}

function readOutline(text: string): XmlOutline | undefined {
  const open: string[] = [];
  const parser = strictParser(() => open.length);
  const namespaces = new Set<string>();
  const namesWithText = new Set<string>();
  let root: XmlOutline['root'] | undefined;
  let encoding: string | null = null;
  let hasInstructions = false;
  parser.on('xmldecl', (declaration) => (encoding = declaration.encoding ?? null));
  parser.on('processinginstruction', () => (hasInstructions = true));
  parser.on('opentag', ({ uri, local }) => {
    root ??= { namespace: uri, name: local };
    namespaces.add(uri);
    open.push(local);
  });
  parser.on('closetag', () => open.pop());
  const note = (characters: string) => {
    const name = open.at(-1);
    if (name !== undefined && /\S/.test(characters)) namesWithText.add(name);
  };
  parser.on('text', note);
  parser.on('cdata', note);
  parser.write(text).close();
  return root && { root, namespaces, namesWithText, hasInstructions, encoding };
}

/** Rejects text that is not well-formed, document types, and elements deeper than the limit. */
function strictParser(depth: () => number): SaxesParser<{ xmlns: true }> {
  const parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  // The parser's own table inherits from Object, so `&constructor;` would be an entity.
  parser.ENTITIES = Object.assign(Object.create(null), BUILT_IN_ENTITIES);
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentagstart', () => {
    if (depth() >= MAX_DEPTH) refuse();
  });
  return parser;
}

function parse(text: string): XmlElement | undefined {
  const open: XmlElement[] = [];
  const parser = strictParser(() => open.length);
  let root: XmlElement | undefined;
  parser.on('opentag', (tag) => {
    const element = newElement(tag);
    root ??= element;
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  const append = (characters: string) => {
    const current = open.at(-1);
    if (current !== undefined) current.text += characters;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.write(text).close();
  return root;
}

function refuse(): never {
  throw new NotXml();
}

function newElement(tag: SaxesTagNS): XmlElement {
  const attributes = Object.values(tag.attributes)
    .filter((attribute) => !declaresNamespace(attribute))
    .map(({ uri, local, value }) => ({ namespace: uri, name: local, value }));
  return { namespace: tag.uri, name: tag.local, attributes, children: [], text: '' };
}

function declaresNamespace({ prefix, name }: SaxesAttributeNS): boolean {
  return prefix === 'xmlns' || name === 'xmlns';
}

export type Encoding = 'utf-8' | 'utf-16be' | 'utf-16le' | 'utf-32be' | 'utf-32le';

/**
 * XML 1.0, appendix F: the first bytes of a file, as a byte order mark or as the bytes of `<`. Null stands for any
 * byte.
 */
const BEGINNINGS: readonly (readonly [Encoding, readonly (number | null)[]])[] = [
  ['utf-32be', [0, 0, 0xfe]],
  ['utf-32be', [0, 0, 0]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32le', [0xff, 0, 0, 0]],
  ['utf-32le', [0x3c, 0xfe, 0, 0]],
  ['utf-32le', [0x3c, 0, 0, 0]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16be', [0]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16le', [null, 0]],
];

/** The text of a packet; undefined if its bytes are invalid in the encoding of its first bytes. */
export function decodeXml(bytes: Uint8Array): string | undefined {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-32be' || encoding === 'utf-32le') return decodeUtf32(bytes, encoding === 'utf-32le');
  return decode(encoding, bytes);
}

/** The encoding of the first bytes. The XML declaration does not count. */
export function encodingOf(bytes: Uint8Array): Encoding {
  const found = BEGINNINGS.find(([, pattern]) => pattern.every((byte, at) => byte === null || bytes[at] === byte));
  return found?.[0] ?? 'utf-8';
}

function decode(encoding: 'utf-8' | 'utf-16be' | 'utf-16le', bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined; // the bytes are ill-formed in that encoding
    throw error;
  }
}

function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = '';
  for (let offset = 0; offset + 4 <= bytes.length; offset += 4) {
    const codePoint = view.getUint32(offset, littleEndian);
    if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) return undefined;
    text += String.fromCodePoint(codePoint);
  }
  return text;
}
