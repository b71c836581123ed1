/**
 * Finds content of a signed document that an update could reveal: text under a picture, overlapping fields, an
 * appearance that differs from its value, unreachable pages. The shadow attacks (NDSS 2021) get such content signed
 * first. Each also occurs in ordinary documents, so it is reported only for signed documents and never as grave.
 */
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfObject, Ref } from '#engine/pdf/syntax/objects.ts';
import { type Box, readBox } from '#engine/content/matrix.ts';
import { fieldName, isHidden } from '#engine/signature/fields.ts';
import { appearanceContradicts, lookOf } from './appearance/appearance.ts';
import { area, isReadable, overpainted, shared } from './painting/marks.ts';
import { coversOfLooks, hiddenText, pageMarks } from './painting/page-marks.ts';
import { Reading } from './painting/painter.ts';
import type { RevisionHistory } from './revisions.ts';
import { mapRoles } from './diff-analysis/role-map.ts';
import type { Role } from './diff-analysis/roles.ts';
import type { Finding } from '#engine/facts/report.ts';
import { anomaly } from './finding.ts';

/** Longer documents are examined up to this limit. */
const MAX_PAGES = 200;
const MAX_ANNOTATIONS_PER_PAGE = 200;
const MAX_OBJECTS = 50_000;
/** Each one is searched in the revision that wrote it. */
const MAX_RIVALS = 8;
const IN_PAGE_TREE: ReadonlySet<string> = new Set(['page', 'page-tree']);
/** The share of the smaller of two fields that must lie under the other one. */
const LEAST_OVERLAP = 0.8;

export function preparedAnomalies(pdf: PdfDocument, history: RevisionHistory): Finding[] {
  const reading = new Reading();
  return [...pdf.pages.slice(0, MAX_PAGES).flatMap((page) => onPage(pdf, page, reading)), ...latentParts(history)];
}

interface Annotation {
  readonly dict: Dict;
  readonly number: number;
  readonly box: Box;
  readonly isField: boolean;
}

function onPage(pdf: PdfDocument, page: Page, reading: Reading): Finding[] {
  const { marks, unshown } = pageMarks(pdf, page.dict, reading);
  const annotations = annotationsOf(pdf, page);
  const found: Finding[] = [];
  const pages = [page.index];
  const hidden = overpainted(marks);
  if (isReadable(hidden)) found.push(anomaly('TEXT_UNDER_PICTURE', 'medium', { pages }, { count: hidden.length }));
  if (isReadable(unshown)) found.push(anomaly('TEXT_IN_HIDDEN_LAYER', 'medium', { pages }, { count: unshown.length }));
  for (const one of annotations) {
    const place = { pages, fields: one.isField ? [fieldName(one.dict)] : [], object: one.number };
    if (isReadable(hiddenText(coversOfLooks(pdf, one, reading), marks, reading) ?? []))
      found.push(anomaly(one.isField ? 'TEXT_UNDER_FIELD' : 'TEXT_UNDER_ANNOTATION', 'medium', place));
    if (one.isField && appearanceContradicts(pdf, one.dict))
      found.push(anomaly('APPEARANCE_CONTRADICTS_VALUE', 'medium', place));
  }
  const fields = annotations.filter(({ isField }) => isField);
  return [...found, ...stackedFields(pdf, page, fields)];
}

function stackedFields(pdf: PdfDocument, { index }: Page, fields: readonly Annotation[]): Finding[] {
  const shown = fields.flatMap((field) => {
    const text = lookOf(pdf, field.dict)?.text ?? '';
    return text === '' ? [] : [{ ...field, text }];
  });
  const found: Finding[] = [];
  for (const [position, upper] of shown.entries()) {
    const lower = shown.slice(0, position).find((one) => one.text !== upper.text && overlap(one.box, upper.box));
    if (!lower) continue;
    const place = { pages: [index], fields: [fieldName(upper.dict)], object: upper.number };
    const otherObject = { number: lower.number, generation: 0 };
    found.push(anomaly('FIELD_OVER_FIELD', 'medium', place, { otherObject }));
  }
  return found;
}

function annotationsOf(pdf: PdfDocument, page: Page): Annotation[] {
  return (page.dict.array('Annots') ?? []).slice(0, MAX_ANNOTATIONS_PER_PAGE).flatMap((item) => {
    const dict = pdf.resolve(item);
    if (!(dict instanceof Dict)) return [];
    const box = readBox(pdf, dict.array('Rect'));
    if (!box || isHidden(dict)) return [];
    const number = item instanceof Ref ? item.number : 0;
    return [{ dict, box, number, isField: dict.name('Subtype') === 'Widget' }];
  });
}

/** Parts of the file that are not in the document, and that a small change of a reference would show. */
function latentParts(history: RevisionHistory): Finding[] {
  if (history.last < 0) return [];
  const pdf = history.view(history.last); // the raw view, because opening a document rebuilds its page tree
  const numbers = pdf.numbers();
  if (numbers.length > MAX_OBJECTS) return [];
  const { roles } = mapRoles(pdf);
  const unused = numbers.filter((number) => !roles.has(number));
  return [...latentPages(history, pdf, roles), ...latentFonts(history, pdf, unused, roles.keys())];
}

/** Pages that a catalog names and that are in no page tree were shown before or never. */
function wasNeverShown(history: RevisionHistory, number: number): boolean {
  const first = history.firstToWrite(number) ?? 0;
  return first > 0 && !IN_PAGE_TREE.has(mapRoles(history.view(first - 1)).roles.get(number) ?? '');
}

function isPage(page: PdfObject): boolean {
  return page instanceof Dict && page.name('Type') === 'Page' && page.has('Contents');
}

/** Whether an object was outside of the document even in the revision that wrote it. */
function wasNeverUsed(history: RevisionHistory, number: number): boolean {
  const revision = history.lastToWrite(number) ?? 0;
  return revision > 0 && !mapRoles(history.view(revision - 1)).roles.has(number);
}

/** Pages with content that are in no page tree of the document, without those that were left over. */
function latentPages(history: RevisionHistory, pdf: PdfDocument, roles: ReadonlyMap<number, Role>): Finding[] {
  const numbers = pdf.numbers().filter((number) => !IN_PAGE_TREE.has(roles.get(number) ?? ''));
  const tree = numbers.find((number) => !roles.has(number) && isTreeWithPages(pdf, pdf.object(number)));
  const lone = (): number | undefined =>
    numbers
      .filter((number) => isPage(pdf.object(number)))
      .slice(0, MAX_RIVALS)
      .find((number) => wasNeverShown(history, number));
  const first = tree ?? lone();
  if (first === undefined) return [];
  return [anomaly(tree === undefined ? 'UNUSED_PAGE' : 'UNUSED_PAGE_TREE', 'medium', { object: first })];
}

/** A font without a use, with the name of a used font and another meaning of its codes. */
function latentFonts(
  history: RevisionHistory,
  pdf: PdfDocument,
  unused: readonly number[],
  used: Iterable<number>,
): Finding[] {
  const rivals = unused.filter((number) => readsItsOwnWay(pdf.object(number)));
  if (rivals.length === 0) return [];
  const names = new Set([...used].flatMap((number) => fontName(pdf.object(number)) ?? []));
  const first = rivals
    .filter((number) => names.has(fontName(pdf.object(number)) ?? ''))
    .slice(0, MAX_RIVALS)
    .find((number) => wasNeverUsed(history, number));
  if (first === undefined) return [];
  return [anomaly('UNUSED_FONT', 'medium', { object: first })];
}

function readsItsOwnWay(font: PdfObject): boolean {
  return (
    font instanceof Dict &&
    font.name('Type') === 'Font' &&
    (font.has('ToUnicode') || font.dict('Encoding') !== undefined)
  );
}

/** The name without its subset tag (ISO 32000-2, 9.9.2). */
function fontName(font: PdfObject): string | undefined {
  return font instanceof Dict && font.name('Type') === 'Font'
    ? font.name('BaseFont')?.replace(/^[A-Z]{6}\+/, '')
    : undefined;
}

function isTreeWithPages(pdf: PdfDocument, tree: unknown): boolean {
  if (!(tree instanceof Dict) || tree.name('Type') !== 'Pages') return false;
  return (tree.array('Kids') ?? []).some((kid) => {
    const page = pdf.resolve(kid);
    return isPage(page);
  });
}

function overlap(a: Box, b: Box): boolean {
  const smaller = Math.min(area(a), area(b));
  return smaller > 0 && shared(a, b) >= LEAST_OVERLAP * smaller;
}
