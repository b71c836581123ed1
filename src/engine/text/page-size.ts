/**
 * Sides of pages. PDFium's reading of text keeps a bit for each unit of a page's width and height, so a page of 2^31
 * units asks for a quarter of a GiB, and whether it gets that is the machine's affair. Judged beforehand.
 */
import { exceeded, LIMITS } from '#engine/pdf/budget.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { type PdfArray, toNumber } from '#engine/pdf/syntax/objects.ts';

/** Ends the document when a side of the visible box (ISO 32000-2, 14.11.2: MediaBox within CropBox) is too long. */
export function refuseLargePage(pdf: PdfDocument, { dict }: Page): void {
  const media = sides(pdf, dict.array('MediaBox'));
  const crop = sides(pdf, dict.array('CropBox'));
  const isTooLong = (axis: 0 | 1): boolean => {
    const [low, high] = crop ? common(media?.[axis], crop[axis]) : (media?.[axis] ?? [0, 0]);
    return high - low > LIMITS.pageSide;
  };
  if (isTooLong(0) || isTooLong(1)) exceeded('the size of a page');
}

type Side = readonly [low: number, high: number];

function sides(pdf: PdfDocument, box: PdfArray | undefined): readonly [Side, Side] | undefined {
  const [x1, y1, x2, y2] = (box ?? []).map((item) => toNumber(pdf.resolve(item)));
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  return [side(x1, x2), side(y1, y2)];
}

function side(a: number, b: number): Side {
  return [Math.min(a, b), Math.max(a, b)];
}

/** Boxes that do not meet leave nothing; readers then show one or the other, so the longer one counts. */
function common(media: Side | undefined, crop: Side): Side {
  if (!media) return crop;
  const low = Math.max(media[0], crop[0]);
  const high = Math.min(media[1], crop[1]);
  if (low < high) return [low, high];
  return media[1] - media[0] > crop[1] - crop[0] ? media : crop;
}
