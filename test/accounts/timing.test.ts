/**
 * The time of an answer does not depend on whether an address has an account: a login asks the database the same questions,
 * and no answer comes before the first step of `constantTime`. `timing.nightly.test.ts` measures the times themselves.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { someAddress } from '#test/support/addresses.ts';
import { type Api, startApi } from '#test/support/api.ts';
import { newAddress, PASSWORD } from '#test/support/accounts.ts';
import { type SqlCounter, startSqlCounter } from '#test/support/sql-counter.ts';

/** A timer of Node may end up to a millisecond early. */
const STEP_MS = 249;

let counter: SqlCounter;
let api: Api;
let known: string;

beforeAll(async () => {
  counter = await startSqlCounter(inject('parts').databaseUrl);
  api = await startApi({ databaseUrl: counter.databaseUrl });
  known = (await api.newMember(await api.newTenant())).email;
});
afterAll(async () => {
  await api.close();
  await counter.close();
});

async function ask(call: string, body: object): Promise<{ status: number; ms: number; questions: readonly string[] }> {
  counter.take();
  const startedAt = performance.now();
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': someAddress() };
  const { status } = await fetch(`${api.url}/api/auth/${call}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const ms = performance.now() - startedAt;
  return { status, ms, questions: counter.take().questions.map((text) => text.replaceAll(/'[^']*'/g, '?')) };
}

test('a failed login asks the same questions for an address with and without an account', async () => {
  const password = 'not the password';
  const withAccount = await ask('login', { email: known, password });
  const without = await ask('login', { email: newAddress(), password });
  expect([withAccount.status, without.status]).toEqual([401, 401]);
  expect(without.questions.length).toBeGreaterThan(0);
  expect(without.questions).toEqual(withAccount.questions);
});

test.each([
  ['login', 401, { password: 'not the password' }],
  ['register', 201, { password: PASSWORD }],
  ['forgot-password', 202, {}],
  ['resend-verification', 202, {}],
])('%s does not answer before the first step', async (call, status, more) => {
  for (const email of [known, newAddress()]) {
    const answer = await ask(call, { email, ...more });
    expect(answer.status).toBe(status);
    expect(answer.ms).toBeGreaterThanOrEqual(STEP_MS);
  }
});
