import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { normalize } from '#test/support/normalize.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { renderPage } from '#engine/text/pdfium.ts';
import { buildPdf, type BuiltObject } from '#test/support/builders/pdf.ts';
import { isEmbedded } from './font-dict.ts';
import { findFonts } from './font-uses.ts';

const WIDTH = 600;

/** One page with the content of the test. Object 5 is F1, and the test adds further objects. */
function page(font: string, content: string, more: Readonly<Record<number, BuiltObject>> = {}): Uint8Array {
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    4: { dict: '', stream: content },
    5: font,
    ...more,
  });
}

function encodedFont(baseFont: string, differences: string, subtype = 'Type1'): string {
  return (
    `<</Type/Font/Subtype/${subtype}/BaseFont/${baseFont}/Encoding` +
    `<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[${differences}]>>>>`
  );
}

const shows = (codes: string): string => `BT /F1 24 Tf 20 40 Td <${codes}> Tj ET`;

async function output(
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; warnings: Map<string, string>; embedded: boolean[] }> {
  const { bytes: normalized, report } = await normalize(bytes, DEFAULT_OPTIONS);
  if (normalized === null) throw new Error(JSON.stringify(report.failure));
  const pdf = openDocument(normalized);
  return {
    bytes: normalized,
    warnings: new Map(report.warnings.map(({ code, message }) => [code, message])),
    embedded: findFonts(pdf).fonts.map((one) => isEmbedded(pdf, one)),
  };
}

async function ink(bytes: Uint8Array): Promise<number> {
  const { rgba } = await renderPage(bytes, 0, WIDTH);
  return rgba.filter((value, at) => at % 4 === 0 && value < 128).length;
}

describe('a font whose encoding names glyphs that its substitute lacks', () => {
  test.each([
    ['Cyrillic in Arial', 'ArialMT', 'TrueType', '128/afii10049/afii10065/afii10066/afii10097', '80818283'],
    ['Greek in Times', 'TimesNewRomanPS-BoldMT', 'TrueType', '128/Alpha/omega/lambdatonos/uni03AC', '808183'],
    ['signs in Courier', 'Courier', 'Type1', '128/infinity/approxequal/Omega/uni2260', '80818283'],
    ['Greek in a slanted face', 'Helvetica-Oblique', 'Type1', '200/Sigma/pi/uni0414', 'C8C9CA'],
  ])('is embedded with them: %s', async (_, baseFont, subtype, differences, codes) => {
    const input = page(encodedFont(baseFont, differences, subtype), shows(codes));
    const { bytes, warnings, embedded } = await output(input);
    expect(embedded).toEqual([true]);
    expect([...warnings.keys()]).toEqual(['FONT_SUBSTITUTED', 'NON_EMBEDDED_FONT']);
    expect(await ink(bytes)).toBeGreaterThan(250);
    for (let at = 0; at < codes.length; at += 2) {
      const { bytes: alone } = await output(
        page(encodedFont(baseFont, differences, subtype), shows(codes.slice(at, at + 2))),
      );
      expect(await ink(alone)).toBeGreaterThan(50);
    }
  });

  test('is embedded without them where no text shows them', async () => {
    const { warnings, embedded } = await output(page(encodedFont('Helvetica', '128/g17/afii10049'), shows('41')));
    expect(embedded).toEqual([true]);
    expect([...warnings.keys()]).toEqual(['FONT_SUBSTITUTED', 'NON_EMBEDDED_FONT']);
  });

  test('is left as it was where a shown glyph is in no face, while others are embedded', async () => {
    const { warnings, embedded } = await output(
      page(encodedFont('Arial,Bold', '128/g17/afii10049'), `${shows('8081')} BT /F2 9 Tf (A) Tj ET`, {
        3:
          '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R' +
          '/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>',
        6: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      }),
    );
    expect(embedded).toEqual([false, true]);
    expect(warnings.get('GLYPH_MISSING')).toBe(
      '1 shown glyph in no substitute of Arial,Bold: g17; left without a program; page 1',
    );
    expect(warnings.get('NON_EMBEDDED_FONT')).toBe(
      '1 font without a program in the document: Arial,Bold (page 1); ' +
        '1 font without a program in the input, embedded as a substitute: Helvetica (page 1)',
    );
  });

  test('ends the document where the caller wants none with missing glyphs', async () => {
    const reject = { ...DEFAULT_OPTIONS, missingGlyphPolicy: 'reject' } as const;
    const { bytes, report } = await normalize(page(encodedFont('Arial,Bold', '128/g17'), shows('80')), reject);
    expect([bytes, report.status]).toEqual([null, 'REJECTED']);
    expect(report.failure).toEqual({
      code: 'POLICY_REJECTION',
      message:
        'GLYPH_MISSING: 1 shown glyph in no substitute of Arial,Bold: g17; left without a program; page 1. ' +
        'With missing_glyph_policy warn this is a warning.',
      stage: 'FontResourceValidation',
      reason: 'GLYPH_MISSING',
    });
    const all = await normalize(page(encodedFont('Arial,Bold', '128/afii10049'), shows('80')), reject);
    expect(all.report.status).toBe('SUCCESS');
  });

  test('keeps the widths the document gives it, for added glyphs too', async () => {
    const widths = page(
      '<</Type/Font/Subtype/TrueType/BaseFont/ArialMT/FirstChar 128/LastChar 129/Widths[900 333]' +
        '/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[128/afii10049/afii10065]>>>>',
      shows('8081'),
    );
    const { warnings } = await output(widths);
    expect([...warnings.keys()]).toEqual(['FONT_SUBSTITUTED', 'NON_EMBEDDED_FONT']);
  });

  test('normalizes to the same bytes a second time', async () => {
    const { bytes } = await output(page(encodedFont('CourierNew', '128/afii10049/infinity'), shows('8081')));
    const again = await output(bytes);
    expect(Buffer.from(again.bytes).equals(bytes)).toBe(true);
    expect(again.warnings.has('NON_EMBEDDED_FONT')).toBe(false);
  });
});

describe('shown codes are found', () => {
  const greek = encodedFont('Helvetica', '128/g17');
  const form = (content: string, resources: string): BuiltObject => ({
    dict: `/Type/XObject/Subtype/Form/BBox[0 0 300 100]${resources}`,
    stream: content,
  });
  const withForm = (content: string, object: BuiltObject): Uint8Array =>
    page(greek, content, {
      3:
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R' +
        '/Resources<</Font<</F1 5 0 R>>/XObject<</X 6 0 R>>>>>>',
      6: object,
    });

  test.each([
    ['in a form with resources of its own', withForm('/X Do', form(shows('80'), '/Resources<</Font<</F1 5 0 R>>>>'))],
    ['in a form with those of its page', withForm('/X Do', form(shows('80'), ''))],
    ['in a form that inherits the font', withForm('BT /F1 9 Tf ET /X Do', form('BT <80> Tj ET', '/Resources<<>>'))],
    ['in an array', page(greek, 'BT /F1 9 Tf [(A) 120 (\\200)] TJ ET')],
    ['by the operators that move to the next line', page(greek, 'BT /F1 9 Tf 0 0 (\\200) " ET')],
    ['after a saved state is restored', page(greek, 'BT /F1 9 Tf q /F9 9 Tf Q <80> Tj ET')],
  ])('%s', async (_, bytes) => {
    const { warnings } = await output(bytes);
    expect(warnings.has('GLYPH_MISSING')).toBe(true);
  });
});
