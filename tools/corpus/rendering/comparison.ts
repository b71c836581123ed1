/** What two renderers and a text extractor see in a document before and after: the message between the processes. */

export interface RenderingRequest {
  readonly before: string;
  readonly after: string;
}

export interface PageDifference {
  readonly page: number;
  /** The share of pixels that differ. PDFium draws fields as controls and by their appearances: the lesser counts. */
  readonly difference: number;
}

export interface RendererComparison {
  readonly renderer: 'PDFium' | 'MuPDF';
  readonly pages: readonly PageDifference[];
  /** Why there are no pictures to compare. */
  readonly missing: string | null;
}

export interface RenderingComparison {
  readonly renderers: readonly RendererComparison[];
  /** The pages that PDFium loads, however many are claimed; null when it does not open the document before. */
  readonly pageCount: number | null;
  /** Whether PDFium extracts the same words; null when it does not open the document before. */
  readonly sameText: boolean | null;
}
