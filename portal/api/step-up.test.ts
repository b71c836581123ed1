import { afterEach, expect, test } from 'vitest';
import { ApiProblem } from './problem.ts';
import { askWith, confirmIdentity } from './step-up.ts';

const REFUSAL = new ApiProblem('Give your password once more, at /api/auth/reauthenticate: …', {
  status: 403,
  code: 'reauthentication_required',
});
const signIn = () => Promise.reject(REFUSAL);

let withdraw = () => {};
afterEach(() => withdraw());

test('a person who closes the dialog reads a sentence for people, and the code stays', async () => {
  withdraw = askWith({ confirm: (refusal) => Promise.reject(refusal), signIn });
  await expect(confirmIdentity(REFUSAL)).rejects.toMatchObject({
    message: 'Nothing was done, because you did not confirm your identity. Try again to confirm it.',
    code: 'reauthentication_required',
    status: 403,
  });
});

test('a page without the dialog says the same', async () => {
  await expect(confirmIdentity(REFUSAL)).rejects.toThrow('you did not confirm your identity');
});

test('a fault of the dialog itself stays what it is', async () => {
  const fault = new TypeError('a fault of the dialog');
  withdraw = askWith({ confirm: () => Promise.reject(fault), signIn });
  await expect(confirmIdentity(REFUSAL)).rejects.toBe(fault);
});

test('a person who confirms goes on', async () => {
  withdraw = askWith({ confirm: () => Promise.resolve(), signIn });
  await expect(confirmIdentity(REFUSAL)).resolves.toBeUndefined();
});
