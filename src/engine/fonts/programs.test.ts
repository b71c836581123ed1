import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readOutline } from './build/outline.ts';
import { advancesOf, withAdvances } from './cff/advance.ts';
import { parseCff, writeCff } from './cff/cff.ts';
import { encodingTable } from './encodings.ts';
import { programOf } from './programs.ts';
import { STANDARD_FONTS, widthsOf } from './standard-metrics.ts';

test.each(STANDARD_FONTS)('%s has every glyph of its AFM file, as wide as it says', (font) => {
  const { advances } = programOf(font);
  const wrong = [...widthsOf(font)].filter(([glyph, width]) => advances.get(glyph) !== width);
  expect(wrong).toEqual([]);
});

test.each(STANDARD_FONTS)('%s draws every glyph within its FontBBox', (font) => {
  const { cff } = programOf(font);
  const [left = 0, bottom = 0, right = 0, top = 0] = cff.fontBBox;
  const ends = cff.glyphs.flatMap((_, index) => readOutline(cff, index).map(({ points }) => points.at(-1)));
  // Some faces declare a box that is a few units smaller than one of their outlines.
  const outside = ends.filter(
    (end) => end && (end.x < left - 60 || end.x > right + 60 || end.y < bottom - 60 || end.y > top + 60),
  );
  expect(outside).toEqual([]);
});

test.each(STANDARD_FONTS)('%s is written as it was read', (font) => {
  const { bytes, cff } = programOf(font);
  expect(writeCff(cff)).toEqual(bytes);
});

test('the data files are those the README names', () => {
  const readme = readFileSync(new URL('./data/README.md', import.meta.url), 'utf8');
  for (const font of STANDARD_FONTS) {
    const hash = createHash('sha256').update(programOf(font).bytes).digest('hex');
    expect(readme).toMatch(new RegExp(`\\| ${font}\\.cff +\\|.*${hash}`));
  }
});

test('Symbol and ZapfDingbats carry their own encodings, the Latin faces StandardEncoding', () => {
  const { encoding, glyphs } = programOf('Symbol').cff;
  expect(encoding?.[1 + glyphs.indexOf('alpha')]).toBe(encodingTable('SymbolEncoding').indexOf('alpha'));
  expect(programOf('ZapfDingbats').cff.encoding).not.toBeNull();
  expect(programOf('Helvetica').cff.encoding).toBeNull();
});

test('new advances survive writing; those of other glyphs stay, and so do all outlines', () => {
  const { cff, advances } = programOf('Courier-BoldOblique');
  const changed = new Map([
    ['space', 0],
    ['A', 1],
    ['g', 599],
    ['ccaron', 16_000],
  ]);
  const again = parseCff(writeCff(withAdvances(cff, changed)));
  expect([...advancesOf(again)]).toEqual([...advances].map(([glyph, old]) => [glyph, changed.get(glyph) ?? old]));
  for (const index of cff.glyphs.keys()) expect(readOutline(again, index)).toEqual(readOutline(cff, index));
});
