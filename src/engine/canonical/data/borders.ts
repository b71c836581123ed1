/** Drops the default entries of borders of annotations (ISO 32000-2, tables 168 and 169). */
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { BORDER_STYLE_DEFAULTS, withoutDefaults } from '#engine/pdf/schema/defaults.ts';

/**
 * An empty border style stays, because Poppler draws the border of a link only if there is one. A default dash pattern
 * and the intensity of clouds stay, because PDFium does not know these defaults. The width stays beside `Border`, which
 * PDFium would use instead. Another annotation may share the dictionary, so this one gets a copy.
 */
export function dropBorderDefaults(pdf: PdfDocument, annotation: Dict): void {
  const style = annotation.dict('BS');
  if (style) {
    const width = annotation.has('Border') ? {} : { W: 1 };
    const said = withoutDefaults(pdf, style, { ...BORDER_STYLE_DEFAULTS, ...width });
    annotation.set('BS', said.has('S') || !said.has('D') ? said : withoutDash(pdf, said));
  }
  const effect = annotation.dict('BE');
  if (!effect) return;
  const said = withoutDefaults(pdf, effect, { S: 'S' });
  const isPlain = !said.has('S') && withoutDefaults(pdf, said, { I: 0 }).size === 0;
  if (isPlain) annotation.delete('BE');
  else annotation.set('BE', said);
}

function withoutDash(pdf: PdfDocument, style: Dict): Dict {
  const solid = pdf.newDict();
  for (const [key, value] of style) if (key !== 'D') solid.set(key, value);
  return solid;
}
