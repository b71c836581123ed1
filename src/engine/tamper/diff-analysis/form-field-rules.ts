/** Finds form fields that were filled in, added, removed, moved, hidden or replaced. */
import { Dict, type PdfObject, toNumber } from '#engine/pdf/syntax/objects.ts';
import {
  fieldName,
  fieldType,
  fieldValue,
  isHidden,
  isPrinted,
  isSigned,
  viewFlags,
} from '#engine/signature/fields.ts';
import { hidesItsValue } from '#engine/tamper/appearance/appearance.ts';
import {
  addFont,
  checkAppearance,
  compareAppearances,
  compareSignatureCover,
  compareStates,
} from './appearance-rules.ts';
import { borderWidth } from '#engine/tamper/painting/reader-marks.ts';
import type { Diff } from './diff.ts';
import { marksOtherChoice } from './field-values.ts';
import { addField, addSignature, compareSignatureField, PLACING_FIELD_KEYS } from './signature-field-rules.ts';
import { arrayLength, directIn, isVisible, references, renumbered } from './values.ts';

/** The entries that define the text of the codes of a font (ISO 32000-2, 9.6 to 9.8). */
const FONT_KEYS = ['BaseFont', 'Encoding', 'FontDescriptor', 'DescendantFonts', 'CharProcs'] as const;

/** Keys of fields and widgets that have no visible effect. */
const QUIET_FIELD_KEYS: ReadonlySet<string> = new Set(['P', 'Type', 'StructParent', 'NM', 'M']);

/**
 * The style of the text of fields (12.7.4.3), for the form or one field. `/DR` is compared separately. A program that
 * signs adds `/DA` to a form without one, as it adds fonts.
 */
const STYLE_KEYS: ReadonlySet<string> = new Set(['DA', 'DS', 'Q']);

/** Readers draw these around a value or read them aloud before it. Filling in changes none of them. */
const FRAME_KEYS: ReadonlySet<string> = new Set(['MK', 'BS', 'Border', 'TU']);

/** In units of user space. */
const MAX_UNSEEN_WIDTH = 2;
const COLOUR_STEP = 1 / 255;

/** Filling in and signing change none of these. */
const FIXED_KEYS: readonly string[] = [...PLACING_FIELD_KEYS, ...FRAME_KEYS, 'F', 'T', 'Opt'];

export function compareForms(diff: Diff, before: Dict | undefined, after: Dict | undefined, number: number): void {
  for (const key of diff.changedKeys(before, after)) {
    if (key === 'Fields') compareFieldLists(diff, before?.get(key) ?? null, after?.get(key) ?? null, number);
    else if (key === 'XFA') addXfa(diff, number);
    else if (key === 'DR') compareResources(diff, before?.dict(key), after?.dict(key), number);
    else if (key !== 'SigFlags' && !(key === 'DA' && before?.has(key) !== true))
      diff.add(STYLE_KEYS.has(key) ? 'field-style' : 'form', number, `form /${key}`);
    if (key === 'DA' && before && after) compareWriting(diff, before, after, number, '');
  }
}

/**
 * Programs that sign or fill in add resources of a form. Appearances that use an exchanged resource show other signs.
 */
function compareResources(diff: Diff, before: Dict | undefined, after: Dict | undefined, number: number): void {
  if ((before?.keys() ?? []).some((category) => isExchanged(diff, before?.get(category), after?.get(category))))
    diff.add('field-style', number, 'form /DR');
  const [was, is] = [before?.dict('Font'), after?.dict('Font')];
  const fonts = diff.changedKeys(was, is).filter((name) => {
    const [old, now] = [was?.dict(name), is?.dict(name)];
    return old && now && FONT_KEYS.some((key) => !diff.comparison.same(old.raw(key), now.raw(key)));
  });
  if (fonts.length > 0) addFont(diff, number);
}

/** Whether resources of a kind were removed or exchanged, and not only added. */
function isExchanged(diff: Diff, before: PdfObject | undefined, after: PdfObject | undefined): boolean {
  if (!(before instanceof Dict) || !(after instanceof Dict)) return !diff.comparison.same(before, after);
  return before.keys().some((name) => !diff.comparison.same(before.raw(name), after.raw(name)));
}

/** A reader that redraws a field follows its entries, which may make the value invisible. */
function compareWriting(diff: Diff, before: Dict, after: Dict, number: number, field: string): void {
  const form = diff.after.trailer.dict('Root')?.dict('AcroForm');
  const isDrawnAnew = form?.boolean('NeedAppearances') === true || (before.has('AP') && !after.has('AP'));
  if (!isDrawnAnew || !hidesItsValue(after) || hidesItsValue(before)) return;
  diff.add('appearance', number, 'field drawn anew and unseen', { field, hides: true });
}

/** An XFA form, which some readers show instead of the pages. */
export function addXfa(diff: Diff, number: number): void {
  diff.add('form', number, 'form /XFA', { hides: true });
}

/** Whether the object is a packet of an XFA form that holds its drawing and not its values. */
export function isPacket(diff: Diff, number: number): boolean {
  const form = diff.before.trailer.dict('Root')?.dict('AcroForm');
  return references(form?.get('XFA') ?? null).has(number);
}

export function compareFieldLists(diff: Diff, before: PdfObject, after: PdfObject, number: number): void {
  const was = references(before);
  const is = references(after);
  for (const added of is.difference(was)) {
    const field = diff.after.object(added);
    const isNew = diff.old.roles.get(added) !== 'field';
    if (field instanceof Dict) addField(diff, field, added, isNew && isVisible(field));
    else if (field !== null) diff.add('field-added', added, 'field that is not a dictionary');
  }
  for (const removed of was.difference(is)) {
    const field = diff.before.object(removed);
    if (!(field instanceof Dict)) continue;
    const kind = isSigned(field) ? 'signature' : 'form';
    diff.add(kind, removed, 'field removed', { field: fieldName(field), hides: kind === 'form' });
  }
  if (!diff.comparison.same(directIn(before), directIn(after))) diff.add('form', number, 'fields', { hides: true });
  for (const same of renumbered(before, after)) diff.add('form', same, 'generation of a field', { hides: true });
  const lost = arrayLength(before) > 0 && arrayLength(after) === 0 && was.size === 0;
  if (lost) diff.add('form', number, 'fields removed', { hides: true });
}

export function compareFields(diff: Diff, before: Dict | undefined, after: Dict | undefined, number: number): void {
  const owner = diff.old.ownerOf.get(number);
  if (owner) return compareEntry(diff, owner, number);
  if (!before || !after) return diff.add('form', number, 'field replaced', { hides: true });
  const field = fieldName(before);
  const wasSigned = isSigned(before);
  const isHiddenOtherwise = isHidden(before) !== isHidden(after) || (isPrinted(before) && !isPrinted(after));
  if (isHiddenOtherwise || viewFlags(before) !== viewFlags(after))
    diff.add('visibility', number, 'field /F', { field, hides: true });
  // Locks use names.
  if (field !== fieldName(after)) diff.add('form', number, 'name of a field', { field, hides: true });
  compareWriting(diff, before, after, number, field);
  if (fieldType(before) === 'Sig') compareSignatureCover(diff, before, after, number);
  if (fieldType(after) === 'Btn') compareStates(diff, before, after, number, field);
  for (const key of diff.changedKeys(before, after)) {
    if (QUIET_FIELD_KEYS.has(key) || framesAlike(diff, before, after, key)) continue;
    if (key === 'AP') compareAppearances(diff, before, after, number, field);
    if (key === 'A' || key === 'AA') diff.add('action', number, `field /${key}`);
    else if (key === 'Kids') compareFieldLists(diff, before.get(key), after.get(key), number);
    else if (fieldType(before) === 'Sig') compareSignatureField(diff, before, after, number, key, wasSigned);
    else if (PLACING_FIELD_KEYS.has(key) || FRAME_KEYS.has(key))
      diff.add('form', number, `field /${key}`, { field, hides: true });
    else if (key === 'TI' || key === 'I') compareList(diff, before, after, number, key);
    else if (key === 'Opt') diff.add('appearance', number, 'field /Opt', { field, hides: true });
    else diff.add(STYLE_KEYS.has(key) ? 'field-style' : 'form', number, `field /${key}`, { field });
  }
}

/**
 * Programs that fill in a field write the default frame explicitly, or a frame without a colour (12.5.4, table 192).
 */
function framesAlike(diff: Diff, before: Dict, after: Dict, key: string): boolean {
  const both = [before, after];
  if (key === 'MK') return hasSameColours(diff, before.dict('MK'), after.dict('MK'));
  if (key !== 'BS' && key !== 'Border') return false;
  return both.every(hasUsualBorder) || both.every(hasUnseenBorder);
}

/** Whether a change of `/MK` only rounds colours, since pdf.js writes them in 256 steps. */
function hasSameColours(diff: Diff, before: Dict | undefined, after: Dict | undefined): boolean {
  return diff.changedKeys(before, after).every((key) => {
    const [was, is] = [before?.array(key), after?.array(key)];
    if ((key !== 'BG' && key !== 'BC') || !was || was.length !== is?.length) return false;
    return was.every((part, index) => {
      const [a, b] = [toNumber(part), toNumber(is[index] ?? null)];
      return a !== undefined && b !== undefined && Math.abs(a - b) <= COLOUR_STEP;
    });
  });
}

/** A border of one unit and a solid style. */
function hasUsualBorder(field: Dict): boolean {
  const style = field.dict('BS');
  const isKnown = style === undefined || style.keys().every((key) => key === 'Type' || key === 'W' || key === 'S');
  const isPlain = field.get('Border') === null || style !== undefined || field.array('Border')?.length === 3;
  return isKnown && isPlain && (style?.name('S') ?? 'S') === 'S' && borderWidth(field) === 1;
}

/** A border without a colour is invisible, but a wide one still moves the text. */
function hasUnseenBorder(field: Dict): boolean {
  return (field.dict('MK')?.array('BC') ?? []).length === 0 && borderWidth(field) <= MAX_UNSEEN_WIDTH;
}

/**
 * The entries of a list define its scroll position and marks (12.7.5.4). A change can hide an unchanged value or mark
 * another choice.
 */
function compareList(diff: Diff, before: Dict, after: Dict, number: number, key: 'TI' | 'I'): void {
  const field = fieldName(before);
  const isFilled = fieldValue(after) !== null && diff.hasSameValue(before, after);
  const hides = key === 'I' ? marksOtherChoice(diff.after, after) : isFilled;
  diff.add(hides ? 'appearance' : 'form', number, `field /${key}`, { field, hides });
}

/**
 * An entry can be a separate object that changes without a change of the field. Two entries may share such an object.
 */
export function compareEntriesBehind(diff: Diff): void {
  for (const [number, role] of diff.old.roles) {
    if (role !== 'field' || diff.old.ownerOf.has(number)) continue;
    const [was, is] = [diff.before.object(number), diff.after.object(number)];
    if (was instanceof Dict && is instanceof Dict) compareBehind(diff, was, is, number);
  }
}

function compareBehind(diff: Diff, was: Dict, is: Dict, number: number): void {
  const isOther = (key: string): boolean =>
    diff.comparison.same(was.raw(key), is.raw(key)) && !diff.comparison.sameBehind(was.raw(key), is.raw(key));
  const field = fieldName(was);
  for (const key of FIXED_KEYS)
    if (isOther(key)) diff.add(key === 'F' ? 'visibility' : 'form', number, `field /${key}`, { field, hides: true });
  if (isOther('AS') && fieldType(is) === 'Btn') compareStates(diff, was, is, number, field);
}

/** Compares the separate object behind an entry of a field, such as its value. */
function compareEntry(diff: Diff, owner: Dict, number: number): void {
  const field = fieldName(owner);
  const now = diff.new.ownerOf.get(number) ?? owner;
  if (isSigned(now) && !isSigned(owner)) return addSignature(diff, now, now, number, false);
  diff.add(isSigned(owner) ? 'signature' : 'form', number, 'entry of a field', { field });
  checkAppearance(diff, owner, now, number, field);
  compareBehind(diff, owner, now, number);
}
