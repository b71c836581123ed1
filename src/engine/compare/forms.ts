/** The values of form fields by their full names (ISO 32000-2, 12.7). The buttons of a radio group are one field. */
import type { FormChange } from '#engine/facts/compare.ts';
import { type Field, FIELD_FLAGS, flagsOf, Form, inherited, textOf } from '#engine/forms/field.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfObject, toName } from '#engine/pdf/syntax/objects.ts';
import { changedKeys, shown } from './changes.ts';

/** The value as text; null for a field without a value, such as a push button or a signature field. */
type Value = string | null;

/** Signature fields count as fields. The security facts say whether they are signed. */
export function readFields(pdf: PdfDocument): Map<string, Value> {
  const form = new Form(pdf);
  const values = new Map<string, Value>();
  for (const leaf of new Set([...form.nodes.filter((node) => isLeaf(pdf, node)), ...widgetsOf(pdf)])) {
    const field = form.fieldOf(leaf);
    const known = values.get(field.name);
    // If the group has no value, the button that is on gives the value.
    if (known === undefined || known === null || known === 'Off') values.set(field.name, valueOf(pdf, field));
  }
  return values;
}

function isLeaf(pdf: PdfDocument, node: Dict): boolean {
  return !(node.array('Kids') ?? []).some((kid) => pdf.resolve(kid) instanceof Dict);
}

/** Users can fill in widgets that only a page lists, so these count too. */
function widgetsOf(pdf: PdfDocument): Dict[] {
  const annotations = pdf.pages.flatMap(({ dict }) => dict.array('Annots') ?? []).map((item) => pdf.resolve(item));
  const dicts = annotations.filter((item) => item instanceof Dict);
  return dicts.filter((dict) => dict.name('Subtype') === 'Widget' && isLeaf(pdf, dict));
}

function valueOf(pdf: PdfDocument, field: Field): Value {
  if (field.type === 'Sig') return null;
  const value = inherited(field.chain, 'V');
  if (field.type === 'Btn') return buttonValue(field, value);
  const texts = (Array.isArray(value) ? value : [value]).flatMap((item) => textOf(pdf, item) ?? []);
  return texts.length > 0 ? texts.join(', ') : null;
}

function buttonValue(field: Field, value: PdfObject): Value {
  if ((flagsOf(field) & FIELD_FLAGS.pushButton) !== 0) return null;
  return toName(value) ?? field.widget.name('AS') ?? 'Off';
}

export function compareFields(before: ReadonlyMap<string, Value>, after: ReadonlyMap<string, Value>): FormChange[] {
  return changedKeys(before, after, (x, y) => x === y).map((change) => ({
    fieldName: shown(change.key),
    action: change.before === undefined ? 'added' : change.after === undefined ? 'removed' : 'modified',
    oldValue: shownValue(change.before),
    newValue: shownValue(change.after),
  }));
}

function shownValue(value: Value | undefined): Value {
  return value === undefined || value === null ? null : shown(value);
}
