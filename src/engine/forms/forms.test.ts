import { describe, expect, test } from 'vitest';
import { Budget } from '#engine/pdf/budget.ts';
import { fromLatin1 } from '#engine/pdf/syntax/lexer.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { parseDefaultAppearance } from './default-appearance.ts';
import { setText, widthOf } from './text/set-text.ts';
import { FontCabinet } from './text-font.ts';
import { cleanValue, multilineSize, singleLineSize, wrap } from './text-layout.ts';

const budget = new Budget(1000);

function helvetica(): ReturnType<FontCabinet['choose']> {
  return new FontCabinet(openDocument(helloPage())).choose('Helv', []);
}

describe('default appearance', () => {
  test.each([
    ['/Helv 12 Tf 0 g', 'Helv', 12, ['g']],
    ['0 0 1 rg /F1 0 Tf', 'F1', 0, ['rg']],
    ['/F1 -9 Tf 1 0 0 RG 0 1 0 rg', 'F1', 0, ['rg', 'RG']],
    ['/a#20b 8.5 Tf /Pattern cs', 'a b', 8.5, []],
    ['(broken', undefined, 0, []],
  ])('%s', (text, font, size, operators) => {
    const style = parseDefaultAppearance(fromLatin1(text), budget);
    expect(style).toMatchObject({ font, size });
    expect(style.colors.map(({ operator }) => operator)).toEqual(operators);
  });
});

describe('layout', () => {
  test('breaks at spaces and inside words that are too long', () => {
    const fonts = helvetica();
    expect(wrap('one two', fonts, 10, widthOf('one ', fonts) / 100)).toEqual(
      ['one', ' two'].map((line) => line.trim()),
    );
    expect(wrap('iiii', fonts, 10, widthOf('ii', fonts) / 100)).toEqual(['ii', 'ii']);
  });

  test('keeps paragraphs and empty lines', () => {
    expect(wrap('a\n\nb', helvetica(), 10, 100)).toEqual(['a', '', 'b']);
  });

  test('sizes one line by height and by width', () => {
    const fonts = helvetica();
    expect(singleLineSize('W', fonts, { width: 1000, height: 23 })).toBe(20);
    expect(singleLineSize('WW', fonts, { width: 18.88, height: 1000 })).toBe(10);
    expect(singleLineSize('W'.repeat(1000), fonts, { width: 10, height: 10 })).toBe(4);
  });

  test('shrinks paragraphs until they fit', () => {
    const fonts = helvetica();
    expect(multilineSize('short', fonts, { width: 100, height: 100 })).toBe(12);
    expect(multilineSize('a\nb\nc\nd', fonts, { width: 100, height: 30 })).toBe(6.5);
  });

  test.each([
    ['a\r\nb\rc', true, 'a\nb\nc'],
    ['a\r\nb\tc', false, 'a b c'],
    ['a\u0000\u0007b', true, 'ab'],
  ])('cleans %j', (text, multiline, expected) => {
    expect(cleanValue(text, multiline)).toBe(expected);
  });
});

describe('fonts', () => {
  test('fall back character by character', () => {
    const { runs, missing } = setText('a→π田', helvetica());
    expect(runs.map((run) => ('font' in run ? [...run.bytes] : []))).toEqual([[0x61], [0xae, 0x70]]);
    expect(missing).toEqual(['田']);
  });
});
