/**
 * The appearances of annotations that can be seen (ISO 32000-2, 12.5.5): the normal one, in the state the annotation is
 * in. Those for a mouse over or on it, and other states, are shown by interaction only; ISO 19005-2, 6.3.3, forbids
 * them. Buttons of forms keep theirs, for they change with the value.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, Stream } from '#engine/pdf/syntax/objects.ts';

/** Where no state is selected, or one without an appearance, readers show different ones: all stay. */
export function keepShownAppearance(pdf: PdfDocument, annotation: Dict): void {
  if (annotation.name('Subtype') === 'Widget' || annotation.has('FT')) return;
  const normal = annotation.dict('AP')?.get('N') ?? null;
  const shown = normal instanceof Stream ? normal : selectedOf(annotation);
  if (shown === undefined) return;
  // Another annotation, in another state, may have the same dictionary.
  annotation.set('AP', pdf.newDict().set('N', shown));
  annotation.delete('AS');
}

function selectedOf(annotation: Dict): Stream | undefined {
  const state = annotation.name('AS');
  return state === undefined ? undefined : annotation.dict('AP')?.dict('N')?.stream(state);
}
