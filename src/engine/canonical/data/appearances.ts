/**
 * Only the normal appearance in the current state of an annotation is visible (ISO 32000-2, 12.5.5). The appearances
 * for the mouse and for other states need interaction, and ISO 19005-2, 6.3.3, forbids them. Buttons of forms keep all
 * appearances, because these change with the value.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, Stream } from '#engine/pdf/syntax/objects.ts';

/** All appearances stay if no state is selected or the selected state has none, because readers then differ. */
export function keepShownAppearance(pdf: PdfDocument, annotation: Dict): void {
  if (annotation.name('Subtype') === 'Widget' || annotation.has('FT')) return;
  const normal = annotation.dict('AP')?.get('N') ?? null;
  const shown = normal instanceof Stream ? normal : selectedOf(annotation);
  if (shown === undefined) return;
  // Another annotation in another state may share the dictionary, so this one gets its own.
  annotation.set('AP', pdf.newDict().set('N', shown));
  annotation.delete('AS');
}

function selectedOf(annotation: Dict): Stream | undefined {
  const state = annotation.name('AS');
  return state === undefined ? undefined : annotation.dict('AP')?.dict('N')?.stream(state);
}
