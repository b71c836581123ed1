import { describe, expect, test } from 'vitest';
import { hasLink, isReadable, quotedName } from './display-name.ts';

describe('a name', () => {
  test.each([
    'Acme GmbH & Co. KG',
    'J.P. Morgan',
    'Verein Beispiel e.V.',
    'Müller, Sohn 2.0',
    'モーニング娘。',
    'خانه‌های ایران',
    'क्‍ष',
    'Love ❤️ Ltd.',
  ])('%s is readable and no link', (name) => {
    expect([isReadable(name), hasLink(name)]).toEqual([true, false]);
  });

  test.each([
    ['a line feed', 'a\nb'],
    ['U+0000', 'a\0b'],
    ['an override of the direction', 'a\u202Eb'],
    ['an isolate', 'a\u2066b'],
    ['an Arabic letter mark', 'a\u061Cb'],
    ['a space without width', 'a\u200Bb'],
    ['a joiner between Latin letters', 'a\u200Db'],
    ['a second joiner in a row', 'ه\u200C\u200Cا'],
    ['a joiner at the start', '\u200Cا'],
    ['a soft hyphen', 'a\u00ADb'],
    ['a separator of lines', 'a\u2028b'],
    ['a separator of paragraphs', 'a\u2029b'],
    ['a byte order mark', '\uFEFFa'],
    ['a filler of Hangul', 'a\u3164'],
    ['a tag', 'a\u{E0041}'],
    ['half of a pair', 'a\uD800'],
    ['spaces alone', ' \u00A0\u2003'],
    ['nothing', ''],
  ])('with %s is not readable', (_what, name) => {
    expect(isReadable(name)).toBe(false);
  });

  test.each([
    'https://evil.example',
    'Sign in at evil.example now',
    'www.evil',
    'ftp://1',
    'help@evil.example',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ',
    'evil。example',
    'пример.рф',
    'a-.xn--p1ai',
  ])('%s is a link', (name) => {
    expect(hasLink(name)).toBe(true);
  });
});

describe('a quoted name', () => {
  test('is as it was given where it follows the rules', () => {
    expect(quotedName('Acme & Co.')).toBe('“Acme & Co.”');
  });

  test('hides nothing, ends no quotation, and becomes no link', () => {
    const name = 'Acme”. Pay at https://evil.example/\u202Eu or www\uFF0Eevil.example\u2028\nNow "';
    const shown = quotedName(name);
    expect(shown).toBe(
      "“Acme'. Pay at https[:]//evil[.]example/\uFFFDu or www[\uFF0E]evil[.]example\uFFFD\uFFFDNow '”",
    );
    expect(hasLink(shown)).toBe(false);
  });

  test('ends after a hundred characters', () => {
    expect(Array.from(quotedName('𝔸'.repeat(101)))).toHaveLength(103);
  });
});
