import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinContent, namesIn, tidyContent } from './content.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const tidy = (text: string): string => Buffer.from(tidyContent(bytes(text))).toString('latin1');

test('tokens are kept byte for byte, only what stands between them changes', () => {
  expect(tidy(' q % saved\r\n 1.50 0 0 -.5 0 0 cm /F1  12 Tf [ (a) -3 <4 1> ] TJ Q ')).toBe(
    'q\n1.50 0 0 -.5 0 0 cm/F1 12 Tf[(a)-3<4 1>]TJ\nQ',
  );
  expect(tidy('/P << /MCID 0 >> BDC (a % b \\) c) Tj EMC')).toBe('/P<</MCID 0>>BDC(a % b \\) c)Tj\nEMC');
  expect(tidy('/ /A 1 Do')).toBe('//A 1 Do');
  expect(tidy('/ 1 x')).toBe('/ 1 x');
});

test('tidying is a fixed point', () => {
  const once = tidy('BT /F1 9 Tf  (x)\n\nTj ET % end');
  expect(tidy(once)).toBe(once);
});

test.each([
  ['(open', ''],
  ['1 w (cut off', '1 w'],
  ['1 w [(a) Tj <</A', '1 w'],
  ['a ) b', 'a\nnull\nb'],
  ['> >', 'null\nnull'],
  ['{ 1 }', 'null\n1 null'],
  ['(a) Tj]', '(a)Tj\nnull'],
  ['[(a)>>] TJ', '[(a)null]TJ'],
  ['[[1]] d', '[null\n1]null\nd'],
  ['/A <</B 1/C>> DP', '/A<</B 1/C null>>DP'],
  ['/A <</B 1 2>> DP', '/A null\nnull\nDP'],
  ['/A#4 gs', '/A#234 gs'],
  ['<4g> Tj', '<4 >Tj'],
  ['BI /W 1 ID \x00 EI ] Q', 'BI /W 1 ID \x00 EI  null  Q'],
])('what no reader can use is repaired: %s', (text, repaired) => {
  expect(tidy(text)).toBe(repaired);
  expect(tidy(repaired)).toBe(repaired);
});

test('what readers may read in two ways is left alone', () => {
  expect(tidy('  \xe9  Tj')).toBe('  \xe9  Tj');
});

test('sound dictionaries and arrays pass, in each other too', () => {
  expect(tidy('/A <</B [[1] <</C true>>]/D<41>/E (x)>> DP')).toBe('/A<</B[[1]<</C true>>]/D<41>/E(x)>>DP');
});

test('from the first inline image on nothing is touched', () => {
  expect(tidy('q  1 0 0 1 0 0 cm\r\nBI /W 1 /H 1 ID \x00 \xff  EI  Q')).toBe(
    'q\n1 0 0 1 0 0 cm\nBI /W 1 /H 1 ID \x00 \xff  EI  Q',
  );
});

test('tidying is a fixed point of anything', () => {
  const pieces = [
    '[',
    ']',
    '<<',
    '>>',
    ')',
    '>',
    '(a)',
    '(x',
    '<4>',
    '/K',
    '/#4',
    '1',
    'null',
    'Tj',
    'BI',
    'ID',
    'EI',
    '\xe9',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), (tokens) => {
      const once = tidy(tokens.join(' '));
      return tidy(once) === once;
    }),
    { numRuns: 3000 },
  );
});

test('pieces join to what the whole would be', () => {
  const whole = tidyContent(joinContent([bytes('q 1 0 0 1 0 0 cm (a b) Tj Q')]));
  expect(tidyContent(joinContent([bytes('q 1 0 0 '), bytes('\n1 0 0 cm'), bytes(''), bytes('(a b) Tj Q\n')]))).toEqual(
    whole,
  );
});

test('every name that might be meant is found, escaped or not', () => {
  expect(namesIn(bytes('/F1 9 Tf/Im#30 Do (in /a string)'))).toEqual(new Set(['F1', 'Im#30', 'Im0', 'a']));
});
