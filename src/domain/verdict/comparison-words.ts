/** The result of a comparison in words. Values come from untrusted documents, so they stay apart from the words. */
import type { DiffAction, DiffSeverity, PageChanges, PageModification, StructuralDiffReport } from '#domain/compare.ts';
import { changeWords } from './changed.ts';
import { counted } from './words.ts';

/** One change: what, and where it has any, the value before and after. */
export interface Change {
  /** The name of a field or a font may be a stranger's. */
  readonly what: string;
  readonly how: string;
  readonly before?: string | null;
  readonly after?: string | null;
}

export interface ChangeGroup {
  readonly title: string;
  readonly changes: readonly Change[];
}

const SEVERITIES: Readonly<Record<DiffSeverity, string>> = {
  none: 'No difference was found',
  minor: 'Minor differences: the pages show the same',
  moderate: 'Moderate differences',
  major: 'Major differences',
};

export function headline(severity: DiffSeverity): string {
  return SEVERITIES[severity];
}

interface Lists extends Pick<StructuralDiffReport, 'forms' | 'annotations' | 'metadata' | 'fonts'> {
  readonly security: readonly { readonly field: string; readonly oldValue: string; readonly newValue: string }[];
}

/** The parts of a report that the summary counts. The service may have further names in them than this version knows. */
export interface Summarized extends Lists, Pick<StructuralDiffReport, 'summary'> {
  readonly pages: Omit<PageChanges, 'matches'>;
}

/** `1 page removed, 2 pages changed. Page 1: “4,800” became “48,000”.` */
export function summarySentence(report: Summarized): string {
  const { pages, metadata, forms, annotations, security, fonts } = report;
  const parts = [
    [pages.added.length, 'page added', 'pages added'],
    [pages.removed.length, 'page removed', 'pages removed'],
    [pages.modified.length, 'page changed', 'pages changed'],
    [pages.reordered.length, 'page moved', 'pages moved'],
    [forms.length, 'form field changed', 'form fields changed'],
    [annotations.length, 'annotation changed', 'annotations changed'],
    [security.length, 'fact of security changed', 'facts of security changed'],
    [metadata.length, 'entry of the metadata changed', 'entries of the metadata changed'],
    [fonts.length, 'font changed', 'fonts changed'],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, one, many]) => counted(count, one, many));
  if (told.length > 0) return [`${told.join(', ')}.`, ...firstChange(pages.modified)].join(' ');
  if (report.summary.identical) return 'Pages, metadata, forms, annotations, security and fonts are the same.';
  return 'They differ in something that has no list of its own, as bookmarks, or in how the file is built.';
}

/** The other pages have their words where each page is listed. */
function firstChange(modified: StructuralDiffReport['pages']['modified']): string[] {
  const page = modified.find(({ textChanges }) => textChanges !== null && textChanges.length > 0);
  return page ? [`${pageTitle(page)}: ${pageChangeSentence(page)}`] : [];
}

/** `Page 3`, `Page 3, now 4`. */
export function pageTitle({ oldPosition, newPosition }: Pick<PageModification, 'oldPosition' | 'newPosition'>): string {
  return oldPosition === newPosition ? `Page ${newPosition}` : `Page ${oldPosition}, now ${newPosition}`;
}

/** The words that differ on a page of both documents. */
export function pageChangeSentence({ textChanges }: Pick<PageModification, 'textChanges'>): string {
  if (textChanges === null) return 'The changed words could not be determined.';
  return textChanges.length === 0 ? 'Its words are the same. Its appearance differs.' : `${changeWords(textChanges)}.`;
}

const ACTIONS: Readonly<Record<DiffAction, string>> = { added: 'added', removed: 'removed', modified: 'changed' };

/** Looked up by a stranger's names, as `constructor`: a plain object would answer with what every object has. */
const METADATA: ReadonlyMap<string, string> = wordsOf({
  Title: 'Title',
  Author: 'Author',
  Subject: 'Subject',
  Keywords: 'Keywords',
  Creator: 'Made with',
  Producer: 'Written by',
  CreationDate: 'Made on',
  ModDate: 'Changed on',
});

const SECURITY: ReadonlyMap<string, string> = wordsOf({
  AdditionalActions: 'Actions on events',
  EmbeddedFiles: 'Embedded files',
  Encrypted: 'Encrypted',
  JavaScript: 'Scripts',
  LaunchAction: 'Actions that start a program',
  OpenAction: 'Action on opening',
  Permissions: 'What readers are permitted',
  SignatureCount: 'Signatures',
  UsageRights: 'Usage rights of a vendor',
  XFA: 'XFA form',
});

/** Groups without a change are left out; the gravest first. */
export function changeGroups(report: Lists): ChangeGroup[] {
  const { security, forms, annotations, metadata, fonts } = report;
  const groups: ChangeGroup[] = [
    {
      title: 'Security',
      changes: security.map(({ field, oldValue, newValue }) => ({
        what: SECURITY.get(field) ?? field,
        how: 'changed',
        before: oldValue,
        after: newValue,
      })),
    },
    {
      title: 'Form',
      changes: forms.map(({ fieldName, action, oldValue, newValue }) => ({
        what: fieldName,
        how: ACTIONS[action],
        before: oldValue,
        after: newValue,
      })),
    },
    {
      title: 'Annotations',
      changes: annotations.map(({ page, type, action }) => ({ what: `${type} on page ${page}`, how: ACTIONS[action] })),
    },
    {
      title: 'Metadata',
      changes: metadata.map(({ field, oldValue, newValue }) => ({
        what: METADATA.get(field) ?? field,
        how: howOf(oldValue, newValue),
        before: oldValue,
        after: newValue,
      })),
    },
    { title: 'Fonts', changes: fonts.map(({ name, action }) => ({ what: name, how: ACTIONS[action] })) },
  ];
  return groups.filter(({ changes }) => changes.length > 0);
}

function wordsOf(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(words));
}

function howOf(before: string | null, after: string | null): string {
  if (before === null) return 'added';
  return after === null ? 'removed' : 'changed';
}
