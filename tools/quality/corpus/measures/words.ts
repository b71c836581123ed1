/** This module makes texts comparable. */

/** Removes white space and compatibility differences, because the spacing of letters depends on the extractor. */
export function letters(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\u00AD\u200B-\u200D\u2060\uFEFF]+/g, '');
}
