/** What renderers and a text extractor see in a document before and after: the message between the processes. */

export interface RenderingRequest {
  readonly before: string;
  readonly after: string;
}

export interface PageDifference {
  readonly page: number;
  /** The most pixels of one square of the page that are drawn before and not after. */
  readonly lost: number;
  /** The same of what is drawn after and not before. */
  readonly added: number;
}

export type Renderer = 'PDFium' | 'MuPDF' | 'poppler';

export interface RendererComparison {
  readonly renderer: Renderer;
  readonly pages: readonly PageDifference[];
  /** Why there are no pictures to compare. */
  readonly missing: string | null;
}

export interface RenderingComparison {
  /** PDFium and MuPDF; and poppler where these two do not agree. */
  readonly renderers: readonly RendererComparison[];
  /** The pages that PDFium loads, however many are claimed; null when it does not open the document before. */
  readonly pageCount: number | null;
  /** Whether PDFium extracts the same words; null when it does not open the document before. */
  readonly sameText: boolean | null;
}

/** Fewer pixels of a square are the rounding of curves and corners; a letter of this size has about twenty. */
const SMALLEST_SPOT = 8;

export function isSpot(pixels: number): boolean {
  return pixels >= SMALLEST_SPOT;
}

/** Whether two renderers tell the same of every page: that something is lost, or added, or neither. */
export function agree(a: RendererComparison, b: RendererComparison): boolean {
  if (a.missing !== null || b.missing !== null) return false;
  return a.pages.every(({ page, lost, added }) => {
    const other = b.pages.find((each) => each.page === page);
    return other && isSpot(other.lost) === isSpot(lost) && isSpot(other.added) === isSpot(added);
  });
}
