/** The sentence of every warning. This table is the only place that has them. */
import type {
  GivenWarningFacts,
  DocumentPart,
  FontList,
  KindList,
  NameList,
  SignatureList,
} from '#domain/findings/warning.ts';
import type { PageRange, Place } from '#domain/findings/finding.ts';
import type { WarningFinding } from '#domain/findings/warning-findings.ts';
import type { EmbeddedFile } from '#domain/report.ts';
import { counted } from './words.ts';

type Sentence = (facts: GivenWarningFacts, place: Place) => string;

/** A sentence has at most this many pages, names or kinds before it counts the rest. */
const MAX_LISTED = 10;
const MAX_KINDS = 8;
const MAX_KIND_LENGTH = 40;
const MAX_FIELD_CHARACTERS = 80;
const MAX_GLYPH_LENGTH = 60;

const PARTS: Readonly<Record<DocumentPart, string>> = {
  document: 'the document',
  catalog: 'the document catalog',
  outline: 'the outline',
  form: 'the form',
  objects: 'other objects',
};

export const WARNING_SENTENCES: Readonly<Record<WarningFinding, Sentence>> = {
  NON_EMBEDDED_FONT: ({ remainingFonts, substitutedFonts }) =>
    [
      ...fonts(remainingFonts, 'without a program in the document'),
      ...fonts(substitutedFonts, 'without a program in the input, embedded as a substitute'),
    ].join('; '),
  FONT_SUBSTITUTED: ({ count = 0, kinds }, place) =>
    `${counted(count, 'font')} embedded as a metric-compatible substitute: ${fontNames(kinds)}; ${firstPage(place)}`,
  FONT_WIDTH_MISMATCH: ({ count = 0, names }, place) =>
    `${counted(count, 'code')} with a width unlike the substitute's glyph, in ${namesIn(names)}; ${firstPage(place)}`,
  GLYPH_MISSING: missingGlyphs,
  BROKEN_OBJECT_REFERENCE: ({ count }, { object }) =>
    `References to missing objects: ${count}, first to object ${object?.number ?? 0}. They were read as null.`,
  XREF_REBUILT: () => 'The cross-reference was unusable; objects were found by scanning the file.',
  REPAIRED_BY_FALLBACK: () =>
    'The file is damaged beyond our own repair; what a second reader made of it was normalized.',
  STREAM_LENGTH_REPAIRED: repaired('Streams whose Length was wrong'),
  PAGE_TREE_REPAIRED: repaired('Places where the page tree was mended'),
  UNDECODABLE_STREAM: undecodableStreams,
  AMBIGUOUS_CONTENT: ({ count }) => `Content streams that readers may take for different operators: ${count}.`,
  MULTIPLE_REVISIONS: ({ count }) => `The file held ${count} revisions; only the newest is in the output.`,
  PERMISSIONS_REMOVED: () =>
    'The document was encrypted with an empty user password; encryption and its permissions were removed.',
  LINEARIZATION_SKIPPED: () => 'The document could not be linearized; it was written plain.',
  SIGNATURE_REMOVED: ({ count }) =>
    `Digital signatures removed: ${count}. Their results for the original are in signatureVerificationResults.`,
  SIGNATURE_INVALID: ({ invalid, unverifiable }) =>
    [
      ...signatures(invalid, 'Signatures that do not verify'),
      ...signatures(unverifiable, 'Signatures that cannot be verified'),
    ].join(' '),
  SIGNATURE_APPEARANCE_FLATTENED: ({ count }) =>
    `The appearances of ${count} signature fields became page content; they are no longer signatures.`,
  SIGNED_PASSTHROUGH: () => 'The document is signed and is unchanged byte for byte; nothing was normalized.',
  USAGE_RIGHTS_REMOVED: () => 'Usage rights for Adobe Reader were removed; they are no signature.',
  ACTIVE_CONTENT_RETAINED: retainedContent,
  INCREMENTAL_UPDATES_RETAINED: () =>
    'Earlier revisions of the document are still in the file, as its signatures need them.',
  ACTION_REMOVED: removed('Actions removed'),
  URI_SCHEME_REMOVED: removed('Links removed whose address is not http, https, mailto or tel'),
  EXTERNAL_REFERENCE_REMOVED: removed('References to things outside the document removed'),
  EMBEDDED_FILE_REMOVED: embeddedFiles,
  INVOICE_KEPT: ({ files }) => {
    const [file] = files?.listed ?? [];
    return `The electronic invoice ${file?.name} was retained: ${file?.sizeBytes} bytes, SHA-256 ${file?.sha256}.`;
  },
  PORTFOLIO_CONTENTS_REMOVED: () =>
    'The document was a portfolio: its cover page was retained, the documents collected in it were removed.',
  RICH_MEDIA_REMOVED: (facts, place) => {
    const { pictureCount = 0 } = facts;
    const notice = pictureCount > 0 ? ` The pages still show the still picture of ${pictureCount} of them.` : '';
    return removed('Media removed')(facts, place) + notice;
  },
  XFA_DESCRIPTION_REMOVED: () =>
    'The XFA description of the form was removed; the pages show the form as the PDF itself describes it.',
  XFA_PAGES_NOT_MADE: () =>
    'The XFA description of the form, of which a processor of dynamic XFA would make other pages, was removed; the ' +
    'pages show what the PDF itself has.',
  UNKNOWN_KEY_REMOVED: removed('Private, obsolete or unknown entries removed'),
  OPTIONAL_CONTENT_CONDITIONAL: removed('Conditions on what is shown removed; the document is shown as it opens'),
  COMPLEX_FORM: formFields('Rich text values are shown as plain text'),
  APPEARANCE_REGENERATED: formFields('Appearances that their field or the form says are out of date were made anew'),
  HIDDEN_FIELD_DROPPED: formFields('Form fields that no viewer shows were dropped'),
  FIELD_VALUE_APPEARANCE_MISMATCH: formFields(
    'Fields show something else than their value; their appearances were retained',
  ),
  STRUCTURE_TREE_MODIFIED: ({ replacedCount, removedCount }) =>
    `In the structure tree ${replacedCount} annotations became marked content and ${removedCount} were taken out.`,
  METADATA_CONFLICT: ({ names }) =>
    `The Info dictionary and the XMP metadata differ in ${names?.listed.join(', ')}; XMP was retained.`,
  METADATA_XMP_INVALID: () => 'The XMP metadata is not a well-formed packet; it was ignored.',
  METADATA_CUSTOM_REMOVED: customMetadata,
  PDFA_LEVEL_UNKNOWN: () => 'The PDF/A identification names no part and conformance level that exist together.',
  PDFA_LEVEL_MISSPELT: ({ level }) =>
    `The PDF/A identification is not spelt as the standard asks; it was read as ${level}.`,
  PDFA_ENCRYPTED: ({ level }) => `The document declares PDF/A-${level} but is encrypted, which PDF/A forbids.`,
  PDFA_NOT_COMPLIANT: ({ level }) => `The input declares PDF/A-${level} and does not conform to it.`,
  PDFA_VALIDATION_FAILED: ({ level, count = 0 }) =>
    `The output as PDF/A-${level} does not pass ${counted(count, 'test')} of the standard.`,
  PDFA_CLAIM_REMOVED: ({ level }) =>
    `The declaration of PDF/A-${level} was removed, since the document does not conform to it.`,
  PDFA_VALIDATOR_UNAVAILABLE: ({ reason }) => `The PDF/A level was not validated: ${reason}.`,
  NO_EXTRACTABLE_TEXT: () => 'The document has no text that can be extracted.',
  HIDDEN_TEXT: ({ count = 0 }, place) =>
    `Text that is not painted, as scanners with text recognition leave it, was retained: ${counted(count, 'character')} on ${pages(place)}.`,
  HIDDEN_LAYER: ({ count = 0 }, place) =>
    `Content of layers that are off was retained: ${counted(count, 'layer')} on ${pages(place)}.`,
  OFF_PAGE_CONTENT: ({ characterCount = 0, imageCount = 0 }, place) => {
    const found = [
      ...(characterCount > 0 ? [counted(characterCount, 'character')] : []),
      ...(imageCount > 0 ? [counted(imageCount, 'image')] : []),
    ];
    return `Content beyond the edge of the page was retained: ${found.join(' and ')} on ${pages(place)}.`;
  },
  RESULT_UNREADABLE: () =>
    'The stored result of this submission cannot be read. The operator of the service has been notified.',
  INVOICE_NOT_DECLARED: invoice(() => 'the XMP metadata declare no invoice'),
  INVOICE_SCHEMA_NOT_DESCRIBED: invoice(() => 'the XMP metadata do not describe the schema that names it'),
  INVOICE_STANDARD_UNKNOWN: invoice(() => 'no known standard has the schema and the file name of the XMP metadata'),
  INVOICE_FILE_MISSING: invoice(() => 'no embedded file has the name that the XMP metadata give'),
  INVOICE_WITH_TWO_NAMES: invoice(() => 'its file specification has two names'),
  INVOICE_RELATIONSHIP_UNKNOWN: invoice(() => 'its relationship to the document is not Alternative, Data or Source'),
  INVOICE_FORBIDDEN_BY_LEVEL: invoice(({ level }) => `PDF/A-${level} allows no such file`),
  INVOICE_NAME_SHARED: invoice(() => 'several files have its name'),
  INVOICE_OUTSIDE_DOCUMENT: invoice(() => 'its data lie outside of the document'),
  INVOICE_TOO_LARGE: invoice(() => 'it is too large'),
  INVOICE_DAMAGED: invoice(() => 'its data are damaged'),
  INVOICE_EMPTY: invoice(() => 'it has no data'),
  INVOICE_MALFORMED: invoice(() => 'it is not well-formed XML without a document type'),
  INVOICE_ENCODING_CONTRADICTED: invoice(() => 'its encoding is not the one it declares'),
  INVOICE_ROOT_UNEXPECTED: invoice(({ element }) => `its root element is not the ${element} that its name asks for`),
  INVOICE_WITH_INSTRUCTIONS: invoice(() => 'it has processing instructions'),
  INVOICE_WITH_FOREIGN_ELEMENTS: invoice(() => 'it has elements that belong to no invoice'),
  INVOICE_WITH_FILES: invoice(() => 'it holds other files'),
};

function fonts(list: FontList | undefined, state: string): string[] {
  if (list === undefined || list.count === 0) return [];
  const shown = list.listed.map((font) => `${font.name} (${pages(font)})`);
  return [`${counted(list.count, 'font')} ${state}: ${listed(shown, list.count)}`];
}

function fontNames(kinds: KindList = NONE): string {
  return listed(
    kinds.listed.map(({ name, count }) => (count === 1 ? name : `${name} (${count})`)),
    kinds.count,
  );
}

const NONE = { count: 0, listed: [] } as const;

function missingGlyphs({ characters, glyphs, fonts: names }: GivenWarningFacts, place: Place): string {
  const inFields =
    characters &&
    formFields(
      `Characters of field values that are in no available font: ${characters.count} (${characters.listed.join(', ')}); fields`,
    )({ count: place.fieldCount }, place);
  const inFonts =
    glyphs &&
    `${counted(glyphs.count, 'shown glyph')} in no substitute of ${namesIn(names)}: ` +
      `${listed(glyphs.listed.map(glyphName), glyphs.count)}; left without a program; ${pages(place)}`;
  return [inFields, inFonts].filter((part) => part !== undefined).join(' ');
}

function glyphName(name: string): string {
  return name.slice(0, MAX_GLYPH_LENGTH).replaceAll(/[^ -~]/g, '?');
}

function repaired(change: string): Sentence {
  return ({ count }, { object }) =>
    `${change}: ${count}${object === null ? '' : `, first in object ${object.number}`}.`;
}

function undecodableStreams(facts: GivenWarningFacts, place: Place): string {
  const { cutObjectStreams, damagedCount, unsupported } = facts;
  const first = place.pages[0] === undefined ? '' : ` on page ${place.pages[0].first}`;
  const lost = repaired('Object streams with broken data, whose last objects are lost');
  const sentences = [
    cutObjectStreams && lost({ count: cutObjectStreams }, place),
    unsupported &&
      `${unsupported.areImages ? 'Images' : 'Data'} behind a filter that is not supported: ` +
        `${counted(unsupported.count, 'stream')}, first ${filterName(unsupported.filter)}${first}. ` +
        'Their bytes were not changed.',
    damagedCount && `Streams with broken data: ${damagedCount}. The output has all data that could be decoded.`,
  ];
  return sentences.filter((sentence) => typeof sentence === 'string').join(' ');
}

function filterName(name: string): string {
  return name === '' ? 'a filter without a name' : name.slice(0, MAX_KIND_LENGTH).replaceAll(/[^!-~]/g, '?');
}

function signatures(list: SignatureList | undefined, state: string): string[] {
  if (list === undefined) return [];
  const { count, first, reason, algorithm } = list;
  const field = first === '' ? 'without a field' : first;
  return [`${state}: ${count}, first ${field} (${reason}${algorithm === null ? '' : `: ${algorithm}`}).`];
}

function retainedContent({ count = 0, entry, part }: GivenWarningFacts, { object }: Place): string {
  const place = part === 'catalog' ? 'the catalog' : `object ${object?.number ?? 0}`;
  const others = count > 1 ? ` and ${count - 1} more` : '';
  return `Active content was retained with the signatures: ${entry} in ${place}${others}.`;
}

function removed(what: string): Sentence {
  return ({ count, kinds = NONE, part }, place) => {
    const named = kinds.listed.slice(0, MAX_KINDS).map((kind) => `${printable(kind.name)} ${kind.count}`);
    const others = kinds.count > MAX_KINDS ? [`${kinds.count - MAX_KINDS} other kinds`] : [];
    const first = part === undefined ? `page ${place.pages[0]?.first ?? 1}` : PARTS[part];
    return `${what}: ${count} (${[...named, ...others].join(', ')}), first in ${first}.`;
  };
}

function embeddedFiles({ files = NONE, invoice: name }: GivenWarningFacts): string {
  const more = files.count > MAX_LISTED ? [`and ${files.count - MAX_LISTED} more`] : [];
  const named = files.listed.slice(0, MAX_LISTED).map(fileWords);
  const message = `Embedded files removed: ${files.count}. ${[...named, ...more].join('; ')}.`;
  if (name === undefined) return message;
  return (
    `THE ELECTRONIC INVOICE ${printable(name)} WAS REMOVED: the output shows it but is no longer a Factur-X, ` +
    `ZUGFeRD or XRechnung document. Keep the original. ${message}`
  );
}

const CONTENTS = { complete: '', damaged: 'content damaged', not_read: 'content not read' };

function fileWords({ name, relationship, content, sizeBytes, sha256 }: EmbeddedFile): string {
  const title = name === '' ? 'a file without name' : printable(name);
  const state = sha256 === null ? CONTENTS[content] : `${sizeBytes} bytes, SHA-256 ${sha256}`;
  return `${title} (${state}${relationship === null ? '' : `, ${printable(relationship)}`})`;
}

function invoice(cause: (facts: GivenWarningFacts) => string): Sentence {
  return (facts) => `The file that seems to be an electronic invoice was not retained: ${cause(facts)}.`;
}

function formFields(change: string): Sentence {
  return ({ count }, { fields, fieldCount }) => {
    const others = fieldCount > fields.length ? ', and others' : '';
    return `${change}: ${count} (${fields.map(fieldName).join(', ')}${others}).`;
  };
}

/** Names come from the document: no control characters, no marks that change the direction of writing, no endless ones. */
function fieldName(name: string): string {
  // oxlint-disable-next-line no-control-regex
  const clean = name.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
  const characters = [...clean];
  const cut = characters.length > MAX_FIELD_CHARACTERS;
  return clean === '' ? 'unnamed' : cut ? `${characters.slice(0, MAX_FIELD_CHARACTERS).join('')}…` : clean;
}

function customMetadata({ count, names, propertyCount }: GivenWarningFacts): string {
  const [known = [], total = 0] = [names?.listed, count];
  const shown = known.length === 0 ? '' : ` (${known.join(', ')}${known.length < total ? ', ...' : ''})`;
  return `Custom metadata was removed: ${total} keys of the Info dictionary${shown}, ${propertyCount} XMP properties.`;
}

/** Pages as people write them: `pages 1-3, 7`. */
function pages({
  pages: ranges,
  pageCount,
}: {
  readonly pages: readonly PageRange[];
  readonly pageCount: number;
}): string {
  const shown = ranges.slice(0, MAX_LISTED);
  const more = pageCount - shown.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const words = shown.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
  return `${pageCount === 1 ? 'page' : 'pages'} ${words}${more > 0 ? ` and ${more} more` : ''}`;
}

function firstPage({ pages: ranges }: Place): string {
  return `first on page ${ranges[0]?.first ?? 1}`;
}

function namesIn({ count, listed: names }: NameList = NONE): string {
  return listed(names, count);
}

function listed(items: readonly string[], count: number): string {
  const shown = items.slice(0, MAX_LISTED).join(', ');
  return count > MAX_LISTED ? `${shown} and ${count - MAX_LISTED} more` : shown;
}

/** Words of the document are shown and never obeyed: no control characters, no endless names. */
function printable(text: string): string {
  const head = text.slice(0, MAX_KIND_LENGTH).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  return text.length > MAX_KIND_LENGTH ? `${head}…` : head;
}
