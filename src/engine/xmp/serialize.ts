/**
 * Writes an XMP packet (ISO 16684-1, 7.3) in one fixed form: sorted properties, one in each line, line feeds, fixed
 * prefixes, no padding, and a header without the `bytes` and `encoding` attributes, which PDF/A forbids.
 */
import { cleanText } from '#engine/text/text-string.ts';
import { localNameOf, namespaceOf, PREFIXES, RDF } from './names.ts';
import type { XmpValue } from './packet.ts';

const HEADER = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">\n';
const TRAILER = '</x:xmpmeta>\n<?xpacket end="r"?>\n';
const NC_NAME = /^[A-Za-z_][A-Za-z0-9._-]*$/;
const RESERVED_PREFIX = /^(?:x|xml.*|ns\d+)$/i;

/** Writes the properties. `preferred` has the requested prefixes for namespaces outside of the fixed list. */
export function writeXmp(
  properties: ReadonlyMap<string, XmpValue>,
  preferred: ReadonlyMap<string, string> = new Map(),
): Uint8Array {
  const prefixes = choosePrefixes(collectNamespaces(properties), preferred);
  const declarations = [...prefixes]
    .filter(([namespace]) => namespace !== RDF)
    .map(([namespace, prefix]) => `\n xmlns:${prefix}="${escapeAttribute(namespace)}"`)
    .toSorted();
  const lines = [...properties]
    .map(([name, value]) => `${element(qualify(name, prefixes), value, prefixes)}\n`)
    .toSorted();
  const description = `<rdf:Description rdf:about=""${declarations.join('')}>\n${lines.join('')}</rdf:Description>\n`;
  return new TextEncoder().encode(`${HEADER}<rdf:RDF xmlns:rdf="${RDF}">\n${description}</rdf:RDF>\n${TRAILER}`);
}

function collectNamespaces(fields: ReadonlyMap<string, XmpValue>, found = new Set<string>()): Set<string> {
  for (const [name, value] of fields) {
    found.add(namespaceOf(name));
    collectFrom(value, found);
  }
  return found;
}

function collectFrom(value: XmpValue, found: Set<string>): void {
  if (value.kind === 'struct') collectNamespaces(value.fields, found);
  if (value.kind === 'array') for (const item of value.items) collectFrom(item, found);
}

function choosePrefixes(namespaces: ReadonlySet<string>, preferred: ReadonlyMap<string, string>): Map<string, string> {
  const taken = new Set(PREFIXES.values());
  const prefixes = new Map<string, string>();
  for (const namespace of [...namespaces].toSorted()) {
    const requested = preferred.get(namespace) ?? '';
    const usable = NC_NAME.test(requested) && !RESERVED_PREFIX.test(requested) && !taken.has(requested);
    const prefix = PREFIXES.get(namespace) ?? (usable ? requested : `ns${prefixes.size + 1}`);
    taken.add(prefix);
    prefixes.set(namespace, prefix);
  }
  return prefixes;
}

function qualify(name: string, prefixes: ReadonlyMap<string, string>): string {
  return `${prefixes.get(namespaceOf(name))}:${localNameOf(name)}`;
}

function element(tag: string, value: XmpValue, prefixes: ReadonlyMap<string, string>): string {
  if (value.kind === 'text') {
    const language = value.language === null ? '' : ` xml:lang="${value.language}"`;
    return `<${tag}${language}>${escapeText(cleanText(value.text))}</${tag}>`;
  }
  if (value.kind === 'array') {
    const items = value.items.map((item) => element('rdf:li', item, prefixes)).join('');
    return `<${tag}><rdf:${value.form}>${items}</rdf:${value.form}></${tag}>`;
  }
  const fields = [...value.fields].map(([name, field]) => element(qualify(name, prefixes), field, prefixes)).toSorted();
  return `<${tag} rdf:parseType="Resource">${fields.join('')}</${tag}>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function escapeAttribute(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[&<>"\u0000-\u001f]/g, (character) => `&#${character.charCodeAt(0)};`);
}
