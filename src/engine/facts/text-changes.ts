/** A difference between two texts. One of them may be the text of an earlier revision. */
export interface WordChange {
  /** The words before; null where words were added. */
  readonly before: string | null;
  /** The words after; null where words were removed. */
  readonly after: string | null;
}

/** A difference between the text of the signed revision and that of the newest one. */
export interface TextChange extends WordChange {
  /** The page of the newest revision, from 1. A removed page has its earlier number. */
  readonly page: number;
}

/** The limit keeps a report small after large changes. */
export const MAX_TEXT_CHANGES = 20;
export const MAX_TEXT_LENGTH = 100;
