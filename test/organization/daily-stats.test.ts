/** Tests GET /api/portal/stats/daily: documents by the day of their end, counted once. */
import { beforeEach, expect, test } from 'vitest';
import { UsageDayEntity } from '#store/billing/daily-usage.ts';
import { BatchEntity, batchStore } from '#store/submissions/batches.ts';
import { retentionStore } from '#store/submissions/retention.ts';
import { SubmissionEntity, submissionStore } from '#store/submissions/submissions.ts';
import { brokenPdf, pdfSaying, problemOf, signedPdf, startApi, submissionOf } from '#test/support/api.ts';
import type { Person, Tenant } from '#test/support/api.ts';
import { jsonOf } from '#test/support/audit.ts';
import { started } from '#test/support/started.ts';

interface Day {
  readonly date: string;
  readonly total: number;
  readonly averageProcessingMs: number | null;
}

interface Daily {
  readonly from: string;
  readonly to: string;
  readonly days: readonly Day[];
}

let tenant: Tenant;
let member: Person;

const api = started(() => startApi());

beforeEach(async () => {
  tenant = await api.newTenant();
  member = await api.newMember(tenant, { role: 'member' });
});

const PATH = '/api/portal/stats/daily';
const read = async (query = '') => jsonOf<Daily>(await api.portal('GET', PATH + query, member));
const send = async (pdf: Uint8Array) => await submissionOf(await api.postForm(pdf, tenant));

const EMPTY = {
  total: 0,
  success: 0,
  failed: 0,
  rejected: 0,
  inputBytes: 0,
  outputBytes: 0,
  averageProcessingMs: null,
};

const NAMELESS = { name: null, webhookUrl: null, expectedTotal: null };
const rowOf = (id: string) => api.database.system().findOneOrFail(SubmissionEntity, { id });

/** The documents of today, and those of yesterday if midnight passes. */
async function counted() {
  const { days } = await read();
  return days.filter(({ total }) => total > 0);
}

test('has every day of the last thirty, the oldest first, for an organization that has sent nothing', async () => {
  const { from, to, days } = await read();
  expect(days).toHaveLength(30);
  expect([days[0]?.date, days[29]?.date]).toEqual([from, to]);
  expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).toSorted());
  for (const { date, ...counts } of days) expect({ date, ...counts }).toEqual({ date, ...EMPTY });
});

test('counts what has ended by how it ended, with the bytes that came and went', async () => {
  const pdfs = [pdfSaying('of a day'), brokenPdf(), signedPdf()];
  for (const pdf of pdfs) await send(pdf);
  const { normalized } = await send(pdfSaying('of a day, too'));
  const { items } = await jsonOf<{ items: { normalized: { sizeBytes: number } | null }[] }>(
    await api.get('/api/submissions', tenant),
  );
  expect(normalized).not.toBeNull();
  expect(await counted()).toEqual([
    {
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      total: 4,
      success: 2,
      failed: 1,
      rejected: 1,
      inputBytes: [...pdfs, pdfSaying('of a day, too')].reduce((sum, { length }) => sum + length, 0),
      outputBytes: items.reduce((sum, one) => sum + (one.normalized?.sizeBytes ?? 0), 0),
      averageProcessingMs: expect.any(Number),
    },
  ]);
});

test('counts nothing of an end whose transaction fails, and once of the one that follows', async () => {
  const { report } = await rowOf((await send(brokenPdf())).submissionId);
  const outcome = {
    report: report ?? expect.fail('it has ended'),
    stageDurationsMs: {},
    processingTimeMs: 1,
    proof: null,
  };
  const before = await counted();
  const { batchId } = await batchStore(api.database).create(tenant.organizationId, NAMELESS);
  api.runner.hold();
  const waiting = await api.postForm(brokenPdf(), tenant, { batch_id: batchId }, { Prefer: 'respond-async' });
  const { submissionId } = await submissionOf(waiting);
  const commit = () => submissionStore(api.database).commit(submissionId, outcome);
  const setTotal = (total: number) => api.database.system().nativeUpdate(BatchEntity, { id: batchId }, { total });
  // The batch, which is counted after the day, cannot have more ends than submissions.
  await setTotal(0);
  await expect(commit()).rejects.toThrow('batch_counters_check');
  expect(await counted()).toEqual(before);
  await setTotal(1);
  expect(await commit()).not.toBeNull();
  expect(await commit()).toBeNull();
  expect(await counted()).toMatchObject([{ total: 2, failed: 2 }]);
  api.runner.release();
  await api.runner.awaitSubmission(submissionId, 30_000);
  expect(await counted()).toMatchObject([{ total: 2, failed: 2 }]);
});

test('outlives the documents it counted', async () => {
  await send(pdfSaying('gone'));
  const before = await counted();
  const { organizationId } = tenant;
  const past = new Date(Date.now() - 60_000);
  await api.database
    .system()
    .execute('update report set expires_at = ? where organization_id = ?', [past, organizationId]);
  await api.database.system().nativeUpdate(SubmissionEntity, { organizationId }, { expiresAt: past });
  await retentionStore(api.database, api.artifacts).deleteRows(100);
  expect(await api.database.system().count(SubmissionEntity, { organizationId })).toBe(0);
  expect(before).toMatchObject([{ total: 1 }]);
  expect(await counted()).toEqual(before);
});

test('of the days that are asked for, both ends counted, and of nobody else', async () => {
  const none = { succeeded: 0, failed: 0, rejected: 0, processingMs: 0, inputBytes: 0, outputBytes: 0 };
  const { organizationId } = tenant;
  const rows = [
    { ...none, organizationId, day: '2026-02-27', failed: 9 },
    { ...none, organizationId, day: '2026-02-28', succeeded: 2, processingMs: 301, inputBytes: 5_000_000_000 },
    { ...none, organizationId, day: '2026-03-02', rejected: 3 },
    { ...none, organizationId: (await api.newTenant()).organizationId, day: '2026-03-01', succeeded: 7 },
  ];
  await api.database.system().insertMany(UsageDayEntity, rows);
  expect(await read('?from=2026-02-28&to=2026-03-02')).toEqual({
    from: '2026-02-28',
    to: '2026-03-02',
    days: [
      { ...EMPTY, date: '2026-02-28', total: 2, success: 2, averageProcessingMs: 151, inputBytes: 5_000_000_000 },
      { ...EMPTY, date: '2026-03-01' },
      { ...EMPTY, date: '2026-03-02', total: 3, rejected: 3 },
    ],
  });
  expect((await read('?to=2026-02-27')).from).toBe('2026-01-29');
  expect((await read('?from=2024-01-01&to=2025-02-03')).days).toHaveLength(400);
});

test.each([
  ['from=2026-02-30', 'from'],
  ['from=1999-12-31&to=2000-01-01', 'from'],
  ['to=2026-03-01T00:00:00Z', 'to'],
  ['from=2026-03-02&to=2026-03-01', 'from'],
  ['from=2024-01-01&to=2025-02-04', 'from'],
])('?%s is refused by name', async (query, name) => {
  expect(await problemOf(await api.portal('GET', `${PATH}?${query}`, member))).toMatchObject({
    status: 400,
    code: 'validation_failed',
    errors: [{ in: 'query', name }],
  });
});
