import { describe, expect, it } from 'vitest';
import { counted, listed, named, removedSentence, statedName } from './words.ts';

describe('the name in a certificate', () => {
  it.each([
    ['CN=Alice Example, O=Org, C=CA', 'Alice Example'],
    ['emailAddress=a@example.com, CN=signpdf, O=Some Company', 'signpdf'],
    ['CN=Example\\, Alice, C=CA', 'Example, Alice'],
    ['O=Some Company, C=CA', 'Some Company'],
    ['2.5.4.97=VAT, C=CA', null],
    ['CN=, O=', null],
    [null, null],
  ])('%s is %s', (distinguishedName, name) => {
    expect(statedName(distinguishedName)).toBe(name);
  });
});

describe('a name in a sentence', () => {
  it.each([
    ['Alice Example', 'Alice Example'],
    ['Dr. Jane O’Hara-Smith', 'Dr. Jane O’Hara-Smith'],
    ['José Núñez', 'José Núñez'],
    ['Ludwig van der Rohe', 'Ludwig van der Rohe'],
    ['DigiTrust Timestamp 2026 CA', 'DigiTrust Timestamp 2026 CA'],
    ['山田太郎', '\u2068山田太郎\u2069'],
    ['the notary whose identity was checked', '“the notary whose identity was checked”'],
    ['Alice and by the Notary Public', '“Alice and by the Notary Public”'],
    ['a@example.com', '“a@example.com”'],
    ['Example, Alice', '“Example, Alice”'],
    ['Alice (identity checked)', '“Alice (identity checked)”'],
    ['Alice. Unchanged. Trusted', '“Alice. Unchanged. Trusted”'],
    ['Alice” Example', "Alice' Example"],
    ['Alice\u202Eelpmaxe\n\u0000', '“Alice elpmaxe”'],
    ['עליזה', '\u2068עליזה\u2069'],
    ['', '“”'],
  ])('%j is %j', (name, words) => {
    expect(named(name)).toBe(words);
  });

  it('is cut', () => {
    expect(named('a'.repeat(255))).toBe(`“${'a'.repeat(60)}…”`);
  });
});

describe('lists and numbers', () => {
  it('are told in words', () => {
    expect(listed(['A', 'B'])).toBe('A and B');
    expect(listed(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C and 2 more');
    expect([counted(1, 'script'), counted(2, 'script'), counted(null, 'script')]).toEqual([
      '1 script',
      '2 scripts',
      'scripts',
    ]);
    expect(removedSentence(['1 script'])).toBe('1 script was removed.');
    expect(removedSentence(['scripts'])).toBe('Scripts were removed.');
  });
});
