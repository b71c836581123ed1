/**
 * The words of every finding of stage 1: one sentence for a reader who knows contracts and no PDF, then the fact for a
 * reader who knows PDF. This table is the only place that has them.
 */
import type { AnomalyFinding } from '#domain/findings/anomaly-findings.ts';
import type { GivenFacts, Place } from '#domain/findings/finding.ts';
import { capitalized, counted, enumerated, objectWords, pagesOneByOne, quoted } from './words.ts';

export interface AnomalyWords {
  /** Without the full stop. */
  readonly sentence: (place: Place, facts: GivenFacts) => string;
  /** In the words of the standard, without the full stop. */
  readonly technical: (place: Place, facts: GivenFacts) => string;
  /** Where the place has no words of its own. */
  readonly location?: string;
}

const MAX_ENTRY_LENGTH = 80;
const HEADER_SEARCHED_BYTES = 8192;
const CATALOG = 'document catalog';

export const ANOMALY_WORDS: Readonly<Record<AnomalyFinding, AnomalyWords>> = {
  HEADER_MISSING: {
    sentence: () => 'The file does not say at its beginning that it is a PDF',
    technical: () => `no %PDF- in the first ${HEADER_SEARCHED_BYTES} bytes`,
  },
  HEADER_DISPLACED: {
    sentence: () => 'The file says only far behind its beginning that it is a PDF',
    technical: (_, { position }) => `PDF header at byte ${position}`,
  },
  VERSION_MALFORMED: {
    sentence: () => 'The file does not say properly which version of PDF it is',
    technical: () => 'no well-formed version in the PDF header',
  },
  VERSION_UNKNOWN: {
    sentence: (_, { version }) => `The file says it is of version ${version} of PDF, which does not exist`,
    technical: (_, { version }) => `PDF header ${version}`,
  },
  CATALOG_VERSION_UNKNOWN: {
    sentence: (_, { version }) => `The file says it is of version ${version} of PDF, which does not exist`,
    technical: (_, { version }) => `catalog /Version ${version}`,
    location: CATALOG,
  },
  VERSIONS_DIFFER: {
    sentence: (_, { version, otherVersion }) =>
      `The file says at its beginning that it is of version ${version} of PDF, and elsewhere of version ${otherVersion}`,
    technical: (_, { version, otherVersion }) => `PDF header ${version}, catalog /Version ${otherVersion}`,
  },
  VERSION_TOO_LOW: {
    sentence: (_, { version }) =>
      `The file says it is of version ${version} of PDF, and uses what newer versions brought`,
    technical: () => 'cross-reference or object streams, of version 1.5',
  },
  DATA_BEFORE_HEADER: {
    sentence: () => 'Something stands before the beginning of the document that no PDF reader shows',
    technical: (_, { bytes }) => `${bytes} bytes before the PDF header`,
  },
  TRAILING_DATA: {
    sentence: () => 'Something was added behind the end of the document that no PDF reader shows',
    technical: bytesBehindEnd,
  },
  TRAILING_OBJECTS: {
    sentence: () => 'Parts of a PDF were added behind the end of the document: some readers may show them',
    technical: bytesBehindEnd,
  },
  TRAILING_PAYLOAD: {
    sentence: () => 'Something that resembles another file or a program was added behind the end of the document',
    technical: bytesBehindEnd,
  },
  UNLISTED_OBJECTS: {
    sentence: () => 'The file holds parts that its table of contents does not list: some readers may show them',
    technical: objects('objects that no cross-reference leads to'),
  },
  RIVAL_OBJECTS: {
    sentence: twoVersions,
    technical: objects('objects that no cross-reference leads to, with numbers of other objects'),
  },
  DUPLICATE_OBJECTS: {
    sentence: twoVersions,
    technical: objects('objects of one number, and no cross-reference that says which counts'),
  },
  MISPLACED_OBJECTS: {
    sentence: () => 'The table of contents of the file leads to the wrong places: what is shown depends on the reader',
    technical: objects('cross-reference entries that do not lead to their objects'),
  },
  STREAM_LENGTH_WRONG: {
    sentence: () => 'Parts of the file are longer or shorter than they say: what is shown depends on the reader',
    technical: objects('streams whose /Length is not where their data end'),
  },
  PAGE_CONTENTS_MALFORMED: {
    sentence: (place) =>
      `${thePages(place)} ${plural(place, 'is', 'are')} written in a way that readers understand differently`,
    technical: () => '/Contents that are neither a stream nor a list of streams',
  },
  SECOND_CATALOG: {
    sentence: () => 'The file holds a second document beside the one that is shown',
    technical: objects('document catalogs with pages, unused'),
  },
  UNUSED_PAGE: { sentence: unusedPages, technical: (place) => unreachable('page', place) },
  UNUSED_PAGE_TREE: { sentence: unusedPages, technical: (place) => unreachable('page tree', place) },
  UNUSED_FONT: {
    sentence: () => 'The file holds a second meaning for the letters of one of its fonts: an update could bring it out',
    technical: (place) => `a font that nothing leads to, of the name of one that is used, ${theObject(place)}`,
  },
  TEXT_UNDER_PICTURE: {
    sentence: (place) => `Text lies hidden under a picture or an area of colour${on(place)}`,
    technical: (_, { count }) => `${count} characters below opaque marks of the page's content`,
  },
  TEXT_IN_HIDDEN_LAYER: {
    sentence: (place) => `Text${on(place)} lies in a layer that is switched off: an update could switch it on`,
    technical: (_, { count }) => `${count} characters of optional content groups that are off`,
  },
  TEXT_UNDER_FIELD: {
    sentence: (place) => `${theFields(place)}${on(place)} lies on text and hides it`,
    technical: opaqueAppearance,
  },
  TEXT_UNDER_ANNOTATION: {
    sentence: (place) => `A note, stamp or drawing${on(place)} lies on text and hides it`,
    technical: opaqueAppearance,
  },
  APPEARANCE_CONTRADICTS_VALUE: {
    sentence: (place) => `${theFields(place)}${on(place)} shows another text than the value it holds`,
    technical: (place) => `/V and /AP of ${theObject(place)}`,
  },
  FIELD_OVER_FIELD: {
    sentence: (place) => `${theFields(place)}${on(place)} lies on another form field that shows another text`,
    technical: ({ object }, { otherObject }) => `objects ${idWords(otherObject)} and ${idWords(object)}`,
  },
  LAYERS_DIFFER_IN_PRINT: {
    sentence: (_, { count = 0 }) =>
      `${counted(count, 'layer')} of the document ${count === 1 ? 'is' : 'are'} shown on screen and left out in print, or the other way round`,
    technical: () => 'ViewState and PrintState of optional content groups differ',
    location: CATALOG,
  },
  PDFIUM_DIFFERS: { sentence: otherText, technical: readings('PDFium') },
  PDFIUM_PAGES_DIFFER: { sentence: otherPages, technical: readings('PDFium') },
  SCAN_DIFFERS: { sentence: otherText, technical: readings('a reader that follows no cross-reference') },
  SCAN_PAGES_DIFFER: { sentence: otherPages, technical: readings('a reader that follows no cross-reference') },
  REVISION_CUT_OFF: {
    sentence: () => 'An earlier state of the document is in the file, cut off so that readers pass over it',
    technical: ({ byteRange }) => `a cross-reference at byte ${byteRange?.start ?? 0} that the newest does not lead to`,
  },
  UPDATE_WITHOUT_CHANGE: {
    sentence: () => 'The file was saved again, and nothing of the document was changed',
    technical: (_, { count }) => `incremental updates: ${count}`,
  },
  DATA_AFTER_COVERAGE: {
    sentence: (place) => `Something was added after ${made(place)} that the document does not account for`,
    technical: () => 'data behind /ByteRange that no cross-reference accounts for',
  },
  MISPLACED_AFTER_SIGNING: {
    sentence: (place) =>
      `The update after ${made(place)} leads to the wrong places in the file: what is shown depends on the reader`,
    technical: objects('cross-reference entries of an update that do not lead to their objects'),
  },
  AMBIGUOUS_AFTER_SIGNING: {
    sentence: (place) =>
      `The update after ${made(place)} is written so that readers find different values in it: what is shown depends on the reader`,
    technical: objects('objects of an update that are malformed, or that have a key or a number twice'),
  },
  BYTE_RANGE_FOREIGN: {
    sentence: (place) =>
      `${called(place)} leaves out parts of the document: they can be changed without its being noticed`,
    technical: () => 'the gap of /ByteRange is not /Contents alone',
  },
  BYTE_RANGE_PADDED: {
    sentence: (place) => `${called(place)} leaves out blank space beside itself`,
    technical: () => 'white space beside /Contents in the gap of /ByteRange',
  },
  BYTE_RANGE_DELIMITERS: {
    sentence: (place) => `${called(place)} covers the brackets around itself, which is unusual and harmless`,
    technical: () => '/ByteRange covers the delimiters of /Contents',
  },
  BYTE_RANGE_SHORT: {
    sentence: (place) => `${called(place)} covers no complete state of the document`,
    technical: ({ byteRange }) => `/ByteRange ends at byte ${byteRange?.start ?? 0}, where no revision ends`,
  },
  SIGNATURE_WITHOUT_VALUE: {
    sentence: (place) => `${called(place)} is empty: it proves nothing`,
    technical: zeroContents,
  },
  SIGNATURE_RESERVED: {
    sentence: (place) => `${called(place)} was never made: space was reserved for it`,
    technical: zeroContents,
  },
  SIGNATURE_WITHOUT_BYTE_RANGE: {
    sentence: (place) => `${called(place)} does not say which part of the file it covers: it proves nothing`,
    technical: () => 'no /ByteRange that fits the file',
  },
  SIGNATURES_SHARE_BYTES: {
    sentence: (place) => `${called(place)} claim to be the same signature: one was copied from the other`,
    technical: () => 'two signature dictionaries with one /ByteRange',
  },
  SIGNATURE_IN_SEVERAL_FIELDS: {
    sentence: ({ fields, fieldCount }) =>
      `One signature stands in several form fields: ${enumerated(fields.map(quoted), fieldCount)}`,
    technical: ({ fieldCount }) => `one signature dictionary is /V of ${fieldCount} fields`,
  },
  SIGNATURE_WITHOUT_FIELD: {
    sentence: () => 'The file holds a signature that no form field of the document has',
    technical: (place, { position }) =>
      `a signature dictionary that is the value of no field, ${theObject(place)}${position === undefined ? '' : `, covering bytes 0-${position}`}`,
  },
  SIGNATURE_TAKEN_OUT: {
    sentence: (place) => `${called(place)} was taken out of the document when the file was saved again`,
    technical: (_, { revision }) => `a signature of revision ${revision} that no field has any more`,
  },
  FIELD_WITHOUT_SIGNATURE: {
    sentence: (place) => `${theFields(place, 'signature field')} has something else than a signature in it`,
    technical: () => '/V is no dictionary',
  },
  FIELD_WITH_EMPTY_TEXT: {
    sentence: (place) => `${theFields(place, 'signature field')} is not signed: an empty text stands in it`,
    technical: () => '/V is an empty string',
  },
  FIELD_OUTSIDE_FORM: {
    sentence: (place) => `${theFields(place, 'signature field')} is shown on a page, and is not part of the form`,
    technical: () => 'a widget that is not in /Fields',
  },
  FIELD_ON_NO_PAGE: {
    sentence: (place) => `${theFields(place, 'signature field')} is part of the form, and is shown on no page`,
    technical: () => 'a field that is in no /Annots',
  },
  FLAGS_WITHOUT_SIGNATURE: {
    sentence: () => 'The document says that it is signed; there is no signature in it',
    technical: (_, { count }) => `/SigFlags ${count}`,
    location: CATALOG,
  },
  PAGE_CONTENT_CHANGED: change((place, { isAfterSigning, hides }) => {
    if (isAfterSigning !== true)
      return `${thePages(place)} ${plural(place, 'has', 'have')} other content since the file was saved again`;
    const shows = plural(place, 'shows', 'show');
    return hides === true
      ? `${thePages(place)} no longer ${shows} what ${plural(place, 'it', 'they')} showed when ${made(place)}`
      : `${thePages(place)} ${shows} other content than when ${made(place)}`;
  }),
  PAGES_CHANGED: change((...facts) => `Pages were added, exchanged or taken away ${after(...facts)}`),
  CATALOG_CHANGED: change(
    (...facts) => `Parts of the document that can change what it shows were changed ${after(...facts)}`,
  ),
  ACTION_CHANGED: change(
    (...facts) => `Actions of the document, or files that are attached to it, were changed ${after(...facts)}`,
  ),
  ANNOTATION_CHANGED: change((place, facts) =>
    facts.hides === true
      ? `Something was laid over or taken off ${place.pageCount > 0 ? pagesOneByOne(place) : 'the document'} ${after(place, facts)}`
      : `Notes, stamps or marks${on(place)} were added or changed ${after(place, facts)}`,
  ),
  FIELD_ADDED: change((place, facts) => `${theFields(place)} was added${on(place)} ${after(place, facts)}`),
  FIELD_CHANGED: change((place, facts) =>
    place.fieldCount === 0
      ? `Settings of the form, or what it is filled in with, were changed ${after(place, facts)}`
      : `${theFields(place)}${on(place)} ${facts.hides === true ? 'was removed, replaced, moved or renamed' : 'was filled in or changed'} ${after(place, facts)}`,
  ),
  FIELD_VALUE_REPLACED: change((place, facts) =>
    place.fieldCount === 0
      ? `Values that the form was filled in with were replaced ${after(place, facts)}`
      : `${theFields(place)}${on(place)} had a value, which was replaced ${after(place, facts)}`,
  ),
  FIELD_STYLE_CHANGED: change((place, facts) =>
    place.fieldCount === 0
      ? `The fonts, sizes or colours that form fields are written in were changed ${after(place, facts)}`
      : `${theFields(place)}${on(place)} was given another font, size, colour or place for its text ${after(place, facts)}`,
  ),
  FIELD_APPEARANCE_CHANGED: change((place, facts) =>
    place.fieldCount === 0
      ? `Form fields show something else ${than(place, facts)}, which their values do not explain`
      : `${theFields(place)}${on(place)} shows something else ${than(place, facts)}, which its value does not explain`,
  ),
  FIELD_VISIBILITY_CHANGED: change(
    (place, facts) => `${theFields(place)}${on(place)} was hidden or brought into sight ${after(place, facts)}`,
  ),
  SIGNATURE_FIELD_COVERS_TEXT: change(
    (place, facts) => `${theFields(place, 'signature field')} was laid over text${on(place)} ${after(place, facts)}`,
  ),
  SIGNATURE_CHANGED: change(
    (...facts) => `A signature, or what it shows, was changed or taken away ${after(...facts)}`,
  ),
  SIGNATURE_REUSED: change(
    (place) =>
      `${theFields(place, 'signature field')} was not signed: a signature that was made earlier was put into it`,
  ),
  SIGNATURE_ADDED: change(
    (place, facts) =>
      `${facts.isAfterSigning === true ? 'Another' : 'A'} signature, or a field for one, was added ${after(place, facts)}`,
  ),
  TIMESTAMP_ADDED: change((...facts) => `A timestamp was added ${after(...facts)}`),
  NAVIGATION_CHANGED: change((...facts) => `Bookmarks or the places they lead to were changed ${after(...facts)}`),
  SPOKEN_TEXT_CHANGED: change(
    (...facts) =>
      `The text that is copied or read aloud in place of the text on the page was changed ${after(...facts)}`,
  ),
  STRUCTURE_CHANGED: change((...facts) => `The order of reading was changed ${after(...facts)}`),
  VALIDATION_DATA_ADDED: change((...facts) => `Proofs for checking signatures were added ${after(...facts)}`),
  METADATA_CHANGED: change(
    (...facts) => `Facts about the document, such as its title or its dates, were changed ${after(...facts)}`,
  ),
};

function change(sentence: AnomalyWords['sentence']): AnomalyWords {
  return { sentence, technical: changedEntry };
}

/** `page /Contents, object 3 0, revision 2, and 4 more`. */
function changedEntry({ object }: Place, { entry = '', revision, count = 1 }: GivenFacts): string {
  const where = object ? [objectWords(object)] : [];
  const when = revision === undefined ? [] : [`revision ${revision}`];
  const more = count > 1 ? [`and ${count - 1} more`] : [];
  return [entry.slice(0, MAX_ENTRY_LENGTH).toWellFormed(), ...where, ...when, ...more].join(', ');
}

function objects(what: string): AnomalyWords['technical'] {
  return (place, { count }) => `${what}: ${count}, first ${theObject(place)}`;
}

function readings(reader: string): AnomalyWords['technical'] {
  return (_, { count, total, pageCount, otherPageCount }) => {
    const counts = pageCount === otherPageCount ? '' : `, ${otherPageCount} pages instead of ${pageCount}`;
    return `${reader}: ${count} of ${total} pages differ${counts}`;
  };
}

function bytesBehindEnd(_: Place, { bytes }: GivenFacts): string {
  return `${bytes} bytes behind the last %%EOF that a cross-reference owns`;
}

function zeroContents(_: Place, { bytes }: GivenFacts): string {
  return `/Contents of ${bytes} bytes, all zero`;
}

function opaqueAppearance(place: Place): string {
  return `the opaque appearance of ${theObject(place)} above text of the page's content`;
}

function unreachable(what: string, place: Place): string {
  return `a ${what} that the page tree of the catalog does not lead to, ${theObject(place)}`;
}

function twoVersions(): string {
  return 'The file holds two versions of some of its parts: which of them is shown depends on the reader';
}

function unusedPages(): string {
  return 'The file holds pages that belong to no part of the document: an update could bring them out';
}

function otherText(place: Place): string {
  return `${thePages(place)} ${plural(place, 'shows', 'show')} other text in another PDF reader`;
}

function otherPages(): string {
  return 'Another PDF reader shows more or fewer pages of the document';
}

function theObject({ object }: Place): string {
  return `object ${idWords(object)}`;
}

function idWords(object: Place['object'] | undefined): string {
  return object ? `${object.number} ${object.generation}` : '0 0';
}

function after(place: Place, { isAfterSigning }: GivenFacts): string {
  return isAfterSigning === true ? `after ${made(place)}` : 'when the file was saved again';
}

function than(place: Place, { isAfterSigning }: GivenFacts): string {
  return isAfterSigning === true ? `than when ${made(place)}` : 'since the file was saved again';
}

/** `the signature Signature1 was made`. */
function made(place: Place): string {
  const names = signatureNames(place);
  if (names === null) return 'a signature was made';
  return `the ${plural(names, 'signature', 'signatures')} ${names.text} ${plural(names, 'was', 'were')} made`;
}

/** `The signature Signature1`, as a subject. */
function called(place: Place): string {
  const names = signatureNames(place);
  if (names === null) return 'A signature that no form field has';
  return `The ${plural(names, 'signature', 'signatures')} ${names.text}`;
}

function theFields({ fields, fieldCount }: Place, what = 'form field'): string {
  const names = namesOf(fields, fieldCount);
  if (names === null) return `A ${what} without a name`;
  return plural(names, `The ${what} ${names.text}`, `Each of the ${what}s ${names.text}`);
}

interface Names {
  readonly text: string;
  readonly count: number;
}

function signatureNames({ signatures, signatureCount }: Place): Names | null {
  return namesOf(signatures, signatureCount);
}

/** Null where none has a name. */
function namesOf(listed: readonly string[], total: number): Names | null {
  const names = listed.filter((name) => name !== '');
  const count = total - (listed.length - names.length);
  return names.length === 0 ? null : { text: enumerated(names.map(quoted), count), count };
}

function thePages(place: Place): string {
  return place.pageCount === 0 ? 'The document' : capitalized(pagesOneByOne(place));
}

/** ` on page 2`; nothing where no page can be named. */
function on(place: Place): string {
  return place.pageCount === 0 ? '' : ` on ${pagesOneByOne(place)}`;
}

function plural(of: Place | Names, one: string, many: string): string {
  return ('count' in of ? of.count : of.pageCount) > 1 ? many : one;
}
