/** Facts of a font dictionary: its name, its program, its widths (ISO 32000-2, 9.6 to 9.8). */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, type PdfArray, Stream, toNumber } from '#engine/pdf/syntax/objects.ts';

const LAST_CODE = 255;

/** Whether the document has the glyphs, in a font program or as procedures of a Type 3 font. */
export function isEmbedded(pdf: PdfDocument, font: Dict): boolean {
  const subtype = font.name('Subtype');
  if (subtype === 'Type3') return true;
  if (subtype !== 'Type0') return hasProgram(font.dict('FontDescriptor'));
  return hasProgram(descendantOf(pdf, font)?.dict('FontDescriptor'));
}

/** The CIDFont of a Type 0 font (9.7.6). */
function descendantOf(pdf: PdfDocument, font: Dict): Dict | undefined {
  const descendant = pdf.resolve(font.array('DescendantFonts')?.[0]);
  return descendant instanceof Dict ? descendant : undefined;
}

function hasProgram(descriptor: Dict | undefined): boolean {
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.get(key) instanceof Stream);
}

/** Whether codes are single bytes that select glyphs by name. Such a font can get another program. */
export function isSimple(font: Dict): boolean {
  return ['Type1', 'MMType1', 'TrueType'].includes(font.name('Subtype') ?? 'Type1');
}

/** The `BaseFont`, or that of the CIDFont of a Type 0 font, for messages: printable ASCII of limited length. */
export function displayName(pdf: PdfDocument, font: Dict): string {
  const name = (descendantOf(pdf, font) ?? font).name('BaseFont') ?? '';
  return name === '' ? '(unnamed)' : name.slice(0, 60).replaceAll(/[^ -~]/g, '?');
}

/** Widths by code; undefined unless both `FirstChar` and `Widths` exist, because a standard font may lack them. */
export function readWidths(pdf: PdfDocument, font: Dict): ReadonlyMap<number, number> | undefined {
  const first = font.integer('FirstChar');
  const widths = font.array('Widths');
  if (first === undefined || first < 0 || first > LAST_CODE || widths === undefined || widths.length === 0)
    return undefined;
  const entries = widths
    .slice(0, LAST_CODE + 1)
    .map((width, index) => [first + index, toNumber(pdf.resolve(width)) ?? 0] as const);
  return new Map(entries.filter(([code]) => code <= LAST_CODE));
}

/** An ordinary array has at most one number and one name for each code. */
const MAX_HONEST_DIFFERENCES = 512;

/**
 * The `Differences` of an encoding dictionary (ISO 32000-2, table 112), as they are written. Thousands of fonts may
 * share an array of millions. Items beyond the ordinary number therefore count towards the limit of character map
 * entries each time.
 */
export function differencesIn(pdf: PdfDocument, encoding: Dict): PdfArray {
  const differences = encoding.array('Differences') ?? [];
  pdf.budget.spend('cmapEntries', Math.max(0, differences.length - MAX_HONEST_DIFFERENCES));
  return differences;
}
