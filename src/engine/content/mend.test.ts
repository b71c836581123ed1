import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromLatin1, latin1 } from '#engine/pdf/lexer.ts';
import { mendContent } from './mend.ts';

const mend = (content: string): string => latin1(mendContent(fromLatin1(content)));

test('a closing delimiter that closes nothing becomes a blank', () => {
  expect(mend('BT (a) Tj) ET')).toBe('BT (a) Tj  ET');
  expect(mend('1 > w <</A 1>> >')).toBe('1   w <</A 1>>  ');
});

test('a string that the end cuts off goes', () => {
  expect(mend('n (never')).toBe('n ');
  expect(mend('n (a(b)')).toBe('n ');
  expect(mend(String.raw`n (a\)`)).toBe('n ');
  expect(mend('n <48')).toBe('n ');
});

test('sound content stays byte for byte', () => {
  for (const content of [
    'q BT\r(a\\)b(c)) Tj <4 8> Tj ET Q',
    '% a comment with )',
    'BI /W 1 /H 1 ID ) EI Q',
    '(x)',
    '',
  ]) {
    expect(mend(content)).toBe(content);
  }
});

test('data of an image without end are left alone', () => {
  expect(mend('BI /W 1 ID ) ) )')).toBe('BI /W 1 ID ) ) )');
});

test('mending twice is mending once', () => {
  const content = fc.array(
    fc.constantFrom('(', ')', '<', '>', '<<', '>>', '\\', 'a', ' ', 'BI ', 'ID ', ' EI ', '%', '\n'),
  );
  fc.assert(
    fc.property(content, (pieces) => {
      const once = mendContent(fromLatin1(pieces.join('')));
      return latin1(mendContent(once)) === latin1(once);
    }),
    { numRuns: 3000 },
  );
});
