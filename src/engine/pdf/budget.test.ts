import { expect, test } from 'vitest';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { Budget, LIMITS, WORDS } from './budget.ts';
import { openDocument } from './read/open.ts';

const onePage = (page: string, more: Readonly<Record<number, string>> = {}): Uint8Array =>
  buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${page}>>`,
    ...more,
  });

test('one object may not hold millions of arrays and dictionaries in few bytes', () => {
  expect(() => openDocument(onePage(`/X[${'[]'.repeat(3_400_000)}]`))).toThrow(/objectWords/);
  expect(() => openDocument(onePage(`/X[${'<<>>'.repeat(3_400_000)}]`))).toThrow(/objectWords/);
});

test('few bytes may hold as much of them as many', () => {
  expect(openDocument(onePage(`/X[${'[]'.repeat(2_000_000)}]`)).pages).toHaveLength(1);
  const large = new Budget(1024 ** 3);
  large.spend('objectWords', LIMITS.objectWords);
  expect(() => large.spend('objectWords')).toThrow(/objectWords/);
});

test('what objects hold counts by what it takes in memory', () => {
  const wordsOf = (text: string): number => {
    const pdf = openDocument(onePage('/X 4 0 R', { 4: text }));
    const before = pdf.budget.spent('objectWords');
    pdf.pages[0]?.dict.get('X');
    return pdf.budget.spent('objectWords') - before;
  };
  expect(wordsOf('[]')).toBe(WORDS.object + WORDS.array);
  expect(wordsOf('[1 2]')).toBe(wordsOf('[]') + 2);
  expect(wordsOf('<</A 1>>')).toBe(WORDS.object + WORDS.dictionary + 2);
  expect(wordsOf('[(a)]')).toBe(wordsOf('[1]') + WORDS.string);
  expect(wordsOf('[5 0 R]')).toBe(wordsOf('[1]') + WORDS.reference);
  expect(wordsOf('[.5]')).toBe(wordsOf('[1]') + WORDS.fraction);
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
  expect(() => openDocument(manyPages)).toThrow(/objectWords/);
});
