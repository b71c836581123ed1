import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { collections, COLLECTIONS } from './collections.ts';

test('the tables of the checker are those that the specification names', () => {
  const written = readFileSync(COLLECTIONS, 'utf8');
  expect(written === collections()).toBe(true);
  const japanese = written.split('\n').find((line) => line.includes('"Japan1"')) ?? '';
  // Newer versions of Adobe's table give CID 693 the text U+2212.
  expect(JSON.parse(japanese).texts.slice(692, 695)).toEqual(['\uff0b', '\uff0d', '\u00b1']);
});
