import { expect, it } from 'vitest';
import { receiverAt } from './listen.ts';

it.each([
  ['3000', 'http://localhost:3000/'],
  ['3000/hooks', 'http://localhost:3000/hooks'],
  ['localhost:3000/hooks', 'http://localhost:3000/hooks'],
  ['https://receiver.test/hooks?a=1', 'https://receiver.test/hooks?a=1'],
])('%s is where events go: %s', (text, address) => {
  expect(receiverAt(text).href).toBe(address);
});

it('what is no address is refused in a sentence', () => {
  expect(() => receiverAt('ftp://x y')).toThrow('"ftp://x y" is neither a port nor an address.');
  expect(() => receiverAt('99999')).toThrow('"99999" is neither a port nor an address.');
});
