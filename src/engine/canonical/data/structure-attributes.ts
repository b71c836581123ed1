/** Attribute objects of structure elements in one form (ISO 32000-2, 14.7.6). */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfArray } from '#engine/pdf/syntax/objects.ts';
import { ATTRIBUTE_DEFAULTS, withoutDefaults } from '#engine/pdf/schema/defaults.ts';

/**
 * Returns a function that spells the attributes of one element. Thousands of elements may share a list, which is
 * handled once.
 */
export function attributeSpelling(pdf: PdfDocument): (element: Dict) => void {
  const spelled = new Map<PdfArray, PdfArray>();
  return (element) => {
    const written = element.get('A');
    if (Array.isArray(written)) {
      const kept = spelled.get(written) ?? written.filter((item) => pdf.resolve(item) !== 0);
      spelled.set(written, kept);
      setList(element, kept);
    }
    const attributes = element.get('A');
    // An attribute overrides that of a class even with the default value (14.7.6.2), so it stays then.
    if (attributes instanceof Dict && !element.has('C')) keepSaid(pdf, element, attributes);
  };
}

/** Revision 0 is the default, and a single attribute object needs no array. */
function setList(element: Dict, attributes: PdfArray): void {
  const [only] = attributes;
  if (only === undefined) element.delete('A');
  else element.set('A', attributes.length === 1 ? only : attributes);
}

function keepSaid(pdf: PdfDocument, element: Dict, attributes: Dict): void {
  const defaults = ATTRIBUTE_DEFAULTS.get(attributes.name('O') ?? '');
  if (!defaults) return;
  // An element with a class may share the dictionary, so this one is not changed.
  const said = withoutDefaults(pdf, attributes, defaults);
  const hasValues = said.keys().some((key) => key !== 'O' && key !== 'Type');
  if (!hasValues) element.delete('A');
  else if (said !== attributes) element.set('A', said);
}
