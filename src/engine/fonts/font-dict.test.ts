import { expect, test } from 'vitest';
import { openDocument } from '#engine/pdf/read/open.ts';
import { Name } from '#engine/pdf/syntax/objects.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { differencesIn } from './font-dict.ts';

test('differences that no font needs count each time they are read, those of an honest font never', () => {
  const pdf = openDocument(helloPage());
  const encodingOf = (count: number) =>
    pdf.newDict({ Differences: Array.from({ length: count }, () => new Name('a')) });
  const before = pdf.budget.spent('cmapEntries');
  expect(differencesIn(pdf, encodingOf(512))).toHaveLength(512);
  expect(pdf.budget.spent('cmapEntries')).toBe(before);
  const long = encodingOf(1_000_512);
  differencesIn(pdf, long);
  differencesIn(pdf, long);
  expect(() => differencesIn(pdf, long)).toThrow(/cmapEntries/);
});
