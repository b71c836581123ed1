/** Tests the usage that an organization sees: counted once at each end. */
import { beforeEach, expect, test } from 'vitest';
import { UsagePeriodEntity } from '#store/billing/quota.ts';
import { retentionStore } from '#store/submissions/retention.ts';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import { brokenPdf, pdfSaying, signedPdf, startApi, submissionOf } from '#test/support/api.ts';
import type { Person, Tenant } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

interface Stats {
  readonly usedThisMonth: number;
  readonly averageProcessingMs: number | null;
  readonly recentSubmissions: readonly { readonly submissionId: string; readonly status: string }[];
}

let tenant: Tenant;
let member: Person;

const api = started(() => startApi());

beforeEach(async () => {
  tenant = await api.newTenant({ planTier: 'free' });
  member = await api.newMember(tenant, { role: 'member' });
});

const NOTHING = { total: 0, success: 0, failed: 0, rejected: 0 };
const ONE_OF_EACH = { total: 3, success: 1, failed: 1, rejected: 1 };

async function stats(): Promise<Stats> {
  const response = await api.portal('GET', '/api/portal/stats', member);
  expect(response.status).toBe(200);
  return JSON.parse(await response.text());
}

const send = async (pdf: Uint8Array) => (await submissionOf(await api.postForm(pdf, tenant))).submissionId;

async function sendOneOfEach(): Promise<string[]> {
  const ids: string[] = [];
  for (const pdf of [pdfSaying('counted'), brokenPdf(), signedPdf()]) ids.push(await send(pdf));
  return ids;
}

test('are zeros, and no average, for an organization that has sent nothing', async () => {
  expect(await stats()).toEqual({
    allTime: NOTHING,
    currentMonth: NOTHING,
    planLimit: 100,
    usedThisMonth: 0,
    usageLimitPercent: 0,
    averageProcessingMs: null,
    recentSubmissions: [],
  });
});

test('count what has ended by how it ended; only what was delivered is used up', async () => {
  const ids = await sendOneOfEach();
  const answer = await stats();
  expect(answer).toMatchObject({
    allTime: ONE_OF_EACH,
    currentMonth: ONE_OF_EACH,
    usedThisMonth: 1,
    usageLimitPercent: 1,
    averageProcessingMs: expect.any(Number),
  });
  expect(answer.recentSubmissions.map(({ submissionId, status }) => [submissionId, status])).toEqual([
    [ids[2], 'REJECTED'],
    [ids[1], 'FAILED'],
    [ids[0], 'SUCCESS'],
  ]);
});

test('tell the ten newest documents, also those that have not ended', async () => {
  for (let count = 0; count < 11; count++) await send(pdfSaying(`document ${count}`));
  api.runner.hold();
  const waiting = await api.postForm(pdfSaying('waits'), tenant, {}, { Prefer: 'respond-async' });
  const { submissionId } = await submissionOf(waiting);
  const { recentSubmissions, usedThisMonth } = await stats();
  expect(recentSubmissions).toHaveLength(10);
  expect(recentSubmissions[0]).toMatchObject({ submissionId, completedAt: null });
  expect(usedThisMonth).toBe(12);
  api.runner.release();
  await api.runner.awaitSubmission(submissionId, 30_000);
});

test('count a comparison as use, and as no document', async () => {
  const form = new FormData();
  for (const name of ['file_a', 'file_b']) form.append(name, new Blob([Buffer.from(pdfSaying(name))]), `${name}.pdf`);
  const headers = { 'X-Api-Key': tenant.key };
  expect((await fetch(`${api.url}/api/compare`, { method: 'POST', body: form, headers })).status).toBe(200);
  expect(await stats()).toMatchObject({
    allTime: NOTHING,
    currentMonth: NOTHING,
    usedThisMonth: 1,
    usageLimitPercent: 1,
  });
});

test('outlive the documents they counted', async () => {
  await sendOneOfEach();
  const before = await stats();
  const past = new Date(Date.now() - 60_000);
  const ended = `update report set expires_at = ? where organization_id = ?`;
  await api.database.system().execute(ended, [past, tenant.organizationId]);
  const ofTenant = { organizationId: tenant.organizationId };
  await api.database.system().nativeUpdate(SubmissionEntity, ofTenant, { expiresAt: past });
  await retentionStore(api.database, api.artifacts).deleteRows(100);
  expect(await api.database.system().count(SubmissionEntity, ofTenant)).toBe(0);
  expect(await stats()).toEqual({ ...before, recentSubmissions: [] });
});

test('of all time are those of every period; the period and its average begin anew', async () => {
  await sendOneOfEach();
  const { organizationId } = tenant;
  const yearAgo = new Date(Date.now() - 366 * 24 * 60 * 60 * 1000);
  const earlier = { used: 7, reserved: 0, succeeded: 5, failed: 3, rejected: 2, processingMs: 9_000_000 };
  const period = { organizationId, startsAt: yearAgo, endsAt: new Date(yearAgo.getTime() + 1), ...earlier };
  await api.database.system().insert(UsagePeriodEntity, period);
  const told = await stats();
  expect(told).toMatchObject({
    allTime: { total: 13, success: 6, failed: 4, rejected: 3 },
    currentMonth: ONE_OF_EACH,
    usedThisMonth: 1,
  });
  expect(told.averageProcessingMs).toBeLessThan(1_000_000);
});
