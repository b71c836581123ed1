/**
 * What a field shows, held against what its value says and against what it showed before, as far as that can be read
 * without its fonts.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Lexer } from '#engine/pdf/syntax/lexer.ts';
import { Dict, type PdfObject, PdfString, type Stream } from '#engine/pdf/syntax/objects.ts';
import { decodeText } from '#engine/text/text-string.ts';
import { fieldFlags, fieldOptions, fieldType, fieldValue } from '#engine/signature/fields.ts';

const MAX_TOKENS = 20_000;
const MAX_FORMS = 16;
/** What stands beyond shows nothing new. */
const MAX_TEXT_LENGTH = 20_000;

/** ISO 32000-2, tables 231 and 233: the field hides what is typed; the choices drop down, one is shown. */
const PASSWORD = 1 << 13;
const COMBO = 1 << 17;
/** Table 229: it is pressed and keeps no value. */
const PUSH_BUTTON = 1 << 16;
const MAX_MARKS = 2;

/** Operators that draw lines of any shape: letters can be drawn with them. Rectangles are backgrounds and borders. */
const CURVES: ReadonlySet<string> = new Set(['c', 'v', 'y']);

/** What one look shows. */
export interface Look {
  /** Its strings, without white space. */
  readonly text: string;
  /** It draws an image, a shading or glyphs of its own making: what those say cannot be read. */
  readonly isPictured: boolean;
  /** It draws curves, of which letters can be made, and signs of any other kind too. */
  readonly isCurved: boolean;
}

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
 * Whether a field shows another text than its value says. Answers true only when it is certain: fonts with their own
 * codes and empty values prove nothing.
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

function agrees(a: string, b: string): boolean {
  return a.includes(b) || b.includes(a);
}

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Reads an appearance and the forms it draws, in order of its resources. */
function readLook(pdf: PdfDocument, appearance: Stream): Look {
  const pending = [appearance];
  const seen = new Set<Stream>();
  let [text, isPictured, isCurved] = ['', false, false];
  for (let next = pending.shift(); next && seen.size < MAX_FORMS; next = pending.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const resources = next.dict.dict('Resources');
    const own = contentOf(pdf, next);
    if (text.length > MAX_TEXT_LENGTH) break;
    text += own.text;
    isCurved ||= own.isCurved;
    isPictured ||= own.isPictured || drawsGlyphsOfItsOwn(resources);
    const objects = resources?.dict('XObject');
    for (const key of objects?.keys().toSorted() ?? []) {
      const object = objects?.stream(key);
      if (object?.dict.name('Subtype') === 'Form') pending.push(object);
      else if (object && own.painted.has(key)) isPictured = true;
    }
  }
  return { text: squeeze(text), isPictured, isCurved };
}

/** The glyphs of a Type 3 font are drawings, whatever their codes say. */
function drawsGlyphsOfItsOwn(resources: Dict | undefined): boolean {
  const fonts = resources?.dict('Font');
  return (fonts?.keys() ?? []).some((key) => fonts?.dict(key)?.name('Subtype') === 'Type3');
}

interface Content extends Look {
  /** Names of the images and forms that it paints. */
  readonly painted: ReadonlySet<string>;
}

/** A look may be that of thousands of fields: it is read once. */
const known = new WeakMap<Stream, Content>();

function contentOf(pdf: PdfDocument, stream: Stream): Content {
  const content = known.get(stream) ?? readContent(pdf.bytesOf(stream) ?? new Uint8Array());
  known.set(stream, content);
  return content;
}

function readContent(bytes: Uint8Array): Content {
  const lexer = new Lexer(bytes);
  const painted = new Set<string>();
  let [text, name, isPictured, isCurved] = ['', '', false, false];
  for (let count = 0; count < MAX_TOKENS; count++) {
    const kind = lexer.next();
    if (kind === 'eof') break;
    if (kind === 'string' && text.length < MAX_TEXT_LENGTH) text += decodeText(lexer.string.bytes);
    if (kind === 'name') name = lexer.name.value;
    if (kind !== 'keyword') continue;
    if (lexer.keyword === 'Do') painted.add(name);
    isPictured ||= lexer.keyword === 'BI' || lexer.keyword === 'sh';
    isCurved ||= CURVES.has(lexer.keyword);
  }
  return { text, isPictured, isCurved, painted };
}
