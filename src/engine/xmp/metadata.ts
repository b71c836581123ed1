/**
 * The model of a document's metadata, read from the Info dictionary and the XMP packet. XMP wins where both have a
 * value (ISO 32000-2, 14.3). Both are written from this model, so reading the output gives the model again.
 */
import { encodeUtf8 } from '#platform';
import { PIPELINE_SPEC, PIPELINE_SPEC_NAME } from '#engine/facts/pipeline.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { cleanText, decodeText, MAX_VALUE_BYTES } from '#engine/text/text-string.ts';
import { readExtensions, schemaPrefixes } from './extensions.ts';
import { DC, expandedName, namespaceOf, PDF, PDFA_ID, PDFUA_ID, XMP } from './names.ts';
import { MAX_PACKET_BYTES, textValue, type XmpProperties, type XmpValue } from './packet.ts';
import { readPdfaClaim } from './pdfa-claim.ts';
import { writeXmp } from './serialize.ts';

/** Text by language. The default comes first, under `x-default`. */
type Translations = ReadonlyMap<string, string>;

export interface Metadata {
  readonly title: Translations;
  readonly description: Translations;
  readonly rights: Translations;
  readonly authors: readonly string[];
  readonly keywords: string;
  readonly subjects: readonly string[];
  readonly languages: readonly string[];
  readonly pdfaLevel: string | null;
  /** PDF/A and PDF/UA identification. */
  readonly identification: XmpProperties;
  /** The PDF/A extension schemas in use, and the properties that they describe. */
  readonly extensions: XmpProperties;
}

export const PRODUCER = `Fixpoint ${PIPELINE_SPEC}`;
/**
 * The dates of the input are dropped, because two saves of one document differ in them (7.9.4 and ISO 16684-1,
 * 8.2.1.2).
 */
export const EPOCH = 'D:19700101000000Z';
const XMP_EPOCH = '1970-01-01T00:00:00Z';

/** These properties name the amendment, the corrigendum and the year of the claimed edition. */
const EDITION = ['amd', 'corr', 'rev'];

const DEFAULT_LANGUAGE = 'x-default';
const MAX_ITEMS = 1000;
/** Half of the greatest readable packet. The fields of the model need less than the other half. */
const MAX_EXTENDED_BYTES = MAX_PACKET_BYTES / 2;

export const INFO_TEXTS = ['Title', 'Author', 'Subject', 'Keywords'] as const;
export type InfoText = (typeof INFO_TEXTS)[number];

/** `hasInvoice`: the document has the file that the schema of an invoice names. */
export function readMetadata(xmp: XmpProperties, info: Dict | undefined, hasInvoice = false): Metadata {
  const subjects = [...new Set(list(xmp, DC, 'subject'))].toSorted();
  const keywords = text(xmp, PDF, 'Keywords') || infoText(info, 'Keywords') || cleanText(subjects.join(', '));
  const authors = list(xmp, DC, 'creator');
  const infoAuthor = infoText(info, 'Author');
  return {
    title: translations(xmp, 'title') ?? defaultOnly(infoText(info, 'Title')),
    description: translations(xmp, 'description') ?? defaultOnly(infoText(info, 'Subject')),
    rights: translations(xmp, 'rights') ?? new Map(),
    authors: authors.length > 0 || infoAuthor === '' ? authors : [infoAuthor],
    keywords,
    subjects,
    languages: [...new Set(list(xmp, DC, 'language'))].toSorted(),
    pdfaLevel: readPdfaClaim(xmp).level,
    identification: readIdentification(xmp),
    extensions: readExtensions(xmp, hasInvoice),
  };
}

export function withoutPdfaClaim(metadata: Metadata): Metadata {
  const identification = new Map([...metadata.identification].filter(([name]) => namespaceOf(name) !== PDFA_ID));
  return { ...metadata, pdfaLevel: null, identification };
}

/** The pipeline specification that normalized the document, as the document states; null if it states none. */
export function normalizedUnder(xmp: XmpProperties): string | null {
  const [, spec = null] = /^Fixpoint (\S+)$/.exec(text(xmp, PDF, 'Producer')) ?? [];
  return spec !== null && PIPELINE_SPEC_NAME.test(spec) ? spec : null;
}

/** The texts of the Info dictionary that contradict XMP. */
export function findConflicts(xmp: XmpProperties, info: Dict | undefined): InfoText[] {
  const fromXmp = infoTexts(readMetadata(xmp, undefined));
  return INFO_TEXTS.filter((key) => {
    const [written, wanted] = [infoText(info, key), fromXmp[key]];
    return written !== '' && wanted !== '' && comparable(written) !== comparable(wanted);
  });
}

/** The texts of the Info dictionary; an empty text means no entry. */
export function infoTexts(metadata: Metadata): Record<InfoText, string> {
  // Part 1 requires the author to equal the only entry of dc:creator (ISO 19005-1, 6.7.3).
  const severalInPart1 = metadata.authors.length > 1 && metadata.pdfaLevel?.startsWith('1') === true;
  return {
    Title: metadata.title.get(DEFAULT_LANGUAGE) ?? '',
    Author: severalInPart1 ? '' : cleanText(metadata.authors.join('; ')),
    Subject: metadata.description.get(DEFAULT_LANGUAGE) ?? '',
    Keywords: metadata.keywords,
  };
}

/** The canonical packet of the model. It omits extension schemas that would make it too large to read. */
export function metadataPacket(metadata: Metadata): Uint8Array {
  const properties = new Map([...modelProperties(metadata), ...single(metadata.identification)]);
  const extended = new Map([...properties, ...single(metadata.extensions)]);
  const packet = writeXmp(extended, schemaPrefixes(metadata.extensions));
  return packet.length <= MAX_EXTENDED_BYTES ? packet : writeXmp(properties);
}

/** The first value of each property. */
function single(properties: XmpProperties): Array<[string, XmpValue]> {
  return [...properties].flatMap(([name, [value]]) => (value === undefined ? [] : [[name, value]]));
}

function modelProperties(metadata: Metadata): Map<string, XmpValue> {
  const candidates: Array<readonly [string, XmpValue | undefined]> = [
    [expandedName(DC, 'title'), alternatives(metadata.title)],
    [expandedName(DC, 'description'), alternatives(metadata.description)],
    [expandedName(DC, 'rights'), alternatives(metadata.rights)],
    [expandedName(DC, 'creator'), array('Seq', metadata.authors)],
    [expandedName(DC, 'subject'), array('Bag', metadata.subjects)],
    [expandedName(DC, 'language'), array('Bag', metadata.languages)],
    [expandedName(PDF, 'Keywords'), metadata.keywords === '' ? undefined : textValue(metadata.keywords)],
    [expandedName(PDF, 'Producer'), textValue(PRODUCER)],
    [expandedName(XMP, 'CreateDate'), textValue(XMP_EPOCH)],
    [expandedName(XMP, 'ModifyDate'), textValue(XMP_EPOCH)],
  ];
  const properties = new Map<string, XmpValue>();
  for (const [name, value] of candidates) if (value !== undefined) properties.set(name, value);
  return properties;
}

/** The known parts of a claim stay. A PDF/A claim without a known level is dropped. */
function readIdentification(xmp: XmpProperties): XmpProperties {
  const { level } = readPdfaClaim(xmp);
  const kept = new Map<string, readonly XmpValue[]>();
  const keep = (namespace: string, names: readonly string[]) => {
    for (const name of names) {
      const [first] = list(xmp, namespace, name);
      if (first !== undefined) kept.set(expandedName(namespace, name), [textValue(first)]);
    }
  };
  keep(PDFUA_ID, ['part', ...EDITION]);
  if (level === null) return kept;
  keep(PDFA_ID, EDITION);
  kept.set(expandedName(PDFA_ID, 'part'), [textValue(level.slice(0, 1))]);
  if (level.length > 1) kept.set(expandedName(PDFA_ID, 'conformance'), [textValue(level.slice(1).toUpperCase())]);
  return kept;
}

function infoText(info: Dict | undefined, key: InfoText): string {
  const written = info?.string(key);
  return written === undefined ? '' : cleanText(decodeText(written.bytes));
}

/** Some writers separate lists with commas and some with semicolons, and white space varies. */
function comparable(value: string): string {
  return value.replace(/[,;\s]+/g, ' ').trim();
}

/** The text of a property, or of the first item of an array. */
function text(xmp: XmpProperties, namespace: string, name: string): string {
  return list(xmp, namespace, name)[0] ?? '';
}

/** The texts of a property without empty ones. Together they are at most as long as one value. */
function list(xmp: XmpProperties, namespace: string, name: string): string[] {
  return limited(textItems(xmp, namespace, name).map((item) => cleanText(item.text)));
}

function limited(values: readonly string[]): string[] {
  const filled = values.filter((value) => value !== '');
  return filled.slice(0, fitting(filled));
}

/** The number of values that fit into the limit of one. */
function fitting(values: readonly string[]): number {
  let room = MAX_VALUE_BYTES;
  const tooMuch = values.findIndex((value, index) => {
    room -= encodeUtf8(value).length;
    return room < 0 || index === MAX_ITEMS;
  });
  return tooMuch === -1 ? values.length : tooMuch;
}

/** A text by language (ISO 16684-1, 8.2.2.4). The first item is the default if none is marked. */
function translations(xmp: XmpProperties, name: string): Translations | undefined {
  const byLanguage = new Map<string, string>();
  for (const { text: written, language } of textItems(xmp, DC, name)) {
    const value = cleanText(written);
    const key = language ?? DEFAULT_LANGUAGE;
    if (value !== '' && !byLanguage.has(key)) byLanguage.set(key, value);
  }
  const [first] = byLanguage.values();
  if (first === undefined) return undefined;
  const original = byLanguage.get(DEFAULT_LANGUAGE) ?? first;
  byLanguage.delete(DEFAULT_LANGUAGE);
  const others = [...byLanguage].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const all: Array<[string, string]> = [[DEFAULT_LANGUAGE, original], ...others];
  return new Map(all.slice(0, fitting(all.map(([, value]) => value))));
}

function textItems(
  xmp: XmpProperties,
  namespace: string,
  name: string,
): Array<{ text: string; language: string | null }> {
  const value = xmp.get(expandedName(namespace, name))?.[0];
  const items = value?.kind === 'array' ? value.items : [value];
  return items.flatMap((item) => (item?.kind === 'text' ? [item] : []));
}

function defaultOnly(value: string): Translations {
  return new Map(value === '' ? [] : [[DEFAULT_LANGUAGE, value]]);
}

function alternatives(values: Translations): XmpValue | undefined {
  const items = [...values].map(([language, value]) => textValue(value, language));
  return items.length === 0 ? undefined : { kind: 'array', form: 'Alt', items };
}

function array(form: 'Bag' | 'Seq', values: readonly string[]): XmpValue | undefined {
  return values.length === 0 ? undefined : { kind: 'array', form, items: values.map((value) => textValue(value)) };
}
