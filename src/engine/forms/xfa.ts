/** Tells dynamic XFA forms, whose pages exist only in an XFA processor, from static ones (ISO 32000-2, Annex K). */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Name, PdfString } from '#engine/pdf/syntax/objects.ts';
import { scanContent } from '#engine/content/operations.ts';
import { decodeShown, type FontCodes } from './font-codes.ts';
import type { Form } from './field.ts';
import { FontCabinet } from './text-font.ts';

/** What authoring tools put on the only page for viewers that cannot show the form. */
const PLACEHOLDER = 'pleasewait';

export function hasXfa(form: Form): boolean {
  return form.dict.get('XFA') !== null;
}

export function isDynamicXfa(form: Form, hasWidgets: boolean): boolean {
  if (!hasXfa(form)) return false;
  if (form.pdf.catalog.boolean('NeedsRendering') === true) return true;
  return !hasWidgets && form.pdf.pages.length === 1 && firstPageText(form.pdf).includes(PLACEHOLDER);
}

/** The text of the first page's own content, letters only. */
function firstPageText(pdf: PdfDocument): string {
  const [page] = pdf.pages;
  if (!page) return '';
  const cabinet = new FontCabinet(pdf);
  const fonts = page.dict.dict('Resources')?.dict('Font');
  let font: FontCodes | undefined;
  let text = '';
  scanContent(pdf.pageContent(page), pdf.budget, ({ operator, operands }) => {
    if (operator === 'Tf') {
      const [name] = operands;
      const dict = name instanceof Name ? fonts?.dict(name.value) : undefined;
      font = dict && cabinet.codesOf(dict);
    }
    const last = operands.at(-1);
    for (const item of Array.isArray(last) ? last : [last]) {
      if (item instanceof PdfString && font) text += decodeShown(font, item.bytes) ?? '';
    }
  });
  return text.toLowerCase().replaceAll(/[^a-z]/g, '');
}
