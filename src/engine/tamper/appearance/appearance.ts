/** What a field shows, held against what its value says and against what it showed before. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfObject, PdfString, type Stream } from '#engine/pdf/syntax/objects.ts';
import { decodeText } from '#engine/text/text-string.ts';
import { fieldFlags, fieldOptions, fieldType, fieldValue } from '#engine/signature/fields.ts';
import { type Look, readLook, squeeze, UNREADABLE } from './look-text.ts';

/** ISO 32000-2, tables 231 and 233: the field hides what is typed; the choices drop down, one is shown. */
const PASSWORD = 1 << 13;
const COMBO = 1 << 17;
/** Table 229: it is pressed and keeps no value. */
const PUSH_BUTTON = 1 << 16;
const MAX_MARKS = 2;

const NOTHING: Look = { text: '', isPictured: false, isCurved: false };

/** The normal appearance of a field or widget; undefined when it has none. */
export function lookOf(pdf: PdfDocument, field: Dict): Look | undefined {
  const appearance = field.dict('AP')?.stream('N');
  return appearance && readLook(pdf, appearance);
}

/** Whether an annotation's look is a sign beside or on the text, with nothing to read in it. */
export function isSilent(pdf: PdfDocument, annotation: Dict): boolean {
  const look = lookOf(pdf, annotation);
  return look === undefined || (look.text === '' && !look.isPictured);
}

/**
 * Whether all that a button can show is a mark: no more than two signs of the standard font of ticks, lines and fills.
 * Forms are filled in with these drawn anew; a caption or a picture is nothing to fill in.
 */
export function isTick(pdf: PdfDocument, button: Dict): boolean {
  if ((fieldFlags(button) & PUSH_BUTTON) !== 0) return false;
  const normal = button.dict('AP')?.get('N') ?? null;
  const keys = normal instanceof Dict ? normal.keys() : [];
  const looks = normal instanceof Dict ? keys.flatMap((key) => normal.stream(key) ?? []) : [];
  return looks.length === keys.length && looks.every((look) => isMark(pdf, look));
}

function isMark(pdf: PdfDocument, appearance: Stream): boolean {
  const look = readLook(pdf, appearance);
  if (look.isPictured || look.text.length > MAX_MARKS) return false;
  const fonts = appearance.dict.dict('Resources')?.dict('Font');
  return look.text === '' || (fonts?.keys() ?? []).every((key) => isFontOfTicks(fonts?.dict(key)));
}

function isFontOfTicks(font: Dict | undefined): boolean {
  return font?.name('BaseFont') === 'ZapfDingbats' && !font.has('FontDescriptor');
}

/**
 * Whether a field shows another text than its value says. Answers true only when it is certain: what nobody can
 * read and empty values prove nothing.
 */
export function appearanceContradicts(pdf: PdfDocument, field: Dict): boolean {
  const look = lookOf(pdf, field);
  const texts = valueTexts(pdf, field);
  if (!look || texts.length === 0 || !texts.every(isPlain) || !isPlain(look.text)) return false;
  return !texts.some((text) => agrees(look.text, text));
}

/**
 * Whether a later look of a field shows what its value does not account for: another text beside the same value, a text
 * beside none, or a picture where a text was.
 */
export function looksOtherwise(before: PdfDocument, was: Dict, after: PdfDocument, is: Dict): boolean {
  const type = fieldType(is);
  if ((type !== 'Tx' && type !== 'Ch') || isPassword(is)) return false;
  const [old = NOTHING, now] = [lookOf(before, was), lookOf(after, is)];
  if (now && ((now.isPictured && !old.isPictured) || (now.isCurved && !old.isCurved))) return true;
  const value = valueOf(is);
  if (value === '') return now !== undefined && isPlain(now.text) && now.text !== old.text;
  if (valueOf(was) !== value || !isPlain(old.text)) return false;
  // Without a look readers draw the value.
  const shown = now ? now.text : (valueTexts(after, is)[0] ?? '');
  return shown === '' || (isPlain(shown) && !agrees(old.text, shown));
}

/** What a field may show for its value, in any of several spellings: the value, or what its choice is called. */
function valueTexts(pdf: PdfDocument, field: Dict): string[] {
  const type = fieldType(field);
  if ((type !== 'Tx' && type !== 'Ch') || isPassword(field)) return [];
  const values = stringsIn(fieldValue(field)).map(squeeze);
  if (type === 'Tx') return values.filter((text) => text !== '');
  const options = fieldOptions(field, pdf).map(({ value, shown }) => ({
    value: squeeze(value),
    shown: squeeze(shown),
  }));
  // A list shows its choices, or as many as have room; all of them in a row hold every part.
  if ((fieldFlags(field) & COMBO) === 0) return values.length > 0 ? [options.map(({ shown }) => shown).join('')] : [];
  return values.flatMap((value) => [value, ...options.filter((one) => one.value === value).map(({ shown }) => shown)]);
}

function isPassword(field: Dict): boolean {
  return fieldType(field) === 'Tx' && (fieldFlags(field) & PASSWORD) !== 0;
}

/** The value as it is written, several of a list in a row. */
function valueOf(field: Dict): string {
  return stringsIn(fieldValue(field)).map(squeeze).join(' ').trim();
}

function stringsIn(value: PdfObject): string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => (item instanceof PdfString ? [decodeText(item.bytes)] : []));
}

/** One may be part of the other: fields cut what has no room, and write a currency beside a number. */
function agrees(a: string, b: string): boolean {
  if (RIGHT_TO_LEFT.test(a) && RIGHT_TO_LEFT.test(b)) return inAnyOrder(a) === inAnyOrder(b);
  return a.includes(b) || b.includes(a);
}

/** Looks write these from left to right, values as they are spoken. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

function inAnyOrder(text: string): string {
  return [...text].toSorted().join('');
}

function isPlain(text: string): boolean {
  return text !== '' && !text.includes(UNREADABLE);
}
