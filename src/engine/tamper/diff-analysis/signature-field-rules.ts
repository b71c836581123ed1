/** Fields that were added, and signature fields: a signing shows nothing but itself, and hides nothing. */
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { fieldName, fieldType, isSigned } from '#engine/signature/fields.ts';
import { showsSomething } from './appearance-rules.ts';
import type { Diff } from './diff.ts';
import { isVisible } from './values.ts';

/** Field and widget keys that decide where and whether it shows. */
export const PLACING_FIELD_KEYS: ReadonlySet<string> = new Set(['Rect', 'OC', 'Subtype', 'FT']);

/** @param isNewSight it shows, and did not before */
export function addField(diff: Diff, field: Dict, number: number, isNewSight: boolean): void {
  const known = diff.old.roles.get(number) === 'field' && !isNewSight;
  if (fieldType(field) !== 'Sig') {
    if (!known) diff.add('field-added', number, 'field added', { field: fieldName(field) });
  } else if (isSigned(field)) addSignature(diff, field, number, isNewSight);
  else if (isNewSight && showsSomething(diff, field))
    diff.add('field-added', number, 'empty signature field that shows something', { field: fieldName(field) });
  else if (!known) diff.add('signature-added', number, 'empty signature field', { isNewSight });
}

function addSignature(diff: Diff, field: Dict, number: number, isNewSight: boolean): void {
  if (isNewSight && diff.coversText(field, number))
    diff.add('covering', number, 'signature above text', { field: fieldName(field), hides: true });
  const value = field.dict('V') ?? field.dict('Parent')?.dict('V');
  const isTimestamp = value?.name('Type') === 'DocTimeStamp' || value?.name('SubFilter') === 'ETSI.RFC3161';
  diff.add(isTimestamp ? 'timestamp-added' : 'signature-added', number, 'signature', {
    field: fieldName(field),
    isNewSight,
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
  else if (key === 'V' && isSigned(after)) addSignature(diff, after, number, isMoved && isVisible(after));
  else if (isSigned(after)) return;
  else if (key === 'Rect' || (key === 'AP' && showsSomething(diff, after)))
    diff.add('appearance', number, `empty signature field /${key}`, { hides: true });
  else if (before.has(key)) diff.add('form', number, `signature field /${key}`, { field: fieldName(before) });
}
