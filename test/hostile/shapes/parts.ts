/** Parts that several hostile shapes share. */
import { FileBuilder } from '#test/support/builders/hostile.ts';

/** Consecutive numbers from `first`. */
export function numbered(first: number, count: number): number[] {
  return Array.from({ length: Math.round(count) }, (_, index) => first + index);
}

/** References to objects from `first`. */
export function refs(first: number, count: number): string {
  return numbered(first, count)
    .map((number) => `${number} 0 R`)
    .join(' ');
}

/** Catalog 1, page tree 2, and pages with the same entries, numbered from 10. */
export function manyPages(count: number, page: string, catalog = ''): FileBuilder {
  const file = new FileBuilder()
    .object(1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`)
    .object(2, `<</Type/Pages/Kids[${refs(10, count)}]/Count ${Math.round(count)}>>`);
  for (const number of numbered(10, count))
    file.object(number, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]${page}>>`);
  return file;
}
