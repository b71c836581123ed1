/** Finds the opaque parts of a picture (ISO 32000-2, 8.9.6 and 11.6.5.3). */
import type { Box } from '#engine/content/matrix.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Dict, Stream, toNumber } from '#engine/pdf/syntax/objects.ts';

const WHOLE: Box = { left: 0, bottom: 0, right: 1, top: 1 };
/** A picture with a mask is divided into this many rows and columns. */
const CELLS = 16;
const MAX_SAMPLES = 4 * 1024 * 1024;
/** The share of samples of a cell that must be opaque. */
const LEAST_SHARE = 0.9;
/** The least alpha of an opaque sample, of 255. */
const LEAST_ALPHA = 230;

type IsOpaque = (column: number, row: number) => boolean;

/**
 * Rectangles within the unit square that the picture fills.
 * @param isStrict true if an unreadable mask counts as opaque
 */
export function opaqueParts(
  pdf: PdfDocument,
  image: Stream,
  { isStrict, mayRead }: { readonly isStrict: boolean; readonly mayRead: (bytes: number) => boolean },
): Box[] {
  const { dict } = image;
  const isStencil = dict.boolean('ImageMask') === true;
  const mask = isStencil ? image : (dict.stream('SMask') ?? dict.get('Mask') ?? null);
  if (mask === null) return [WHOLE];
  const width = (mask instanceof Stream ? mask.dict : dict).integer('Width') ?? 0;
  const height = (mask instanceof Stream ? mask.dict : dict).integer('Height') ?? 0;
  const isSmall = width > 0 && height > 0 && width * height <= MAX_SAMPLES;
  const samples = isSmall && mayRead(width * height) ? read(pdf, image, mask, width) : undefined;
  if (!samples) return isStrict ? [WHOLE] : [];
  return opaqueCells(samples, width, height);
}

function read(pdf: PdfDocument, image: Stream, mask: unknown, width: number): IsOpaque | undefined {
  const source = mask instanceof Stream ? mask : image;
  const bytes = pdf.bytesOf(source);
  if (!bytes) return undefined;
  const bits = source.dict.boolean('ImageMask') === true ? 1 : (source.dict.integer('BitsPerComponent') ?? 8);
  if (Array.isArray(mask)) return bits === 8 ? byColourKey(bytes, mask.map(toNumber), width) : undefined;
  const isInverted = toNumber(source.dict.array('Decode')?.[0] ?? null) === 1;
  // A stencil paints at 0, and a soft mask does not.
  const isStencil = source.dict.boolean('ImageMask') === true;
  if (bits === 1) {
    const painted = isStencil === isInverted ? 1 : 0;
    const rowBytes = Math.ceil(width / 8);
    return (column, row) => (((bytes[row * rowBytes + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1) === painted;
  }
  if (bits !== 8) return undefined;
  return (column, row) => {
    const sample = bytes[row * width + column] ?? 0;
    return (isInverted ? 255 - sample : sample) >= LEAST_ALPHA;
  };
}

/** A pixel whose components all lie in the given ranges is left out (8.9.6.4). */
function byColourKey(bytes: Uint8Array, ranges: readonly (number | undefined)[], width: number): IsOpaque {
  const components = ranges.length >> 1;
  return (column, row) => {
    const at = (row * width + column) * components;
    for (let index = 0; index < components; index++) {
      const sample = bytes[at + index] ?? 0;
      if (sample < (ranges[2 * index] ?? 0) || sample > (ranges[2 * index + 1] ?? 0)) return true;
    }
    return false;
  };
}

function opaqueCells(isOpaque: IsOpaque, width: number, height: number): Box[] {
  const [columns, rows] = [Math.min(CELLS, width), Math.min(CELLS, height)];
  const found: Box[] = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const [from, to] = [Math.floor((x * width) / columns), Math.floor(((x + 1) * width) / columns)];
      const [first, end] = [Math.floor((y * height) / rows), Math.floor(((y + 1) * height) / rows)];
      let opaque = 0;
      for (let row = first; row < end; row++)
        for (let column = from; column < to; column++) if (isOpaque(column, row)) opaque++;
      if (opaque < LEAST_SHARE * (to - from) * (end - first)) continue;
      found.push({ left: x / columns, right: (x + 1) / columns, bottom: 1 - (y + 1) / rows, top: 1 - y / rows });
    }
  }
  return found;
}

/** The data of an inline image are not available here. */
export function inlineParts(image: Dict, isStrict: boolean): Box[] {
  const isMask = (image.boolean('IM') ?? image.boolean('ImageMask')) === true;
  return isMask && !isStrict ? [] : [WHOLE];
}
