import { expect, test } from 'vitest';
import { fixedPoint, isChosen } from './prove.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const text = (output: Uint8Array): string => Buffer.from(output).toString();

test('an output that stays as it is is published', async () => {
  expect(text(await fixedPoint(bytes('same'), async (output) => output))).toBe('same');
});

test('an output that settles after one more pass is published as it settles', async () => {
  expect(text(await fixedPoint(bytes('first'), async () => bytes('second')))).toBe('second');
});

test('an output that never settles is not published', async () => {
  const again = async (output: Uint8Array): Promise<Uint8Array> => bytes(`${text(output)}.`);
  await expect(fixedPoint(bytes('on and on'), again)).rejects.toMatchObject({ code: 'NOT_IDEMPOTENT' });
});

test('an output that the pipeline refuses is not published', async () => {
  await expect(fixedPoint(bytes('refused'), async () => null)).rejects.toMatchObject({ code: 'NOT_IDEMPOTENT' });
});

test('all small outputs are proved, unless a verifier does it, and all large ones with ambiguous content, and always the same share of the others', () => {
  const isAnyChosen = (output: Uint8Array) => isChosen(output, 'all');
  expect(isAnyChosen(new Uint8Array(1000))).toBe(true);
  expect(isChosen(new Uint8Array(1000), 'large')).toBe(false);
  const large = Array.from({ length: 100 }, (_, index) => new Uint8Array(1_100_000).fill(index));
  const chosen = large.filter(isAnyChosen);
  expect(chosen.length).toBeGreaterThan(0);
  expect(chosen.length).toBeLessThan(20);
  expect(large.filter((output) => isChosen(output, 'large'))).toEqual(chosen);
  expect(large.every((output) => isChosen(output, 'large', true))).toBe(true);
});
