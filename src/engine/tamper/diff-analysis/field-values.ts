/**
 * Compares the values of fields in a signed revision. Filling in an empty field adds a value. A replaced or emptied
 * value was part of the signed content.
 */
import { decodeUtf8 } from '#platform';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfObject, PdfString, Stream } from '#engine/pdf/syntax/objects.ts';
import {
  defaultValue,
  fieldFlags,
  fieldMaxLength,
  fieldName,
  fieldOptions,
  fieldType,
  fieldValue,
  selectedIndices,
} from '#engine/signature/fields.ts';
import { lookOf } from '#engine/tamper/appearance/appearance.ts';
import { textOfString } from '#engine/text/text-string.ts';
import { parseXml, type XmlElement } from '#engine/xmp/xml.ts';
import { checkAppearance } from './appearance-rules.ts';
import type { Diff } from './diff.ts';

/** ISO 32000-2, tables 229, 231 and 233: the flags that affect the drawing of a value. */
const DRAWING_FLAGS = [13, 14, 16, 17, 18, 25, 26].reduce((flags, position) => flags | (1 << (position - 1)), 0);
/** Table 227: people cannot change the value. */
const READ_ONLY = 1;
/** Table 231: the field shows its rich text instead of its value. */
const RICH_TEXT = 1 << 25;

/**
 * Compares every field of the earlier revision, since a value may come from a field above it or from another object.
 */
export function compareValues(diff: Diff): void {
  for (const [number, role] of diff.old.roles) {
    if (role !== 'field' || diff.old.ownerOf.has(number)) continue;
    const [was, is] = [diff.before.object(number), diff.after.object(number)];
    if (was instanceof Dict && is instanceof Dict && fieldType(was) !== 'Sig') compareFilled(diff, was, is, number);
  }
}

function compareFilled(diff: Diff, was: Dict, is: Dict, number: number): void {
  const [before, after] = [valuesOf(diff.before, was), valuesOf(diff.after, is)];
  const isReplaced = before.some((value, index) => value !== '' && value !== after[index]);
  // Another state selects another appearance.
  if (before[1] !== after[1] && fieldType(is) !== 'Btn') checkAppearance(diff, was, is, number, fieldName(was));
  if (isReplaced && isFixed(diff, was))
    diff.add('form', number, 'field /V, read-only', { field: fieldName(was), hides: true });
  if (isReplaced || (before.join('') === '' && showedText(diff, was, before.join() !== after.join())))
    diff.add('value', number, 'field /V', { field: fieldName(was) });
  else if (before.some((value) => value !== '') && drawingOf(was) !== drawingOf(is))
    diff.add('form', number, 'field /Ff, /FT or /MaxLen', { field: fieldName(was), hides: true });
}

/** People cannot fill in a read-only field, and without an order of calculation no script does. */
function isFixed(diff: Diff, field: Dict): boolean {
  const form = diff.before.trailer.dict('Root')?.dict('AcroForm');
  return (fieldFlags(field) & READ_ONLY) !== 0 && form?.has('CO') !== true;
}

/** Whether a field showed a text before it got its first value. */
function showedText(diff: Diff, was: Dict, isFilledIn: boolean): boolean {
  const type = fieldType(was);
  if (!isFilledIn || (type !== 'Tx' && type !== 'Ch')) return false;
  return !diff.mayRead() || (lookOf(diff.before, was)?.text ?? '') !== '';
}

/** The value, the state of a button and the rich text; empty entries where the field has none. */
function valuesOf(pdf: PdfDocument, field: Dict): readonly [value: string, state: string, richText: string] {
  const stated = fieldValue(field) ?? defaultValue(field);
  const isRich = (fieldFlags(field) & RICH_TEXT) !== 0;
  return [
    fieldType(field) === 'Ch' ? chosen(pdf, field, stated) : textOf(pdf, stated),
    textOf(pdf, field.get('AS')),
    isRich ? textOf(pdf, field.get('RV')) : '',
  ];
}

/** Options may share a value, and `/I` then says which of them a reader shows (12.7.5.4). */
function chosen(pdf: PdfDocument, field: Dict, stated: PdfObject): string {
  const value = textOf(pdf, stated);
  const options = fieldOptions(field, pdf);
  const isAmbiguous = new Set(options.map((option) => option.value)).size < options.length;
  if (value === '' || !isAmbiguous) return value;
  return [value, ...selectedIndices(field).map((index) => options[index]?.shown ?? '')].join('\n');
}

/** Whether `/I` marks other options than the value. Some readers show the marked ones, others the value. */
export function marksOtherChoice(pdf: PdfDocument, field: Dict): boolean {
  const options = fieldOptions(field, pdf);
  const marked = selectedIndices(field).map((index) => options[index]?.value ?? '');
  const stated = fieldValue(field);
  const values = (Array.isArray(stated) ? stated : [stated]).map((value) => textOf(pdf, value));
  return marked.length > 0 && marked.map(comparable).toSorted().join('\n') !== values.toSorted().join('\n');
}

function textOf(pdf: PdfDocument, value: PdfObject): string {
  const items = Array.isArray(value) ? value : [value];
  const texts = items.map((item) => {
    const one = pdf.resolve(item);
    if (one instanceof Name) return one.value === 'Off' ? '' : one.value;
    if (one instanceof PdfString) return comparable(textOfString(one));
    if (one instanceof Stream) return comparable(textOfString(new PdfString(pdf.bytesOf(one) ?? one.raw)));
    return typeof one === 'number' || typeof one === 'boolean' ? String(one) : '';
  });
  return texts.join('\n').trim();
}

/** Programs that rewrite a value break its lines in their own way. */
function comparable(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, '');
}

function drawingOf(field: Dict): string {
  return [fieldType(field), fieldFlags(field) & DRAWING_FLAGS, fieldMaxLength(field)].join(' ');
}

/** Compares the values of an XFA form. Elements without text may get one. */
export function compareDatasets(diff: Diff, number: number): void {
  const [before, after] = [datasetsOf(diff.before, number), datasetsOf(diff.after, number)];
  if (!before || !after || !isFilledFrom(before, after)) diff.add('value', number, 'form /XFA datasets');
  else diff.add('form', number, 'form /XFA datasets');
}

function datasetsOf(pdf: PdfDocument, number: number): XmlElement | undefined {
  const packet = pdf.object(number);
  return packet instanceof Stream ? parseXml(decodeUtf8(pdf.bytesOf(packet) ?? packet.raw)) : undefined;
}

/** Whether each old element is still there with its text and in its order, and new ones have new names. */
function isFilledFrom(before: XmlElement, after: XmlElement): boolean {
  const text = before.text.trim();
  if (before.name !== after.name || (text !== '' && text !== after.text.trim())) return false;
  const names = new Set(before.children.map(({ name }) => name));
  const known = after.children.filter(({ name }) => names.has(name));
  return (
    known.length === before.children.length &&
    before.children.every((child, index) => {
      const same = known[index];
      return same !== undefined && isFilledFrom(child, same);
    })
  );
}
