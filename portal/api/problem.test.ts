import { expect, test } from 'vitest';
import { FixpointConnectionError, FixpointError } from '#clients/typescript/index.ts';
import { problemOf, Unreachable } from './problem.ts';

const refusal = (status: number, problem: Readonly<Record<string, unknown>>) =>
  problemOf(new FixpointError(status, problem, { retryAfterSeconds: 42 }));

test('only what was tried too often is told as that: other refusals that say when to come back keep their words', () => {
  expect(refusal(429, { code: 'rate_limited', detail: 'Too often.' }).retryAt).not.toBeNull();
  for (const [status, code] of [
    [429, 'abnormal_usage'],
    [429, 'too_many_streams'],
    [402, 'quota_exceeded'],
    [409, 'idempotency_key_in_use'],
    [503, 'service_unavailable'],
  ] as const) {
    const { retryAt, message } = refusal(status, { code, detail: `It is ${code}.` });
    expect([code, retryAt, message]).toEqual([code, null, `It is ${code}.`]);
  }
  expect(refusal(429, {}).retryAt).toBeNull();
});

test('an answer that is not of the service is reported by its status, and one that did not come as an outage', () => {
  expect(refusal(502, {})).toMatchObject({ message: 'The service answered with status 502.', status: 502, code: '' });
  const unexpected = { code: 'unexpected_answer', detail: 'Is baseUrl its address?' };
  expect(refusal(200, unexpected)).toMatchObject({ message: 'The service answered with status 200.', code: '' });
  expect(problemOf(new FixpointConnectionError('connection_failed', 'No answer.'))).toBeInstanceOf(Unreachable);
});
