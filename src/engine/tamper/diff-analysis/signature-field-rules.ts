/** Checks added fields and signature fields. A signing may show only its own appearance and may hide nothing. */
import { Dict } from '#engine/pdf/syntax/objects.ts';
import { fieldName, fieldType, fieldValue, isSigned } from '#engine/signature/fields.ts';
import { showsSomething } from './appearance-rules.ts';
import type { Diff } from './diff.ts';
import { isOfOwnSize, isVisible } from './values.ts';

/** Keys of fields and widgets that define their position and visibility. */
export const PLACING_FIELD_KEYS: ReadonlySet<string> = new Set(['Rect', 'OC', 'Subtype', 'FT', 'CA', 'ca', 'BM']);

/** @param isNewSight true if it is visible and was not before */
export function addField(diff: Diff, field: Dict, number: number, isNewSight: boolean): void {
  const known = diff.old.roles.get(number) === 'field' && !isNewSight;
  const named = namedField(diff, field);
  if (fieldType(named) !== 'Sig') {
    if (!known) diff.add('field-added', number, 'field added', { field: fieldName(named) });
  } else if (isSigned(named)) addSignature(diff, field, named, number, isNewSight);
  else if (isNewSight && (showsSomething(diff, field) || diff.coversText(field, number)))
    diff.add('field-added', number, 'empty signature field that shows something', { field: fieldName(named) });
  else if (!known) diff.add('signature-added', number, 'empty signature field', { isNewSight });
}

/** A widget may omit its parent. It then belongs to the new field that lists it. */
function namedField(diff: Diff, widget: Dict): Dict {
  const above = diff.new.fieldAbove.get(widget);
  if (above === undefined || widget.has('Parent') || widget.has('FT') || diff.old.roles.has(above)) return widget;
  const field = diff.after.object(above);
  return field instanceof Dict ? field : widget;
}

/**
 * A signature proves the content of its own revision (12.8.1). A signature that is older than its field was made for
 * another field.
 */
export function addSignature(diff: Diff, field: Dict, named: Dict, number: number, isNewSight: boolean): void {
  if (isNewSight) diff.noteAnnotation(field, 'covering');
  if (isNewSight && (isOfOwnSize(field) || diff.coversText(field, number)))
    diff.add('covering', number, 'signature above text', { field: fieldName(named), hides: true });
  const value = fieldValue(named);
  if (value instanceof Dict && diff.isOlder(value))
    return diff.add('signature-reused', number, 'field with an older signature', { field: fieldName(named) });
  const isTimestamp = value instanceof Dict && isDocumentTimestamp(value);
  diff.add(isTimestamp ? 'timestamp-added' : 'signature-added', number, 'signature', {
    field: fieldName(named),
    isNewSight: isNewSight || (isTimestamp && isVisible(field)),
  });
}

export function compareSignatureField(
  diff: Diff,
  before: Dict,
  after: Dict,
  number: number,
  key: string,
  wasSigned: boolean,
): void {
  const isMoved = !diff.comparison.same(before.raw('Rect'), after.raw('Rect'));
  if (wasSigned) diff.add('signature', number, `signature field /${key}`, { hides: key === 'AP' });
  else if (PLACING_FIELD_KEYS.has(key) && key !== 'Rect')
    diff.add('form', number, `signature field /${key}`, { field: fieldName(before), hides: true });
  else if (key === 'V' && isSigned(after)) addSignature(diff, after, after, number, isMoved && isVisible(after));
  else if (isSigned(after)) return;
  else if (key === 'Rect' || ((key === 'AP' || key === 'AS') && showsSomething(diff, after)))
    diff.add('appearance', number, `empty signature field /${key}`, { hides: true });
  else if (before.has(key)) diff.add('form', number, `signature field /${key}`, { field: fieldName(before) });
}

function isDocumentTimestamp(value: Dict): boolean {
  return value.name('Type') === 'DocTimeStamp' || value.name('SubFilter') === 'ETSI.RFC3161';
}
