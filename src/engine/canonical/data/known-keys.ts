/**
 * The entries that mean something, dictionary by dictionary (ISO 32000-2). What is not listed is private, obsolete or
 * says how a file was made (`Name`, `LastModified`, `PieceInfo`, `Thumb`): nothing shows it.
 */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfObject } from '#engine/pdf/syntax/objects.ts';

const keys = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Table 5, as far as it may stand in a canonical stream. */
const STREAM_KEYS = 'Length Filter DecodeParms DP DL F';

/** Table 87 */
const IMAGE_KEYS = keys(`${STREAM_KEYS}
  Type Subtype Width Height ColorSpace BitsPerComponent Intent ImageMask Mask Decode Interpolate Alternates SMask
  SMaskInData StructParent Metadata OC AF Measure PtData Matte`);

/** Table 93 */
const FORM_KEYS = keys(`${STREAM_KEYS}
  Type Subtype FormType BBox Matrix Resources Group Ref Metadata StructParent StructParents OC AF Measure PtData`);

/** Table 57 */
const STATE_KEYS = keys(`
  Type LW LC LJ ML D RI OP op OPM Font BG BG2 UCR UCR2 TR TR2 HT HTO FL SM SA BM SMask CA ca AIS TK UseBlackPtComp`);

/** Tables 94 and 145 */
const GROUP_KEYS = keys('Type S CS I K');

/** Tables 109, 110, 115 and 119 */
const FONT_KEYS = keys(`
  Type Subtype BaseFont FirstChar LastChar Widths FontDescriptor Encoding ToUnicode FontBBox FontMatrix CharProcs
  Resources DescendantFonts CIDSystemInfo DW W DW2 W2 CIDToGIDMap`);

/** Tables 120 and 122 */
const DESCRIPTOR_KEYS = keys(`
  Type FontName FontFamily FontStretch FontWeight Flags FontBBox ItalicAngle Ascent Descent Leading CapHeight XHeight
  StemV StemH AvgWidth MaxWidth MissingWidth FontFile FontFile2 FontFile3 CharSet Style Lang FD CIDSet`);

/** Keeps the known entries of an image, a form, or what the resources of a dictionary lead to. */
export function keepKnownKeys(pdf: PdfDocument, dict: Dict, isStream: boolean): void {
  const subtype = isStream ? dict.name('Subtype') : undefined;
  if (subtype === 'Image') keep(dict, IMAGE_KEYS);
  else if (subtype === 'Form') keep(dict, FORM_KEYS);
  if (subtype === 'Form' || dict.name('Type') === 'Page') keep(dict.get('Group'), GROUP_KEYS);
  // Names of resources are chosen freely: what is a category is known by where it stands alone.
  for (const resources of [dict.get('Resources'), dict.get('DR')]) {
    if (!(resources instanceof Dict)) continue;
    for (const state of valuesOf(resources, 'ExtGState')) keep(state, STATE_KEYS);
    for (const font of valuesOf(resources, 'Font')) keepFont(pdf, font);
  }
}

function keepFont(pdf: PdfDocument, font: Dict): void {
  keep(font, FONT_KEYS);
  keep(font.get('FontDescriptor'), DESCRIPTOR_KEYS);
  for (const item of font.array('DescendantFonts') ?? []) {
    const descendant = pdf.resolve(item);
    if (!(descendant instanceof Dict)) continue;
    keep(descendant, FONT_KEYS);
    keep(descendant.get('FontDescriptor'), DESCRIPTOR_KEYS);
  }
}

function valuesOf(resources: Dict, category: string): Dict[] {
  const entries = resources.get(category);
  if (!(entries instanceof Dict)) return [];
  return entries.keys().flatMap((name) => {
    const value = entries.get(name);
    return value instanceof Dict && !isPlace(value) ? [value] : [];
  });
}

/** What stands here by mistake is something else too. */
function isPlace(dict: Dict): boolean {
  return dict.has('Kids') || dict.has('Parent') || dict.has('Rect');
}

/** A stream that stands here by mistake keeps the entries by which it is decoded. */
function keep(dict: PdfObject, known: ReadonlySet<string>): void {
  if (!(dict instanceof Dict)) return;
  for (const key of dict.keys()) if (!known.has(key)) dict.delete(key);
}

/** Table 31: entries of pages that show nothing on them. */
export const UNSEEN_PAGE_KEYS = ['DPart', 'LastModified', 'Thumb'] as const;
