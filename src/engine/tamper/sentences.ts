/**
 * The words of every finding: one sentence for somebody who knows contracts and no PDF, then, in brackets, the fact for
 * somebody who knows PDF. Names in it come from the file: they are quoted, and cut.
 */
import type { Anomaly, AnomalyType, Severity } from '#domain/report.ts';
import type { ChangeKind } from './diff-analysis/change.ts';

/** What a sentence may speak of. */
export interface Facts {
  /** Field names of the signatures that a change came after; undefined where nothing is signed. */
  readonly signatures?: readonly string[] | undefined;
  readonly fields?: readonly string[];
  /** Counted from 0. */
  readonly pages?: readonly number[];
  /** PDF versions. */
  readonly version?: string;
  readonly otherVersion?: string;
  /** How many bytes, pages or layers. */
  readonly count?: number;
  /** The fact in the words of the standard, without a full stop. */
  readonly technical: string;
  /** For example `page 2`, `object 12 0` or `bytes 18255-18310`. */
  readonly location: string;
}

interface Words {
  readonly type: AnomalyType;
  /** Without the full stop. */
  readonly sentence: (facts: Facts) => string;
}

const MAX_NAME_LENGTH = 60;
/** Of pages and names. */
const MAX_LISTED = 5;

/** Findings that are no change: what the file is, at the end of its last revision. */
const STANDING = {
  'no-header': header(() => 'The file does not say at its beginning that it is a PDF'),
  'header-far': header(() => 'The file says only far behind its beginning that it is a PDF'),
  'version-malformed': header(() => 'The file does not say properly which version of PDF it is'),
  'version-unknown': header(({ version }) => `The file says it is of version ${version} of PDF, which does not exist`),
  'version-differs': header(
    ({ version, otherVersion }) =>
      `The file says at its beginning that it is of version ${version} of PDF, and elsewhere of version ${otherVersion}`,
  ),
  'version-too-low': header(
    ({ version }) => `The file says it is of version ${version} of PDF, and uses what newer versions brought`,
  ),
  'data-before-header': shadow(() => 'Something stands before the beginning of the document that no PDF reader shows'),
  'trailing-data': trailing(() => 'Something was added behind the end of the document that no PDF reader shows'),
  'trailing-objects': trailing(
    () => 'Parts of a PDF were added behind the end of the document: some readers may show them',
  ),
  'trailing-payload': trailing(
    () => 'Something that looks like another file or a program was added behind the end of the document',
  ),
  'unlisted-objects': shadow(
    () => 'The file holds parts that its table of contents does not list: some readers may show them',
  ),
  'rival-objects': shadow(
    () => 'The file holds two versions of some of its parts: which of them is shown depends on the reader',
  ),
  'misplaced-objects': shadow(
    () => 'The table of contents of the file leads to the wrong places: what is shown depends on the reader',
  ),
  'stream-length': shadow(
    () => 'Parts of the file are longer or shorter than they say: what is shown depends on the reader',
  ),
  'odd-contents': shadow(
    ({ pages }) => `${thePages(pages)} ${areOf(pages)} written in a way that readers understand differently`,
  ),
  'second-catalog': shadow(() => 'The file holds a second document beside the one that is shown'),
  'unused-pages': shadow(
    () => 'The file holds pages that belong to no part of the document: an update could bring them out',
  ),
  'unused-font': shadow(
    () => 'The file holds a second meaning for the letters of one of its fonts: an update could bring it out',
  ),
  'text-under-picture': shadow(({ pages }) => `Text lies hidden under a picture or an area of colour${on(pages)}`),
  'text-in-layer': shadow(
    ({ pages }) => `Text${on(pages)} lies in a layer that is switched off: an update could switch it on`,
  ),
  'text-under-field': shadow(({ pages, fields }) => `${theFields(fields)}${on(pages)} lies on text and hides it`),
  'text-under-note': shadow(({ pages }) => `A note, stamp or drawing${on(pages)} lies on text and hides it`),
  'look-against-value': shadow(
    ({ pages, fields }) => `${theFields(fields)}${on(pages)} shows another text than the value it holds`,
  ),
  'field-over-field': shadow(
    ({ pages, fields }) => `${theFields(fields)}${on(pages)} lies on another form field that shows another text`,
  ),
  'split-layers': shadow(
    ({ count }) =>
      `${numbered(count, 'layer')} of the document ${isOf(count)} shown on screen and left out in print, or the other way round`,
  ),
  'readers-differ': shadow(({ pages }) => `${thePages(pages)} ${showOf(pages)} other text in another PDF reader`),
  'readers-count-differs': shadow(() => 'Another PDF reader shows more or fewer pages of the document'),
  'revision-cut-off': injection(
    () => 'An earlier state of the document is in the file, cut off so that readers pass over it',
  ),
  'update-without-change': injection(() => 'The file was saved again, and nothing of the document was changed'),
  'data-after-coverage': injection(
    ({ signatures }) => `Something was added after ${made(signatures)} that the document does not account for`,
  ),
  'misplaced-after-signing': shadow(
    ({ signatures }) =>
      `What was added after ${made(signatures)} leads to the wrong places in the file: what is shown depends on the reader`,
  ),
  'range-foreign': shadow(
    ({ signatures }) =>
      `${called(signatures)} leaves out parts of the document: they can be changed without its being noticed`,
  ),
  'range-padded': shadow(({ signatures }) => `${called(signatures)} leaves out blank space beside itself`),
  'range-digits': shadow(
    ({ signatures }) => `${called(signatures)} covers the brackets around itself, which is unusual and harmless`,
  ),
  'range-short': shadow(({ signatures }) => `${called(signatures)} covers no complete state of the document`),
  'signature-without-value': orphaned(({ signatures }) => `${called(signatures)} is empty: it proves nothing`),
  'signature-reserved': orphaned(({ signatures }) => `${called(signatures)} was never made: room was reserved for it`),
  'signature-without-range': orphaned(
    ({ signatures }) => `${called(signatures)} does not say which part of the file it covers: it proves nothing`,
  ),
  'signatures-share-bytes': orphaned(
    ({ signatures }) => `${called(signatures)} claim to be the same signature: one was copied from the other`,
  ),
  'signature-in-several-fields': orphaned(
    ({ fields }) => `One signature stands in several form fields: ${listed(fields?.map(quoted) ?? [])}`,
  ),
  'signature-forgotten': orphaned(() => 'The file holds a signature that no form field of the document has'),
  'signature-removed': orphaned(
    ({ signatures }) => `${called(signatures)} was taken out of the document when the file was saved again`,
  ),
  'field-without-signature': orphaned(
    ({ fields }) => `${theFields(fields, 'signature field')} has something else than a signature in it`,
  ),
  'field-with-empty-text': orphaned(
    ({ fields }) => `${theFields(fields, 'signature field')} is not signed: an empty text stands in it`,
  ),
  'field-outside-form': orphaned(
    ({ fields }) => `${theFields(fields, 'signature field')} is shown on a page, and is not part of the form`,
  ),
  'field-on-no-page': orphaned(
    ({ fields }) => `${theFields(fields, 'signature field')} is part of the form, and is shown on no page`,
  ),
  'flags-without-signature': orphaned(() => 'The document says that it is signed; there is no signature in it'),
} as const satisfies Readonly<Record<string, Words>>;

export type Standing = keyof typeof STANDING;

/** What updates changed; `hides` is of what an update put out of sight or exchanged. */
const CHANGES: Readonly<Record<ChangeKind, (facts: Facts, hides: boolean) => string>> = {
  content: (facts, hides) => {
    const { pages, signatures } = facts;
    if (!signatures) return `${thePages(pages)} ${hasOf(pages)} other content since the file was saved again`;
    return hides
      ? `${thePages(pages)} no longer ${showOf(pages)} what ${itOf(pages)} showed when ${made(signatures)}`
      : `${thePages(pages)} ${showOf(pages)} other content than when ${made(signatures)}`;
  },
  pages: (facts) => `Pages were added, exchanged or taken away ${after(facts)}`,
  catalog: (facts) => `Parts of the document that can change what it shows were changed ${after(facts)}`,
  action: (facts) => `What the document does by itself, or files that are attached to it, were changed ${after(facts)}`,
  annotation: (facts, hides) =>
    hides
      ? `Something was laid over or taken off${facts.pages?.length ? ` ${counted(facts.pages)}` : ' the document'} ${after(facts)}`
      : `Notes, stamps or marks${on(facts.pages)} were added or changed ${after(facts)}`,
  'field-added': (facts) => `${theFields(facts.fields)} was added${on(facts.pages)} ${after(facts)}`,
  form: (facts, hides) =>
    facts.fields?.length === 0
      ? `Settings of the form, or what it is filled in with, were changed ${after(facts)}`
      : `${theFields(facts.fields)}${on(facts.pages)} ${hides ? 'was removed, replaced, moved or renamed' : 'was filled in or changed'} ${after(facts)}`,
  'field-style': (facts) =>
    facts.fields?.length === 0
      ? `The fonts, sizes or colours that form fields are written in were changed ${after(facts)}`
      : `${theFields(facts.fields)}${on(facts.pages)} was given another font, size, colour or place for its text ${after(facts)}`,
  appearance: (facts) =>
    facts.fields?.length === 0
      ? `Form fields show something else ${than(facts)}, which their values do not explain`
      : `${theFields(facts.fields)}${on(facts.pages)} shows something else ${than(facts)}, which its value does not explain`,
  visibility: (facts) =>
    `${theFields(facts.fields)}${on(facts.pages)} was hidden or brought into sight ${after(facts)}`,
  covering: (facts) =>
    `${theFields(facts.fields, 'signature field')} was laid over text${on(facts.pages)} ${after(facts)}`,
  signature: (facts) => `A signature, or what it shows, was changed or taken away ${after(facts)}`,
  'signature-reused': (facts) =>
    `${theFields(facts.fields, 'signature field')} was not signed: a signature that was made earlier was put into it`,
  'signature-added': (facts) =>
    `${facts.signatures ? 'Another' : 'A'} signature, or a field for one, was added ${after(facts)}`,
  'timestamp-added': (facts) => `A timestamp was added ${after(facts)}`,
  navigation: (facts) => `Bookmarks or the places they lead to were changed ${after(facts)}`,
  'spoken-text': (facts) => `What is copied or read aloud in place of the text on the page was changed ${after(facts)}`,
  structure: (facts) => `The order of reading was changed ${after(facts)}`,
  'validation-data': (facts) => `Proofs for checking signatures were added ${after(facts)}`,
  metadata: (facts) => `Facts about the document, such as its title or its dates, were changed ${after(facts)}`,
};

export const STANDING_FINDINGS: readonly Standing[] = Object.keys(STANDING).filter(isStanding);

export const CHANGE_KINDS: readonly ChangeKind[] = Object.keys(CHANGES).filter(isChange);

function isChange(name: string): name is ChangeKind {
  return name in CHANGES;
}

function isStanding(name: string): name is Standing {
  return name in STANDING;
}

export function anomaly(finding: Standing, severity: Severity, facts: Facts): Anomaly {
  const { type, sentence } = STANDING[finding];
  return { type, severity, description: described(sentence(facts), facts), location: facts.location };
}

/** @param isActivated the update exchanged or hid what was shown: prepared before, brought out now */
export function changeAnomaly(
  kind: ChangeKind,
  severity: Severity,
  hides: boolean,
  isActivated: boolean,
  facts: Facts,
): Anomaly {
  const type = isActivated ? 'SHADOW_CONTENT_DETECTED' : 'INCREMENTAL_UPDATE_INJECTION';
  return { type, severity, description: described(CHANGES[kind](facts, hides), facts), location: facts.location };
}

/** A name from the file, safe within a sentence: no controls, no marks that turn the direction of writing, cut. */
export function quoted(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, ' ')
    .replaceAll('"', "'")
    .trim();
  if (plain === '') return 'without a name';
  const cut = [...plain].slice(0, MAX_NAME_LENGTH).join('');
  return /^[\w.-]+$/.test(cut) && cut === plain ? cut : `"${cut}${cut === plain ? '' : '…'}"`;
}

function described(sentence: string, { technical }: Facts): string {
  return `${sentence} (${technical}).`;
}

function header(sentence: Words['sentence']): Words {
  return { type: 'HEADER_VERSION_MISMATCH', sentence };
}

function shadow(sentence: Words['sentence']): Words {
  return { type: 'SHADOW_CONTENT_DETECTED', sentence };
}

function trailing(sentence: Words['sentence']): Words {
  return { type: 'POST_EOF_DATA', sentence };
}

function injection(sentence: Words['sentence']): Words {
  return { type: 'INCREMENTAL_UPDATE_INJECTION', sentence };
}

function orphaned(sentence: Words['sentence']): Words {
  return { type: 'ORPHANED_SIGNATURE_FIELD', sentence };
}

function after({ signatures }: Facts): string {
  return signatures ? `after ${made(signatures)}` : 'when the file was saved again';
}

function than({ signatures }: Facts): string {
  return signatures ? `than when ${made(signatures)}` : 'since the file was saved again';
}

/** `the signature Signature1 was made`. */
function made(signatures: readonly string[] = []): string {
  const names = signatures.filter((name) => name !== '');
  if (names.length === 0) return 'a signature was made';
  const [kind, verb] = names.length === 1 ? ['signature', 'was'] : ['signatures', 'were'];
  return `the ${kind} ${listed(names.map(quoted))} ${verb} made`;
}

/** `The signature Signature1`, as a subject. */
function called(signatures: readonly string[] = []): string {
  const names = signatures.filter((name) => name !== '');
  if (names.length === 0) return 'A signature that no form field has';
  return `The ${names.length === 1 ? 'signature' : 'signatures'} ${listed(names.map(quoted))}`;
}

function theFields(fields: readonly string[] = [], what = 'form field'): string {
  const names = fields.filter((name) => name !== '');
  if (names.length === 0) return `A ${what} without a name`;
  return names.length === 1
    ? `The ${what} ${quoted(names[0] ?? '')}`
    : `Each of the ${what}s ${listed(names.map(quoted))}`;
}

function thePages(pages: readonly number[] = []): string {
  return pages.length === 0 ? 'The document' : capital(counted(pages));
}

/** ` on page 2`; nothing where no page can be named. */
function on(pages: readonly number[] = []): string {
  return pages.length === 0 ? '' : ` on ${counted(pages)}`;
}

function counted(pages: readonly number[]): string {
  return `${pages.length === 1 ? 'page' : 'pages'} ${listed(pages.map((page) => String(page + 1)))}`;
}

function listed(items: readonly string[]): string {
  const named = items.slice(0, MAX_LISTED);
  const more = items.length - named.length;
  const parts = more > 0 ? [...named, `${more} more`] : named;
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function numbered(count = 0, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function isPlural(pages: readonly number[] = []): boolean {
  return pages.length > 1;
}

function showOf(pages: readonly number[] | undefined): string {
  return isPlural(pages) ? 'show' : 'shows';
}

function hasOf(pages: readonly number[] | undefined): string {
  return isPlural(pages) ? 'have' : 'has';
}

function itOf(pages: readonly number[] | undefined): string {
  return isPlural(pages) ? 'they' : 'it';
}

function areOf(pages: readonly number[] | undefined): string {
  return isPlural(pages) ? 'are' : 'is';
}

function isOf(count = 0): string {
  return count === 1 ? 'is' : 'are';
}
