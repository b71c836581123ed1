import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { type BuiltObject, helloPage } from '#test/support/builders/pdf.ts';
import { signPdf } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';

type Objects = Readonly<Record<number, BuiltObject>>;

const ada = createSigner();
const TEXT = 'BT /F1 24 Tf 72 700 Td (Pay one) Tj ET ';
const OVER = 'q 612 0 0 792 0 0 cm /I Do Q ';
const image = (entries = ''): BuiltObject => ({
  dict: `/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray${entries}`,
  stream: 'x',
});

/** A page that draws with the image I, the form F and the state G. */
const page = (annotations = ''): string =>
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>' +
  `/XObject<</I 30 0 R/F 31 0 R>>/ExtGState<</G<</ca .5>>>>>>/Annots[10 0 R ${annotations}]>>`;

async function told(content: string, more: Objects = {}): Promise<string[]> {
  const objects = { 3: page(), 4: { stream: content }, 30: image(), ...more };
  const { report } = await normalize(signPdf(helloPage(), ada, { objects }), DEFAULT_OPTIONS);
  return (report.tamperAnalysis?.anomalies ?? []).map(({ severity, description }) => `${severity} ${description}`);
}

describe('text under a picture', () => {
  const HIDDEN = 'medium Text lies hidden under a picture or an area of colour on page 1';

  it.each([
    ['an image', TEXT + OVER, {}],
    ['a white area', `${TEXT}1 g 60 690 300 40 re f`, {}],
    [
      'a form that paints an area',
      `${TEXT}/F Do`,
      { 31: { dict: '/Subtype/Form/BBox[0 0 612 792]', stream: '1 g 0 0 612 792 re f' } },
    ],
    ['an image of the content itself', `${TEXT}q 612 0 0 792 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q`, {}],
  ])('is told: %s', async (_, content, more) => {
    expect(await told(content, more)).toEqual([expect.stringContaining(HIDDEN)]);
  });

  it.each([
    ['a picture under text', OVER + TEXT, {}],
    [
      'text that recognition put over its scan, and shows nothing',
      `BT 3 Tr /F1 24 Tf 72 700 Td (Pay one) Tj ET ${OVER}`,
      {},
    ],
    ['a picture that the text shines through', `${TEXT}/G gs ${OVER}`, {}],
    ['a picture with a mask', TEXT + OVER, { 30: image('/SMask 32 0 R'), 32: image() }],
    ['a picture beside the text', `${TEXT}q 100 0 0 100 0 0 cm /I Do Q`, {}],
    ['dots to write on', `BT /F1 24 Tf 72 700 Td (..........) Tj ET ${OVER}`, {}],
  ])('is not told: %s', async (_, content, more) => {
    expect(await told(content, more)).toEqual([]);
  });
});

describe('fields', () => {
  const look = (text: string, background: string): BuiltObject => ({
    dict: '/Type/XObject/Subtype/Form/BBox[0 0 300 40]/Resources<</Font<</F1 5 0 R>>>>',
    stream: `${background} BT /F1 12 Tf (${text}) Tj ET`,
  });
  const field = (value: string, rect: string, number: number, flags = 4): string =>
    `<</FT/Tx/T(payee)/V(${value})/Type/Annot/Subtype/Widget/F ${flags}/Rect[${rect}]/AP<</N ${number} 0 R>>>>`;
  const WHITE = '1 g 0 0 300 40 re f';

  it.each([
    ['on text', field('Ada', '60 690 360 730', 41), look('Ada', WHITE), 'lies on text and hides it'],
    [
      'that show another text than their value',
      field('Bob', '60 90 360 130', 41),
      look('Ada', ''),
      'shows another text than',
    ],
  ])('%s are told', async (_, dict, appearance, sentence) => {
    expect(await told(TEXT, { 3: page('40 0 R'), 40: dict, 41: appearance })).toEqual([
      expect.stringContaining(`medium The form field payee on page 1 ${sentence}`),
    ]);
  });

  it('on each other are told where they show two texts', async () => {
    const two = (second: string): Objects => ({
      3: page('40 0 R 42 0 R'),
      40: field('Ada', '60 90 360 130', 41),
      41: look('Ada', ''),
      42: field(second, '60 92 360 130', 43),
      43: look(second, ''),
    });
    expect(await told(TEXT, two('Bob'))).toEqual([expect.stringContaining('lies on another form field')]);
    expect(await told(TEXT, two('Ada'))).toEqual([]);
  });

  it.each([
    [
      'on a line to write on',
      'BT /F1 24 Tf 72 700 Td (__________) Tj ET',
      field('Ada', '60 690 360 730', 41),
      look('Ada', WHITE),
    ],
    ['that hide nothing', TEXT, field('Ada', '60 690 360 730', 41), look('Ada', '')],
    ['that are hidden', TEXT, field('Bob', '60 690 360 730', 41, 2), look('Ada', WHITE)],
  ])('%s are not told', async (_, content, dict, appearance) => {
    expect(await told(content, { 3: page('40 0 R'), 40: dict, 41: appearance })).toEqual([]);
  });
});

describe('pages', () => {
  const tree: Objects = {
    50: '<</Type/Pages/Kids[51 0 R]/Count 1>>',
    51: '<</Type/Page/Parent 50 0 R/MediaBox[0 0 9 9]/Contents 52 0 R>>',
    52: { stream: 'BT ET' },
  };

  it('that belong to nothing are told', async () => {
    expect(await told(TEXT, tree)).toEqual([
      expect.stringContaining('medium The file holds pages that belong to no part'),
    ]);
  });

  it('and fonts that mean something else by the same letters, and were never used', async () => {
    const rival = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[65/Z]>>>>';
    expect(await told(TEXT, { 53: rival })).toEqual([
      expect.stringContaining('medium The file holds a second meaning'),
    ]);
    expect(await told(TEXT, { 53: rival.replace('Helvetica', 'Courier') })).toEqual([]);
  });

  it('of a document that is not signed are not told', async () => {
    const { report } = await normalize(helloPage('x', tree), DEFAULT_OPTIONS);
    expect(report.tamperAnalysis?.anomalies).toEqual([]);
  });
});
