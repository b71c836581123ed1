import { expect, test } from 'vitest';
import { readHash } from './read-hash.ts';

const HEX = 'a0'.repeat(32);

test.each([HEX, `sha256:${HEX}`, ` sha256:${HEX.toUpperCase()}\n`])('%j is a hash', (text) => {
  expect(readHash(text)).toBe(HEX);
});

test.each(['', 'sha256:', HEX.slice(1), `${HEX}0`, `md5:${HEX}`, `g${HEX.slice(1)}`])('%j is none', (text) => {
  expect(readHash(text)).toBeNull();
});
