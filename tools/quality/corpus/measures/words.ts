/** This module makes texts comparable. */

/** Takes out white space and differences of compatibility: how letters are set apart is the extractor's business. */
export function letters(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\u00AD\u200B-\u200D\u2060\uFEFF]+/g, '');
}
