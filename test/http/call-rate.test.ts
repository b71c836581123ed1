import { expect, onTestFinished, test, vi } from 'vitest';
import type { PlanTier } from '#domain/billing/plan.ts';
import { callRate, MOST_OF_ORGANIZATION } from '#api/admission/call-rate.ts';
import { problemOf, startApi } from '#test/support/api.ts';

/** Counts the accepted calls. */
function counter() {
  let nowMs = 0;
  const count = callRate(
    (ctx) => ({ address: ctx.ip, network: ctx.ip }),
    () => nowMs,
  );
  const call = (organizationId: string, planTier: PlanTier, times: number, ip = `network of ${organizationId}`) => {
    const ctx = Object.assign(Object.create(null), { ip, set: () => undefined });
    let passed = 0;
    for (let at = 0; at < times; at++) {
      try {
        count(ctx, { organizationId, organization: Object.assign(Object.create(null), { planTier }) });
        passed += 1;
      } catch {
        // This call exceeded the limit.
      }
    }
    return passed;
  };
  return { call, wait: (ms: number) => void (nowMs += ms) };
}

test('an organization of the plan Free makes so many calls in a window, and again in the next one', () => {
  const { call, wait } = counter();
  expect(call('a', 'free', 1_000)).toBe(100);
  wait(5_000);
  expect(call('a', 'free', 1_000)).toBe(100);
});

test('all organizations of the plan Free share a limit, and what is refused takes nothing of it', () => {
  const { call } = counter();
  expect(['a', 'b', 'c', 'd', 'e'].map((id) => call(id, 'free', 1_000))).toEqual([100, 100, 100, 10, 10]);
});

test('several organizations of the plan Free at one network leave calls for the others', () => {
  const { call } = counter();
  expect(['a', 'b', 'c'].map((id) => call(id, 'free', 1_000, 'network'))).toEqual([100, 100, 0]);
  expect(call('d', 'free', 1_000)).toBe(100);
});

test('an organization of the plan Free gets no more calls by another network', () => {
  const { call } = counter();
  expect(['one', 'another'].map((network) => call('a', 'free', 1_000, network))).toEqual([100, 0]);
});

test('organizations at several networks that use up the plan leave some calls to each other organization', () => {
  const { call } = counter();
  for (const id of ['a', 'b', 'c', 'd']) call(id, 'free', 1_000, id < 'c' ? 'one' : 'another');
  expect(call('e', 'free', 1_000)).toBe(10);
  expect(call('paying', 'starter', 10_000, 'one')).toBe(10_000);
});

test('other plans have no such limit', () => {
  const { call } = counter();
  expect(call('a', 'growth', 10_000)).toBe(10_000);
});

test('the API refuses a call too many, whatever it asks for, and serves other organizations', async () => {
  // The window must not end during the calls, however busy the machine is.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const api = await startApi();
  const free = await api.newTenant({ planTier: 'free' });
  const other = await api.newTenant();
  const calls = Array.from({ length: 2 * MOST_OF_ORGANIZATION }, () => api.get('/api/submissions/none', free));
  const refused = (await Promise.all(calls)).find(({ status }) => status === 429);
  expect(await problemOf(refused ?? expect.fail('none was refused'))).toMatchObject({
    code: 'rate_limited',
    'violated-policies': ['calls'],
  });
  expect((await api.get('/api/submissions', other)).status).toBe(200);
  await api.close();
});
