/**
 * Tests the SQL cost of one small document: round trips on the wire between the request and the recorded result, for
 * API and worker separately. Counts do not depend on the machine, so each additional statement is visible here.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Api, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { fakeDocument } from '#test/support/parsers/fake-engine.ts';
import { type Service, startService } from '#test/support/service.ts';
import { type SqlCount, type SqlCounter, startSqlCounter } from '#test/support/sql-counter.ts';

let api: Api;
let service: Service;
let tenant: Tenant;
let counters: Record<'api' | 'worker', SqlCounter>;

beforeAll(async () => {
  const parts = inject('parts');
  counters = { api: await startSqlCounter(parts.databaseUrl), worker: await startSqlCounter(parts.databaseUrl) };
  service = await startService({ ...parts, databaseUrl: counters.worker.databaseUrl });
  await service.workHere();
  await service.pauseSchedules();
  api = await startApi({ temporal: service.temporal, databaseUrl: counters.api.databaseUrl });
  tenant = await api.newTenant();
});
afterAll(async () => {
  await api.close();
  await service.close();
  await counters.api.close();
  await counters.worker.close();
});

/** A unique document each time, because a known one has another cost. */
const document = () => fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: `%PDF-1.7 ${randomUUID()}` });

/**
 * The least of some counts, because a heartbeat of the worker may come between. The first use of a key in a minute is
 * not counted.
 */
async function costOf(send: () => Promise<Response>): Promise<Record<'api' | 'worker', SqlCount>> {
  const counts: Record<'api' | 'worker', SqlCount>[] = [];
  for (let time = 0; time < 4; time++) {
    counters.api.take();
    counters.worker.take();
    expect((await submissionOf(await send())).status).toBe('SUCCESS');
    counts.push({ api: counters.api.take(), worker: counters.worker.take() });
  }
  const fewest = (of: 'api' | 'worker') =>
    counts.map((count) => count[of]).reduce((a, b) => (b.questions.length < a.questions.length ? b : a));
  return { api: fewest('api'), worker: fewest('worker') };
}

test('one small document makes few round trips to PostgreSQL', async () => {
  const { api: ofApi, worker } = await costOf(() => api.postForm(document(), tenant));
  expect(listBeyond(8, ofApi)).toEqual([]);
  expect(listBeyond(6, worker)).toEqual([]);
  expect(ofApi.transactions + worker.transactions).toBeLessThanOrEqual(7);
});

/** Empty, or all statements if there are more than the limit. */
function listBeyond(limit: number, { questions }: SqlCount): readonly string[] {
  return questions.length > limit ? questions.map((text) => text.slice(0, 200)) : [];
}
