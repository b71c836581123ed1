import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { isGrave } from '#engine/facts/report.ts';
import { normalize } from '#engine/normalize.ts';
import { certified, form, type Objects, pageWith, sign } from '#test/support/builders/signature-attacks.ts';
import type { SignOptions } from '#test/support/builders/signed-pdf.ts';
import { appendUpdate } from '#test/support/builders/update.ts';

const LEVELS: readonly SignOptions[] = [{}, certified(1), certified(2), certified(3)];

const page = (entries: string): Objects => ({ 3: pageWith('10 0 R', `/Contents 4 0 R${entries}`) });
const catalog = (entries: string, level: SignOptions): Objects => ({
  1: form('10 0 R', `${level.catalog ?? ''}${entries}`),
});

/** For each level, whether all signatures are valid and no finding is grave. */
async function acceptedAt(
  signed: (level: SignOptions) => Objects,
  update: (level: SignOptions) => Objects,
): Promise<boolean[]> {
  const verdicts: boolean[] = [];
  for (const level of LEVELS) {
    const pdf = appendUpdate(sign(signed(level), level), update(level));
    const { report } = await normalize(pdf, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'reject' });
    const isValid = report.security.overallSignatureStatus === 'ALL_VALID';
    const grave = report.tamperAnalysis?.anomalies.some(isGrave) ?? false;
    expect(isValid).toBe(!grave);
    verdicts.push(isValid);
  }
  return verdicts;
}

/** Each entry with two values. Objects 90 and 91 are streams, 92 and 93 are dictionaries. */
const PAGE_KEYS: readonly (readonly [isQuiet: boolean, one: string, other: string])[] = [
  [true, '/Thumb 90 0 R', '/Thumb 91 0 R'],
  [true, '/Dur 3', '/Dur 4'],
  [true, '/Trans 92 0 R', '/Trans 93 0 R'],
  [true, '/Tabs/S', '/Tabs/R'],
  [true, '/PieceInfo 92 0 R', '/PieceInfo 93 0 R'],
  [true, '/Metadata 90 0 R', '/Metadata 91 0 R'],
  [false, '/UserUnit 2', '/UserUnit 3'],
  [false, '/Rotate 90', '/Rotate 180'],
  [false, '/CropBox[0 0 300 300]', '/CropBox[0 0 400 400]'],
  [false, '/AA<</O<</S/JavaScript/JS(1)>>>>', '/AA<</O<</S/JavaScript/JS(2)>>>>'],
  [false, '/B[92 0 R]', '/B[93 0 R]'],
];
const CATALOG_KEYS: readonly (readonly [isQuiet: boolean, one: string, other: string])[] = [
  [true, '/Metadata 90 0 R', '/Metadata 91 0 R'],
  [true, '/PieceInfo 92 0 R', '/PieceInfo 93 0 R'],
  [true, '/Lang(en)', '/Lang(de)'],
  [true, '/ViewerPreferences<</DisplayDocTitle true>>', '/ViewerPreferences<</DisplayDocTitle false>>'],
  [true, '/Extensions 92 0 R', '/Extensions 93 0 R'],
  [true, '/Version/1.7', '/Version/2.0'],
  [true, '/DSS<</Certs[90 0 R]>>', '/DSS<</Certs[91 0 R]>>'],
  [false, '/ViewerPreferences<</ViewArea/CropBox>>', '/ViewerPreferences<</ViewArea/MediaBox>>'],
  [false, '/ViewerPreferences<</PrintPageRange[1 1]>>', '/ViewerPreferences<</PrintPageRange[2 2]>>'],
  [false, '/PageLabels<</Nums[0<</S/D>>]>>', '/PageLabels<</Nums[0<</S/r>>]>>'],
  [false, '/PageMode/UseNone', '/PageMode/FullScreen'],
  [false, '/OpenAction[3 0 R/Fit]', '/OpenAction<</S/JavaScript/JS(1)>>'],
  [false, '/OCProperties<</OCGs[92 0 R]/D<<>>>>', '/OCProperties<</OCGs[92 0 R]/D<</OFF[92 0 R]>>>>'],
  [false, '/Names<</Dests<</Names[(a)[3 0 R/Fit]]>>>>', '/Names<</JavaScript<</Names[(a) 92 0 R]>>>>'],
  [false, '/Dests<</a[3 0 R/Fit]>>', '/Dests<</a[3 0 R/FitH 1]>>'],
  [false, '/Outlines 92 0 R', '/Outlines 93 0 R'],
  [false, '/Threads[92 0 R]', '/Threads[93 0 R]'],
  [false, '/Collection<</View/T>>', '/Collection<</View/D>>'],
  [false, '/Legal<</JavaScriptActions 0>>', '/Legal<</JavaScriptActions 1>>'],
];
const PARTS: Objects = { 90: { stream: 'a' }, 91: { stream: 'b' }, 92: '<</A 1>>', 93: '<</A 2>>' };

describe('every level says the same of an entry that is added, changed or removed after it', () => {
  it.each(PAGE_KEYS)('quiet %s: %s of a page', async (isQuiet, one, other) => {
    const verdict = LEVELS.map(() => isQuiet);
    for (const [was, is] of [
      ['', one],
      [one, other],
      [one, ''],
    ] as const)
      expect(
        await acceptedAt(
          () => ({ ...PARTS, ...page(was) }),
          () => page(is),
        ),
      ).toEqual(verdict);
  });

  it.each(CATALOG_KEYS)('quiet %s: %s of the catalog', async (isQuiet, one, other) => {
    const verdict = LEVELS.map(() => isQuiet);
    for (const [was, is] of [
      ['', one],
      [one, other],
      [one, ''],
    ] as const)
      expect(
        await acceptedAt(
          (level) => ({ ...PARTS, ...catalog(was, level) }),
          (level) => catalog(is, level),
        ),
      ).toEqual(verdict);
  });

  it.each(PAGE_KEYS.filter(([isQuiet, one]) => isQuiet && one.includes(' 0 R')))(
    'quiet %s: %s of a page, whose object changes',
    async (_, one) => {
      const changed = { 90: { stream: 'c' }, 92: '<</A 3>>' };
      expect(
        await acceptedAt(
          () => ({ ...PARTS, ...page(one) }),
          () => changed,
        ),
      ).toEqual(LEVELS.map(() => true));
    },
  );

  it('a picture that the page draws and states as its thumbnail is content', async () => {
    const image = {
      dict: '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray',
      stream: 'x',
    };
    const drawn = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Thumb 90 0 R/Resources<</XObject<</I 90 0 R>>>>/Annots[10 0 R]>>`;
    const signed = { 3: drawn, 4: { stream: '/I Do' }, 90: image };
    expect(
      await acceptedAt(
        () => signed,
        () => ({ 90: { ...image, stream: 'y' } }),
      ),
    ).toEqual(LEVELS.map(() => false));
  });
});
