/**
 * Tests the notices of a batch: one for each completion, after its quiet window, however many documents end together.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { failedReport } from '#activities/submission/failed-report.ts';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { type AcceptanceStore, acceptanceStore } from '#store/submissions/acceptance.ts';
import { BatchEntity, batchStore, type BatchStore, type NewBatch, sweepBatches } from '#store/submissions/batches.ts';
import { submissionStore, type SubmissionStore } from '#store/submissions/submissions.ts';
import { WebhookEventEntity } from '#store/webhooks/rows.ts';
import { startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

let batches: BatchStore;
let acceptance: AcceptanceStore;
let submissions: SubmissionStore;

const api = started(() => startApi());
const tenant = started(() => api.newTenant({ planTier: 'pro' }));

beforeAll(async () => {
  batches = batchStore(api.database);
  acceptance = acceptanceStore(api.database);
  submissions = submissionStore(api.database);
});

const WEBHOOK = 'https://receiver.example/batches';
const QUIET_MS = 10_000;
const FACTS = {
  region: 'eu-central-1',
  originalSha256: 'a'.repeat(64),
  sizeBytes: 100,
  options: DEFAULT_OPTIONS,
  requestId: 'req_batch',
  apiVersion: '2026-11-21',
} as const;

const newBatch = (requested: Partial<NewBatch> = {}) =>
  batches.create(tenant.organizationId, { name: null, webhookUrl: WEBHOOK, expectedTotal: null, ...requested });

const accept = async (batchId: string) =>
  (await acceptance.accept(tenant.organizationId, { ...FACTS, batchId }, null)).record.submissionId;

/** Returns the notice of `commit` about the batch. */
async function end(submissionId: string): Promise<string | null> {
  const failure = { code: 'INTERNAL_ERROR', stage: null } as const;
  const report = failedReport({ ...FACTS, submissionId, organizationId: tenant.organizationId }, [], failure);
  const outcome = { report, stageDurationsMs: {}, processingTimeMs: 1, proof: null };
  return (await submissions.commit(submissionId, outcome))?.settledBatchId ?? null;
}

const acceptAndEnd = async (batchId: string) => end(await accept(batchId));
const settleBatch = (batchId: string) => batches.settle(batchId, QUIET_MS);
/** The step of the workflow after its wait, without the wait. */
const settleLater = (batchId: string) => batches.settle(batchId, 0);

const notices = async (batchId: string) =>
  (await api.database.system().find(WebhookEventEntity, { batchId, type: 'batch.completed' })).map(({ payload }) =>
    JSON.parse(payload),
  );

describe('the end of a submission', () => {
  test('calls nobody while something is pending, and nobody at all without an address for notices', async () => {
    const { batchId } = await newBatch();
    const [first, second] = [await accept(batchId), await accept(batchId)];
    expect(await end(first)).toBeNull();
    expect(await end(second)).toBe(batchId);
    expect(await acceptAndEnd((await newBatch({ webhookUrl: null })).batchId)).toBeNull();
  });

  test('calls once for a feeder that sends one document after another, until somebody has looked', async () => {
    const { batchId } = await newBatch();
    const calls: (string | null)[] = [];
    for (let index = 0; index < 5; index++) calls.push(await acceptAndEnd(batchId));
    expect(calls).toEqual([batchId, null, null, null, null]);

    const open = await accept(batchId);
    expect(await settleBatch(batchId)).toEqual({ kind: 'idle' });
    expect(await end(open)).toBe(batchId);
  });

  test('calls again at once when all that was announced is there', async () => {
    const { batchId } = await newBatch({ expectedTotal: 2 });
    expect(await acceptAndEnd(batchId)).toBeNull();
    expect(await acceptAndEnd(batchId)).toBe(batchId);
    expect(await settleBatch(batchId)).toMatchObject({ kind: 'noticed' });
  });
});

describe('the look at a batch', () => {
  test('waits for the quiet window, counted from the last end', async () => {
    const { batchId } = await newBatch();
    await acceptAndEnd(batchId);
    const first = await settleBatch(batchId);
    if (first.kind !== 'quiet') throw new Error(`not quiet but ${first.kind}`);
    expect(first.waitMs).toBeGreaterThan(QUIET_MS / 2);
    expect(first.waitMs).toBeLessThanOrEqual(QUIET_MS);
    expect(await notices(batchId)).toEqual([]);
  });

  test('records one notice with the counters, for many who look at the same moment', async () => {
    const { batchId, name } = await newBatch({ name: 'told once' });
    await acceptAndEnd(batchId);
    await acceptAndEnd(batchId);
    const looks = await Promise.all(Array.from({ length: 8 }, () => settleLater(batchId)));
    expect(looks.filter(({ kind }) => kind === 'noticed')).toHaveLength(1);
    expect(await notices(batchId)).toMatchObject([
      {
        type: 'batch.completed',
        organizationId: tenant.organizationId,
        data: { batchId, name, status: 'complete', total: 2, completed: 0, failed: 2, rejected: 0 },
      },
    ]);
  });

  test('tells of a later completion again, and of each once', async () => {
    const { batchId } = await newBatch();
    await acceptAndEnd(batchId);
    expect(await settleLater(batchId)).toMatchObject({ kind: 'noticed' });
    expect(await settleLater(batchId)).toEqual({ kind: 'idle' });

    const second = await accept(batchId);
    expect(await settleLater(batchId)).toEqual({ kind: 'idle' });
    expect(await end(second)).toBe(batchId);
    expect(await settleLater(batchId)).toMatchObject({ kind: 'noticed' });
    expect(new Set((await notices(batchId)).map(({ data }) => data.total))).toEqual(new Set([1, 2]));
  });

  test('does not wait for a batch that was closed; closing one that was told says nothing new', async () => {
    const { batchId } = await newBatch();
    const pending = await accept(batchId);
    expect(await batches.close(tenant.organizationId, batchId)).toMatchObject({ due: false });
    expect(await end(pending)).toBe(batchId);
    expect(await settleBatch(batchId)).toMatchObject({ kind: 'noticed' });

    const noticed = await newBatch();
    await acceptAndEnd(noticed.batchId);
    await settleLater(noticed.batchId);
    expect(await batches.close(tenant.organizationId, noticed.batchId)).toMatchObject({ due: false });
    expect(await settleBatch(noticed.batchId)).toEqual({ kind: 'idle' });
    expect(await notices(noticed.batchId)).toHaveLength(1);
  });

  test('closing a batch whose documents have all ended makes its notice due at once', async () => {
    const { batchId } = await newBatch({ expectedTotal: 10 });
    expect(await acceptAndEnd(batchId)).toBeNull();
    expect(await batches.close(tenant.organizationId, batchId)).toMatchObject({ due: true });
    expect(await settleBatch(batchId)).toMatchObject({ kind: 'noticed' });
  });

  test('of a batch that is not there is idle', async () => {
    expect(await settleBatch(crypto.randomUUID())).toEqual({ kind: 'idle' });
  });
});

test('a notice whose caller was lost is found by the sweep, and not before it is overdue', async () => {
  const { batchId } = await newBatch();
  await acceptAndEnd(batchId);
  const found = async (overdueMs: number) =>
    (await batches.listOverdue(overdueMs, 1000)).some((overdue) => overdue.batchId === batchId);
  expect(await found(60_000)).toBe(false);
  const long = new Date(Date.now() - 120_000);
  await api.database.system().nativeUpdate(BatchEntity, { id: batchId }, { endedAt: long });
  expect(await found(60_000)).toBe(true);
  await settleLater(batchId);
  expect(await found(60_000)).toBe(false);
});

test('a hundred documents, eight of which come or end at any moment, are counted exactly, and told of once', async () => {
  const { batchId } = await newBatch();
  const ids = await eightAtOnce(
    Array.from({ length: 100 }, () => batchId),
    accept,
  );
  const calls = await eightAtOnce(ids, end);
  expect(calls.filter((call) => call !== null)).toEqual([batchId]);
  expect(await batches.find(tenant.organizationId, batchId)).toMatchObject({
    status: 'complete',
    total: 100,
    failed: 100,
  });
  // A repeated commit counts nothing.
  expect(await Promise.all(ids.slice(0, 5).map(end))).toEqual([null, null, null, null, null]);
  expect(await batches.find(tenant.organizationId, batchId)).toMatchObject({ failed: 100 });
});

test('a submission that is taken back is not counted', async () => {
  const { batchId } = await newBatch();
  const first = await accept(batchId);
  expect(await submissions.withdraw(tenant.organizationId, first)).toBe(true);
  expect(await batches.find(tenant.organizationId, batchId)).toMatchObject({ status: 'open', total: 0 });

  const [ended, withdrawn] = [await accept(batchId), await accept(batchId)];
  await end(ended);
  await submissions.withdraw(tenant.organizationId, withdrawn);
  expect(await settleLater(batchId)).toMatchObject({ kind: 'noticed' });
});

test('a batch goes with the retention period of the plan, and not before its last submission', async () => {
  const free = await api.newTenant({ planTier: 'free' });
  const requested = { name: null, webhookUrl: null, expectedTotal: null };
  const [emptyFree, emptyPro, full] = [
    await batches.create(free.organizationId, requested),
    await newBatch(),
    await newBatch(),
  ];
  await acceptAndEnd(full.batchId);
  const day = 24 * 60 * 60 * 1000;
  const age = (ids: readonly string[], days: number) => {
    const long = new Date(Date.now() - days * day);
    return api.database
      .system()
      .nativeUpdate(BatchEntity, { id: { $in: [...ids] } }, { createdAt: long, endedAt: long });
  };
  const isThere = async ({ organizationId, batchId }: { organizationId: string; batchId: string }) =>
    (await batches.find(organizationId, batchId)) !== null;

  await age([emptyFree.batchId, emptyPro.batchId, full.batchId], 8);
  await sweepBatches(api.database, 1000);
  expect(await Promise.all([emptyFree, emptyPro, full].map(isThere))).toEqual([false, true, true]);
  await age([emptyPro.batchId, full.batchId], 91);
  await sweepBatches(api.database, 1000);
  expect(await Promise.all([emptyPro, full].map(isThere))).toEqual([false, true]);
});

/** Nearly as many as a process has connections. */
async function eightAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return results;
}
