/** Tests days of skipped time: reminders, cancellation until the last second, and archives that expire after a week. */
import { Connection } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDataActivities } from '#activities/index.ts';
import { type DeletionInput, deletionWorkflowId } from '#domain/privacy/account-deletion.ts';
import { DATA_QUEUE, exportWorkflowId } from '#domain/privacy/data-export.ts';
import { erasureWorkflowId } from '#domain/privacy/erasure.ts';
import { SEARCH_ATTRIBUTES } from '#domain/search-attributes.ts';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import { certifier } from '#src/proof/deletion-certificate.ts';
import { AccountDeletionEntity, accountDeletionStore, deletionInput } from '#store/privacy/account-deletions.ts';
import { exportKey } from '#store/objects/artifacts.ts';
import { erasureStore } from '#store/privacy/erasures.ts';
import { exportContent } from '#store/privacy/export-content.ts';
import { DataExportEntity, exportStore } from '#store/privacy/exports.ts';
import { mailStore } from '#store/mail/mails.ts';
import { purgeStore } from '#store/privacy/purge.ts';
import { SubmissionEntity, submissionStore } from '#store/submissions/submissions.ts';
import { workflowBundle } from '#temporal/worker/bundle.ts';
import { dataCalls } from '#temporal/client/privacy.ts';
import { type SkippedTime, startSkippedTime } from '#test/support/time-skipping.ts';
import { usageOf } from '#test/support/usage.ts';
import { PUBLIC_URL } from '#test/support/builders/issuer.ts';
import { acceptDocument, addDocument, REGION } from '#test/support/builders/documents.ts';
import { type DataWorld, startDataWorld } from '#test/support/privacy.ts';
import { quietRuntime } from '#test/support/temporal-runtime.ts';
import { requires } from '#test/support/requires.ts';
import { originalKey } from '#test/support/object-keys.ts';

quietRuntime([]);
const started = await startSkippedTime();

/** `temporal.api.enums.v1.IndexedValueType` */
const KEYWORD = 2;
const HOUR_MS = 3_600_000;
const SOON = { interval: 50 };

describe('over days', requires('Java and Maven', !('missing' in started)), () => {
  if ('missing' in started) return;
  const time: SkippedTime = started;
  let world: DataWorld;
  let workers: Worker[];
  let working: Promise<unknown>;
  /** The workflows that the server reports as running for the organization. */
  let running = 0;
  /** Simulates a database with more rows than the test has. */
  const pagesToCome: number[] = [];
  const log: object[] = [];

  beforeAll(async () => {
    world = await startDataWorld();
    const connection = await Connection.connect({ address: time.address });
    const searchAttributes = { [SEARCH_ATTRIBUTES.OrgId.name]: KEYWORD };
    await connection.operatorService.addSearchAttributes({ namespace: 'default', searchAttributes });
    await connection.close();
    workers = await Promise.all([controlWorker(), dataWorker()]);
    working = Promise.all(workers.map((worker) => worker.run()));
  });
  afterAll(async () => {
    for (const worker of workers) worker.shutdown();
    await working;
    await world.close();
    await time.close();
  });

  async function controlWorker(): Promise<Worker> {
    const activities = { cancelSubscriptionNow: async () => undefined };
    const options = { connection: time.native, namespace: 'default', taskQueue: CONTROL_QUEUE, activities };
    return Worker.create({ ...options, workflowBundle: await workflowBundle() });
  }

  /** Uses the real stores. Another test covers deleted histories, which the server of this test does not support. */
  function dataWorker(): Promise<Worker> {
    const { database, artifacts, sealer } = world.api;
    const mails = mailStore(database, sealer);
    const nothing = async () => undefined;
    const purge = purgeStore(database, { mails, artifacts, sealer });
    const activities = createDataActivities({
      submissions: submissionStore(database),
      exports: exportStore(database),
      exportContent: exportContent(database),
      erasures: erasureStore(database, artifacts),
      deletions: accountDeletionStore(database, mails),
      purge: { ...purge, deleteRows: async (...args) => pagesToCome.pop() ?? purge.deleteRows(...args) },
      artifacts,
      certify: certifier({ key: world.signingKey, publicUrl: PUBLIC_URL }),
      publicUrl: PUBLIC_URL,
      spoolDir: world.service.spoolDir,
      startSubmission: nothing,
      startDelivery: nothing,
      settleBatch: nothing,
      startMail: nothing,
      startExport: nothing,
      startErasure: nothing,
      startDeletion: nothing,
      deleteExecution: nothing,
      deleteExecutionsOf: async () => running,
      log: { warn: (fields) => void log.push(fields) },
    });
    return Worker.create({ connection: time.native, namespace: 'default', taskQueue: DATA_QUEUE, activities });
  }

  /** A request at this moment of the skipped time. */
  async function request() {
    const { tenant, owner } = await world.newOwner();
    const { organizationId } = tenant;
    const { deletion } = await accountDeletionStore(
      world.api.database,
      mailStore(world.api.database, world.api.sealer),
    ).request(organizationId, owner.id, 72 * HOUR_MS);
    const requestedAt = await time.now();
    const times = { requestedAt, cancellableUntil: new Date(requestedAt.getTime() + 72 * HOUR_MS) };
    await world.api.database.system().nativeUpdate(AccountDeletionEntity, { id: deletion.id }, times);
    const input = deletionInput({ ...deletion, ...times });
    await dataCalls(time.client).startDeletion(input);
    return { tenant, owner, input };
  }

  const cancel = (input: DeletionInput, by: string) => dataCalls(time.client).cancelDeletion(input, by);
  const statusOf = async ({ deletionId }: DeletionInput) =>
    (await world.api.database.system().findOne(AccountDeletionEntity, { id: deletionId }))?.status ?? 'gone';
  const remindersOf = async ({ deletionId }: DeletionInput) =>
    (await world.api.database.system().findOneOrFail(AccountDeletionEntity, { id: deletionId })).reminders;
  const subjects = async (to: string) => (await world.api.mails(to)).map(({ subject }) => subject);
  /** Skips time until this many milliseconds before the end of the cooling-off period. */
  const skipTo = async ({ cancellableUntilMs }: DeletionInput, beforeEndMs: number) => {
    const ms = cancellableUntilMs - beforeEndMs - (await time.now()).getTime();
    if (ms > 0) await time.skip(ms);
  };

  test('owners are reminded after 48 and 71 hours; at 71:59 it can still be cancelled, and everybody stays', async () => {
    const { tenant, owner, input } = await request();
    await skipTo(input, 24 * HOUR_MS - 1_000);
    await expect.poll(() => remindersOf(input), SOON).toBe(1);
    await skipTo(input, HOUR_MS - 1_000);
    await expect.poll(() => remindersOf(input), SOON).toBe(2);
    await skipTo(input, 60_000);
    expect(await statusOf(input)).toBe('pending');
    expect(await cancel(input, owner.id)).toBe(true);
    expect(await statusOf(input)).toBe('cancelled');
    expect(await time.client.workflow.getHandle(deletionWorkflowId(tenant.organizationId)).result()).toBe('cancelled');
    expect(await subjects(owner.email)).toEqual([
      'Your organization will be deleted in 72 hours',
      'Your organization will be deleted in 24 hours',
      'Your organization will be deleted in 1 hour',
      'Your organization will not be deleted',
    ]);
    await time.skip(2 * HOUR_MS);
    expect((await world.api.portal('GET', '/api/portal/organization', owner)).status).toBe(200);
    expect((await world.api.portal('GET', '/api/portal/data-deletion/status', owner)).status).toBe(404);
  });

  test('at 72:00 it can no longer be cancelled: everything goes, and tokens with it', async () => {
    const { tenant, owner, input } = await request();
    await addDocument(world.api, tenant.organizationId);
    await skipTo(input, 0);
    expect(await cancel(input, owner.id)).toBe(false);
    const handle = time.client.workflow.getHandle<() => Promise<string>>(deletionWorkflowId(tenant.organizationId));
    expect(await time.result(handle)).toBe('deleted');
    expect(await statusOf(input)).toBe('gone');
    expect((await world.api.portal('GET', '/api/portal/organization', owner)).status).toBe(401);
    expect((await world.api.get('/api/submissions', tenant)).status).toBe(401);
    // A repetition finds nothing and has no effect.
    expect(await cancel(input, owner.id)).toBe(false);
  });

  test('executions that do not end are an alarm, and hold nothing up', async () => {
    const { tenant, input } = await request();
    running = 3;
    await skipTo(input, 0);
    const handle = time.client.workflow.getHandle<() => Promise<string>>(deletionWorkflowId(tenant.organizationId));
    expect(await time.result(handle)).toBe('deleted');
    running = 0;
    const alarm = { organizationId: tenant.organizationId, running: 3, alarm: 'executions_linger' };
    expect(log.filter((line) => 'alarm' in line)).toEqual([alarm]);
    expect((await handle.describe()).historyLength).toBeLessThan(200);
  });

  test('a large organization goes in several runs, none of which has a long history', async () => {
    const { tenant, input } = await request();
    pagesToCome.push(...Array.from({ length: 120 }, () => 500));
    await skipTo(input, 0);
    const handle = time.client.workflow.getHandle<() => Promise<string>>(deletionWorkflowId(tenant.organizationId));
    const { runId } = await handle.describe();
    expect(await time.result(handle)).toBe('deleted');
    expect(pagesToCome).toEqual([]);
    expect(await statusOf(input)).toBe('gone');
    const last = await handle.describe();
    expect(last.runId).not.toBe(runId);
    expect(last.historyLength).toBeLessThan(500);
  });

  test('a request that was cancelled can be made again, with 72 hours of its own', async () => {
    const { tenant, owner, input } = await request();
    await skipTo(input, 10 * HOUR_MS);
    expect(await cancel(input, owner.id)).toBe(true);
    const again = await world.api.portal('DELETE', '/api/portal/data', owner);
    expect(again.status).toBe(202);
    const row = await world.api.database
      .system()
      .findOneOrFail(AccountDeletionEntity, { organizationId: tenant.organizationId, status: 'pending' });
    expect(row.id).not.toBe(input.deletionId);
    expect(row.cancellableUntil.getTime() - row.requestedAt.getTime()).toBe(72 * HOUR_MS);
  });

  test('a document under way ends when it is erased: cancelled, free of charge, and gone after a minute of quiet', async () => {
    const { tenant, owner } = await world.newOwner();
    const { organizationId } = tenant;
    const { database, artifacts } = world.api;
    const { submissionId, originalSha256 } = await acceptDocument(world.api, organizationId);
    const erasures = erasureStore(database, artifacts);
    const { erasure } = await erasures.schedule(organizationId, owner.id, originalSha256);
    const { id: erasureId } = erasure;
    await dataCalls(time.client).startErasure({ organizationId, erasureId }, originalSha256);
    const workflowId = erasureWorkflowId(organizationId, originalSha256);
    await time.result(time.client.workflow.getHandle<() => Promise<void>>(workflowId));
    const row = await database.system().findOneOrFail(SubmissionEntity, { id: submissionId });
    expect(row).toMatchObject({ status: 'FAILED', originalSha256: null, report: null, erasedAt: expect.any(Date) });
    expect(await usageOf(database, organizationId)).toMatchObject({ reserved: 0, used: 0 });
    expect(await artifacts.stat(REGION, originalKey(organizationId, originalSha256))).toBeNull();
    expect(await erasures.find(organizationId, erasureId)).toMatchObject({
      status: 'completed',
      scope: 'document',
      submissions: 1,
      objectsRemoved: 1,
      certificate: expect.any(String),
    });
  });

  test('an archive goes after seven days; its row says so, and its link leads nowhere', async () => {
    const { tenant, owner } = await world.newOwner();
    const { organizationId } = tenant;
    await addDocument(world.api, organizationId);
    const { id: exportId } = await exportStore(world.api.database).request(organizationId, owner.id, REGION);
    await dataCalls(time.client).startExport({ organizationId, exportId });
    const status = async () =>
      (await world.api.database.system().findOneOrFail(DataExportEntity, { id: exportId })).status;
    const isThere = async () => (await world.api.artifacts.stat(REGION, exportKey(organizationId, exportId))) !== null;
    await expect.poll(status, SOON).toBe('completed');
    expect(await isThere()).toBe(true);
    await time.skip(6 * 24 * HOUR_MS);
    expect(await isThere()).toBe(true);
    const handle = time.client.workflow.getHandle<() => Promise<string>>(exportWorkflowId(exportId));
    expect(await time.result(handle)).toBe('expired');
    expect(await status()).toBe('expired');
    expect(await isThere()).toBe(false);
    const path = `/api/portal/data-export/${exportId}/download`;
    expect((await world.api.portal('GET', path, owner)).status).toBe(404);
  });
});
