import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, type NormalizeOptions } from '#engine/facts/pipeline.ts';
import type { ValidationInfo } from '#engine/facts/report.ts';
import { checkWithQpdf } from '#engine/qpdf.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { searchOutput } from '#engine/sanitize/residue.ts';
import { buildPdf, helloPage } from '#test/support/builders/pdf.ts';
import { sentencesOf } from '#test/support/warnings.ts';
import { finalRewrite } from './08-final-rewrite.ts';

async function rewrite(
  input: Uint8Array,
  options: Partial<NormalizeOptions> = {},
  validation: Partial<ValidationInfo> = {},
) {
  const pdf = openDocument(input);
  const work = {
    input,
    options: { ...DEFAULT_OPTIONS, ...options },
    pdf,
    passthrough: false,
    security: {},
    validation,
    output: null,
  };
  const { result, warnings } = await finalRewrite.run(work);
  return { result, warnings, output: work.output ?? new Uint8Array() };
}

const head = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 8)).toString('latin1');
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

test('names with the escape of a null and numbers of four hundred digits leave nothing for qpdf to complain of', async () => {
  const digits = '9'.repeat(400);
  const { output, warnings } = await rewrite(
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/Dests<</a#00b[3 0 R/XYZ 0 99999999999999999999999999999 0]>>>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F#00 5 0 R>>/ExtGState<</G 6 0 R>>>>>>',
      4: { stream: `BT /F#00 12 Tf 20 100 Td (Hello) Tj ET /P#00 <</MCID ${digits}>> BDC /G gs EMC` },
      5: `<</Type/Font/Subtype/Type1/BaseFont/Helv#00etica/FirstChar 72/LastChar 72/Widths[${digits}]>>`,
      6: `<</LW ${digits}>>`,
    }),
  );
  expect(await checkWithQpdf(output)).toBe('');
  expect(warnings?.map(({ code }) => code)).toEqual(['AMBIGUOUS_CONTENT']);
  const page = openDocument(output).pages[0]?.dict;
  expect(page?.dict('Resources')?.dict('Font')?.dict('F#00')?.name('BaseFont')).toBe('Helv#00etica');
});

test('linearized unless asked otherwise, always PDF 1.7, always clean', async () => {
  const linear = await rewrite(helloPage());
  expect([linear.result, head(linear.output), await checkWithQpdf(linear.output)]).toEqual([
    'linearized',
    '%PDF-1.7',
    '',
  ]);
  expect(text(linear.output)).toContain('/Linearized');
  const plain = await rewrite(helloPage(), { linearize: false });
  expect([plain.result, head(plain.output), await checkWithQpdf(plain.output)]).toEqual(['written', '%PDF-1.7', '']);
  expect(text(plain.output)).not.toContain('/Linearized');
});

test('PDF/A-1 is written as PDF 1.4 without object streams, PDF/A-4 as PDF 2.0', async () => {
  for (const linearize of [true, false]) {
    const one = await rewrite(helloPage(), { linearize }, { pdfaPreserved: true, pdfaLevel: '1b' });
    expect([head(one.output), text(one.output).includes('/ObjStm')]).toEqual(['%PDF-1.4', false]);
    const four = await rewrite(helloPage(), { linearize }, { pdfaPreserved: true, pdfaLevel: '4' });
    expect(head(four.output)).toBe('%PDF-2.0');
  }
});

test('a document that passes through is the input, byte for byte', async () => {
  const input = helloPage();
  const work = {
    input,
    options: DEFAULT_OPTIONS,
    pdf: openDocument(input),
    passthrough: true,
    security: {},
    validation: {},
    output: null,
  };
  expect(await finalRewrite.run(work)).toEqual({ result: 'skipped_signed_preserve' });
  expect(work.output).toBe(input);
});

test('active content that earlier stages left is found in the written file', async () => {
  const file = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
  });
  const { output } = await rewrite(file);
  expect(() => searchOutput(output)).toThrow(expect.objectContaining({ code: 'ACTIVE_CONTENT_RESIDUE' }));
});

test('content that readers may take for different operators is told of', async () => {
  const page = (content: string): Uint8Array =>
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
      4: { stream: content },
    });
  const message = 'Content streams that readers may take for different operators: 1.';
  const { warnings = [] } = await rewrite(page('1 w 0 0 5-3 9 re f'));
  expect(sentencesOf({ warnings })).toEqual([{ code: 'AMBIGUOUS_CONTENT', message }]);
  expect((await rewrite(page('1 w 0 0 5 9 re f'))).warnings).toEqual([]);
});
