/** Whether a field shows another text than its value says, as far as that can be read without its fonts. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Lexer } from '#engine/pdf/syntax/lexer.ts';
import type { Dict, Stream } from '#engine/pdf/syntax/objects.ts';
import { decodeText } from '#engine/text/text-string.ts';
import { fieldText, fieldType } from '#engine/signature/fields.ts';

const MAX_TOKENS = 20_000;
const MAX_FORMS = 16;

/**
 * Answers true only when it is certain: the appearance of a text field shows printable text and the value is not in it.
 * Fonts with their own codes, values of choice fields (which show another text by right) and empty values prove
 * nothing.
 */
export function appearanceContradicts(pdf: PdfDocument, field: Dict): boolean {
  if (fieldType(field) !== 'Tx') return false;
  const value = squeeze(fieldText(field) ?? '');
  const appearance = field.dict('AP')?.stream('N');
  if (value === '' || !appearance) return false;
  const shown = squeeze(shownText(pdf, appearance));
  if (shown === '' || !/^[\x20-\x7e]+$/.test(shown) || !/^[\x20-\x7e]+$/.test(value)) return false;
  return !shown.includes(value) && !value.includes(shown);
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}

/** The strings of an appearance and of the forms it draws, in order of its resources. */
function shownText(pdf: PdfDocument, appearance: Stream): string {
  const pending = [appearance];
  const seen = new Set<Stream>();
  let text = '';
  for (let next = pending.shift(); next && seen.size < MAX_FORMS; next = pending.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    text += stringsOf(pdf.bytesOf(next) ?? new Uint8Array());
    const objects = next.dict.dict('Resources')?.dict('XObject');
    for (const key of objects?.keys().toSorted() ?? []) {
      const form = objects?.stream(key);
      if (form?.dict.name('Subtype') === 'Form') pending.push(form);
    }
  }
  return text;
}

function stringsOf(content: Uint8Array): string {
  const lexer = new Lexer(content);
  let text = '';
  for (let count = 0; count < MAX_TOKENS; count++) {
    const kind = lexer.next();
    if (kind === 'eof') break;
    if (kind === 'string') text += decodeText(lexer.string.bytes);
  }
  return text;
}
