import { expect, test } from 'vitest';
import { rectangle } from './area.ts';
import { BLACK } from './paint-state.ts';
import { type Cover, type Glyph, overpainted } from './marks.ts';

const PAGE = { left: 0, bottom: 0, right: 100, top: 100 };

function glyph(x: number, y: number): Glyph {
  return { x, y, up: [0, 2], isMirrored: false, code: 65, isTelling: true };
}

function cover(left: number, bottom: number, right: number, top: number): Cover {
  return { kind: 'cover', areas: [rectangle({ left, bottom, right, top })], clip: PAGE, through: BLACK };
}

test('of one string, the letters under a cover are hidden and those beside it are not', () => {
  const [hidden, seen] = [glyph(15, 15), glyph(50, 15)];
  expect(overpainted([{ kind: 'text', glyphs: [hidden, seen] }, cover(10, 10, 20, 20)])).toEqual([hidden]);
});

test('a letter without a place leaves the others of its string under their cover', () => {
  const hidden = glyph(15, 15);
  const glyphs = [hidden, glyph(NaN, NaN)];
  expect(overpainted([{ kind: 'text', glyphs }, cover(10, 10, 20, 20)])).toEqual([hidden]);
});

test('thin areas that reach a letter from both sides hide it together', () => {
  const hidden = glyph(15, 15);
  const thin = [13.2, 13.9, 14.6, 15.3, 16].map((bottom) => cover(10, bottom, 20, bottom + 0.7));
  expect(overpainted([{ kind: 'text', glyphs: [hidden] }, ...thin, cover(60, 60, 90, 90)])).toEqual([hidden]);
});
