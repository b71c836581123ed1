import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { Foreign, visible } from './words.tsx';

it.each([
  ['an override of the direction', 'invoice\u202Efdp.exe', 'invoice\uFFFDfdp.exe'],
  ['marks and embeddings', '\u200Ea\u202Bb\u202C\u2067c\u061C', '\uFFFDa\uFFFDb\uFFFD\uFFFDc\uFFFD'],
  ['controls', 'a\u0000b\u001B[31mc\u0085', 'a\uFFFDb\uFFFD[31mc\uFFFD'],
  ['what takes no room', 'pay\u200Bpal\u2060\uFEFF\u00AD', 'pay\uFFFDpal\uFFFD\uFFFD\uFFFD'],
  ['separators of lines', 'a\u2028b\u2029', 'a\uFFFDb\uFFFD'],
  ['half of a pair', 'a\uD800', 'a\uFFFD'],
])('shows a sign in the place of %s', (_, text, shown) => {
  expect(visible(text)).toBe(shown);
});

it.each(['Zoë', 'עליזה', 'محمد', 'می\u200Cخواهم', '👩\u200D🔬', 'a\tb\nc', '\u2068עליזה\u2069 signed'])(
  'leaves %s as it is',
  (text) => {
    expect(visible(text)).toBe(text);
  },
);

it('is what strangers’ words go through, be they cut or whole', () => {
  const markup = (children: string) => renderToStaticMarkup(createElement(Foreign, null, children));
  expect(markup('<b>\u202Ea')).toBe('<bdi class="fx-foreign">&lt;b&gt;\uFFFDa</bdi>');
  expect(markup('\u202E'.repeat(400))).not.toContain('\u202E');
});
