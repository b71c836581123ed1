/** What two renderers and a text extractor see in a document before and after: the message between the processes. */

export interface LookRequest {
  readonly before: string;
  readonly after: string;
}

export interface PageLook {
  readonly page: number;
  /** The share of pixels that differ. PDFium draws fields as controls and by their appearances: the lesser counts. */
  readonly difference: number;
}

export interface RendererLook {
  readonly renderer: 'PDFium' | 'MuPDF';
  readonly pages: readonly PageLook[];
  /** Why there are no pictures to compare. */
  readonly missing: string | null;
}

export interface Look {
  readonly renderers: readonly RendererLook[];
  /** The pages that PDFium loads, however many are claimed; null when it does not open the document before. */
  readonly pageCount: number | null;
  /** Whether PDFium extracts the same words; null when it does not open the document before. */
  readonly sameText: boolean | null;
}
