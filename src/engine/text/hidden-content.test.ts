import { expect, test } from 'vitest';
import { openDocument } from '#engine/pdf/read/open.ts';
import { type BuiltObject, buildPdf } from '#test/support/builders/pdf.ts';
import { sentencesOf } from '#test/support/warnings.ts';
import { HiddenContent } from './hidden-content.ts';
import { TextExtractor } from './text-extractor.ts';

const IMAGE: BuiltObject = {
  dict: '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8',
  stream: 'x',
};
const LAYER = '<</Type/OCG/Name(Draft)>>';
const RESOURCES = '<</Font<</F 5 0 R>>/XObject<</I 6 0 R>>/Properties<</P 7 0 R/M 8 0 R>>>>';

interface Built {
  /** Entries of the page. */
  readonly page?: string;
  /** The default configuration of the layers. */
  readonly layers?: string;
  /** Entries of the membership dictionary `M`, whose only group is the layer. */
  readonly membership?: string;
}

/** The warnings about a document whose second page has this content. */
function warningsOf(content: string, { page = '', layers = '', membership = '' }: Built = {}): string[] {
  const pageWith = (contents: string, entries: string): string =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${contents}/Resources ${RESOURCES}${entries}>>`;
  const pdf = openDocument(
    buildPdf({
      1: `<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[7 0 R]/D<<${layers}>>>>>>`,
      2: '<</Type/Pages/Kids[3 0 R 9 0 R]/Count 2>>',
      3: pageWith('10 0 R', ''),
      4: { stream: content },
      5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      6: IMAGE,
      7: LAYER,
      8: `<</Type/OCMD/OCGs 7 0 R${membership}>>`,
      9: pageWith('4 0 R', page),
      10: { stream: 'BT /F 10 Tf 50 700 Td (seen) Tj ET q 10 0 0 10 0 0 cm /I Do Q' },
    }),
  );
  const extractor = new TextExtractor(pdf);
  const hidden = new HiddenContent(pdf);
  for (const one of pdf.pages) {
    hidden.enter(one);
    extractor.read(one, { text: () => undefined, separate: () => undefined }, hidden);
  }
  return sentencesOf({ warnings: hidden.warnings() }).map(({ code, message }) => `${code}: ${message}`);
}

test('text and images that are seen are no matter', () => {
  expect(warningsOf('BT /F 10 Tf 50 50 Td 1 Tr (outlined) Tj ET q 600 0 0 800 0 0 cm /I Do Q')).toEqual([]);
});

test('text that is not painted is counted, with its pages', () => {
  expect(warningsOf('BT /F 10 Tf 50 50 Td 3 Tr (not) Tj 7 Tr (seen) Tj 0 Tr (seen) Tj ET')).toEqual([
    'HIDDEN_TEXT: Text that is not painted, as scanners with text recognition leave it, was retained: 7 characters on page 2.',
  ]);
});

test('a rendering mode ends with the graphics state that it was set in', () => {
  expect(warningsOf('q 3 Tr Q BT /F 10 Tf 50 50 Td (seen) Tj ET')).toEqual([]);
});

test.each([
  ['to the left', '-200 50 Td'],
  ['below', '50 -50 Td'],
  ['to the right', '601 50 Td'],
  ['above', '50 900 Td'],
])('text %s of the page is told of', (_where, move) => {
  expect(warningsOf(`BT /F 10 Tf ${move} (lost) Tj ET`)).toEqual([
    'OFF_PAGE_CONTENT: Content beyond the edge of the page was retained: 4 characters on page 2.',
  ]);
});

test('text that reaches into the page is on it', () => {
  expect(warningsOf('BT /F 10 Tf -10 50 Td (half) Tj ET')).toEqual([]);
});

test('the edge of a page is that of its crop box', () => {
  expect(warningsOf('BT /F 10 Tf 50 50 Td (cropped) Tj ET', { page: '/CropBox[0 100 600 800]' })).toEqual([
    'OFF_PAGE_CONTENT: Content beyond the edge of the page was retained: 7 characters on page 2.',
  ]);
});

test('an image beyond the edge is told of', () => {
  expect(warningsOf('q 10 0 0 10 700 0 cm /I Do Q')).toEqual([
    'OFF_PAGE_CONTENT: Content beyond the edge of the page was retained: 1 image on page 2.',
  ]);
});

const HIDDEN = ['HIDDEN_LAYER: Content of layers that are off was retained: 1 layer on page 2.'];

test('content of a layer that is off as the document opens is told of', () => {
  const content = '/OC /P BDC 0 0 10 10 re f EMC';
  expect(warningsOf(content, { layers: '/OFF[7 0 R]' })).toEqual(HIDDEN);
  expect(warningsOf(content, { layers: '/BaseState/OFF' })).toEqual(HIDDEN);
  expect(warningsOf(content, { layers: '/BaseState/OFF/ON[7 0 R]' })).toEqual([]);
  expect(warningsOf(content)).toEqual([]);
});

test.each([
  ['', '/OFF[7 0 R]', HIDDEN],
  ['/P/AllOn', '/OFF[7 0 R]', HIDDEN],
  ['/P/AnyOff', '/OFF[7 0 R]', []],
  ['/P/AllOff', '/OFF[7 0 R]', []],
  ['/P/AllOff', '', HIDDEN],
  ['/P/AnyOff', '', HIDDEN],
])('a membership with %s and layers %s is shown as its policy says', (membership, layers, warnings) => {
  expect(warningsOf('/OC /M BDC 0 0 10 10 re f EMC', { membership, layers })).toEqual(warnings);
});
