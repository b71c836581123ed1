import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { normalize } from '#test/support/normalize.ts';
import { type BuiltObject, helloPage } from '#test/support/builders/pdf.ts';
import { signPdf } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';

type Objects = Readonly<Record<number, BuiltObject>>;

const ada = createSigner();
const TEXT = 'BT /F1 24 Tf 72 700 Td (Pay one) Tj ET ';
const OVER = 'q 612 0 0 792 0 0 cm /I Do Q ';
const image = (entries = '', stream = 'x'): BuiltObject => ({
  dict: `/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray${entries}`,
  stream,
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
    ['a path', `${TEXT}1 g 60 690 m 360 690 l 360 730 l 60 730 l f`, {}],
    ['strips', `${TEXT}1 g ${[...Array(40).keys()].map((at) => `60 ${690 + at} 300 1 re f`).join(' ')}`, {}],
    ['a thick line', `${TEXT}1 G 40 w 60 705 m 360 705 l S`, {}],
    ['several areas that shine through each', `${TEXT}/G gs 1 g ${'60 690 300 40 re f '.repeat(4)}`, {}],
    ['a picture with a mask that masks nothing', TEXT + OVER, { 30: image('/SMask 32 0 R'), 32: image('', '\xff') }],
    [
      'a stencil',
      `${TEXT}1 g ${OVER}`,
      { 30: { dict: '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 1/ImageMask true', stream: '\0' } },
    ],
    [
      'an area over single letters',
      'BT /F1 24 Tf 72 700 Td (P) Tj 16 0 Td (a) Tj 16 0 Td (y) Tj ET 1 g 60 690 300 40 re f',
      {},
    ],
    ['an area over the amount alone', `${TEXT}1 g 118 690 300 40 re f`, {}],
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
    ['a frame around the text', `${TEXT}0 0 612 792 re 10 10 592 772 re f*`, {}],
    ['a picture that is clipped', `q 0 0 50 50 re W n ${OVER} Q ${TEXT} q 0 0 50 50 re W n ${OVER} Q`, {}],
    ['a picture beside the text', `${TEXT}q 100 0 0 100 0 0 cm /I Do Q`, {}],
    ['dots to write on', `BT /F1 24 Tf 72 700 Td (..........) Tj ET ${OVER}`, {}],
  ])('is not told: %s', async (_, content, more) => {
    expect(await told(content, more)).toEqual([]);
  });
});

describe('text in a layer that is off', () => {
  it('is told', async () => {
    const off = {
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[10 0 R]>>/OCProperties<</OCGs[50 0 R]/D<</OFF[50 0 R]>>>>>>',
      3: page().replace('/Resources<<', '/Resources<</Properties<</L 50 0 R>>'),
      50: '<</Type/OCG/Name(Other)>>',
    };
    expect(await told(`/OC/L BDC ${TEXT} EMC`, off)).toEqual([
      expect.stringContaining('medium Text on page 1 lies in a layer that is switched off'),
    ]);
    expect(await told(`/OC/L BDC EMC ${TEXT}`, off)).toEqual([]);
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

  it('are told without a tree of their own, and where something names them', async () => {
    const { 51: lone, 52: content } = tree;
    if (lone === undefined || content === undefined) throw new Error('no page');
    const told51 = [expect.stringContaining('medium The file holds pages that belong to no part')];
    expect(await told(TEXT, { 51: lone, 52: content })).toEqual(told51);
    const catalog = '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[10 0 R]>>/Dests<</A[51 0 R/Fit]>>>>';
    expect(await told(TEXT, { 1: catalog, 51: lone, 52: content })).toEqual(told51);
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
