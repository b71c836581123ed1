/** Compares the drawing of a field with its value and with its earlier drawing. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfObject, PdfString, Stream, toNumber } from '#engine/pdf/syntax/objects.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { textOfString } from '#engine/text/text-string.ts';
import {
  defaultAppearance,
  fieldFlags,
  fieldMaxLength,
  fieldOptions,
  fieldType,
  fieldValue,
} from '#engine/signature/fields.ts';
import { colourFrom } from '#engine/tamper/painting/paint-state.ts';
import { showsValue } from './agreement.ts';
import { isPaper, type Look, readLook, squeeze, UNREADABLE } from './look-text.ts';

/** ISO 32000-2, tables 231 and 233: the flag of a password field, and that of a combo box, which shows one choice. */
const PASSWORD = 1 << 13;
const COMBO = 1 << 17;
/** Table 229: a push button has no value. */
const PUSH_BUTTON = 1 << 16;
const MAX_MARKS = 2;
/** The state of a box without a tick (12.7.5.2.3). */
const OFF = 'Off';

/** ISO 32000-2, table 170: the appearances under the pointer and for a pressed button. */
const TOUCHED = ['R', 'D'] as const;
type Touched = (typeof TOUCHED)[number];

const NOTHING: Look = {
  isBorrowing: false,
  text: '',
  isPictured: false,
  isCurved: false,
  strokes: 0,
  isPale: false,
  isLayered: false,
  isUncertain: false,
};
/** People cannot read smaller letters. In units of user space. */
const LEAST_SIZE = 2;
/** Table 231: the field has several lines. */
const MULTILINE = 1 << 12;
/** Letters that are larger than this many heights of the field are cut off. */
const MOST_HEIGHTS = 1.5;
/** No font is narrower on average, for letters and digits, in ems. */
const LEAST_WIDTH = 0.4;
/** Colours that differ by less in red, green and blue cannot be distinguished on a screen. */
const SAME_COLOUR = 0.1;
/** The number of components for the colours of a default appearance. */
const COMPONENTS: ReadonlyMap<string, number> = new Map([
  ['g', 1],
  ['rg', 3],
  ['k', 4],
]);

/** The appearance of a field or annotation in its current state; undefined if it has none. */
export function lookOf(pdf: PdfDocument, field: Dict, kind: 'N' | Touched = 'N'): Look | undefined {
  const looks = field.dict('AP');
  const states = looks?.dict(kind);
  const appearance = looks?.stream(kind) ?? states?.stream(field.name('AS') ?? states.keys()[0] ?? '');
  return appearance && readLook(pdf, appearance);
}

/** Whether an annotation is a mark without text in all its appearances and states. */
export function isSilent(pdf: PdfDocument, annotation: Dict): boolean {
  const looks = ['N', ...TOUCHED].flatMap((kind) => {
    const look = annotation.dict('AP')?.get(kind) ?? null;
    if (look instanceof Stream) return [look];
    return look instanceof Dict ? look.keys().flatMap((state) => look.stream(state) ?? []) : [];
  });
  return looks.every((look) => {
    const { text, isPictured } = readLook(pdf, look);
    return text === '' && !isPictured;
  });
}

/**
 * Whether a button can only show a mark: at most two signs of the standard font of ticks, lines and fills. Programs
 * redraw such marks when they fill in forms, but never a caption or a picture.
 */
export function isTick(pdf: PdfDocument, button: Dict): boolean {
  if ((fieldFlags(button) & PUSH_BUTTON) !== 0) return false;
  return ['N', ...TOUCHED].every((kind) => {
    const states = button.dict('AP')?.get(kind) ?? null;
    const keys = states instanceof Dict ? states.keys() : [];
    const looks = states instanceof Dict ? keys.flatMap((key) => states.stream(key) ?? []) : [];
    return looks.length === keys.length && looks.every((look) => isMark(pdf, look));
  });
}

/** Whether a field now shows another text under the pointer, or pressed, than on the page. */
export function showsOtherWhenTouched(before: PdfDocument, was: Dict, after: PdfDocument, is: Dict): boolean {
  const type = fieldType(is);
  if (type !== 'Tx' && type !== 'Ch') return false;
  const shown = lookOf(after, is)?.text ?? '';
  return TOUCHED.some((kind) => {
    const [old = NOTHING, now = NOTHING] = [lookOf(before, was, kind), lookOf(after, is, kind)];
    const isOther = now.text !== '' && now.text !== shown && now.text !== old.text;
    return isOther || drawsMore(old, now, fieldMaxLength(is));
  });
}

/** Whether a button shows a state that differs from its value. */
export function showsOtherState(button: Dict): boolean {
  const value = fieldValue(button);
  const state = button.name('AS');
  const looks = button.dict('AP')?.dict('N');
  if (!(value instanceof Name) || state === undefined || !looks) return false;
  return state !== (looks.has(value.value) ? value.value : OFF);
}

/** Whether the appearance of a state now shows the mark of the other one: no tick for on, or a tick for off. */
export function isTickedOtherwise(before: PdfDocument, was: Dict, after: PdfDocument, is: Dict): boolean {
  const [old, now] = [was.dict('AP')?.dict('N'), is.dict('AP')?.dict('N')];
  const empty = now?.stream(OFF);
  const bare = empty ? readLook(after, empty) : NOTHING;
  return new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]).values().some((state) => {
    const [then, later] = [old?.stream(state), now?.stream(state)];
    if (!then) return false;
    const [first, second] = [readLook(before, then), later ? readLook(after, later) : NOTHING];
    if (state === OFF) return first.text === '' && second.text !== '';
    return first.text !== '' && second.text === '' && !second.isCurved && second.strokes <= bare.strokes;
  });
}

function isMark(pdf: PdfDocument, appearance: Stream): boolean {
  const look = readLook(pdf, appearance);
  if (look.isPictured || look.isUncertain || look.text.length > MAX_MARKS) return false;
  const fonts = appearance.dict.dict('Resources')?.dict('Font');
  return look.text === '' || (fonts?.keys() ?? []).every((key) => isFontOfTicks(fonts?.dict(key)));
}

function isFontOfTicks(font: Dict | undefined): boolean {
  return font?.name('BaseFont') === 'ZapfDingbats' && !font.has('FontDescriptor');
}

/**
 * Whether a field shows another text than its value. The result is true only if it is certain: unreadable text and
 * empty values prove nothing.
 */
export function appearanceContradicts(pdf: PdfDocument, field: Dict): boolean {
  const look = lookOf(pdf, field);
  const texts = valueTexts(pdf, field);
  if (!look || texts.length === 0 || !texts.every(isPlain) || !isPlain(look.text)) return false;
  return !texts.some((text) =>
    isList(field) ? text.includes(look.text) : showsValue(look.text, text, isFormatted(field)),
  );
}

/**
 * Whether a later appearance shows content that the value does not explain: another text for the same value, a text
 * without a value, or a picture instead of a text.
 */
export function looksOtherwise(before: PdfDocument, was: Dict, after: PdfDocument, is: Dict): boolean {
  const type = fieldType(is);
  if ((type !== 'Tx' && type !== 'Ch') || isPassword(is)) return false;
  const [old = NOTHING, now] = [lookOf(before, was), lookOf(after, is)];
  if (now && (drawsMore(old, now, fieldMaxLength(is)) || (now.isPale && !old.isPale && !isPale(was)))) return true;
  const value = valueOf(is);
  if (value === '') return now !== undefined && isPlain(now.text) && now.text !== old.text;
  if (valueOf(was) !== value || !isPlain(old.text)) return false;
  if (now?.isBorrowing === true && !old.isBorrowing) return true;
  if (now && !isPlain(now.text)) return true; // the text was readable before and is not any more
  // Readers draw the value if there is no appearance.
  const shown = now ? now.text : (valueTexts(after, is)[0] ?? '');
  return shown === '' || (isPlain(shown) && !isSame(old.text, shown, is));
}

/** Whether an appearance shows more than text: pictures, curves, letters made of lines, a layer. */
function drawsMore(old: Look, now: Look, cells: number): boolean {
  return (
    (now.isPictured && !old.isPictured) ||
    (now.isCurved && !old.isCurved) ||
    (now.isLayered && !old.isLayered) ||
    (now.isUncertain && !old.isUncertain) ||
    now.strokes > old.strokes + cells
  );
}

/**
 * Whether the entries of a field hide its value: in the colour of paper or of its background, too small, too large for
 * its rectangle, or as a password.
 */
export function hidesItsValue(field: Dict): boolean {
  const words = writingOf(field);
  const size = Math.abs(Number(words[words.indexOf('Tf') - 1] ?? 0)); // with 0 readers choose the size
  if (isPassword(field) || isPale(field) || isLikeItsGround(field)) return true;
  return size !== 0 && (size < LEAST_SIZE || isCutOff(field, size));
}

/** Whether letters of this size are higher than the field, or a line of them is longer. */
function isCutOff(field: Dict, size: number): boolean {
  const [x1, y1, x2, y2] = (field.array('Rect') ?? []).map((side) => toNumber(side));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return false;
  const isOneLine = fieldType(field) === 'Tx' && (fieldFlags(field) & MULTILINE) === 0;
  const length = isOneLine ? valueOf(field).length * LEAST_WIDTH * size : 0;
  return size > MOST_HEIGHTS * Math.abs(y2 - y1) || length > Math.abs(x2 - x1);
}

/** Whether the text of a field has the colour of paper (ISO 32000-2, 12.7.4.3). */
function isPale(field: Dict): boolean {
  return isPaper(inkOf(field));
}

/** Whether the text has the colour of the field's background (table 192). */
function isLikeItsGround(field: Dict): boolean {
  const ground = (field.dict('MK')?.array('BG') ?? []).map((part) => toNumber(part) ?? 0);
  if (ground.length === 0) return false;
  const [ink, paper] = [colourFrom(inkOf(field)), colourFrom(ground)];
  return ink.every((part, index) => Math.abs(part - (paper[index] ?? 0)) <= SAME_COLOUR);
}

/** The components of the text colour; black by default. */
function inkOf(field: Dict): number[] {
  const words = writingOf(field);
  const at = words.findLastIndex((word) => COMPONENTS.has(word));
  const count = COMPONENTS.get(words[at] ?? '') ?? 0;
  const numbers = words.slice(Math.max(0, at - count), Math.max(0, at)).map(Number);
  return numbers.length > 0 ? numbers : [0];
}

function writingOf(field: Dict): string[] {
  return latin1(defaultAppearance(field)).trim().split(/\s+/);
}

/** Whether two appearances of one value are equal apart from a cut or a format. */
function isSame(a: string, b: string, field: Dict): boolean {
  if (isList(field)) return a.includes(b) || b.includes(a);
  const hasFormat = isFormatted(field);
  return showsValue(a, b, hasFormat) || showsValue(b, a, hasFormat);
}

function isList(field: Dict): boolean {
  return fieldType(field) === 'Ch' && (fieldFlags(field) & COMBO) === 0;
}

/** Whether a script formats the shown value, as a number with a currency or as a date. */
function isFormatted(field: Dict): boolean {
  return field.dict('AA')?.has('F') === true || field.dict('Parent')?.dict('AA')?.has('F') === true;
}

/** The texts that a field may show for its value: the value, or the name of its choice. */
function valueTexts(pdf: PdfDocument, field: Dict): string[] {
  const type = fieldType(field);
  if ((type !== 'Tx' && type !== 'Ch') || isPassword(field)) return [];
  const values = stringsIn(fieldValue(field)).map(squeeze);
  if (type === 'Tx') return values.filter((text) => text !== '');
  const options = fieldOptions(field, pdf).map(({ value, shown }) => ({
    value: squeeze(value),
    shown: squeeze(shown),
  }));
  // A list shows as many choices as fit, so the text of all choices together contains every part.
  if (isList(field)) return values.length > 0 ? [options.map(({ shown }) => shown).join('')] : [];
  return values.flatMap((value) => [value, ...options.filter((one) => one.value === value).map(({ shown }) => shown)]);
}

function isPassword(field: Dict): boolean {
  return fieldType(field) === 'Tx' && (fieldFlags(field) & PASSWORD) !== 0;
}

/** The value as it is written. The values of a list are joined. */
function valueOf(field: Dict): string {
  return stringsIn(fieldValue(field)).map(squeeze).join(' ').trim();
}

function stringsIn(value: PdfObject): string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => (item instanceof PdfString ? [textOfString(item)] : []));
}

function isPlain(text: string): boolean {
  return text !== '' && !text.includes(UNREADABLE);
}
