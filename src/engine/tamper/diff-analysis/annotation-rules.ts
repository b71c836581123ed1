/** Annotations that were added, changed or removed, and whether they are drawn over what was signed. */
import { type Box, readBox } from '#engine/content/matrix.ts';
import { Dict, type PdfObject, Ref, toNumber } from '#engine/pdf/syntax/objects.ts';
import { fieldName } from '#engine/signature/fields.ts';
import { isSilent } from '#engine/tamper/appearance/appearance.ts';
import { shared } from '#engine/tamper/painting/marks.ts';
import { DARK, lightness } from '#engine/tamper/painting/paint-state.ts';
import type { Diff } from './diff.ts';
import type { Role } from './roles.ts';
import { addField } from './signature-field-rules.ts';
import { directIn, isLargerThan, isVisible, MAX_ICON_SIDE, references, renumbered } from './values.ts';

/** In units of user space: wider ones hide what they run along. */
const MAX_BORDER_WIDTH = 6;

/** Annotations whose look is a small sign. */
const ICONS: ReadonlySet<string> = new Set(['Text', 'Caret', 'FileAttachment']);

/** Actions that follow a link. All others run programs, change fields or send data. */
const LINK_ACTIONS: ReadonlySet<string> = new Set(['GoTo', 'URI']);
/** Of annotations that stand elsewhere in the list. */
const MAX_MOVED = 500;
const ACTION_KEYS = ['A', 'AA', 'PA'] as const;

export function compareAnnotations(diff: Diff, before: PdfObject, after: PdfObject, number: number): void {
  const was = references(before);
  const is = references(after);
  for (const added of is.difference(was)) addAnnotation(diff, added);
  for (const removed of was.difference(is)) {
    const annotation = diff.before.object(removed);
    const isField = annotation instanceof Dict && annotation.name('Subtype') === 'Widget';
    const field = isField ? fieldName(annotation) : '';
    diff.add(isField ? 'form' : 'annotation', removed, 'annotation removed', { field, hides: true });
  }
  if (isStackedOtherwise(diff, before, after)) diff.add('annotation', number, 'order of annotations', { hides: true });
  if (!diff.comparison.same(directIn(before), directIn(after))) diff.add('annotation', number, 'annotations of a page');
  for (const same of renumbered(before, after)) diff.add('annotation', same, 'generation of an annotation');
}

/** Whether of two annotations that overlap the other one lies above: it is the one that the list names last. */
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

/** Where a list names each of its references for the last time. */
function lastPlaces(list: PdfObject): Map<number, number> {
  const items = Array.isArray(list) ? list : [];
  return new Map(items.flatMap((item, index) => (item instanceof Ref ? [[item.number, index]] : [])));
}

function boxOf(diff: Diff, number: number): Box | undefined {
  const annotation = diff.after.object(number);
  return annotation instanceof Dict ? readBox(diff.after, annotation.array('Rect')) : undefined;
}

/** Compares an annotation or what it shows; one that becomes another kind is not the one that was allowed. */
export function compareAnnotation(
  diff: Diff,
  role: Role,
  number: number,
  before: Dict | undefined,
  after: Dict | undefined,
): void {
  const changed = ACTION_KEYS.filter((key) => !diff.comparison.same(before?.raw(key), after?.raw(key)));
  if (role === 'annotation' && after) for (const key of changed) diff.add('action', number, `annotation /${key}`);
  const was = (diff.old.ownerOf.get(number) ?? before)?.name('Subtype');
  const is = diff.new.ownerOf.get(number) ?? after;
  const subtype = was === is?.name('Subtype') ? was : undefined;
  diff.add('annotation', number, role.replaceAll('-', ' '), {
    subtype,
    hides: is !== undefined && isDrawnOver(diff, is, number),
  });
}

function addAnnotation(diff: Diff, number: number): void {
  const annotation = diff.after.object(number);
  if (annotation === null) return;
  // MuPDF draws a stream as the annotation that its dictionary states, and follows a reference to a reference.
  if (!(annotation instanceof Dict)) return diff.add('annotation', number, 'annotation that is not a dictionary');
  if (annotation.name('Subtype') === 'Widget') return addField(diff, annotation, number, isVisible(annotation));
  const hides = isDrawnOver(diff, annotation, number);
  if (!isPlainLink(annotation)) diff.add('action', number, 'annotation /A');
  diff.add('annotation', number, 'annotation added', { subtype: annotation.name('Subtype'), hides });
}

/** Whether an annotation does nothing, or leads to one place that it names. */
function isPlainLink(annotation: Dict): boolean {
  const action = annotation.get('A');
  if (annotation.has('AA') || annotation.has('PA')) return false;
  return action === null || (action instanceof Dict && LINK_ACTIONS.has(action.name('S') ?? '') && !action.has('Next'));
}

/** Without a look readers draw borders as wide as they are said to be, and multiply text by the colour of its mark. */
function isDrawnOverByReaders(annotation: Dict): boolean {
  const border = toNumber(annotation.array('Border')?.[2] ?? null) ?? 0;
  const width = annotation.dict('BS')?.number('W') ?? border;
  if (width > MAX_BORDER_WIDTH) return true;
  const colour = (annotation.array('C') ?? []).map((component) => toNumber(component));
  return annotation.name('Subtype') === 'Highlight' && lightness(colour) <= DARK;
}

/** Whether a note or a mark shows more than a sign: a text, a picture, or an area over text of the page. */
function isDrawnOver(diff: Diff, annotation: Dict, number: number): boolean {
  const isIcon = ICONS.has(annotation.name('Subtype') ?? '');
  if (!annotation.has('AP'))
    return isDrawnOverByReaders(annotation) || (isIcon && diff.liesOverText(annotation, number));
  if (!diff.mayRead()) return true; // past the limit the answer is never too lenient
  const box = readBox(diff.after, annotation.array('Rect'));
  return (
    !isSilent(diff.after, annotation) ||
    (isIcon && isLargerThan(box, MAX_ICON_SIDE)) ||
    diff.coversText(annotation, number)
  );
}
