/** Tests values of fields in scripts that neither the font of the field nor the standard faces have. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { pageTexts, renderPage } from '#engine/text/pdfium.ts';
import { appearance, formFile, widget } from '#test/support/builders/form.ts';
import { directionRuns } from './directions.ts';
import { clustersOf } from './set-text.ts';

function utf16(text: string): string {
  return `<feff${[...Buffer.from(text, 'utf16le').swap16()].map((byte) => byte.toString(16).padStart(2, '0')).join('')}>`;
}

async function normalized(value: string, entries = ''): Promise<{ bytes: Uint8Array; codes: string[] }> {
  const input = formFile({ more: { 10: widget(`/FT/Tx/V${utf16(value)}${entries}`, '10 10 290 40') } });
  const { bytes, report } = await normalize(input, DEFAULT_OPTIONS);
  if (bytes === null) throw new Error(JSON.stringify(report.failure));
  return { bytes, codes: report.warnings.map(({ code }) => code) };
}

async function ink(bytes: Uint8Array): Promise<number> {
  const { rgba } = await renderPage(bytes, 0, 600);
  return rgba.filter((value, at) => at % 4 === 0 && value < 128).length;
}

/** The characters in sorted order, because only some readers reverse right-to-left text. */
function letters(text: string): string {
  return [...text.normalize('NFKC').replaceAll(/\s/g, '')].toSorted().join('');
}

describe('a value is drawn whole', () => {
  test.each([
    ['Cyrillic', 'Київ, Україна'],
    ['Greek with accents', 'Αυτό είναι'],
    ['Chinese', '中文 測試'],
    ['Japanese', '日本語 かな カナ'],
    ['Korean', '샘플 텍스트'],
    ['Hebrew', 'שלום עולם'],
    ['Arabic', 'مرحبا بالعالم'],
    ['Thai', 'สวัสดี ปู่'],
    ['Devanagari', 'नमस्ते'],
    ['phonetic letters among others', 'salad πʬ'],
    ['Latin, Arabic and digits', 'No. 12 مرحبا (34)'],
  ])('%s', async (_, value) => {
    const { bytes, codes } = await normalized(value);
    expect(codes).not.toContain('GLYPH_MISSING');
    expect(letters((await pageTexts(bytes)).join(''))).toBe(letters(value));
    expect(await ink(bytes)).toBeGreaterThan(40 * value.replaceAll(' ', '').length);
    const again = await normalize(bytes, DEFAULT_OPTIONS);
    expect(again.bytes && Buffer.from(again.bytes).equals(bytes)).toBe(true);
  });

  test('over several lines, in the cells of a comb, as the options of a list', async () => {
    const lines = await normalized('中文測試漢字'.repeat(20), '/Ff 4096');
    expect(letters((await pageTexts(lines.bytes)).join(''))).toContain('中');
    const comb = await normalized('Київ', '/Ff 16777216/MaxLen 6');
    expect(letters((await pageTexts(comb.bytes)).join(''))).toBe(letters('Київ'));
    const list = formFile({
      more: { 10: widget(`/FT/Ch/V${utf16('Київ')}/Opt[${utf16('Київ')}${utf16('東京')}]`, '10 10 290 80') },
    });
    const { bytes } = await normalize(list, DEFAULT_OPTIONS);
    expect(letters((await pageTexts(bytes ?? new Uint8Array())).join(''))).toBe(letters('Київ東京'));
  });

  test('in one font for each face, however many fields are written with it', async () => {
    const field = (name: string, y: number, value: string): string =>
      `<</Type/Annot/Subtype/Widget/Rect[10 ${y} 290 ${y + 25}]/T(${name})/FT/Tx/V${utf16(value)}>>`;
    const input = formFile({
      annotations: '10 0 R 11 0 R',
      more: { 10: field('a', 10, 'Київ'), 11: field('b', 50, 'Львів') },
    });
    const { bytes } = await normalize(input, { ...DEFAULT_OPTIONS, linearize: false });
    expect(letters((await pageTexts(bytes ?? new Uint8Array())).join(''))).toBe(letters('КиївЛьвів'));
  });
});

test('more characters than a simple font has codes are written with several', async () => {
  const value = Array.from({ length: 300 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
  const { bytes, codes } = await normalized(value, '/Ff 4096/DA(/Helv 4 Tf)');
  expect(codes).not.toContain('GLYPH_MISSING');
  expect(letters((await pageTexts(bytes)).join('')).length).toBeGreaterThan(200);
});

test('an appearance that shows the value stays as it is', async () => {
  const more = {
    10: widget(`/FT/Tx/V${utf16('中')}/AP<</N 11 0 R>>`),
    11: appearance('BT /Helv 12 Tf (drawn) Tj ET'),
  };
  const { bytes } = await normalize(formFile({ more }), DEFAULT_OPTIONS);
  expect((await pageTexts(bytes ?? new Uint8Array())).join('')).toContain('drawn');
});

test('runs of a line stand in the order in which they are seen', () => {
  expect(directionRuns('a שלום 12')).toEqual([
    { text: 'a ', rightToLeft: false },
    { text: '12', rightToLeft: false },
    { text: 'שלום ', rightToLeft: true },
  ]);
  expect(directionRuns('')).toEqual([]);
});

test('marks and joiners stay with their base', () => {
  expect(clustersOf('ปู่a\u200d')).toEqual(['ปู่', 'a\u200d']);
});

test.each([
  ['isolates', '\u2067\u05d0\u2069'.repeat(10_000)],
  ['marks on one letter', `\u05d0${'\u05b0'.repeat(20_000)}`],
  ['brackets', `\u05d0${'('.repeat(20_000)}`],
  ['a joiner alone', '\u200d'],
  ['half a pair of surrogates', '\ud83d'],
  ['a word of more lines than a call takes arguments', 'W'.repeat(200_000)],
  ['characters that nothing has', '\ue000'.repeat(200_000)],
])('values no one writes are dealt with: %s', async (_, value) => {
  const { bytes } = await normalized(value, '/Ff 4096/DA(/Helv 300 Tf)');
  expect(bytes.length).toBeGreaterThan(0);
});

test('many cells are counted', async () => {
  const cells = Array.from({ length: 320 }, (_, index) => 10 + index);
  const comb = widget(`/FT/Tx/Ff 16777216/MaxLen 1000/V${utf16('م'.repeat(1000))}`);
  const input = formFile({
    annotations: cells.map((number) => `${number} 0 R`).join(' '),
    more: Object.fromEntries(cells.map((number) => [number, comb])),
  });
  const { report } = await normalize(input, DEFAULT_OPTIONS);
  expect(report.failure?.code).toBe('RESOURCE_LIMIT_EXCEEDED');
});
