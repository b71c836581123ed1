import { expect, test } from 'vitest';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { Budget, LIMITS } from './budget.ts';
import { openDocument } from './read/open.ts';

const onePage = (page: string, more: Readonly<Record<number, string>> = {}): Uint8Array =>
  buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${page}>>`,
    ...more,
  });

test('one object may not hold millions of arrays and dictionaries in few bytes', () => {
  expect(() => openDocument(onePage(`/X[${'[]'.repeat(2_200_000)}]`))).toThrow(
    /objects, arrays, dictionaries and strings/,
  );
  expect(() => openDocument(onePage(`/X[${'<<>>'.repeat(2_200_000)}]`))).toThrow(
    /objects, arrays, dictionaries and strings/,
  );
});

test('few bytes may hold as much of them as many', () => {
  expect(openDocument(onePage(`/X[${'[]'.repeat(700_000)}]`)).pages).toHaveLength(1);
  const large = new Budget(1024 ** 3);
  large.spend('nodes', LIMITS.nodes);
  expect(() => large.spend('nodes')).toThrow(/objects, arrays, dictionaries and strings/);
});

test('whatever is written may be read again', () => {
  // An object is counted once more than the array or dictionary that it is.
  expect(2 * LIMITS.writtenNodes).toBeLessThan(LIMITS.nodes);
});

test('objects of their own count as what they are and once more', () => {
  const pdf = openDocument(onePage('/X 4 0 R', { 4: '<</A[]>>' }));
  const before = pdf.budget.spent('nodes');
  expect(pdf.pages[0]?.dict.dict('X')?.array('A')).toEqual([]);
  expect(pdf.budget.spent('nodes')).toBe(before + 3);
});

test('annotations that pages share count for each of them', () => {
  const pages = Array.from({ length: 80 }, (_, index) => index + 10);
  const manyPages = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${pages.map((number) => `${number} 0 R`).join(' ')}]/Count 80>>`,
    4: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>',
    5: `[${'4 0 R '.repeat(30_000)}]`,
    ...Object.fromEntries(pages.map((number) => [number, '<</Type/Page/Parent 2 0 R/Annots 5 0 R>>'])),
  });
  expect(() => openDocument(manyPages)).toThrow(/objects, arrays, dictionaries and strings/);
});
