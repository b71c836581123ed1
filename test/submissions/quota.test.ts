/** Tests the ledger: charged and free submissions, and the end of a quota. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PLANS } from '#domain/billing/plan.ts';
import { IdempotencyEntity } from '#store/submissions/idempotency.ts';
import { QuotaEntryEntity } from '#store/billing/quota.ts';
import { SubmissionEntity, submissionStore } from '#store/submissions/submissions.ts';
import { brokenPdf, pdfSaying, problemOf, sha256, signedPdf, startApi, submissionOf } from '#test/support/api.ts';
import type { Tenant } from '#test/support/api.ts';
import { setUsage, usageOf } from '#test/support/usage.ts';
import { originalKey } from '#test/support/object-keys.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const usage = ({ organizationId }: Tenant) => usageOf(api.database, organizationId);
const submissionsOf = ({ organizationId }: Tenant) => api.database.system().count(SubmissionEntity, { organizationId });

describe('a document', () => {
  test('is reserved while under way and used when delivered', async () => {
    const tenant = await api.newTenant();
    api.runner.hold();
    const { submissionId } = await submissionOf(
      await api.postForm(pdfSaying('ledger'), tenant, {}, { Prefer: 'respond-async' }),
    );
    expect(await usage(tenant)).toMatchObject({ reserved: 1, used: 0, succeeded: 0 });
    api.runner.release();
    const ended = await api.get(`/api/submissions/${submissionId}?wait=30`, tenant);
    expect(await submissionOf(ended)).toMatchObject({ status: 'SUCCESS' });
    expect(await usage(tenant)).toMatchObject({ reserved: 0, used: 1, succeeded: 1 });
    const entry = await api.database.system().findOneOrFail(QuotaEntryEntity, { id: submissionId });
    expect(entry).toMatchObject({ kind: 'submission', units: 1, state: 'used' });
  });

  test('that fails or is rejected costs nothing', async () => {
    const tenant = await api.newTenant();
    await api.postForm(brokenPdf(), tenant);
    await api.postForm(signedPdf(), tenant);
    expect(await usage(tenant)).toEqual({ reserved: 0, used: 0, succeeded: 0, failed: 1, rejected: 1 });
  });

  test('that is none costs nothing and is no submission', async () => {
    const tenant = await api.newTenant();
    const response = await api.postForm(Buffer.from('%PNG'), tenant);
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'not_a_pdf' });
    expect([await usage(tenant), await submissionsOf(tenant)]).toMatchObject([{ reserved: 0, used: 0 }, 0]);
  });

  test('refused for its batch costs nothing and leaves its key free', async () => {
    const tenant = await api.newTenant();
    const headers = { 'Idempotency-Key': 'k' };
    const refused = await api.postForm(pdfSaying('batch'), tenant, { batch_id: crypto.randomUUID() }, headers);
    expect(await problemOf(refused)).toMatchObject({ status: 400, code: 'batch_not_found' });
    expect(await usage(tenant)).toMatchObject({ used: 0, reserved: 0 });
    const taken = await api.postForm(pdfSaying('batch'), tenant, {}, headers);
    expect([taken.status, taken.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  test('sent twice without a key is charged twice', async () => {
    const tenant = await api.newTenant();
    await api.postForm(pdfSaying('work'), tenant);
    await api.postForm(pdfSaying('work'), tenant);
    expect(await usage(tenant)).toMatchObject({ used: 2 });
  });

  test('that is taken back is given back, and so is its key', async () => {
    const tenant = await api.newTenant();
    api.runner.hold();
    const headers = { Prefer: 'respond-async', 'Idempotency-Key': 'k' };
    const { submissionId } = await submissionOf(await api.postForm(pdfSaying('back'), tenant, {}, headers));
    const { organizationId } = tenant;
    expect(await submissionStore(api.database).withdraw(organizationId, submissionId)).toBe(true);
    expect(await submissionStore(api.database).withdraw(organizationId, submissionId)).toBe(false);
    expect(await usage(tenant)).toMatchObject({ reserved: 0, used: 0 });
    expect(await api.database.system().count(IdempotencyEntity, { organizationId })).toBe(0);
    api.runner.release();
  });
});

test('the quota is told to any key', async () => {
  const tenant = await api.newTenant({ planTier: 'starter' });
  await setUsage(api.database, tenant.organizationId, { used: 7, reserved: 1 });
  const answer = await api.get('/api/quota', tenant);
  expect(JSON.parse(await answer.text())).toMatchObject({
    planTier: 'starter',
    limit: PLANS.starter.monthlyDocs,
    used: 8,
    remaining: PLANS.starter.monthlyDocs - 8,
    overageAllowed: true,
    maxFileBytes: 25 * 1024 * 1024,
    concurrentJobs: 5,
  });
  expect(answer.headers.get('ratelimit')).toMatch(`"monthly-documents";r=${PLANS.starter.monthlyDocs - 8};`);
});

describe('at the end of the quota', () => {
  test('plan Free is refused with all that is to be known, and nothing is stored', async () => {
    const tenant = await api.newTenant({ planTier: 'free' });
    await setUsage(api.database, tenant.organizationId, { used: 100 });
    const pdf = pdfSaying(`one too many ${randomUUID()}`);
    const refusal = await api.postForm(pdf, tenant, {}, { 'Idempotency-Key': 'k' });
    expect(refusal.headers.get('ratelimit')).toMatch(/^"monthly-documents";r=0;t=\d+$/);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(27 * 86_400);
    const problem = await problemOf(refusal);
    expect(problem).toMatchObject({
      status: 402,
      code: 'quota_exceeded',
      planTier: 'free',
      limit: 100,
      used: 100,
      upgradeUrl: 'https://fixpoint.test/portal/#/billing',
    });
    const inDays = (Date.parse(String(problem['resetsAt'])) - Date.now()) / 86_400_000;
    expect(inDays).toBeGreaterThan(27);
    expect(inDays).toBeLessThanOrEqual(31);
    expect(await submissionsOf(tenant)).toBe(0);
    expect(await api.artifacts.stat('eu-central-1', originalKey(tenant.organizationId, sha256(pdf)))).toBeNull();
    expect(await api.database.system().count(IdempotencyEntity, { organizationId: tenant.organizationId })).toBe(0);
  });

  test('a unit that is only reserved by a document under way may be free in a moment, and the answer says when to ask again', async () => {
    const tenant = await api.newTenant({ planTier: 'free' });
    await setUsage(api.database, tenant.organizationId, { used: 97, reserved: 3 });
    const refusal = await api.postForm(pdfSaying(`while others are under way ${randomUUID()}`), tenant);
    expect(Number(refusal.headers.get('retry-after'))).toBe(20);
    expect(refusal.headers.get('ratelimit')).toMatch(/^"monthly-documents";r=0;t=\d+$/);
    const members = { planTier: 'free', limit: 100, used: 100, upgradeUrl: expect.any(String) };
    expect(await problemOf(refusal)).toMatchObject({
      status: 402,
      code: 'quota_reserved',
      retryable: true,
      ...members,
    });
    await setUsage(api.database, tenant.organizationId, { used: 97, reserved: 2 });
    const taken = await api.postForm(
      pdfSaying(`one gave its place back ${randomUUID()}`),
      tenant,
      {},
      { Prefer: 'respond-async' },
    );
    expect(taken.status).toBe(202);
  });

  test('of 50 documents at once at 99 of 100 on plan Free exactly one is accepted', async () => {
    const tenant = await api.newTenant({ planTier: 'free' });
    await setUsage(api.database, tenant.organizationId, { used: 99 });
    // An overloaded host answers 503, and an organization with too many parallel uploads gets 429. Both are repeated.
    const statusOf = async (index: number): Promise<number> => {
      const { status } = await api.postForm(pdfSaying(`rush ${index}`), tenant, {}, { Prefer: 'respond-async' });
      return status === 503 || status === 429 ? statusOf(index) : status;
    };
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => statusOf(index)));
    const statuses = answers.toSorted((a, b) => a - b);
    expect(statuses).toEqual([202, ...Array.from({ length: 49 }, () => 402)]);
    expect(await submissionsOf(tenant)).toBe(1);
    const { used, reserved } = await usage(tenant);
    expect(used + reserved).toBe(100);
  });

  test('a failure on plan Free makes room again', async () => {
    const tenant = await api.newTenant({ planTier: 'free' });
    await setUsage(api.database, tenant.organizationId, { used: 99 });
    expect(await submissionOf(await api.postForm(brokenPdf(), tenant))).toMatchObject({ status: 'FAILED' });
    expect(await submissionOf(await api.postForm(pdfSaying('fits'), tenant))).toMatchObject({ status: 'SUCCESS' });
    expect((await api.postForm(pdfSaying('does not'), tenant)).status).toBe(402);
  });

  test('a replay is no new document, and is answered still', async () => {
    const tenant = await api.newTenant({ planTier: 'free' });
    await setUsage(api.database, tenant.organizationId, { used: 99 });
    const headers = { 'Idempotency-Key': 'last' };
    expect((await api.postForm(pdfSaying('last'), tenant, {}, headers)).status).toBe(200);
    const again = await api.postForm(pdfSaying('last'), tenant, {}, headers);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  });

  test('a paid plan goes on, and each document beyond is in the ledger', async () => {
    const tenant = await api.newTenant({ planTier: 'starter' });
    await setUsage(api.database, tenant.organizationId, { used: 10_000 });
    const response = await api.postForm(pdfSaying('overage'), tenant);
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit')).toMatch(/^"monthly-documents";r=0;t=\d+$/);
    expect(await usage(tenant)).toMatchObject({ used: 10_001 });
  });
});

test('answers say how much is left and until when', async () => {
  const tenant = await api.newTenant({ planTier: 'free' });
  await setUsage(api.database, tenant.organizationId, { used: 40 });
  const { headers } = await api.postForm(pdfSaying('left'), tenant);
  expect(headers.get('ratelimit-policy')).toMatch(/^"monthly-documents";q=100;w=(2419200|2505600|2592000|2678400)$/);
  expect(headers.get('ratelimit')).toMatch(/^"monthly-documents";r=59;t=\d+$/);
});

test('more than ten times the plan in failures is taken for a mistake', async () => {
  const tenant = await api.newTenant({ planTier: 'free' });
  await setUsage(api.database, tenant.organizationId, { failed: 600, rejected: 400 });
  expect((await api.postForm(brokenPdf(), tenant)).status).toBe(200);
  const response = await api.postForm(pdfSaying('enough'), tenant);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  const problem = await problemOf(response);
  expect(problem).toMatchObject({ status: 429, code: 'abnormal_usage', resetsAt: expect.any(String) });
});
