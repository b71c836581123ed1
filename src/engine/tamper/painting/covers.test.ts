import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { normalize } from '#test/support/normalize.ts';
import { type BuiltObject } from '#test/support/builders/pdf.ts';
import { type Objects, sign } from '#test/support/builders/signature-attacks.ts';
import { signPdf } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';

const ada = createSigner();
const IMAGE = '/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent';
const FULL = new Uint8Array(64).fill(255);
const PICTURE = 'q 300 0 0 60 0 0 cm /I Do Q';
const AREA = '0 0 300 60 re f';

/** The findings about a second signature over the line `Pay one hundred`, with this content as its appearance. */
async function told(stream: string, resources = '', more: Objects = {}, rect = '60 680 360 740'): Promise<string[]> {
  const look: BuiltObject = {
    dict: `/Type/XObject/Subtype/Form/BBox[0 0 300 60]/Resources<<${resources}>>`,
    stream,
  };
  const pdf = signPdf(sign(), ada, {
    name: 'Second',
    field: 20,
    earlier: [10],
    rect: `[${rect}]/AP<</N 31 0 R>>`,
    objects: { 31: look, ...more },
  });
  const { report } = await normalize(pdf, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'reject' });
  const [first] = report.security.signatureVerificationResults;
  const found = (report.tamperAnalysis?.anomalies ?? []).filter(({ severity }) => severity === 'high');
  expect(first?.valid).toBe(found.length === 0);
  return found.map(({ description }) => description);
}

type Case = readonly [how: string, content: string, resources?: string, more?: Objects];

function cases(all: readonly Case[]) {
  return all.map(([how, content, resources = '', more = {}]) => ({ how, content, resources, more }));
}

const state = (entries: string): string => `/ExtGState<</G<<${entries}>>>>`;
const images = '/XObject<</I 50 0 R>>';
const GRADIENT =
  '<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 0]/Function<</FunctionType 2/Domain[0 1]/N 1/C0[1]/C1[1]>>>>';

describe('a second signature hides what was signed by', () => {
  it.each(
    cases([
      ['an area', `1 g ${AREA}`],
      ['an area over the end of the line alone', '1 g 100 0 200 60 re f'],
      ['a path', '1 g 0 0 m 300 0 l 300 60 l 0 60 l h f'],
      ['strips', `1 g ${[...Array(60).keys()].map((at) => `0 ${at} 300 1 re f`).join(' ')}`],
      ['a thick line', '1 G 60 w 0 30 m 300 30 l S'],
      ['a shading', '/S sh', `/Shading<</S ${GRADIENT}>>`],
      ['a pattern of a shading', `/Pattern cs /P scn ${AREA}`, `/Pattern<</P<</PatternType 2/Shading ${GRADIENT}>>>>`],
      ['an area that almost nothing shines through', `/G gs 1 g ${AREA}`, state('/ca .95')],
      ['many areas that each let something through', `/G gs 1 g ${`${AREA} `.repeat(5)}`, state('/ca .5')],
      ['white that lightens', `/G gs 1 g ${AREA}`, state('/BM/Screen')],
      ['black that darkens', `/G gs 0 g ${AREA}`, state('/BM/Multiply')],
      ['another way of blending', `/G gs .5 g ${AREA}`, state('/BM/Exclusion')],
      ['a picture', PICTURE, images, { 50: { dict: `${IMAGE} 8/ColorSpace/DeviceGray`, stream: FULL } }],
      [
        'a picture with a mask that masks nothing',
        PICTURE,
        images,
        {
          50: { dict: `${IMAGE} 8/ColorSpace/DeviceGray/SMask 51 0 R`, stream: FULL },
          51: { dict: `${IMAGE} 8/ColorSpace/DeviceGray`, stream: FULL },
        },
      ],
      [
        'a picture with a colour key that no sample has',
        PICTURE,
        images,
        { 50: { dict: `${IMAGE} 8/ColorSpace/DeviceGray/Mask[3 3]`, stream: FULL } },
      ],
      ['a stencil', `1 g ${PICTURE}`, images, { 50: { dict: `${IMAGE} 1/ImageMask true`, stream: new Uint8Array(8) } }],
      ['a stencil of the content itself', '1 g q 300 0 0 60 0 0 cm BI /W 1 /H 1 /IM true ID x EI Q'],
      ['a form within', '/F Do', '/XObject<</F 50 0 R>>', { 50: { dict: '/Subtype/Form', stream: `1 g ${AREA}` } }],
    ]),
  )('$how', async ({ content, resources, more }) => {
    expect(await told(content, resources, more)).toEqual([expect.stringContaining('was laid over text on page 1')]);
  });
});

describe('a second signature hides nothing by', () => {
  it.each(
    cases([
      ['a text', 'BT /F1 12 Tf (Ada) Tj ET'],
      ['a frame', '0 0 300 60 re S'],
      ['a frame that is filled', '0 0 300 60 re 2 2 296 56 re f*'],
      ['thin lines', '0 30 m 300 30 l S'],
      ['colour that multiplies', `/G gs 1 1 .6 rg ${AREA}`, state('/BM/Multiply')],
      ['colour that lets much through', `/G gs 1 1 .6 rg ${AREA}`, state('/ca .4')],
      ['an area beside the text', '1 g 0 0 300 8 re f'],
      ['an area that is clipped', '0 0 300 8 re W n 1 g 0 0 300 60 re f'],
      [
        'a picture with a mask',
        PICTURE,
        images,
        {
          50: { dict: `${IMAGE} 8/ColorSpace/DeviceGray/SMask 51 0 R`, stream: FULL },
          51: { dict: `${IMAGE} 8/ColorSpace/DeviceGray`, stream: new Uint8Array(64) },
        },
      ],
    ]),
  )('$how', async ({ content, resources, more }) => {
    expect(await told(content, resources, more)).toEqual([]);
  });

  it('lying beside the text', async () => {
    expect(await told(`1 g ${AREA}`, '', {}, '60 80 360 140')).toEqual([]);
  });
});
