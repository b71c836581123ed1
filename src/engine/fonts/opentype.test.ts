import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FONT_FILES, fontBytes, loadFace } from './opentype.ts';
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
  const face = await loadFace('LiberationSans-Regular');
  const glyph = face.glyphOf(0x41) ?? 0;
  expect(face.advance(glyph)).toBe(widthsOf('Helvetica').get('A'));
  const ys = face.outline(glyph).flatMap(({ points }) => points.map(({ y }) => y));
  expect([Math.round(Math.min(...ys)), Math.round(Math.max(...ys))]).toEqual([0, 688]);
  expect(face.glyphOf(0x4e2d)).toBeUndefined();
});

test('an accented letter is drawn whole, of all its components', async () => {
  const face = await loadFace('LiberationSerif-Italic');
  const paths = (codePoint: number): number =>
    face.outline(face.glyphOf(codePoint) ?? 0).filter(({ kind }) => kind === 'move').length;
  expect(paths(0x3ac)).toBe(paths(0x3b1) + 1);
});
