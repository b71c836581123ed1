import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { constantTime } from './constant-time.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn<typeof sleep>() }));
afterEach(() => {
  vi.restoreAllMocks();
});

function workTakes(ms: number): void {
  vi.spyOn(performance, 'now')
    .mockReturnValueOnce(1_000)
    .mockReturnValueOnce(1_000 + ms);
}

test.each([
  [20, 230],
  [249, 1],
  [250, 0],
  [251, 249],
  [740, 10],
])('after work of %i ms the answer waits for another %i ms', async (workMs, waitMs) => {
  workTakes(workMs);
  expect(await constantTime(async () => 'answer')).toBe('answer');
  expect(sleep).toHaveBeenLastCalledWith(waitMs);
});

test('work that fails waits as long', async () => {
  workTakes(20);
  await expect(constantTime(() => Promise.reject(new Error('no such account')))).rejects.toThrow('no such account');
  expect(sleep).toHaveBeenLastCalledWith(230);
});
