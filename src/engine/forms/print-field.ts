/**
 * Describes for a form element of the structure tree the field that its content shows (ISO 32000-2, 14.8.5.6). The
 * element loses its widget when the page is flattened, and PDF/UA-1 then requires these attributes (ISO 14289-1,
 * 7.18.4).
 */
import { type Dict, Name, PdfString } from '#engine/pdf/syntax/objects.ts';
import { isOn, isPushButton } from './button-appearance.ts';
import { type Field, FIELD_FLAGS, flagsOf, type Form, inherited } from './field.ts';

export function printFieldOf(form: Form, widget: Dict): Dict {
  const field = form.fieldOf(widget);
  const role = roleOf(field);
  const attributes = form.pdf.newDict({ O: new Name('PrintField'), Role: new Name(role) });
  if (role === 'rb' || role === 'cb') attributes.set('Checked', new Name(isOn(field) ? 'on' : 'off'));
  const description = inherited(field.chain, 'TU');
  if (description instanceof PdfString) attributes.set('Desc', description);
  return attributes;
}

function roleOf(field: Field): string {
  if (field.type === 'Btn') return isPushButton(field) ? 'pb' : flagsOf(field) & FIELD_FLAGS.radio ? 'rb' : 'cb';
  return field.type === 'Ch' && (flagsOf(field) & FIELD_FLAGS.combo) === 0 ? 'lb' : 'tv';
}
