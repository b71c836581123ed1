import { describe, expect, test } from 'vitest';
import { frameMessage, hostMessage, MAX_OUTLINE_ITEMS, MAX_PIXELS, MAX_TEXT_LENGTH, scaleToFit } from './protocol.ts';

const ITEM = { page: 1, depth: 2, role: 'H1', text: 'Title' };
const OUTLINE = { kind: 'outline', id: 1, isTagged: true, language: 'en', items: [ITEM], isCut: false };

describe('what comes out of a frame', () => {
  test.each([
    { kind: 'ready' },
    { kind: 'need', id: 1, part: 'wasmUrl', name: 'openjpeg.wasm' },
    { kind: 'opened', id: 1, pages: 3 },
    { kind: 'drawn', id: 1, width: 2, height: 1, pixels: new ArrayBuffer(8) },
    { kind: 'text', id: 1, text: 'Total: 1,000' },
    OUTLINE,
    { kind: 'failed', id: 1, reason: 'password' },
  ])('is taken as it is: $kind', (message) => {
    expect(frameMessage(message)).toEqual(message);
  });

  test('loses what does not belong to it', () => {
    expect(frameMessage({ kind: 'opened', id: 1, pages: 3, markup: '<b>' })).toEqual({
      kind: 'opened',
      id: 1,
      pages: 3,
    });
  });

  test.each([
    ['nothing', null],
    ['a text', 'ready'],
    ['a list', [{ kind: 'ready' }]],
    ['another kind', { kind: 'navigate', id: 1 }],
    ['an outline without end', { ...OUTLINE, items: Array.from({ length: MAX_OUTLINE_ITEMS + 1 }, () => ITEM) }],
    ['an element that is too deep', { ...OUTLINE, items: [{ ...ITEM, depth: 33 }] }],
    ['an element of markup', { ...OUTLINE, items: [ITEM, { ...ITEM, text: { html: '<b>' } }] }],
    ['a language without end', { ...OUTLINE, language: 'x'.repeat(MAX_TEXT_LENGTH) }],
    ['no number', { kind: 'opened', id: '1', pages: 3 }],
    ['no pages', { kind: 'opened', id: 1, pages: 0 }],
    ['half a page', { kind: 'opened', id: 1, pages: 1.5 }],
    ['pages without end', { kind: 'opened', id: 1, pages: Infinity }],
    ['fewer pixels than it says', { kind: 'drawn', id: 1, width: 2, height: 2, pixels: new ArrayBuffer(8) }],
    ['a drawing that is none', { kind: 'drawn', id: 1, width: 2, height: 1, pixels: 'data:' }],
    [
      'a drawing that is too large',
      { kind: 'drawn', id: 1, width: 16_384, height: 16_384, pixels: new ArrayBuffer(0) },
    ],
    ['a text that is too long', { kind: 'text', id: 1, text: 'x'.repeat(MAX_TEXT_LENGTH + 1) }],
    ['an object for a text', { kind: 'text', id: 1, text: { length: 1 } }],
    ['another reason', { kind: 'failed', id: 1, reason: '<b>' }],
    ['a part of another kind', { kind: 'need', id: 1, part: 'url', name: 'https://elsewhere.example/' }],
  ])('is refused: %s', (_, message) => {
    expect(frameMessage(message)).toBeNull();
  });
});

test('a frame takes requests and parts, and nothing else', () => {
  const bytes = new ArrayBuffer(1);
  for (const message of [
    { kind: 'open', id: 1, bytes, parser: bytes, renderer: bytes },
    { kind: 'draw', id: 2, page: 1, box: { width: 10, height: 10 } },
    { kind: 'read', id: 3, page: 1 },
    { kind: 'part', id: 4, bytes: null },
  ]) {
    expect(hostMessage(message)).toEqual(message);
  }
  expect(hostMessage({ kind: 'draw', id: 2, page: 0, box: { width: 10, height: 10 } })).toBeNull();
  expect(hostMessage({ kind: 'draw', id: 2, page: 1, box: { width: 1e9, height: 10 } })).toBeNull();
  expect(hostMessage({ kind: 'open', id: 1, bytes: [1, 2], parser: bytes, renderer: bytes })).toBeNull();
});

describe('the scale of a page', () => {
  test('makes it as large as fits', () => {
    expect(scaleToFit({ width: 100, height: 200 }, { width: 300, height: 400 })).toBe(2);
    expect(scaleToFit({ width: 100, height: 200 }, { width: 150, height: 4000 })).toBe(1.5);
  });

  test.each([
    ['as large as a country', { width: 1e8, height: 1e8 }],
    ['a ribbon', { width: 1, height: 1e7 }],
    ['a speck', { width: 1e-6, height: 1e-6 }],
  ])('keeps the pixels within bounds: %s', (_, page) => {
    const scale = scaleToFit(page, { width: 16_384, height: 16_384 }) ?? 0;
    expect(scale).toBeGreaterThan(0);
    expect(page.width * scale * page.height * scale).toBeLessThanOrEqual(MAX_PIXELS * 1.001);
  });

  test('is none for a page without a size', () => {
    expect(scaleToFit({ width: Number.NaN, height: 1 }, { width: 10, height: 10 })).toBeNull();
    expect(scaleToFit({ width: 0, height: 0 }, { width: 10, height: 10 })).not.toBe(Infinity);
  });
});
