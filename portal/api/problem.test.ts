import { expect, test } from 'vitest';
import { problemFrom } from './problem.ts';

const refusal = (status: number, code: string) =>
  problemFrom(status, JSON.stringify({ status, code, detail: `It is ${code}.` }), 42);

test('only what was tried too often is told as that: other refusals that say when to come back keep their words', () => {
  expect(refusal(429, 'rate_limited').retryAt).not.toBeNull();
  for (const [status, code] of [
    [429, 'abnormal_usage'],
    [429, 'too_many_streams'],
    [402, 'quota_exceeded'],
    [409, 'idempotency_key_in_use'],
    [503, 'service_unavailable'],
  ] as const) {
    const { retryAt, message } = refusal(status, code);
    expect([code, retryAt, message]).toEqual([code, null, `It is ${code}.`]);
  }
  expect(problemFrom(429, 'the page of a proxy', 42).retryAt).toBeNull();
});
