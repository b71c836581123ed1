/** Attribute objects of structure elements in one form (ISO 32000-2, 14.7.6). */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfArray } from '#engine/pdf/syntax/objects.ts';
import { ATTRIBUTE_DEFAULTS, withoutDefaults } from '#engine/pdf/schema/defaults.ts';

/** Spells the attributes of one element after the other. Thousands may have the same list: it is gone over once. */
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
    // An attribute overrides that of a class (14.7.6.2), even with the default value.
    if (attributes instanceof Dict && !element.has('C')) keepSaid(pdf, element, attributes);
  };
}

/** A revision of 0 is that of attributes of which none is said, and one attribute object needs no array. */
function setList(element: Dict, attributes: PdfArray): void {
  const [only] = attributes;
  if (only === undefined) element.delete('A');
  else element.set('A', attributes.length === 1 ? only : attributes);
}

function keepSaid(pdf: PdfDocument, element: Dict, attributes: Dict): void {
  const defaults = ATTRIBUTE_DEFAULTS.get(attributes.name('O') ?? '');
  if (!defaults) return;
  // Another element, with a class, may have the same dictionary.
  const said = withoutDefaults(pdf, attributes, defaults);
  const hasValues = said.keys().some((key) => key !== 'O' && key !== 'Type');
  if (!hasValues) element.delete('A');
  else if (said !== attributes) element.set('A', said);
}
