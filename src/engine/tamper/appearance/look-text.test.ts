import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { type BuiltObject, helloPage } from '#test/support/builders/pdf.ts';
import { signPdf } from '#test/support/builders/signed-pdf.ts';
import { createSigner } from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';

const ada = createSigner();
const OWN_CODES =
  '<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/ToUnicode/Identity-H/DescendantFonts[<</Type/Font' +
  '/Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>';
const CALLED_OTHERWISE: BuiltObject = {
  stream: `1 begincodespacerange <00> <ff> endcodespacerange\n3 beginbfchar <41> <0042> <64> <006f> <61> <0062> endbfchar`,
};

const field = (value: string): string =>
  `<</FT/Tx/T(payee)/V ${value}/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[220 445 520 465]/AP<</N 31 0 R>>>>`;
const look = (content: string, font = '33 0 R'): BuiltObject => ({
  dict: `/Type/XObject/Subtype/Form/BBox[0 0 300 20]/Resources<</Font<</F ${font}>>/XObject<</X 35 0 R>>>>`,
  stream: `/Tx BMC q BT /F 12 Tf 0 8 Td ${content} ET Q EMC`,
});
const codes = (text: string): string => `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

/** A signed form whose single field is filled in later. */
async function filled(value: string, shown: BuiltObject, more: Readonly<Record<number, BuiltObject>> = {}) {
  const page =
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[10 0 R 30 0 R]>>';
  const form = '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[10 0 R 30 0 R]>>>>';
  const empty = { 1: form, 3: page, 30: field('()'), 31: look('') };
  const signed = signPdf(helloPage(), ada, { objects: { ...empty, 33: OWN_CODES } });
  const update = { 30: field(value), 31: shown, ...more };
  const { report } = await normalize(appendUpdate(signed, update), { ...DEFAULT_OPTIONS, signedPdfPolicy: 'reject' });
  return report.security.signatureVerificationResults[0]?.valid;
}

describe('a field filled in after a signature, in a font with codes of its own', () => {
  it('may show its value', async () => {
    expect(await filled('(Ada)', look(`${codes('Ada')} Tj`))).toBe(true);
    expect(await filled(`<feff${codes('Ådå 値').slice(1)}`, look(`[${codes('Ådå')} -300 ${codes('値')}] TJ`))).toBe(
      true,
    );
  });

  it('may show it written from right to left', async () => {
    expect(await filled(`<feff${codes('שלום').slice(1)}`, look(`${codes('םולש')} Tj`))).toBe(true);
  });

  it.each([
    ['of letters', '(Ada)', 'Bob'],
    ['of other scripts', `<feff${codes('値段').slice(1)}`, '値引'],
    ['from right to left', `<feff${codes('שלום').slice(1)}`, 'םולב'],
  ])('may not show another text %s', async (_, value, shown) => {
    expect(await filled(value, look(`${codes(shown)} Tj`))).toBe(false);
  });
});

describe('the text of a look', () => {
  it('is what its codes draw, whatever they are said to stand for', async () => {
    const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 36 0 R>>';
    expect(await filled('(Bob)', look('(Ada) Tj', '34 0 R'), { 34: font, 36: CALLED_OTHERWISE })).toBe(false);
  });

  it('is not what replaces it for who copies it', async () => {
    expect(await filled('(Ada)', look('/Span<</ActualText(Ada)>> BDC (Bob) Tj EMC', '5 0 R'))).toBe(false);
  });

  it('is not what is not painted', async () => {
    expect(await filled('(Ada)', look('(Bob) Tj 3 Tr (Ada) Tj', '5 0 R'))).toBe(false);
  });

  it('is that of the forms it paints, not of those it only names', async () => {
    const painted = (text: string) => ({ 35: look(`(${text}) Tj`, '5 0 R') });
    expect(await filled('(Ada)', look('ET /X Do BT', '5 0 R'), painted('Ada'))).toBe(true);
    expect(await filled('(Ada)', look('(Bob) Tj', '5 0 R'), painted('Ada'))).toBe(false);
  });

  it('is read with a font of the reader where the font is not there', async () => {
    expect(await filled('(Ada)', look('(Bob) Tj', '99 0 R'))).toBe(false);
  });
});
