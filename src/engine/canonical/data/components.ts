/** The number of components of a colour (ISO 32000-2, 8.6). */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Name, type PdfObject, Stream } from '#engine/pdf/syntax/objects.ts';

const COMPONENTS: ReadonlyMap<string, number> = new Map([
  ['DeviceGray', 1],
  ['DeviceRGB', 3],
  ['DeviceCMYK', 4],
  ['CalGray', 1],
  ['CalRGB', 3],
  ['Lab', 3],
  ['Indexed', 1],
  ['Separation', 1],
]);

/** Undefined if the colour space does not define the number. */
export function componentsOf(pdf: PdfDocument, space: PdfObject): number | undefined {
  if (space instanceof Name) return COMPONENTS.get(space.value);
  if (!Array.isArray(space)) return undefined;
  const [family, parameter] = space.slice(0, 2).map((item) => pdf.resolve(item));
  if (!(family instanceof Name)) return undefined;
  if (family.value === 'DeviceN') return Array.isArray(parameter) ? parameter.length : undefined;
  if (family.value !== 'ICCBased') return COMPONENTS.get(family.value);
  return parameter instanceof Stream ? parameter.dict.integer('N') : undefined;
}
