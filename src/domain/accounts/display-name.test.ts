import { describe, expect, test } from 'vitest';
import { hasAddress, isReadable, quotedName } from './display-name.ts';

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
    'Love ❤︎ Ltd.',
    'Family 👨‍👩‍👧‍👦 & 🏳️‍🌈 Co.',
    'Made in 🇩🇪 and 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    'Studio 1️⃣',
    '葛\u{E0100}城市',
    'Booking.com B.V.',
    'example.com GmbH',
    'St.Gallen Bank',
    'node.js',
    'Monday.com: Teams',
    'Müller GmbH u. Co.KG, Release 2.0/3.0',
    'Tru\u031B\u01A1\u0300ng Ha\u0323\u0302',
    'שָׁלוֹם',
    'Яндекс Cloud',
    'Foo @ Bar.com',
    'Hotel: Berlin',
  ])('%s is readable and no address', (name) => {
    expect([isReadable(name), hasAddress(name)]).toEqual([true, false]);
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
    ['tags behind a flag that are none of a country', '🏴\u{E0061}\u{E0062}\u{E007F}'],
    ['a variation selector behind a letter', 'evil\uFE0F.com'],
    ['a variation selector behind a digit', '1\uFE0F'],
    ['two variation selectors', '❤\uFE0F\uFE0F'],
    ['a joiner between pictographs that make none', '🍎\u200D🍎'],
    ['an enclosing mark', 'evil\u20DD.com'],
    ['five marks on a letter', 'a\u0300\u0301\u0302\u0303\u0304'],
    ['ninety marks on a letter', `a${'\u0301'.repeat(90)}`],
    ['a Cyrillic letter in a Latin word', 'F\u0456xpoint'],
    ['a Greek letter in a Latin word', 'Fixp\u03BFint'],
    ['a Cyrillic letter behind a digit in a Latin word', 'A1\u0435'],
    ['half of a pair', 'a\uD800'],
    ['spaces alone', ' \u00A0\u2003'],
    ['nothing', ''],
  ])('with %s is not readable', (_what, name) => {
    expect(isReadable(name)).toBe(false);
  });

  test.each([
    'https://evil.example',
    'Sign in at evil.example/now',
    'evil.example:8080',
    'evil.example?token=1',
    'evil.example./x',
    '1.1.1.1/x',
    'http://1',
    'mailto:help',
    'WWW.evil',
    'ftp://1',
    'help@evil.example',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ／ｎｏｗ',
    'evil。example/now',
    'пример.рф/x',
    'a-.xn--p1ai/x',
    'ex\u0301ample.com/x',
  ])('%s is an address', (name) => {
    expect(hasAddress(name)).toBe(true);
  });
});

describe('a quoted name', () => {
  test('is as it was given where it follows the rules', () => {
    for (const name of ['Acme & Co.', 'J.P. Morgan', '👨‍👩‍👧‍👦 1️⃣']) expect(quotedName(name)).toBe(`“${name}”`);
  });

  test('hides nothing, ends no quotation, and becomes no link', () => {
    const name = 'Acme”. Pay at https://evil.example/\u202Eu or www\uFF0Eevil.example\u2028\nNow "';
    const shown = quotedName(name);
    expect(shown).toBe(
      "“Acme'. Pay at https[:]//evil[.]example/\uFFFDu or www[\uFF0E]evil[.]example\uFFFD\uFFFDNow '”",
    );
    expect(hasAddress(shown)).toBe(false);
  });

  test.each([
    ['Booking.com B.V.', 'Booking[.]com B.V.'],
    ['evil\u20DD.com', 'evil\uFFFD[.]com'],
    ['evil\u0301.com', 'evil\u0301[.]com'],
    ['evil\uFE0F.com', 'evil\uFFFD[.]com'],
    ['evil.\u200Bcom', 'evil[.]\uFFFDcom'],
    ['1.1.1.1/x', '1[.]1[.]1.1/x'],
    ['www.1', 'www[.]1'],
    ['help@evil.example', 'help@evil[.]example'],
    [`a${'\u0301'.repeat(90)}b`, 'a\u0301\u0301\u0301\u0301\uFFFDb'],
  ])('of %j makes no link', (name, shown) => {
    expect(quotedName(name)).toBe(`“${shown}”`);
  });

  test('ends after a hundred characters', () => {
    expect(Array.from(quotedName('𝔸'.repeat(101)))).toHaveLength(103);
  });
});
