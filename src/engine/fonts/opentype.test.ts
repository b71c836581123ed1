import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FONT_FILES, fontBytes, openFaceLibrary } from './opentype.ts';
import { widthsOf } from './standard-metrics.ts';

test('the files are those the README names, as their makers published them', () => {
  const folder = new URL('./faces/', import.meta.url);
  const readme = readFileSync(new URL('README.md', folder), 'utf8');
  for (const file of FONT_FILES) {
    const hash = createHash('sha256').update(fontBytes(file)).digest('hex');
    expect(readme).toContain(`| ${file}.ttf | \`${hash}\` |`);
  }
  const files = readdirSync(folder).filter((name) => name.endsWith('.br'));
  expect(files.toSorted()).toEqual(FONT_FILES.map((file) => `${file}.ttf.br`).toSorted());
});

test('measures are thousandths of an em: those of the standard faces', async () => {
  const face = (await openFaceLibrary())('LiberationSans-Regular');
  const glyph = face.glyphOf(0x41) ?? 0;
  expect(face.advance(glyph)).toBe(widthsOf('Helvetica').get('A'));
  const ys = face.outline(glyph).flatMap(({ points }) => points.map(({ y }) => y));
  expect([Math.round(Math.min(...ys)), Math.round(Math.max(...ys))]).toEqual([0, 688]);
  expect(face.glyphOf(0x4e2d)).toBeUndefined();
});

test('an accented letter is drawn whole, of all its components', async () => {
  const face = (await openFaceLibrary())('LiberationSerif-Italic');
  const paths = (codePoint: number): number =>
    face.outline(face.glyphOf(codePoint) ?? 0).filter(({ kind }) => kind === 'move').length;
  expect(paths(0x3ac)).toBe(paths(0x3b1) + 1);
});

test('Arabic is joined and runs to the left, marks stand where the face puts them', async () => {
  const library = await openFaceLibrary();
  const arabic = library('NotoSansArabic-Regular');
  const alone = arabic.glyphOf(0x645);
  const joined = arabic.shape('\u0645\u0631\u062d\u0628\u0627', true);
  expect(
    joined
      .map(({ text }) => text)
      .toReversed()
      .join(''),
  ).toBe('\u0645\u0631\u062d\u0628\u0627');
  expect(joined.at(-1)?.glyph).not.toBe(alone);
  const thai = library('NotoSansThai-Regular').shape('\u0e1b\u0e39\u0e48', false);
  expect(thai.map(({ advance }) => advance > 0)).toEqual([true, false, false]);
});

test('a syllable of several letters is one glyph or several, and its text is said once', async () => {
  const shaped = (await openFaceLibrary())('NotoSansDevanagari-Regular').shape(
    '\u0928\u092e\u0938\u094d\u0924\u0947',
    false,
  );
  expect(shaped.map(({ text }) => text).join('')).toBe('\u0928\u092e\u0938\u094d\u0924\u0947');
});
