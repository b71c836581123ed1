import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { helloPage } from '#test/support/builders/pdf.ts';
import { annotationText } from './annotation-text.ts';

/** A page with these annotations, and looks for them from object 40 on. */
async function lines(annotations: readonly string[], looks: readonly string[] = []): Promise<readonly string[]> {
  const numbers = annotations.map((_, index) => 20 + index);
  const list = numbers.map((number) => `${number} 0 R`).join(' ');
  const bytes = helloPage('Hello', {
    1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${list}]/DR<</Font<</F1 5 0 R>>>>>>>>`,
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[${list}]>>`,
    6: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>',
    7: '<</FT/Btn/Ff 32768/T(pay)/V/m/Kids[20 0 R 21 0 R]>>',
    ...Object.fromEntries(
      annotations.map((one, index) => [
        20 + index,
        `<</Type/Annot/Rect[0 0 99 20]${one.includes('/F ') ? '' : '/F 4'}/P 3 0 R${one}>>`,
      ]),
    ),
    ...Object.fromEntries(
      looks.map((stream, index) => [
        40 + index,
        { stream, dict: '/Type/XObject/Subtype/Form/BBox[0 0 99 20]/Resources<</Font<</F1 5 0 R/Z 6 0 R>>>>' },
      ]),
    ),
  });
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  const page = await (await loading.promise).getPage(1);
  const text = await annotationText(page);
  await loading.destroy();
  return text.split('\n').slice(1);
}

const WIDGET = '/Subtype/Widget';
const OPTIONS = '/FT/Ch/Ff 131072/Opt[[(m)(Each month)][(y)(Each year)]]';

test('a text field says what its look says', async () => {
  const [shown] = await lines([`${WIDGET}/FT/Tx/T(a)/V(900)/AP<</N 40 0 R>>`], ['BT /F1 9 Tf (1,000) Tj ET']);
  expect(shown).toBe('1,000');
});

test('a choice says what its look says, else what its choice is called', async () => {
  const look = ['BT /F1 9 Tf 2 2 Td (Each) Tj 30 0 Td [(we) 20 (ek)] TJ ET'];
  expect(await lines([`${WIDGET}${OPTIONS}/T(a)/V(m)/AP<</N 40 0 R>>`], look)).toEqual(['Each week']);
  expect(await lines([`${WIDGET}${OPTIONS}/T(a)/V(y)/AP<</N 40 0 R>>`], ['q Q'])).toEqual(['Each year']);
});

test('a box that is ticked says so by one sign, whatever its look has, and nothing while it is not', async () => {
  const box = (state: string): string =>
    `${WIDGET}/FT/Btn/T(a)/V/${state}/AS/${state}/AP<</N<</Yes 40 0 R/Off 41 0 R>>>>`;
  const looks = ['BT /Z 9 Tf (4) Tj ET', 'q Q'];
  expect(await lines([box('Yes')], looks)).toEqual(['☑']);
  expect(await lines([box('Off')], looks)).toEqual(['']);
  expect(await lines([box('Yes')], ['BT /F1 9 Tf (I agree) Tj ET', 'q Q'])).toEqual(['I agree']);
});

test('a box and a radio button whose look is drawn by lines have a sign for being on', async () => {
  const lined = ['0 0 m 9 9 l S', 'q Q'];
  const box = `${WIDGET}/FT/Btn/T(a)/V/Yes/AS/Yes/AP<</N<</Yes 40 0 R/Off 41 0 R>>>>`;
  expect(await lines([box], lined)).toEqual(['☑']);
  const radio = (state: string, on: string): string =>
    `${WIDGET}/Parent 7 0 R/AS/${state}/AP<</N<</${on} 40 0 R/Off 41 0 R>>>>`;
  expect(await lines([radio('m', 'm'), radio('Off', 'y')], lined)).toEqual(['◉', '']);
});

test('what is hidden says nothing, and a stamp what is drawn on it', async () => {
  const stamp = '/Subtype/Stamp/AP<</N 40 0 R>>';
  expect(await lines([stamp, `${stamp}/F 2`], ['BT /F1 9 Tf (PAID) Tj ET'])).toEqual(['PAID']);
});
