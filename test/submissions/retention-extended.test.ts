/**
 * Tests the end of the retention period: the deleted data, the data that another organization still holds, and no
 * dangling references.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { artifactStore, type S3Config } from '#store/objects/artifacts.ts';
import { type ObjectKind, objectKey } from '#store/objects/object-key.ts';
import { referenceStore } from '#store/objects/references.ts';
import { type RetentionStore, retentionStore } from '#store/submissions/retention.ts';
import { expectNothingDangles, listBuckets } from '#test/support/buckets.ts';
import { brokenPdf, pdfSaying, problemOf, sha256, startApi, submissionOf } from '#test/support/api.ts';
import type { Api, Tenant } from '#test/support/api.ts';
import { originalKey } from '#test/support/object-keys.ts';
import { separateNewObjects, shareNewObjects } from '#test/support/shared-layout.ts';

let api: Api;
let s3: S3Config;
let retention: RetentionStore;

beforeAll(async () => {
  s3 = { ...inject('parts').s3, bucketPrefix: `retention-${randomUUID().slice(0, 8)}-` };
  api = await startApi({ s3 });
  retention = retentionStore(api.database, api.artifacts);
});
afterAll(() => api.close());

const REGION = 'eu-central-1';
const PAGE = 1_000;

/** Simulates that the retention period of plan Growth ended two hours ago. */
async function expire({ organizationId }: Tenant): Promise<void> {
  const created = `update batch set created_at = now() - interval '91 days' where organization_id = ?`;
  await execute(created, [organizationId]);
  for (const table of ['artifact_ref', 'original_ref', 'report', 'attestation', 'submission']) {
    await execute(
      `update ${table} set expires_at = now() - interval '2 hours'
        where organization_id = ? and expires_at is not null`,
      [organizationId],
    );
  }
}

async function sweep(): Promise<void> {
  await retention.releaseObjects('artifact', PAGE);
  await retention.releaseObjects('original', PAGE);
  await retention.deleteRows(PAGE);
}

function execute<Row>(statement: string, values: unknown[]): Promise<Row[]> {
  return api.database.system().execute<Row[]>(statement, values);
}

async function newBatch({ key }: Tenant): Promise<{ batchId: string }> {
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' };
  const response = await fetch(`${api.url}/api/batches`, { method: 'POST', headers, body: '{}' });
  return JSON.parse(await response.text());
}

async function rowsLeft({ organizationId }: Tenant): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [
    'artifact_ref',
    'original_ref',
    'report',
    'attestation',
    'submission',
    'batch',
    'usage_period',
  ]) {
    const [row] = await execute<{ n: string }>(`select count(*) n from ${table} where organization_id = ?`, [
      organizationId,
    ]);
    counts[table] = Number(row?.n);
  }
  return counts;
}

test('the documents of an organization end with all that was kept of them; its counters stay', async () => {
  const tenant = await api.newTenant();
  const first = await submissionOf(await api.postForm(pdfSaying('ends'), tenant));
  const { batchId } = await newBatch(tenant);
  await api.postForm(brokenPdf(), tenant, { batch_id: batchId });
  await api.postForm(pdfSaying('ends without state'), tenant, {}, { 'X-Stateless': 'true' });
  await expectNothingDangles(s3, api.database, [tenant.organizationId]);
  expect(await rowsLeft(tenant)).toMatchObject({ artifact_ref: 1, original_ref: 2, submission: 3 });

  await expire(tenant);
  const hash = first.normalized?.sha256;
  for (const path of [`artifacts/${hash}`, `reports/${hash}`, `attestations/${hash}`]) {
    expect((await api.get(`/api/${path}`, tenant)).status).toBe(404);
  }
  await sweep();
  expect(await rowsLeft(tenant)).toEqual({
    artifact_ref: 0,
    original_ref: 0,
    report: 0,
    attestation: 0,
    submission: 0,
    batch: 0,
    usage_period: 1,
  });
  expect(Object.values(await listBuckets(s3)).flat()).toEqual([]);
  for (const path of [`artifacts/${hash}`, `reports/${hash}`, `submissions/${first.submissionId}`]) {
    expect((await api.get(`/api/${path}`, tenant)).status).toBe(404);
  }
  expect((await fetch(first.normalized?.downloadUrl ?? '')).status).toBe(404);
});

test('entries of the ledger stay for 400 days after their period, and then its counters alone', async () => {
  const tenant = await api.newTenant();
  const { organizationId } = tenant;
  const entries = async () => {
    const found = `select id from quota_entry where organization_id = ?`;
    return (await execute<{ id: string }>(found, [organizationId])).map(({ id }) => id);
  };
  const periodEnded = (daysAgo: number) =>
    execute(
      `update usage_period set ends_at = now() - make_interval(days => ?) where organization_id = ? and used = 3`,
      [daysAgo, organizationId],
    );
  for (const text of ['one', 'two', 'three']) await api.postForm(pdfSaying(`of a year ago: ${text}`), tenant);
  for (const [table, column] of [
    ['usage_period', 'starts_at'],
    ['quota_entry', 'period_starts_at'],
    ['quota_entry', 'settled_at'],
  ]) {
    const back = `update ${table} set ${column} = ${column} - interval '430 days' where organization_id = ?`;
    await execute(back, [organizationId]);
  }
  await periodEnded(399);
  await sweep();
  expect(await entries()).toHaveLength(3);

  await periodEnded(401);
  const { submissionId } = await submissionOf(await api.postForm(pdfSaying('of today'), tenant));
  // Pages of two rows. A page that is not full ends the work.
  while ((await retention.deleteRows(2)) > 0);
  expect(await entries()).toEqual([submissionId]);
  const periods = `select used, ledger_kept as "ledgerKept" from usage_period where organization_id = ? order by starts_at`;
  expect(await execute(periods, [organizationId])).toEqual([
    { used: 3, ledgerKept: false },
    { used: 1, ledgerKept: true },
  ]);
  await expire(tenant);
  await sweep();
});

test('check 38: content two organizations share stays until the second one lets go', async () => {
  const [a, b] = [await api.newTenant(), await api.newTenant()];
  const { normalized } = await submissionOf(await api.postForm(pdfSaying('shared'), a));
  await api.postForm(pdfSaying('shared'), b);
  const path = `/api/artifacts/${normalized?.sha256}`;

  await expire(a);
  await sweep();
  expect((await api.get(path, b)).status).toBe(200);
  expect(await problemOf(await api.get(path, a))).toMatchObject({ status: 403, code: 'artifact_forbidden' });
  await expectNothingDangles(s3, api.database, [a.organizationId, b.organizationId]);

  await expire(b);
  await sweep();
  expect((await api.get(path, b)).status).toBe(404);
  expect(Object.values(await listBuckets(s3)).flat()).toEqual([]);
});

test('a document sent again before its end lives on, and so does its original', async () => {
  const tenant = await api.newTenant();
  await api.postForm(pdfSaying('again'), tenant);
  await expire(tenant);
  const { normalized } = await submissionOf(await api.postForm(pdfSaying('again'), tenant));
  await sweep();
  expect((await api.get(`/api/artifacts/${normalized?.sha256}`, tenant)).status).toBe(200);
  expect(await rowsLeft(tenant)).toMatchObject({ artifact_ref: 1, original_ref: 1, report: 1, submission: 1 });
  await expectNothingDangles(s3, api.database, [tenant.organizationId]);
  await expire(tenant);
  await sweep();
});

test('an original stays while a submission of it has not ended, however long that takes', async () => {
  const tenant = await api.newTenant();
  api.runner.hold();
  const pdf = pdfSaying('waits for long');
  const { submissionId } = await submissionOf(await api.postForm(pdf, tenant, {}, { Prefer: 'respond-async' }));
  await expire(tenant);
  await sweep();
  expect(await api.artifacts.stat(REGION, originalKey(tenant.organizationId, sha256(pdf)))).not.toBeNull();
  api.runner.release();
  const settled = await submissionOf(await api.get(`/api/submissions/${submissionId}?wait=20`, tenant));
  expect(settled.status).toBe('SUCCESS');
  await expire(tenant);
  await sweep();
});

test('what was uploaded and then not accepted goes with its claim', async () => {
  const tenant = await api.newTenant();
  const bytes = Buffer.from('%PDF-1.7 never accepted');
  const object = { region: REGION, sha256: sha256(bytes), sizeBytes: bytes.length } as const;
  await referenceStore(api.database).claim(tenant.organizationId, 'original', object);
  await api.artifacts.putBytes(REGION, originalKey(tenant.organizationId, object.sha256), bytes, 'application/pdf');
  await sweep();
  expect(await api.artifacts.stat(REGION, originalKey(tenant.organizationId, object.sha256))).not.toBeNull();
  await expire(tenant);
  await sweep();
  expect(await api.artifacts.stat(REGION, originalKey(tenant.organizationId, object.sha256))).toBeNull();
});

describe.each<ObjectKind>(['artifact', 'original'])('while an %s is removed', (kind) => {
  /** The removal is slow: the object is gone before its transaction has ended. */
  function slowSweep(): Promise<number> {
    const slow = artifactStore(s3);
    const purge = async (...args: Parameters<typeof slow.purge>) => {
      await delay(30);
      await slow.purge(...args);
      await delay(30);
    };
    return retentionStore(api.database, { ...slow, purge }).releaseObjects(kind, PAGE);
  }

  const claimedAgain = async (ms: number, before: Tenant, after: Tenant) => {
    const bytes = Buffer.from(`%PDF-1.7 ${kind} in a race ${ms}`);
    const object = { region: REGION, sha256: sha256(bytes), sizeBytes: bytes.length } as const;
    const keep = async ({ organizationId }: Tenant) => {
      const key = objectKey(kind, await referenceStore(api.database).claim(organizationId, kind, object));
      await api.artifacts.putBytes(REGION, key, bytes, 'application/pdf');
      return key;
    };
    await keep(before);
    await expire(before);
    const [, key] = await Promise.all([slowSweep(), delay(ms).then(() => keep(after))]);
    expect(await api.artifacts.stat(REGION, key)).toEqual({ sizeBytes: bytes.length });
    await expectNothingDangles(s3, api.database, [after.organizationId]);
    await expire(after);
    await sweep();
  };

  test.each([0, 10, 40, 70, 100])(
    'its organization that claims it again after %i ms finds it in the end',
    async (ms) => {
      const tenant = await api.newTenant();
      await claimedAgain(ms, tenant, tenant);
    },
  );

  test.each([0, 10, 40, 70, 100])(
    'in the shared layout another organization that claims it after %i ms finds it in the end',
    async (ms) => {
      await shareNewObjects(api.database);
      await claimedAgain(ms, await api.newTenant(), await api.newTenant());
      await separateNewObjects(api.database);
    },
  );
});

test('a store that is away leaves expired references, which show nothing, for the next round', async () => {
  const tenant = await api.newTenant();
  const { normalized } = await submissionOf(await api.postForm(pdfSaying('store away'), tenant));
  await expire(tenant);
  const away = retentionStore(api.database, artifactStore({ ...s3, endpoint: 'http://127.0.0.1:1' }));
  await expect(away.releaseObjects('artifact', PAGE)).rejects.toThrow();
  expect((await api.get(`/api/artifacts/${normalized?.sha256}`, tenant)).status).toBe(404);
  await expectNothingDangles(s3, api.database, [tenant.organizationId]);
  await sweep();
  expect(await rowsLeft(tenant)).toMatchObject({ artifact_ref: 0, original_ref: 0, submission: 0 });
  expect(Object.values(await listBuckets(s3)).flat()).toEqual([]);
});
