/**
 * Completes the resources of an appearance that becomes page content (ISO 32000-2, 7.8.3). Names that its own resources
 * lack are searched in the default resources of the form and on the page, as viewers do.
 */
import { type Operation, scanContent } from '#engine/content/operations.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, Name, type Stream } from '#engine/pdf/syntax/objects.ts';

/** The index of the operand of each operator that names a resource, and its category. */
const NAMING: ReadonlyMap<string, readonly [category: string, operand: number]> = new Map([
  ['Tf', ['Font', 0]],
  ['Do', ['XObject', 0]],
  ['gs', ['ExtGState', 0]],
  ['cs', ['ColorSpace', 0]],
  ['CS', ['ColorSpace', 0]],
  ['sh', ['Shading', 0]],
  ['scn', ['Pattern', -1]],
  ['SCN', ['Pattern', -1]],
  ['BDC', ['Properties', 1]],
  ['DP', ['Properties', 1]],
]);

export function completeResources(pdf: PdfDocument, appearance: Stream, sources: readonly (Dict | undefined)[]): void {
  const own = appearance.dict.dict('Resources');
  const found = new Map<string, Dict>();
  scanContent(pdf.bytesOf(appearance) ?? new Uint8Array(), pdf.budget, (operation) => {
    const named = resourceOf(operation);
    if (!named) return;
    const [category, name] = named;
    if (own?.dict(category)?.has(name) || found.get(category)?.has(name)) return;
    const source = sources.map((resources) => resources?.dict(category)).find((entries) => entries?.has(name));
    if (!source) return;
    const copy = found.get(category) ?? copyOf(pdf, own?.dict(category));
    found.set(category, copy.set(name, source.raw(name) ?? null));
  });
  if (found.size === 0) return;
  const completed = copyOf(pdf, own);
  for (const [category, entries] of found) completed.set(category, entries);
  appearance.dict.set('Resources', completed);
}

/** Copies the dictionary, so that other owners of the resources stay unchanged. */
export function copyOf(pdf: PdfDocument, dict: Dict | undefined): Dict {
  return pdf.newDict(Object.fromEntries(dict ?? []));
}

function resourceOf({ operator, operands }: Operation): readonly [category: string, name: string] | undefined {
  const naming = NAMING.get(operator);
  const operand = naming && operands.at(naming[1]);
  return operand instanceof Name && naming ? [naming[0], operand.value] : undefined;
}
