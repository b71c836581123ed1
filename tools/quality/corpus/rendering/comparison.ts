/** The message between the processes: the results of renderers and a text extractor before and after. */

export interface RenderingRequest {
  readonly before: string;
  readonly after: string;
}

export interface PageDifference {
  readonly page: number;
  /** The greatest number of pixels in one square of the page that are drawn only before. */
  readonly lost: number;
  /** The greatest number of pixels that are drawn only after. */
  readonly added: number;
}

export type Renderer = 'PDFium' | 'MuPDF' | 'poppler';

export interface RendererComparison {
  readonly renderer: Renderer;
  readonly pages: readonly PageDifference[];
  /** The reason for missing pictures. */
  readonly missing: string | null;
}

export interface RenderingComparison {
  /** PDFium and MuPDF, and poppler if these two disagree. */
  readonly renderers: readonly RendererComparison[];
  /** The number of pages that PDFium loads; null if it does not open the original. */
  readonly pageCount: number | null;
  /** Whether PDFium extracts the same words; null if it does not open the original. */
  readonly sameText: boolean | null;
}

/** Fewer pixels of a square are rounding of curves and corners. A letter of this size has about twenty. */
const SMALLEST_SPOT = 8;

export function isSpot(pixels: number): boolean {
  return pixels >= SMALLEST_SPOT;
}

/** Whether two renderers agree about every page: content was lost, added, or neither. */
export function agree(a: RendererComparison, b: RendererComparison): boolean {
  if (a.missing !== null || b.missing !== null) return false;
  return a.pages.every(({ page, lost, added }) => {
    const other = b.pages.find((each) => each.page === page);
    return other && isSpot(other.lost) === isSpot(lost) && isSpot(other.added) === isSpot(added);
  });
}
