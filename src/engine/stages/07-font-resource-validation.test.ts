import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { advancesOf } from '#engine/fonts/cff/advance.ts';
import { parseCff } from '#engine/fonts/cff/cff.ts';
import { programOf } from '#engine/fonts/programs.ts';
import { canonicalize } from '#engine/canonical/canonical.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Name, type PdfObject, Ref, toNumber } from '#engine/pdf/syntax/objects.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { writeWithTable } from '#engine/write/file/writer.ts';
import type { StageResult } from './stage.ts';
import { renderPage } from '#engine/text/pdfium.ts';
import { buildPdf, type BuiltObject } from '#test/support/builders/pdf.ts';
import { sentencesOf } from '#test/support/warnings.ts';
import { fontResourceValidation } from './07-font-resource-validation.ts';

/** One page that shows `Hello, world` in F1, which is object 5. The test adds further objects. */
function pdfWithFont(font: string, more: Readonly<Record<number, BuiltObject>> = {}): Uint8Array {
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    4: { dict: '', stream: 'BT /F1 24 Tf 20 40 Td (Hello, world) Tj ET' },
    5: font,
    ...more,
  });
}

async function run(pdf: PdfDocument, passthrough = false): Promise<StageResult> {
  const input = new Uint8Array();
  const work = { input, options: DEFAULT_OPTIONS, pdf, passthrough, security: {}, validation: {}, output: null };
  return await fontResourceValidation.run(work);
}

/** Runs the stage and returns the result and the font of object 5. */
async function substituted(bytes: Uint8Array): Promise<{ result: StageResult; pdf: PdfDocument; font: Dict }> {
  const pdf = openDocument(bytes);
  const result = await run(pdf);
  const font = pdf.resolve(new Ref(5));
  if (!(font instanceof Dict)) throw new Error('object 5 is no font');
  return { result, pdf, font };
}

function programBytes(pdf: PdfDocument, font: Dict): Uint8Array {
  const stream = font.dict('FontDescriptor')?.stream('FontFile3');
  return (stream && pdf.bytesOf(stream)) ?? new Uint8Array();
}

function advances(pdf: PdfDocument, font: Dict): ReadonlyMap<string, number> {
  return advancesOf(parseCff(programBytes(pdf, font)));
}

function names(result: StageResult): string[] {
  return (result.warnings ?? []).map(({ code }) => code);
}

function write(pdf: PdfDocument): Uint8Array {
  return writeWithTable(canonicalize(pdf), '1.7');
}

/** An array as plain text, for comparison. */
function shown(pdf: PdfDocument, object: PdfObject): string {
  return (Array.isArray(object) ? object : [object])
    .map((item) => pdf.resolve(item))
    .map((item) => (item instanceof Name ? `/${item.value}` : String(toNumber(item))))
    .join(' ');
}

test('a standard font gets its whole program, a complete descriptor and the widths of its AFM file', async () => {
  const { result, pdf, font } = await substituted(
    pdfWithFont('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'),
  );
  expect(result.result).toBe('substituted');
  expect(result.validation).toEqual({ nonEmbeddedFontsDetected: true });
  expect(sentencesOf(result)).toEqual([
    {
      code: 'FONT_SUBSTITUTED',
      message: '1 font embedded as a metric-compatible substitute: Helvetica; first on page 1',
    },
    {
      code: 'NON_EMBEDDED_FONT',
      message: '1 font without a program in the input, embedded as a substitute: Helvetica (page 1)',
    },
  ]);
  expect(font.name('BaseFont')).toBe('Helvetica');
  expect(font.name('Encoding')).toBe('WinAnsiEncoding');
  expect([font.integer('FirstChar'), font.integer('LastChar')]).toEqual([32, 255]);
  expect(font.array('Widths')).toHaveLength(224);
  expect(font.array('Widths')?.[0x40 - 32]).toBe(1015);
  const descriptor = font.dict('FontDescriptor');
  expect(descriptor?.keys().toSorted()).toEqual([
    'Ascent',
    'CapHeight',
    'Descent',
    'Flags',
    'FontBBox',
    'FontFile3',
    'FontName',
    'ItalicAngle',
    'MissingWidth',
    'StemV',
    'Type',
  ]);
  expect(descriptor?.integer('Flags')).toBe(32);
  expect(descriptor?.integer('MissingWidth')).toBe(278);
  expect(descriptor?.stream('FontFile3')?.dict.name('Subtype')).toBe('Type1C');
  expect(programBytes(pdf, font)).toEqual(programOf('Helvetica').bytes);
});

test('an alias becomes the standard face it stands for, as a Type 1 font', async () => {
  const { font, result } = await substituted(
    pdfWithFont('<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Arial,BoldItalic/Encoding/MacRomanEncoding>>'),
  );
  expect(font.name('Subtype')).toBe('Type1');
  expect(font.name('BaseFont')).toBe('Helvetica-BoldOblique');
  expect(font.name('Encoding')).toBe('MacRomanEncoding');
  expect(font.dict('FontDescriptor')?.integer('Flags')).toBe(96);
  expect(sentencesOf(result)[0]?.message).toContain('ABCDEF+Arial,BoldItalic');
});

test("the document's widths win: the program's advances follow them", async () => {
  const { pdf, font, result } = await substituted(
    pdfWithFont(
      '<</Type/Font/Subtype/TrueType/BaseFont/Arial/FirstChar 72/LastChar 74/Widths[722 300 500.4]' +
        '/Encoding/WinAnsiEncoding/FontDescriptor 6 0 R>>',
      { 6: '<</Type/FontDescriptor/FontName/Arial/Flags 32/MissingWidth 750>>' },
    ),
  );
  expect(shown(pdf, font.get('Widths'))).toBe('722 300 500.4');
  const own = advances(pdf, font);
  expect([own.get('H'), own.get('I'), own.get('J'), own.get('K')]).toEqual([722, 300, 500, 667]);
  expect(font.dict('FontDescriptor')?.integer('MissingWidth')).toBe(750);
  expect(names(result)).toEqual(['FONT_SUBSTITUTED', 'NON_EMBEDDED_FONT']);
});

test('two codes of one glyph with two widths cannot both hold', async () => {
  const { pdf, font, result } = await substituted(
    pdfWithFont(
      '<</Subtype/Type1/BaseFont/Courier/FirstChar 65/LastChar 66/Widths[500 700]/Encoding<</Differences[65/A/A]>>>>',
    ),
  );
  expect(advances(pdf, font).get('A')).toBe(500);
  expect(names(result)).toEqual(['FONT_SUBSTITUTED', 'FONT_WIDTH_MISMATCH', 'NON_EMBEDDED_FONT']);
});

test('without an encoding the built-in one holds, of Symbol and ZapfDingbats their own', async () => {
  const standard = (await substituted(pdfWithFont('<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>'))).font;
  expect(standard.has('Encoding')).toBe(false);
  expect(standard.array('Widths')?.[0x27 - 32]).toBe(333); // quoteright, not quotesingle
  const symbol = (
    await substituted(pdfWithFont('<</Type/Font/Subtype/Type1/BaseFont/Symbol/Encoding/WinAnsiEncoding>>'))
  ).font;
  expect(symbol.has('Encoding')).toBe(false);
  expect(symbol.array('Widths')?.[0x61 - 32]).toBe(631); // alpha
  expect(symbol.dict('FontDescriptor')?.integer('Flags')).toBe(4);
});

test('differences keep their codes and take the names of the substitute', async () => {
  const { pdf, font, result } = await substituted(
    pdfWithFont(
      '<</Subtype/Type1/BaseFont/Helvetica/Encoding' +
        '<</BaseEncoding/WinAnsiEncoding/Differences[128/uni00E9/.notdef 65/Euro 300/A -1/B 200/g17]>>>>',
    ),
  );
  const encoding = font.dict('Encoding');
  expect(shown(pdf, encoding?.get('Differences') ?? null)).toBe('65 /Euro 128 /eacute /.notdef 200 /g17');
  expect(encoding?.name('BaseEncoding')).toBe('WinAnsiEncoding');
  expect(names(result)).toEqual(['FONT_SUBSTITUTED', 'NON_EMBEDDED_FONT']);
});

test('fonts of forms, patterns, Type 3 glyphs, soft masks, graphics states and appearances are found', async () => {
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Courier>>';
  const content = { dict: '/Resources<</Font<</F 20 0 R>>>>', stream: '' };
  const inside = (number: number): BuiltObject => ({ ...content, dict: content.dict.replace('20', String(number)) });
  const pdf = openDocument(
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3:
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[<</Subtype/Stamp/AP<</N<</On 10 0 R>>>>>>]/Resources<<' +
        '/XObject<</X 11 0 R>>/Pattern<</P 12 0 R>>/ExtGState<</G<</Font[24 0 R 9]/SMask<</G 13 0 R>>>>>>' +
        '/Font<</T<</Type/Font/Subtype/Type3/CharProcs<</a 14 0 R>>>>>>>>>>',
      10: inside(20),
      11: inside(21),
      12: inside(22),
      13: inside(23),
      14: inside(25),
      ...Object.fromEntries([20, 21, 22, 23, 24, 25].map((number) => [number, font])),
    }),
  );
  expect(sentencesOf(await run(pdf))[0]?.message).toContain('6 fonts');
  for (const number of [20, 21, 22, 23, 24, 25]) {
    const dict = pdf.resolve(new Ref(number));
    expect(dict instanceof Dict && dict.dict('FontDescriptor')?.has('FontFile3')).toBe(true);
  }
});

test('one program serves all fonts of a face', async () => {
  const { pdf, font } = await substituted(
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</Font<</A 5 0 R/B 6 0 R>>>>>>',
      5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      6: '<</Type/Font/Subtype/TrueType/BaseFont/ArialMT/Encoding/WinAnsiEncoding>>',
    }),
  );
  const other = pdf.resolve(new Ref(6));
  expect(other instanceof Dict && other.ref('FontDescriptor')).toEqual(font.ref('FontDescriptor'));
});

test('other fonts without a program are named with their pages and left alone', async () => {
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</Font<</F1 5 0 R>>>>/Contents 10 0 R>>';
  const pdf = openDocument(
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R 4 0 R 7 0 R 8 0 R]/Count 4>>',
      3: page,
      4: page,
      5: '<</Type/Font/Subtype/TrueType/BaseFont/Calibri/Encoding/WinAnsiEncoding>>',
      6: '<</Type/Font/Subtype/Type0/BaseFont/Arial-H/Encoding/Identity-H/DescendantFonts[9 0 R]>>',
      7: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</Font<</F1 6 0 R>>>>/Contents 10 0 R>>',
      8: page,
      9: '<</Type/Font/Subtype/CIDFontType2/BaseFont/Arial/CIDSystemInfo<<>>>>',
      10: { stream: '/F1 9 Tf' },
    }),
  );
  const before = write(pdf);
  const result = await run(pdf);
  expect(result.result).toBe('non_embedded_remaining');
  expect(sentencesOf(result)).toEqual([
    {
      code: 'NON_EMBEDDED_FONT',
      message: '2 fonts without a program in the document: Arial (page 3), Calibri (pages 1-2, 4)',
    },
  ]);
  expect(write(pdf)).toEqual(before);
});

test('fonts only a form could use do not count', async () => {
  const pdf = openDocument(
    pdfWithFont('<</Type/Font/Subtype/Type3/CharProcs<<>>>>', {
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]/DR<</Font<</Helv 6 0 R>>>>>>>>',
      6: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    }),
  );
  expect(await run(pdf)).toMatchObject({ result: 'all_embedded', validation: { nonEmbeddedFontsDetected: false } });
});

test('a document passed through is only looked at', async () => {
  const pdf = openDocument(pdfWithFont('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'));
  const before = write(pdf);
  const result = await run(pdf, true);
  expect(result).toMatchObject({
    result: 'skipped_signed_preserve',
    validation: { nonEmbeddedFontsDetected: true },
    warnings: [{ code: 'NON_EMBEDDED_FONT' }],
  });
  expect(write(pdf)).toEqual(before);
});

test('a second pass changes nothing', async () => {
  const { pdf } = await substituted(
    pdfWithFont('<</Type/Font/Subtype/TrueType/BaseFont/TimesNewRoman,Bold/Widths 7>>'),
  );
  const first = write(pdf);
  const again = openDocument(first);
  expect(await run(again)).toMatchObject({ result: 'all_embedded', validation: { nonEmbeddedFontsDetected: false } });
  expect(write(again)).toEqual(first);
});

test.each([
  '<<>>',
  '<</BaseFont/Helvetica/FirstChar 300/Widths[1 2 3]>>',
  '<</BaseFont/Helvetica/FirstChar 250/LastChar 1/Widths[1 2 3 4 5 6 7 8 9 -5 99999999]/Encoding 5 0 R>>',
  '<</BaseFont/Helvetica/FirstChar 0/Widths[null(x)<<>>]/Encoding<</Differences[1.5/a -7/b/c 5 0 R/d]>>>>',
  '<</BaseFont/Helvetica/FontDescriptor 5 0 R/Resources 5 0 R/Subtype/Type1/DescendantFonts 5 0 R>>',
  '<</Subtype/Type0/BaseFont/Helvetica/DescendantFonts[5 0 R]>>',
])('a damaged font dictionary is dealt with: %s', async (font) => {
  const { pdf } = await substituted(pdfWithFont(font));
  const first = write(pdf);
  const again = openDocument(first);
  await run(again);
  expect(write(again)).toEqual(first);
});

test('text looks the same before and after', async () => {
  const bytes = pdfWithFont('<</Type/Font/Subtype/Type1/BaseFont/Times-Italic/Encoding/WinAnsiEncoding>>');
  const before = await renderPage(bytes, 0, 600);
  const after = await renderPage(write((await substituted(bytes)).pdf), 0, 600);
  const differing = before.rgba.filter((value, at) => Math.abs(value - (after.rgba[at] ?? 0)) > 64);
  expect(before.rgba.some((value) => value < 64)).toBe(true);
  expect(differing.length).toBe(0);
});
