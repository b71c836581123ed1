/** Borders of annotations without what goes without saying (ISO 32000-2, tables 168 and 169). */
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { BORDER_STYLE_DEFAULTS, dropDefaults } from './defaults.ts';

/**
 * A border style without entries stays, for Poppler draws a link's border where there is one. So does a dash pattern of
 * the default, and the intensity of clouds, which PDFium does not know; the width stays where `Border` has one, which
 * PDFium takes in its place.
 */
export function dropBorderDefaults(pdf: PdfDocument, annotation: Dict): void {
  const style = copyOf(pdf, annotation, 'BS');
  if (style) {
    dropDefaults(pdf, style, BORDER_STYLE_DEFAULTS);
    if (!annotation.has('Border')) dropDefaults(pdf, style, { W: 1 });
    if (!style.has('S')) style.delete('D');
  }
  const effect = copyOf(pdf, annotation, 'BE');
  if (!effect) return;
  dropDefaults(pdf, effect, { S: 'S' });
  if (!effect.has('S')) dropDefaults(pdf, effect, { I: 0 });
  if (effect.entries.size === 0) annotation.delete('BE');
}

/** Another annotation may have the same dictionary. */
function copyOf(pdf: PdfDocument, annotation: Dict, key: string): Dict | undefined {
  const dict = annotation.dict(key);
  if (!dict) return undefined;
  const copy = pdf.newDict();
  for (const [name, value] of dict.entries) copy.set(name, value);
  annotation.set(key, copy);
  return copy;
}
