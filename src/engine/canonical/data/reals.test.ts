import { expect, test } from 'vitest';
import { Dict, Real, type Resolver } from '#engine/pdf/syntax/objects.ts';
import { realSpelling, roundReal } from './reals.ts';

const spelled = (text: string): string => {
  const value = roundReal(new Real(text));
  return value instanceof Real ? value.text : String(value);
};

test('a real with more digits than single precision has is the shortest decimal of the same number', () => {
  expect(spelled('595.303937007874')).toBe(spelled(String(Math.fround(595.303937007874))));
  expect(spelled('595.303937007874')).not.toBe(spelled('595.304'));
  expect(spelled('0.5')).toBe('0.5');
  expect(spelled('612.00000001')).toBe('612');
});

test('rounding a real twice gives the same text', () => {
  for (const text of ['595.303937007874', '0.1000000001', '-16777217.5', '123456.789012', '0.0000012345678']) {
    expect(spelled(spelled(text))).toBe(spelled(text));
    expect(Math.fround(Number(spelled(text)))).toBe(Math.fround(Number(text)));
  }
});

test('a measurement dictionary keeps all digits of its reals', () => {
  const resolver: Resolver = { resolve: (object) => object ?? null };
  const points = [new Real('48.8583701234')];
  const box = [new Real('595.303937007874')];
  const measure = Dict.of(resolver, [['GPTS', points]]);
  const page = Dict.of(resolver, [
    ['MediaBox', box],
    ['Measure', measure],
  ]);
  const containers = [page, box, measure, points];
  const spell = realSpelling(resolver, containers);
  for (const container of containers) spell(container);
  expect(points).toEqual([new Real('48.8583701234')]);
  expect(box).toEqual([new Real(spelled('595.303937007874'))]);
});
