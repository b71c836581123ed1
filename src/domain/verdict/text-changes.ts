/** A difference between the text of the signed revision and that of the newest one. */
export interface TextChange {
  /** The page of the newest revision, from 1; of a page that was taken out, its number before. */
  readonly page: number;
  /** The words that were signed; null where words were added. */
  readonly before: string | null;
  /** The words that are shown now; null where words were taken out. */
  readonly after: string | null;
}

/** A report stays small, however much was changed. */
export const MAX_TEXT_CHANGES = 20;
export const MAX_TEXT_LENGTH = 100;
