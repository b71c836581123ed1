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
  ['a ) b', 'a\nb'],
  ['> >', ''],
  ['1 w (cut off', '1 w'],
])('what no reader can use is taken out: %s', (text, mended) => {
  expect(tidy(text)).toBe(mended);
  expect(tidy(mended)).toBe(mended);
});

test.each(['<4g> Tj', '{ 1 }', '\xe9 Tj'])('what readers may read in two ways is left alone: %s', (text) => {
  expect(tidy(`  ${text}`)).toBe(`  ${text}`);
});

test('from the first inline image on nothing is touched', () => {
  expect(tidy('q  1 0 0 1 0 0 cm\r\nBI /W 1 /H 1 ID \x00 \xff  EI  Q')).toBe(
    'q\n1 0 0 1 0 0 cm\nBI /W 1 /H 1 ID \x00 \xff  EI  Q',
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
