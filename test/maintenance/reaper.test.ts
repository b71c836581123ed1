/**
 * Tests that submissions whose workflow was terminated or lost end like any other: not charged, counted, reported, and
 * their slot is freed.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, test } from 'vitest';
import { API_VERSION, DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import type { PlanTier } from '#domain/billing/plan.ts';
import { EXPRESS_MAX_BYTES, inputOf } from '#domain/submission.ts';
import { acceptanceStore } from '#store/submissions/acceptance.ts';
import { batchStore } from '#store/submissions/batches.ts';
import { organizationStore } from '#store/organizations/organizations.ts';
import { SubmissionEntity, type SubmissionRecord } from '#store/submissions/submissions.ts';
import { fakeDocument, type Script, sha256 } from '#test/support/parsers/fake-engine.ts';
import { startService } from '#test/support/service.ts';
import { originalKey } from '#test/support/object-keys.ts';
import { started } from '#test/support/started.ts';

const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  await service.workHere();
});

async function newOrganization(planTier: PlanTier): Promise<string> {
  const slug = `test-${randomUUID()}`;
  return (await organizationStore(service.database).create({ name: slug, slug, planTier })).id;
}

async function accept(
  organizationId: string,
  script: Script,
  requested: { batchId?: string; stateless?: boolean } = {},
) {
  const document = fakeDocument({ ...script, salt: randomUUID() }, EXPRESS_MAX_BYTES + 1);
  const region = 'eu-central-1';
  const originalSha256 = sha256(document);
  await service.artifacts.putBytes(region, originalKey(organizationId, originalSha256), document, 'application/pdf');
  const facts = { region, originalSha256, sizeBytes: document.length, options: DEFAULT_OPTIONS } as const;
  const request = { requestId: randomUUID(), apiVersion: API_VERSION, ...requested };
  return (await acceptanceStore(service.database).accept(organizationId, { ...facts, ...request }, null)).record;
}

const read = ({ organizationId, submissionId }: SubmissionRecord) =>
  service.submissions.find(organizationId, submissionId);

/** Simulates that the slot was taken some minutes ago. */
async function age({ submissionId }: SubmissionRecord, minutes = 10): Promise<void> {
  const grantedAt = new Date(Date.now() - minutes * 60_000);
  await service.database.system().nativeUpdate(SubmissionEntity, { id: submissionId }, { grantedAt });
}

const reap = () => service.client.schedule.getHandle('sched-reaper').trigger();

async function execute<Row>(statement: string, value: string): Promise<Row[]> {
  return service.database.system().execute<Row[]>(statement, [value]);
}

test('a terminated workflow: FAILED and CANCELLED, the unit released, the batch counted, the slot handed on', async () => {
  const organizationId = await newOrganization('free');
  const { batchId } = await batchStore(service.database).create(organizationId, {
    name: null,
    webhookUrl: null,
    expectedTotal: null,
  });
  const first = await accept(organizationId, { at: 'FinalRewrite', act: 'hang' }, { batchId });
  const second = await accept(organizationId, { at: 'FinalRewrite', act: 'pass' }, { batchId });
  expect([first.grantedAt === null, second.grantedAt === null]).toEqual([false, true]);
  await service.temporal.startSubmission(inputOf(first), 'async');
  await service.underWay(inputOf(first), 'FinalRewrite');
  await age(first);
  await reap();
  await service.handle(inputOf(first)).terminate('an operator has had enough');
  expect(await read(first)).toMatchObject({ status: 'IN_PROGRESS' });

  await reap();
  await expect.poll(async () => (await read(second))?.status).toBe('SUCCESS');
  expect(await read(first)).toMatchObject({
    status: 'FAILED',
    report: { failure: { code: 'CANCELLED', stage: null }, normalized: null },
  });
  expect(await execute('select state from quota_entry where id = ?', first.submissionId)).toEqual([
    { state: 'released' },
  ]);
  const usage = await execute(
    'select reserved, used, failed from usage_period where organization_id = ?',
    organizationId,
  );
  expect(usage).toEqual([{ reserved: 0, used: 1, failed: 1 }]);
  expect(await batchStore(service.database).find(organizationId, batchId)).toMatchObject({ completed: 1, failed: 1 });
});

test('a workflow Temporal knows nothing of: FAILED and INTERNAL_ERROR', async () => {
  const organizationId = await newOrganization('growth');
  const lost = await accept(organizationId, { at: 'FinalRewrite', act: 'pass' });
  await service.submissions.admit(lost.submissionId);
  await age(lost);
  await reap();
  await expect.poll(async () => (await read(lost))?.status).toBe('FAILED');
  expect((await read(lost))?.report?.failure).toMatchObject({ code: 'INTERNAL_ERROR' });
});

test('a workflow that nobody took up for all its time: FAILED and WORKER_UNAVAILABLE', async () => {
  const organizationId = await newOrganization('growth');
  const late = await accept(organizationId, { at: 'FinalRewrite', act: 'pass' });
  await service.client.workflow.start('submission', {
    workflowId: `doc-${late.submissionId}`,
    taskQueue: 'nobody-listens',
    workflowExecutionTimeout: '1 second',
    args: [inputOf(late)],
  });
  await expect(service.handle(inputOf(late)).result()).rejects.toThrow();
  await age(late);
  await reap();
  await expect.poll(async () => (await read(late))?.status).toBe('FAILED');
  expect((await read(late))?.report?.failure).toMatchObject({ code: 'WORKER_UNAVAILABLE' });
});

test('a workflow that was terminated before it began: ended too, though nobody could start it again', async () => {
  const organizationId = await newOrganization('growth');
  const early = await accept(organizationId, { at: 'FinalRewrite', act: 'pass' });
  await service.client.workflow.start('submission', {
    workflowId: `doc-${early.submissionId}`,
    taskQueue: 'nobody-listens',
    args: [inputOf(early)],
  });
  await service.handle(inputOf(early)).terminate();
  expect(await read(early)).toMatchObject({ status: 'PENDING' });
  await age(early);
  await reap();
  await expect.poll(async () => (await read(early))?.status).toBe('FAILED');
});

test('what runs, what was started a moment ago and what has never been started are let be', async () => {
  const organizationId = await newOrganization('growth');
  const running = await accept(organizationId, { at: 'FinalRewrite', act: 'linger', ms: 6_000 });
  await service.temporal.startSubmission(inputOf(running), 'async');
  await service.underWay(inputOf(running), 'FinalRewrite');
  await age(running);
  const fresh = await accept(organizationId, { at: 'FinalRewrite', act: 'pass' });
  await service.submissions.admit(fresh.submissionId);
  const lost = await accept(organizationId, { at: 'FinalRewrite', act: 'pass' });
  await service.submissions.admit(lost.submissionId);
  await age(lost);
  await reap();
  // The round is over when it has found the expected submission.
  await expect.poll(async () => (await read(lost))?.status).toBe('FAILED');
  expect(await read(fresh)).toMatchObject({ status: 'IN_PROGRESS' });
  await service.handle(inputOf(running)).result();
  expect(await read(running)).toMatchObject({ status: 'SUCCESS' });
});

test('a stateless submission whose request died with its process ends, so that the document can be sent again', async () => {
  const organizationId = await newOrganization('free');
  const orphan = await accept(organizationId, { at: 'FinalRewrite', act: 'pass' }, { stateless: true });
  const next = await accept(organizationId, { at: 'FinalRewrite', act: 'pass' });
  expect(next.grantedAt).toBeNull();
  await age(orphan, 1.1);
  await reap();
  await expect.poll(async () => (await read(next))?.status).toBe('SUCCESS');
  expect(await read(orphan)).toMatchObject({ status: 'FAILED', report: { failure: { code: 'WORKER_UNAVAILABLE' } } });
});
