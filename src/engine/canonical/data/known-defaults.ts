/** Drops default entries of objects that name their own type. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import {
  CID_FONT_DEFAULTS,
  dropDefaults,
  FORM_DEFAULTS,
  FUNCTION_DEFAULTS,
  IMAGE_DEFAULTS,
  PATTERN_DEFAULTS,
  SHADING_DEFAULTS,
} from '#engine/pdf/schema/defaults.ts';
import { type Dict, Name, Stream } from '#engine/pdf/syntax/objects.ts';
import { componentsOf } from './components.ts';

export function dropKnownDefaults(pdf: PdfDocument, dict: Dict, isStream: boolean): void {
  const subtype = dict.name('Subtype');
  if (isStream && subtype === 'Form') dropDefaults(pdf, dict, FORM_DEFAULTS);
  else if (isStream && subtype === 'Image') dropImageDefaults(pdf, dict);
  else if (subtype === 'CIDFontType0' || subtype === 'CIDFontType2') dropDefaults(pdf, dict, CID_FONT_DEFAULTS);
  else if (dict.integer('PatternType') !== undefined) dropDefaults(pdf, dict, PATTERN_DEFAULTS);
  const shading = dict.integer('ShadingType');
  if (shading !== undefined) dropDefaults(pdf, dict, SHADING_DEFAULTS[shading] ?? { AntiAlias: false });
  const type = dict.integer('FunctionType');
  if (type !== undefined && dict.array('Domain')) dropDefaults(pdf, dict, FUNCTION_DEFAULTS[type] ?? {});
}

/** Table 88: the samples of most colour spaces are from 0 to 1. */
function dropImageDefaults(pdf: PdfDocument, image: Dict): void {
  dropDefaults(pdf, image, IMAGE_DEFAULTS);
  const isMask = image.boolean('ImageMask') ?? false;
  // 8.9.6.2: the samples of a mask have one bit, and no other value is allowed.
  if (isMask) dropDefaults(pdf, image, { BitsPerComponent: 1 });
  const decode = isMask ? [0, 1] : decodeOf(pdf, image);
  if (decode) dropDefaults(pdf, image, { Decode: decode });
}

function decodeOf(pdf: PdfDocument, image: Dict): readonly number[] | undefined {
  const space = image.get('ColorSpace');
  const [first, profile] = Array.isArray(space) ? space.map((item) => pdf.resolve(item)) : [space];
  const family = first instanceof Name ? first.value : '';
  const bits = image.integer('BitsPerComponent') ?? 0;
  if (family === 'Indexed') return bits > 0 && bits <= 8 ? [0, 2 ** bits - 1] : undefined;
  // The samples of these colour spaces have the ranges of the colour space.
  if (family === 'Lab' || (profile instanceof Stream && profile.dict.has('Range'))) return undefined;
  const components = componentsOf(pdf, space) ?? 0;
  return components > 0 ? Array.from({ length: 2 * components }, (_, index) => index % 2) : undefined;
}
