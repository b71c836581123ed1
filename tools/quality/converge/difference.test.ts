import { expect, test } from 'vitest';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { findDifferences } from './difference.ts';

function page(entries: string, content = '0 0 9 9 re f'): Uint8Array {
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R${entries}>>`,
    4: { stream: content },
  });
}

function kinds(first: Uint8Array, second: Uint8Array): string[] {
  return findDifferences(first, second).map(({ kind, path }) => `${kind} at ${path}`);
}

test('all differences are named, also behind one that is harmless', () => {
  expect(kinds(page('/MediaBox[0 0 9 9.00001]/Rotate 90'), page('/MediaBox[0 0 9 9]/Rotate 0', 'n'))).toEqual([
    'stream data at Root/Pages/Kids/*/Contents',
    'number at Root/Pages/Kids/*/Rotate',
    'number rounded at Root/Pages/Kids/*/MediaBox/*',
  ]);
});

test('colours in 256 levels are told from other data', () => {
  expect(kinds(page('', '0.9 g 5 w'), page('', '0.898039 g 5 w'))).toEqual([
    'number in 256 levels at Root/Pages/Kids/*/Contents',
  ]);
  expect(kinds(page('', '0.9 g 5 w'), page('', '0.898039 g 6 w'))).toEqual([
    'stream data at Root/Pages/Kids/*/Contents',
  ]);
});

test('an entry that one of them lacks is one difference', () => {
  expect(kinds(page('/Group<</S/Transparency>>'), page(''))).toEqual(['key lost: Group at Root/Pages/Kids/*']);
});

test('objects that became one are told from objects that say the same', () => {
  const stream = { stream: 'q Q' };
  const pair = (b: number): Uint8Array =>
    buildPdf({
      1: `<</Type/Catalog/Pages 2 0 R/A 4 0 R/B ${b} 0 R>>`,
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R>>',
      4: stream,
      5: stream,
    });
  expect(kinds(pair(5), pair(4))).toEqual(['objects merged at Root/B']);
  expect(kinds(pair(5), pair(5))).toEqual(['only the order of objects at ']);
});

test('a number sign that a writer did not escape is told from another name', () => {
  expect(kinds(page('/Tabs/#23Accepted'), page('/Tabs/#Accepted'))).toEqual([
    'number sign lost at Root/Pages/Kids/*/Tabs',
  ]);
  expect(kinds(page('/Tabs/Accepted'), page('/Tabs/Other'))).toEqual(['value at Root/Pages/Kids/*/Tabs']);
});
