/** Finds annotations that were added, changed or removed, and decides whether they cover signed content. */
import { type Box, readBox } from '#engine/content/matrix.ts';
import { Dict, type PdfObject, Ref, toNumber } from '#engine/pdf/syntax/objects.ts';
import { fieldName } from '#engine/signature/fields.ts';
import { isSilent } from '#engine/tamper/appearance/appearance.ts';
import { isPaper } from '#engine/tamper/appearance/strokes.ts';
import { shared } from '#engine/tamper/painting/marks.ts';
import type { Diff } from './diff.ts';
import type { Role } from './roles.ts';
import { addField } from './signature-field-rules.ts';
import {
  directIn,
  ICONS,
  isLargerThan,
  isOfOwnSize,
  isVisible,
  MAX_ICON_SIDE,
  references,
  renumbered,
} from './values.ts';

/** Annotations that exist to show a text or a picture. */
const SHOWING: ReadonlySet<string> = new Set(['FreeText', 'Stamp']);
/** Annotations without visible content of their own, so that their removal takes nothing from the reader. */
const UNTELLING: ReadonlySet<string> = new Set(['Text', 'Link', 'Highlight', 'Underline', 'Squiggly', 'Popup']);

/** Actions that follow a link. All others run programs, change fields or send data. */
const LINK_ACTIONS: ReadonlySet<string> = new Set(['GoTo', 'URI']);
/** The limit of compared annotations with another position in the list. */
const MAX_MOVED = 500;
/** ISO 32000-2, tables 166 and 172: the author, the time and the related objects of an annotation. */
const QUIET_KEYS: ReadonlySet<string> = new Set([
  'M',
  'NM',
  'P',
  'Parent',
  'Popup',
  'StructParent',
  'CreationDate',
  'T',
  'Subj',
]);
/** The popup shows these. An annotation that exists for a text shows it on the page. */
const COMMENT_KEYS: ReadonlySet<string> = new Set(['Contents', 'RC', 'C']);
const ACTION_KEYS = ['A', 'AA', 'PA'] as const;

export function compareAnnotations(diff: Diff, before: PdfObject, after: PdfObject, number: number): void {
  const was = references(before);
  const is = references(after);
  for (const added of is.difference(was)) addAnnotation(diff, added);
  for (const removed of was.difference(is)) {
    const annotation = diff.before.object(removed);
    const subtype = annotation instanceof Dict ? annotation.name('Subtype') : undefined;
    const isField = subtype === 'Widget' && annotation instanceof Dict;
    if (isField) diff.add('form', removed, 'annotation removed', { field: fieldName(annotation), hides: true });
    else
      diff.add('annotation', removed, 'annotation removed', {
        subtype,
        hides: !isUntelling(diff, annotation, removed),
      });
  }
  if (isStackedOtherwise(diff, before, after)) diff.add('annotation', number, 'order of annotations', { hides: true });
  if (!diff.comparison.same(directIn(before), directIn(after))) diff.add('annotation', number, 'annotations of a page');
  for (const same of renumbered(before, after)) diff.add('annotation', same, 'generation of an annotation');
}

/** Whether the order of two overlapping annotations changed. The list names the upper one last. */
function isStackedOtherwise(diff: Diff, before: PdfObject, after: PdfObject): boolean {
  const [was, is] = [lastPlaces(before), lastPlaces(after)];
  const stack = [...was]
    .toSorted(([, a], [, b]) => a - b)
    .flatMap(([number]) => (is.has(number) ? [{ number, place: is.get(number) ?? 0 }] : []));
  const sorted = stack.toSorted((a, b) => a.place - b.place);
  const first = stack.findIndex((one, index) => one !== sorted[index]);
  const last = stack.findLastIndex((one, index) => one !== sorted[index]);
  if (first < 0) return false;
  if (last - first > MAX_MOVED) return true; // past the limit the answer is never too lenient
  const moved = stack.slice(first, last + 1).map(({ number, place }) => ({ place, box: boxOf(diff, number) }));
  return moved.some(({ place, box }, index) =>
    moved.slice(index + 1).some((other) => other.place < place && box && other.box && shared(box, other.box) > 0),
  );
}

/** The last position of each reference in a list. */
function lastPlaces(list: PdfObject): Map<number, number> {
  const items = Array.isArray(list) ? list : [];
  return new Map(items.flatMap((item, index) => (item instanceof Ref ? [[item.number, index]] : [])));
}

function boxOf(diff: Diff, number: number): Box | undefined {
  const annotation = diff.after.object(number);
  return annotation instanceof Dict ? readBox(diff.after, annotation.array('Rect')) : undefined;
}

/** Compares an annotation or its appearance. An annotation with a new subtype is not the one that was allowed. */
export function compareAnnotation(
  diff: Diff,
  role: Role,
  number: number,
  before: Dict | undefined,
  after: Dict | undefined,
): void {
  const changed = ACTION_KEYS.filter((key) => !diff.comparison.same(before?.raw(key), after?.raw(key)));
  if (role === 'annotation' && after) for (const key of changed) diff.add('action', number, `annotation /${key}`);
  const was = diff.old.ownerOf.get(number) ?? before;
  const is = diff.new.ownerOf.get(number) ?? after;
  const subtype = was?.name('Subtype') === is?.name('Subtype') ? was?.name('Subtype') : undefined;
  const hides = !was || !is || isDrawnOver(diff, is, number) || isDrawnOtherwise(diff, was, is, number);
  diff.add('annotation', number, role.replaceAll('-', ' '), { subtype, hides });
}

/** Whether a signed annotation lost or moved its mark, shows another text, or no longer hides what it hid. */
function isDrawnOtherwise(diff: Diff, was: Dict, is: Dict, number: number): boolean {
  const subtype = is.name('Subtype') ?? '';
  const keys = diff.changedKeys(was, is);
  if (subtype === 'Popup' && keys.includes('Parent')) return true;
  if (UNTELLING.has(subtype) || ICONS.has(subtype)) return diff.coversOtherText(was, is, number);
  const isOfComment = (key: string): boolean => QUIET_KEYS.has(key) || (COMMENT_KEYS.has(key) && !SHOWING.has(subtype));
  return keys.length === 0 || !keys.every(isOfComment) || isPale(is);
}

/** Whether readers draw it without a colour or in the colour of paper. */
function isPale(annotation: Dict): boolean {
  const colour = annotation.array('C');
  return colour !== undefined && (colour.length === 0 || isPaper(colour.map((part) => toNumber(part) ?? 0)));
}

function addAnnotation(diff: Diff, number: number): void {
  const annotation = diff.after.object(number);
  if (annotation === null) return;
  // MuPDF reads a stream as the annotation in its dictionary, and follows a reference to a reference.
  if (!(annotation instanceof Dict)) return diff.add('annotation', number, 'annotation that is not a dictionary');
  if (annotation.name('Subtype') === 'Widget') return addField(diff, annotation, number, isVisible(annotation));
  const hides = isDrawnOver(diff, annotation, number);
  if (!isPlainLink(annotation)) diff.add('action', number, 'annotation /A');
  diff.add('annotation', number, 'annotation added', { subtype: annotation.name('Subtype'), hides });
}

/** Whether an annotation does nothing or leads to one place that it names. */
function isPlainLink(annotation: Dict): boolean {
  const action = annotation.get('A');
  if (annotation.has('AA') || annotation.has('PA')) return false;
  return action === null || (action instanceof Dict && LINK_ACTIONS.has(action.name('S') ?? '') && !action.has('Next'));
}

/** Whether the removal of an annotation neither hides readable content nor reveals hidden content. */
function isUntelling(diff: Diff, annotation: PdfObject, number: number): boolean {
  if (!(annotation instanceof Dict) || !UNTELLING.has(annotation.name('Subtype') ?? '')) return false;
  return diff.mayRead() && isSilent(diff.before, annotation) && !diff.hidText(annotation, number);
}

/**
 * Whether a note or a mark shows more than a sign: an unexpected text or picture, or one so near to text of the page
 * that both are read together. `Diff` compares all annotations of the page with its text.
 */
function isDrawnOver(diff: Diff, annotation: Dict, number: number): boolean {
  diff.noteAnnotation(annotation, 'annotation');
  if (!diff.mayRead()) return true; // past the limit the answer is never too lenient
  const subtype = annotation.name('Subtype') ?? '';
  const isIcon = ICONS.has(subtype);
  if (isIcon)
    return showsText(diff, annotation) || isLargerThan(readBox(diff.after, annotation.array('Rect')), MAX_ICON_SIDE);
  if (!UNTELLING.has(subtype) && isOfOwnSize(annotation)) return true;
  if (SHOWING.has(subtype)) return diff.standsInText(annotation, number);
  return showsText(diff, annotation);
}

/** A line may have a caption (table 178). */
function showsText(diff: Diff, annotation: Dict): boolean {
  return annotation.boolean('Cap') === true || !isSilent(diff.after, annotation);
}
