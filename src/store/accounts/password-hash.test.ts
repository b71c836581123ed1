import { hash, verify } from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

vi.mock(import('@node-rs/argon2'), async (original) => {
  const argon2 = await original();
  return { ...argon2, hash: vi.fn(argon2.hash), verify: vi.fn(argon2.verify) };
});

test.each([
  ['the right password', async () => hashPassword('right'), true],
  ['a wrong password', async () => hashPassword('wrong'), false],
  ['an address without an account', async () => null, false],
])('%s costs one hash computation with the same parameters', async (_, stored, isRight) => {
  const passwordHash = await stored();
  vi.mocked(hash).mockClear();
  vi.mocked(verify).mockClear();
  expect(await verifyPassword(passwordHash, 'right')).toBe(isRight);
  expect(hash).not.toHaveBeenCalled();
  expect(vi.mocked(verify).mock.calls.map(([computed]) => String(computed).split('$').slice(0, 4))).toEqual([
    ['', 'argon2id', 'v=19', 'm=19456,t=2,p=1'],
  ]);
});
