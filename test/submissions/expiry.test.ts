/** What has expired is gone for whoever asks, from that moment on: no sweep has come yet in any of these tests. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { exportContent } from '#store/privacy/export-content.ts';
import { DataExportEntity } from '#store/privacy/exports.ts';
import { deliveryStore } from '#store/webhooks/deliveries.ts';
import { executeAsAdministrator } from '#test/support/database-administrator.ts';
import { conformingFetch } from '#test/support/conformance.ts';
import { pdfSaying, type Person, problemOf, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { jsonOf } from '#test/support/audit.ts';
import { started } from '#test/support/started.ts';

let tenant: Tenant;
let owner: Person;

const api = started(() => startApi());

beforeEach(async () => {
  tenant = await api.newTenant();
  owner = await api.newMember(tenant);
});

function execute(statement: string, values: unknown[]): Promise<unknown> {
  return api.database.system().execute(statement, values);
}

/** Of all that is kept of the organization: the end of its time, in seconds from now. */
async function expireIn(seconds: number): Promise<void> {
  const { organizationId } = tenant;
  for (const table of ['artifact_ref', 'original_ref', 'report', 'attestation', 'submission']) {
    const end = `update ${table} set expires_at = now() + make_interval(secs => ?)
      where organization_id = ? and expires_at is not null`;
    await execute(end, [seconds, organizationId]);
  }
  await execute(`update batch set created_at = created_at - interval '91 days' where organization_id = ?`, [
    organizationId,
  ]);
}

const post = (path: string, body?: object) =>
  conformingFetch(api.url + path, {
    method: 'POST',
    headers: { 'X-Api-Key': tenant.key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

async function document(fields: Record<string, string> = {}) {
  const pdf = pdfSaying(`Document ${randomUUID()}`);
  const { submissionId, normalized } = await submissionOf(await api.postForm(pdf, tenant, fields));
  return { pdf, submissionId, hash: normalized?.sha256 ?? expect.fail('nothing was made') };
}

async function newBatch(): Promise<string> {
  const { batchId } = await jsonOf<{ batchId: string }>(await post('/api/batches', {}));
  return batchId;
}

const totalOf = async (path: string) => (await jsonOf<{ total: number }>(await api.get(path, tenant))).total;

test('a submission is not found by any call, nor in any list; one that has not expired is', async () => {
  const batch = await newBatch();
  const { submissionId, hash } = await document({ batch_id: batch });
  const paths = [
    `submissions/${submissionId}`,
    `submissions/${submissionId}?wait=1`,
    `submissions/${submissionId}/report`,
    `artifacts/${hash}`,
    `reports/${hash}`,
    `reports/${hash}?submission_id=${submissionId}`,
    `attestations/${hash}`,
    `verify/${hash}`,
    `certificates/${hash}`,
    `batches/${batch}`,
    `batches/${batch}/submissions`,
  ];
  for (const path of paths) expect((await api.get(`/api/${path}`, tenant)).status).toBe(200);

  await expireIn(-1);
  const kept = await document();
  for (const path of paths) {
    expect(await problemOf(await api.get(`/api/${path}`, tenant))).toMatchObject({ status: 404, code: 'not_found' });
  }
  expect((await api.get(`/api/submissions/${kept.submissionId}`, tenant)).status).toBe(200);
  for (const narrowed of ['', '?status=SUCCESS']) expect(await totalOf(`/api/submissions${narrowed}`)).toBe(1);
  expect(await totalOf(`/api/submissions?batch_id=${batch}`)).toBe(0);
  expect(await totalOf('/api/batches')).toBe(0);
});

test('a submission that was stateless, or could not be normalized, expires as others do', async () => {
  const stateless = await submissionOf(
    await api.postForm(pdfSaying('without state'), tenant, {}, { 'X-Stateless': 'true' }),
  );
  const broken = await submissionOf(await api.postForm(Buffer.from('%PDF-1.7\nnothing\n'), tenant));
  await expireIn(-1);
  for (const { submissionId } of [stateless, broken]) {
    expect((await api.get(`/api/submissions/${submissionId}`, tenant)).status).toBe(404);
    expect((await api.get(`/api/submissions/${submissionId}/report`, tenant)).status).toBe(404);
  }
});

test('a request that is repeated by its idempotency key is a new one, in either form', async () => {
  const key = { idempotency_key: 'the same' };
  const { pdf, submissionId } = await document(key);
  expect((await api.postForm(pdf, tenant, key)).headers.get('idempotent-replayed')).toBe('true');
  await expireIn(-1);
  const again = await api.postForm(pdf, tenant, key);
  expect(again.headers.get('idempotent-replayed')).toBeNull();
  const fresh = await submissionOf(again);
  expect(fresh.submissionId).not.toBe(submissionId);
  expect((await fetch(fresh.normalized?.downloadUrl ?? '')).status).toBe(200);

  const raw = { 'Idempotency-Key': 'the same, raw' };
  await api.postRaw(Buffer.from(pdf), tenant, '', raw);
  await expireIn(-1);
  expect((await api.postRaw(Buffer.from(pdf), tenant, '', raw)).headers.get('idempotent-replayed')).toBeNull();
});

describe('a batch', () => {
  test('lives as long as one of its submissions', async () => {
    const batch = await newBatch();
    const { submissionId } = await document({ batch_id: batch });
    await expireIn(-1);
    const later = `update submission set expires_at = now() + interval '1 day' where id = ?`;
    await execute(later, [submissionId]);
    expect((await api.get(`/api/batches/${batch}`, tenant)).status).toBe(200);
    expect(await totalOf('/api/batches')).toBe(1);
    expect((await api.postForm(pdfSaying('one more'), tenant, { batch_id: batch })).status).toBe(200);
  });

  test('that has expired takes nothing more, and is not closed', async () => {
    const batch = await newBatch();
    await expireIn(-1);
    const sent = await api.postForm(pdfSaying('too late'), tenant, { batch_id: batch });
    expect(await problemOf(sent)).toMatchObject({ status: 400, code: 'batch_not_found' });
    expect((await post(`/api/batches/${batch}/close`)).status).toBe(404);
  });
});

describe('a link', () => {
  const lifeOf = (link: string | null | undefined) => Number(new URL(link ?? '').searchParams.get('X-Amz-Expires'));

  test('to a document does not outlive its submission', async () => {
    const { submissionId } = await document();
    const read = async () => submissionOf(await api.get(`/api/submissions/${submissionId}`, tenant));
    expect(lifeOf((await read()).normalized?.downloadUrl)).toBe(900);
    await expireIn(120);
    const seconds = lifeOf((await read()).normalized?.downloadUrl);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(120);
  });

  test('to the archive of an export does not outlive the archive', async () => {
    const { exportId } = await jsonOf<{ exportId: string }>(await api.portal('POST', '/api/portal/data-export', owner));
    const completed = { status: 'completed', completedAt: new Date(), sizeBytes: 1 } as const;
    const expiresAt = new Date(Date.now() + 120_000);
    await api.database.system().nativeUpdate(DataExportEntity, { id: exportId }, { ...completed, expiresAt });
    const answer = await api.portal('GET', `/api/portal/data-export/${exportId}/download`, owner);
    const seconds = lifeOf(answer.headers.get('location'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(120);
  });
});

test('an export has nothing of it', async () => {
  const batch = await newBatch();
  await document({ batch_id: batch });
  await document();
  const { organizationId } = tenant;
  const content = exportContent(api.database);
  const countOf = async (listed: AsyncGenerator) => (await Array.fromAsync(listed)).length;
  const counts = async () => ({
    submissions: await countOf(content.submissions(organizationId)),
    batches: await countOf(content.batches(organizationId)),
    attestations: await countOf(content.attestations(organizationId)),
    artifacts: await countOf(content.objects(organizationId, 'artifact')),
    originals: await countOf(content.objects(organizationId, 'original')),
  });
  const all = { submissions: 2, batches: 1, attestations: 2, artifacts: 2, originals: 2 };
  expect(await counts()).toEqual(all);
  await expireIn(-1);
  const none = { submissions: 0, batches: 0, attestations: 0, artifacts: 0, originals: 0 };
  expect(await counts()).toEqual(none);
});

test('statistics count it, and show it no more', async () => {
  await document();
  await expireIn(-1);
  const stats = await jsonOf(await api.portal('GET', '/api/portal/stats', owner));
  expect(stats).toMatchObject({ allTime: { total: 1, success: 1 }, recentSubmissions: [] });
});

test('an event of more than thirty days ago is in no list of deliveries, and is not replayed', async () => {
  const endpoint = { url: 'https://receiver.example/hook', events: ['normalization.success'] };
  const { id } = await jsonOf<{ id: string }>(await api.portal('POST', '/api/portal/webhooks', owner, endpoint));
  const { deliveryId, eventId } = await jsonOf<{ deliveryId: string; eventId: string }>(
    await api.portal('POST', `/api/portal/webhooks/${id}/test`, owner),
  );
  const deliveries = deliveryStore(api.database, api.sealer);
  await deliveries.giveUp(deliveryId, 'dead');
  const dead = () => api.portal('GET', '/api/portal/webhooks/dead', owner);
  const ofEndpoint = () => api.portal('GET', `/api/portal/webhooks/${id}/deliveries`, owner);
  expect(await jsonOf(await dead())).toMatchObject([{ id: deliveryId }]);
  expect(await jsonOf(await ofEndpoint())).toMatchObject({ total: 1 });

  const back = `created_at = created_at - interval '31 days'`;
  await execute(`update webhook_delivery set ${back} where id = ?`, [deliveryId]);
  const ageing = `update webhook_event set ${back}, expires_at = now() where id = ?`;
  await executeAsAdministrator(inject('parts').databaseAdministratorUrl, ageing, [eventId]);
  expect(await jsonOf(await dead())).toEqual([]);
  expect(await jsonOf(await ofEndpoint())).toMatchObject({ total: 0, items: [] });
  for (const one of [deliveryId, eventId]) {
    expect((await api.portal('POST', `/api/portal/webhooks/${one}/replay`, owner)).status).toBe(404);
  }
});
