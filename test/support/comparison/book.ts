/** Documents of several short pages for comparisons. A test writes only the parts that it changes. */
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';

export interface BookPage {
  readonly text?: string;
  /** Replaces the line of text. */
  readonly content?: BuiltObject;
  /** Further entries of the page. */
  readonly entries?: string;
  readonly resources?: string;
}

export interface Book {
  /** A string stands for a page with that line of text. */
  readonly pages?: readonly (string | BookPage)[];
  /** Entries of the information dictionary. */
  readonly info?: string;
  readonly catalog?: string;
  readonly font?: string;
  /** Additional objects from number 5000. */
  readonly more?: Readonly<Record<number, BuiltObject>>;
  /** A number that is added to all object numbers of pages. */
  readonly shift?: number;
}

const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';

/** The object number of a page, counted from page 1. */
export function pageNumber(page: number, shift = 0): number {
  return 8 + 2 * page + shift;
}

/** Three objects, two for each page, one for the information dictionary, and the additional ones. */
export function book(parts: Book = {}): Uint8Array {
  const { pages = ['First page here'], info, catalog = '', font = HELVETICA, more = {}, shift = 0 } = parts;
  const objects: Record<number, BuiltObject> = {
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${pageNumber(index + 1, shift)} 0 R`).join(' ')}]>>`,
    3: font,
    ...(info !== undefined && { 4: `<<${info}>>` }),
    ...more,
  };
  for (const [index, page] of pages.entries()) {
    const number = pageNumber(index + 1, shift);
    const {
      text = '',
      content,
      entries = '',
      resources = '/Font<</F1 3 0 R>>',
    } = typeof page === 'string' ? { text: page } : page;
    const box = entries.includes('/MediaBox') ? '' : '/MediaBox[0 0 612 792]';
    objects[number] =
      `<</Type/Page/Parent 2 0 R${box}/Contents ${number + 1} 0 R/Resources<<${resources}>>${entries}>>`;
    objects[number + 1] = content ?? { stream: `BT /F1 12 Tf 72 700 Td (${text}) Tj ET` };
  }
  return buildPdf(objects, { trailer: `/Root 1 0 R${info === undefined ? '' : '/Info 4 0 R'}` });
}
