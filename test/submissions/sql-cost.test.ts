/**
 * What one small document costs in SQL: round trips, counted on the wire between the request and the recorded outcome, by
 * API and worker apart. Counts, not times: whoever adds a question to the way of every document sees it here.
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

/** Another one each time: what is known already costs another number. */
const document = () => fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: `%PDF-1.7 ${randomUUID()}` });

/** The fewest of some, as a heartbeat of the worker may come between; the first use of a key in a minute is not counted. */
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

/** Empty, or all of them where there are more. */
function listBeyond(limit: number, { questions }: SqlCount): readonly string[] {
  return questions.length > limit ? questions.map((text) => text.slice(0, 200)) : [];
}
