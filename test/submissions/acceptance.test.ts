/** Accepting on a real Temporal with real workers: one key is one workflow, and the queue moves by itself. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import { acceptanceStore } from '#store/submissions/acceptance.ts';
import { comparisonStore } from '#store/submissions/comparisons.ts';
import { deactivateOrganization } from '#store/organizations/deactivation.ts';
import { QuotaEntryEntity } from '#store/billing/quota.ts';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import { startService } from '#test/support/service.ts';
import { bytesOf, pdfSaying, sha256, startApi, submissionOf } from '#test/support/api.ts';
import type { Api, Tenant } from '#test/support/api.ts';
import { usageOf } from '#test/support/usage.ts';
import { originalKey } from '#test/support/object-keys.ts';
import { started } from '#test/support/started.ts';

let api: Api;

const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  await service.workHere({ parser: { processes: 2, memoryMb: 1024 } });
  api = await startApi({ temporal: service.temporal });
});
afterAll(async () => {
  await api.close();
});

const rowsOf = ({ organizationId }: Tenant) =>
  api.database.system().find(SubmissionEntity, { organizationId }, { orderBy: { createdAt: 'asc' } });

async function workflowsOf({ organizationId }: Tenant): Promise<string[]> {
  const ids: string[] = [];
  const query = `OrgId = "${organizationId}" AND WorkflowType = "submission"`;
  for await (const { workflowId } of service.client.workflow.list({ query })) ids.push(workflowId);
  return ids;
}

/** Accepted, and then the process was gone: nothing has been started. */
async function acceptOnly({ organizationId }: Tenant, words: string): Promise<string> {
  const pdf = pdfSaying(words);
  const facts = { region: 'eu-central-1', originalSha256: sha256(pdf), sizeBytes: pdf.length } as const;
  await api.artifacts.putBytes(facts.region, originalKey(organizationId, facts.originalSha256), pdf, 'application/pdf');
  const submission = { ...facts, options: DEFAULT_OPTIONS, requestId: 'req_test', apiVersion: '2026-11-21' };
  return (await acceptanceStore(api.database).accept(organizationId, submission, null)).record.submissionId;
}

function sweep(workflow: 'startSweep' | 'acceptanceSweep'): Promise<number> {
  const workflowId = `${workflow}-${crypto.randomUUID()}`;
  return service.client.workflow.execute(workflow, { workflowId, taskQueue: CONTROL_QUEUE });
}

test('50 posts at once with one key are one workflow, one charge and 50 equal answers', async () => {
  const tenant = await api.newTenant();
  const headers = { 'Idempotency-Key': 'fifty' };
  const posts = Array.from({ length: 50 }, () => api.postForm(pdfSaying('fifty'), tenant, {}, headers));
  const answers = await Promise.all(posts);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
  const replays = answers.filter(({ headers: sent }) => sent.get('idempotent-replayed') === 'true');
  expect(replays).toHaveLength(49);
  const bodies = await Promise.all(answers.map(submissionOf));
  const told = bodies.map((body) => JSON.stringify({ ...body, normalized: { ...body.normalized, downloadUrl: '' } }));
  expect(new Set(told).size).toBe(1);
  const [body] = bodies;
  expect(body).toMatchObject({ status: 'SUCCESS' });
  await expect.poll(() => workflowsOf(tenant)).toEqual([`doc-${body?.submissionId}`]);
  expect(await usageOf(api.database, tenant.organizationId)).toMatchObject({ used: 1, reserved: 0, succeeded: 1 });
});

test('50 raw posts at once with one key are 50 times the same bytes', async () => {
  const tenant = await api.newTenant();
  const headers = { 'Idempotency-Key': 'fifty raw' };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => api.postRaw(pdfSaying('fifty raw'), tenant, '', headers)),
  );
  const hashes = await Promise.all(answers.map(async (answer) => sha256(await bytesOf(answer))));
  expect(new Set(hashes)).toEqual(new Set([answers[0]?.headers.get('x-content-hash')]));
  expect(await rowsOf(tenant)).toHaveLength(1);
});

test('three at once on plan Free run one after another, in their order, and none is refused', async () => {
  const tenant = await api.newTenant({ planTier: 'free' });
  for (const words of ['first', 'second', 'third']) {
    expect((await api.postForm(pdfSaying(words), tenant, {}, { Prefer: 'respond-async' })).status).toBe(202);
  }
  const ended = async () => (await rowsOf(tenant)).map(({ status }) => status);
  await expect.poll(ended).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  const rows = await rowsOf(tenant);
  for (const [index, { grantedAt, startedAt }] of rows.entries()) {
    const before = rows[index - 1]?.completedAt?.getTime() ?? 0;
    expect(grantedAt?.getTime()).toBeGreaterThanOrEqual(before);
    expect(startedAt?.getTime()).toBeGreaterThanOrEqual(before);
  }
});

test('what was accepted by a process that died is started by the sweep', async () => {
  const tenant = await api.newTenant({ planTier: 'free' });
  const ids = [await acceptOnly(tenant, 'orphan'), await acceptOnly(tenant, 'orphan too')];
  const longAgo = new Date(Date.now() - 60_000);
  await api.database.system().nativeUpdate(SubmissionEntity, { id: ids[0] ?? '' }, { grantedAt: longAgo });
  expect(await sweep('startSweep')).toBeGreaterThan(0);
  // The second has its turn when the first has ended: by the commit, without another sweep.
  const last = await api.get(`/api/submissions/${ids[1]}?wait=50`, tenant);
  expect(await submissionOf(last)).toMatchObject({ status: 'SUCCESS' });
  expect(await usageOf(api.database, tenant.organizationId)).toMatchObject({ used: 2, reserved: 0 });
});

test('what waits for a deactivated organization fails by the sweep, free of charge', async () => {
  const tenant = await api.newTenant({ planTier: 'free' });
  await acceptOnly(tenant, 'orphaned');
  await acceptOnly(tenant, 'orphaned too');
  await deactivateOrganization(api.database, tenant.organizationId);
  await sweep('startSweep');
  for (const { status, report } of await rowsOf(tenant)) {
    expect(status).toBe('FAILED');
    expect(report?.failure).toMatchObject({ code: 'ORGANIZATION_INACTIVE', stage: null });
  }
  expect(await usageOf(api.database, tenant.organizationId)).toMatchObject({ used: 0, reserved: 0, failed: 2 });
  expect(await workflowsOf(tenant)).toEqual([]);
});

test('what a comparison of a process that died has reserved is given back by the sweep', async () => {
  const { organizationId } = await api.newTenant();
  const id = crypto.randomUUID();
  await comparisonStore(api.database).accept(organizationId, { id, units: 2 }, null);
  await sweep('acceptanceSweep');
  expect(await usageOf(api.database, organizationId)).toMatchObject({ reserved: 2 });
  const longAgo = new Date(Date.now() - 60 * 60_000);
  await api.database.system().nativeUpdate(QuotaEntryEntity, { id }, { createdAt: longAgo });
  expect(await sweep('acceptanceSweep')).toBeGreaterThan(0);
  expect(await usageOf(api.database, organizationId)).toMatchObject({ reserved: 0, used: 0 });
});
