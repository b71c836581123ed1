import { describe, expect, test } from 'vitest';
import { canonicalize } from '#engine/canonical/canonical.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type PdfObject, toNumber } from '#engine/pdf/syntax/objects.ts';
import { buildPdf } from '#test/support/builders/pdf.ts';
import { openDocument } from './open.ts';

const LETTER = [0, 0, 612, 792];

function open(page: string, node = ''): PdfDocument {
  return openDocument(
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: `<</Type/Pages/Kids[3 0 R]/Count 1${node}>>`,
      3: `<</Type/Page/Parent 2 0 R${page}>>`,
      10: '300',
      11: '400.5',
    }),
  );
}

function boxOf(pdf: PdfDocument, key: string): (number | undefined)[] | undefined {
  const read = (item: PdfObject): number | undefined => toNumber(pdf.resolve(item));
  return pdf.pages[0]?.dict.array(key)?.map(read);
}

function problems(pdf: PdfDocument): string[] {
  return pdf.problems.filter(({ code }) => code === 'page-tree').map(({ message }) => message);
}

describe('a MediaBox', () => {
  test.each([
    ['as it should be', '[0 0 300 400]', [0, 0, 300, 400]],
    ['below the origin', '[-100 -100 200 300]', [-100, -100, 200, 300]],
    ['of numbers elsewhere', '[0 0 10 0 R 11 0 R]', [0, 0, 300, 400.5]],
    ['with its corners the other way round', '[300 400.5 0 0]', [0, 0, 300, 400.5]],
    ['of its other two corners', '[300 0 0 400]', [0, 0, 300, 400]],
  ])('%s is taken as it is meant', (_, box, expected) => {
    const pdf = open(`/MediaBox${box}`);
    expect(problems(pdf)).toEqual([]);
    canonicalize(pdf);
    expect(boxOf(pdf, 'MediaBox')).toEqual(expected);
  });

  test.each([
    ['a name in it', '[/a 0 300 400]'],
    ['nothing in it', '[null null 300 400]'],
    ['a number beyond every reader', '[-9999999999 0 300 400]'],
    ['four hundred digits', `[-${'9'.repeat(400)} 0 300 400]`],
  ])('with %s takes it for 0', (_, box) => {
    expect(boxOf(open(`/MediaBox${box}`), 'MediaBox')).toEqual([0, 0, 300, 400]);
  });

  test.each([
    ['is empty', '[]'],
    ['has three numbers', '[0 0 300]'],
    ['has five numbers', '[0 0 300 400 500]'],
    ['has no size', '[0 0 0 0]'],
    ['has no width', '[10 0 10 792]'],
    ['has strings', '[(0)(0)(300)(400)]'],
    ['has numbers that are nowhere', '[0 0 98 0 R 99 0 R]'],
    ['is a number', ' 5'],
    ['is larger than any reader shows', '[0 0 2147483648 2147483648]'],
    ['is beyond single precision', `[0 0 ${'9'.repeat(45)} 792]`],
  ])('that %s is US Letter, whatever stands above', (_, box) => {
    const pdf = open(`/MediaBox${box}`, '/MediaBox[0 0 200 250]');
    expect(boxOf(pdf, 'MediaBox')).toEqual(LETTER);
    expect(problems(pdf)).toEqual(['a MediaBox that is no rectangle']);
  });

  test('that is missing comes from above, or is US Letter', () => {
    expect(boxOf(open('', '/MediaBox[0 0 200 250]'), 'MediaBox')).toEqual([0, 0, 200, 250]);
    expect(boxOf(open('/MediaBox 99 0 R', '/MediaBox[0 0 200 250]'), 'MediaBox')).toEqual([0, 0, 200, 250]);
    const pdf = open('');
    expect(boxOf(pdf, 'MediaBox')).toEqual(LETTER);
    expect(problems(pdf)).toEqual(['a page without MediaBox']);
  });
});

describe('a CropBox', () => {
  const media = '/MediaBox[0 0 300 400]';

  test.each([
    ['beyond the page', '[500 500 600 600]', [500, 500, 600, 600]],
    ['partly beyond the page', '[-50 -50 200 200]', [-50, -50, 200, 200]],
    ['with its corners the other way round', '[200 250 10 20]', [10, 20, 200, 250]],
  ])('%s stays', (_, box, expected) => {
    const pdf = open(`${media}/CropBox${box}`);
    canonicalize(pdf);
    expect(boxOf(pdf, 'CropBox')).toEqual(expected);
  });

  test.each(['[]', '[0 0 200]', '[0 0 200 /a]', `[0 0 200 ${'9'.repeat(400)}]`, '[0 0 0 0]', '[10 10 10 200]', ' 7'])(
    'of %s is none',
    (box) => {
      const pdf = open(`${media}/CropBox${box}`, '/CropBox[0 0 100 150]');
      expect(boxOf(pdf, 'CropBox')).toBeUndefined();
      expect(problems(pdf)).toEqual(['a CropBox that is no rectangle']);
    },
  );

  test('stays where the MediaBox is none', () => {
    const pdf = open('/MediaBox[0 0 0 0]/CropBox[0 0 300 300]');
    expect([boxOf(pdf, 'MediaBox'), boxOf(pdf, 'CropBox')]).toEqual([LETTER, [0, 0, 300, 300]]);
  });
});

test.each([
  ['45', undefined],
  ['89.9', undefined],
  ['90.0', 90],
  ['100', 90],
  ['-100', 270],
  ['450', 90],
  ['/a', undefined],
])('a page turned by %s is turned by quarters', (rotate, expected) => {
  const pdf = open(`/MediaBox[0 0 300 400]/Rotate ${rotate}`);
  canonicalize(pdf);
  expect(pdf.pages[0]?.dict.integer('Rotate')).toBe(expected);
});

test.each(['0', '-2', '/a', '1'])('a UserUnit of %s is none', (unit) => {
  const pdf = open(`/MediaBox[0 0 300 400]/UserUnit ${unit}`);
  canonicalize(pdf);
  expect(pdf.pages[0]?.dict.has('UserUnit')).toBe(false);
});

describe('what a page inherits', () => {
  const NODE = '/MediaBox[0 0 200 250]/Rotate 90/Resources<</Font<</Root 9 0 R>>>>';
  const OTHER = '/MediaBox[0 0 100 150]/Resources<</Font<</Other 9 0 R>>>>';
  const opened = (parent: string, other = OTHER): PdfDocument =>
    openDocument(
      buildPdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: `<</Type/Pages/Kids[3 0 R]/Count 1${NODE}>>`,
        3: `<</Type/Page${parent}>>`,
        5: `<</Type/Pages/Kids[3 0 R]/Count 1${other}>>`,
      }),
    );
  const fontsOf = (pdf: PdfDocument): string[] | undefined =>
    pdf.pages[0]?.dict.dict('Resources')?.dict('Font')?.keys();

  test('comes from its parent, wherever it was found', () => {
    const pdf = opened('/Parent 5 0 R');
    expect(boxOf(pdf, 'MediaBox')).toEqual([0, 0, 100, 150]);
    expect(pdf.pages[0]?.dict.has('Rotate')).toBe(false);
    expect(fontsOf(pdf)).toEqual(['Other']);
  });

  test.each([
    ['names none', ''],
    ['is lost', '/Parent 99 0 R'],
    ['is itself', '/Parent 3 0 R'],
  ])('is nothing but resources where the parent %s', (_, parent) => {
    const pdf = opened(parent);
    expect(boxOf(pdf, 'MediaBox')).toEqual(LETTER);
    expect(pdf.pages[0]?.dict.has('Rotate')).toBe(false);
    expect(fontsOf(pdf)).toEqual(['Root']);
  });

  test('ends where parents go in circles', () => {
    expect(boxOf(opened('/Parent 5 0 R', '/Parent 5 0 R'), 'MediaBox')).toEqual(LETTER);
    expect(boxOf(opened('/Parent 5 0 R', '/Parent 3 0 R'), 'MediaBox')).toEqual(LETTER);
  });
});
