import { expect, test } from 'vitest';
import { parseForm } from './form.ts';

test.each([
  ['a=1&b=two%20words', { a: '1', b: 'two words' }],
  ['metadata[tier]=pro&metadata[kind]=month', { metadata: { tier: 'pro', kind: 'month' } }],
  ['items[0][price]=a&items[1][price]=b', { items: [{ price: 'a' }, { price: 'b' }] }],
  ['keys[]=a&keys[]=b', { keys: ['a', 'b'] }],
  [
    'flow[after][redirect][return_url]=https%3A%2F%2Fa.example',
    { flow: { after: { redirect: { return_url: 'https://a.example' } } } },
  ],
  ['a=1&a=2', { a: '2' }],
  ['', {}],
])('%s', (body, params) => {
  expect(parseForm(body)).toEqual(params);
});
