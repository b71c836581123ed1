/**
 * The drawing of a button (ISO 32000-2, 12.7.5.2): the appearance of its state, or one that is made from its colours,
 * border, mark and caption (table 192). Where the standard leaves a choice, the drawing is that of most of PDFium,
 * MuPDF and poppler.
 */
import type { Box } from '#engine/content/matrix.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Stream } from '#engine/pdf/syntax/objects.ts';
import { formOf } from './annotation-appearance.ts';
import { type Field, FIELD_FLAGS, flagsOf } from './field.ts';
import { buttonState } from './field-value.ts';
import type { AppearanceGenerator } from './generate.ts';

/** The appearance of a button; undefined if its state has none, null if its state is defined as empty. */
type Found = Stream | null | undefined;

export function isPushButton(field: Field): boolean {
  return (flagsOf(field) & FIELD_FLAGS.pushButton) !== 0;
}

/** The appearance of the current state of a check box or radio button. */
export function markAppearance(pdf: PdfDocument, field: Field, rect: Box): Found {
  const normal = field.widget.dict('AP')?.get('N');
  if (normal instanceof Stream) return formOf(pdf, normal, rect);
  const states = normal instanceof Dict ? normal : undefined;
  const state = buttonState(field, states);
  const stream = states?.stream(state);
  if (stream) return formOf(pdf, stream, rect) ?? null;
  return state === 'Off' && states?.get(state) ? null : undefined;
}

export function madeButton(generator: AppearanceGenerator, field: Field, rect: Box): Stream {
  if (isPushButton(field)) return generator.pushButton(field, rect);
  return generator.mark(field, rect, isOn(field));
}

export function isOn(field: Field): boolean {
  const normal = field.widget.dict('AP')?.get('N');
  return buttonState(field, normal instanceof Dict ? normal : undefined) !== 'Off';
}

/** Whether the button has an icon or a layout with an icon (table 192, `I` and `TP`). */
export function hasIcon({ widget }: Field): boolean {
  const characteristics = widget.dict('MK');
  return characteristics !== undefined && (characteristics.has('I') || (characteristics.integer('TP') ?? 0) !== 0);
}
