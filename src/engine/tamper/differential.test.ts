import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { normalize } from '#test/support/normalize.ts';
import { buildPdf, type BuiltStream, helloPage } from '#test/support/builders/pdf.ts';
import { appendUpdate } from '#test/support/builders/update.ts';

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const saying = (text: string): BuiltStream => ({ stream: `BT /F1 24 Tf 72 700 Td (${text}) Tj ET` });
const page = (contents: string): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${contents}/Resources<</Font<</F1 5 0 R>>>>>>`;

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const text = (pdf: Uint8Array): string => Buffer.from(pdf).toString('latin1');

/** An object before the cross-reference, which does not list it. */
function hide(pdf: Uint8Array, object: string): Uint8Array {
  const file = text(pdf);
  const at = file.lastIndexOf('xref\n0 1');
  const tail = file.slice(at).replace(/startxref\n\d+/, `startxref\n${at + object.length}`);
  return bytes(file.slice(0, at) + object + tail);
}

const rival = (shown: string): string => {
  const { stream } = saying(shown);
  return `4 0 obj\n<</Length ${stream.length}>>\nstream\n${String(stream)}\nendstream\nendobj\n`;
};

function twoPages(count: number, kids = '3 0 R 6 0 R'): Uint8Array {
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
    3: page('4 0 R'),
    4: saying('One'),
    5: FONT,
    6: page('7 0 R'),
    7: saying('Two'),
  });
}

/** The file with a new cross-reference, which leads to the first object of each number. */
function savedAnew(file: string): Uint8Array {
  const rows = [1, 2, 3, 4, 5].map(
    (number) => `${String(file.indexOf(`${number} 0 obj`)).padStart(10, '0')} 00000 n \n`,
  );
  const table = `xref\n0 6\n0000000000 65535 f \n${rows.join('')}trailer\n<</Root 1 0 R/Size 6>>\n`;
  return bytes(`${file}${table}startxref\n${file.length}\n%%EOF\n`);
}

/** The findings about other readers in the report. */
async function readerFindings(input: Uint8Array): Promise<string[]> {
  const { report } = await normalize(input, DEFAULT_OPTIONS);
  return (report.tamperAnalysis?.anomalies ?? [])
    .filter(({ description }) => /pages differ/.test(description))
    .map(({ type, severity, description, location }) => [type, severity, description, location].join(' '));
}

describe('other readers', () => {
  it('see the object that the cross-reference does not', async () => {
    expect(await readerFindings(hide(helloPage('Pay 10'), rival('Pay 1,000')))).toEqual([
      'SHADOW_CONTENT_DETECTED high Page 1 shows other text in another PDF reader ' +
        '(a reader that follows no cross-reference: 1 of 1 pages differ). page 1',
    ]);
  });

  it('see an object behind a comment sign', async () => {
    const hidden = hide(helloPage('Pay 10'), `%\r${rival('Pay 1,000')}`);
    expect(await readerFindings(hidden)).toEqual([
      expect.stringMatching(/^SHADOW_CONTENT_DETECTED high .*a reader that follows no/),
    ]);
  });

  it('would see an earlier save that a new cross-reference leaves out, which is less grave than a planted object', async () => {
    const whole = savedAnew(text(appendUpdate(helloPage('Pay 10'), { 4: saying('Pay 1,000') })));
    expect(await readerFindings(whole)).toEqual([
      expect.stringMatching(/^SHADOW_CONTENT_DETECTED medium .*a reader that follows no/),
    ]);
  });

  it('would see an earlier save whose end was overwritten behind its cross-reference stream', async () => {
    const stream = '9 0 obj\n<</Type/XRef/Size 10/W[1 1 1]/Length 0>>\nstream\n\nendstream\nendobj\n';
    const withStream = readerFindings(savedAnew(`${text(helloPage('Pay 10'))}${rival('Pay 1,000')}${stream}`));
    expect(await withStream).toEqual([expect.stringMatching(/^SHADOW_CONTENT_DETECTED medium .*follows no/)]);
    const planted = readerFindings(savedAnew(`${text(helloPage('Pay 10'))}${stream}${rival('Pay 1,000')}`));
    expect(await planted).toEqual([expect.stringMatching(/^SHADOW_CONTENT_DETECTED high .*follows no/)]);
  });

  it('go by the cross-reference where it leads to another object', async () => {
    const file = text(helloPage('Pay 10', { 6: saying('Pay 1,000') }));
    const place = (number: number): string => String(file.indexOf(`${number} 0 obj`)).padStart(10, '0');
    expect(await readerFindings(bytes(file.replace(`${place(4)} 00000`, `${place(6)} 00000`)))).toEqual([
      expect.stringMatching(/^SHADOW_CONTENT_DETECTED high .*PDFium/),
    ]);
  });

  it('do not see the update that has no end', async () => {
    const updated = appendUpdate(helloPage('Pay 10'), { 4: saying('Pay 1,000') });
    expect(await readerFindings(updated.subarray(0, updated.length - '%%EOF\n'.length))).toEqual([
      expect.stringMatching(/^SHADOW_CONTENT_DETECTED high .*PDFium/),
    ]);
  });

  it('see fewer pages where the tree counts fewer', async () => {
    expect(await readerFindings(twoPages(1))).toEqual([
      'SHADOW_CONTENT_DETECTED medium Another PDF reader shows more or fewer pages of the document ' +
        '(PDFium: 1 of 2 pages differ, 1 pages instead of 2). page 2',
    ]);
  });
});

describe('readers agree on', () => {
  it.each([
    ['a tree that counts more pages than there are', twoPages(9)],
    ['a hidden object that shows the same', hide(helloPage('Pay 10'), rival('Pay 10'))],
    ['a hidden object that nothing shows', hide(helloPage(), '9 0 obj\n<<>>\nendobj\n')],
    ['a file whose cross-reference is gone', bytes(text(helloPage()).replace(/startxref\n\d+/, 'startxref\n1'))],
    ['a file after other data', bytes(`GIF89a junk\n${text(helloPage())}`)],
    ['a stream with a longer Length', bytes(text(helloPage()).replace('/Length 46', '/Length 99'))],
    ['a file that ends early', helloPage().subarray(0, 400)],
  ])('%s', async (_, input) => {
    expect(await readerFindings(input)).toEqual([]);
  });

  it('an update of content, which every reader follows', async () => {
    const once = appendUpdate(helloPage(), { 4: saying('Second') });
    expect(await readerFindings(appendUpdate(once, { 4: saying('Third') }))).toEqual([]);
  });
});
