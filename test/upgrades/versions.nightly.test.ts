/**
 * Tests several builds of workers, parallel, consecutive and removed: which one gets the work, and that no document
 * hangs.
 */
import { ServiceError } from '@temporalio/client';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { CONTROL_QUEUE, EXPRESS_MAX_BYTES, pipelineQueue, type SubmissionInput } from '#domain/submission.ts';
import type { RunningWorkers } from '#temporal/worker/workers.ts';
import { becomeCurrent, restartStranded } from '#temporal/versioning.ts';
import { fakeDocument, type Script } from '#test/support/parsers/fake-engine.ts';
import { type Service, startService } from '#test/support/service.ts';

const QUEUE = pipelineQueue('eu-central-1');
const SOON = { interval: 200 };

let service: Service;
/** The workers that their heartbeats report. */
let live: Map<string, Set<string>>;
let workers: Map<string, RunningWorkers>;

beforeEach(async () => {
  service = await startService(inject('parts'));
  live = new Map();
  workers = new Map();
});
afterEach(() => service.close());

const liveBuilds = () => Promise.resolve(live);
const fail = (error: unknown) => {
  throw error;
};

async function start(buildId: string): Promise<void> {
  for (const queue of [QUEUE, CONTROL_QUEUE]) live.set(queue, (live.get(queue) ?? new Set()).add(buildId));
  workers.set(buildId, await service.workHere({ versioning: { buildId, liveBuilds, checkEveryMs: 100 } }));
}

async function stop(buildId: string): Promise<void> {
  for (const builds of live.values()) builds.delete(buildId);
  await workers.get(buildId)?.shutdown();
}

/** Large enough for the durable mode. */
const send = (script: Script): Promise<SubmissionInput> => service.submit(fakeDocument(script, EXPRESS_MAX_BYTES + 1));
const buildOf = async (input: SubmissionInput) => {
  const { raw } = await service.handle(input).describe();
  return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId;
};
async function currentBuild(queue = QUEUE) {
  const { workflowService, options } = service.client;
  const request = { namespace: options.namespace, deploymentName: queue };
  const { workerDeploymentInfo } = await workflowService.describeWorkerDeployment(request);
  return workerDeploymentInfo?.routingConfig?.currentDeploymentVersion?.buildId;
}

const FINISHES = { at: 'FinalRewrite', act: 'pass' } as const;
const takes = (ms: number) => ({ at: 'StructuralRepair', act: 'linger', ms }) as const;

test('the worker that starts last gets the new work; a document under way ends where it was begun', async () => {
  await start('0.1.0-aaaa');
  const old = await send(takes(4_000));
  await service.underWay(old, 'StructuralRepair');
  await start('0.1.0-bbbb');
  expect(await currentBuild()).toBe('0.1.0-bbbb');
  const fresh = await send(FINISHES);
  expect((await service.settled(fresh)).status).toBe('SUCCESS');
  expect((await service.settled(old)).status).toBe('SUCCESS');
  expect([await buildOf(old), await buildOf(fresh)]).toEqual(['0.1.0-aaaa', '0.1.0-bbbb']);
});

test('a document whose build has no worker left begins anew with the current one, once', async () => {
  const old = await service.workElsewhere({ buildId: '0.1.0-aaaa', parser: 'hanging-child' });
  const stranded = await send({ at: 'StructuralRepair', act: 'pass' });
  await service.underWay(stranded, 'StructuralRepair');
  const { runId } = await service.handle(stranded).describe();
  const waiting = service.temporal.awaitSubmission(stranded.submissionId, 60_000);
  await start('0.1.0-bbbb');
  // The version stays while a worker of its build runs.
  live.get(QUEUE)?.add('0.1.0-aaaa');
  expect(await restartStranded(service.client, liveBuilds, fail)).toBe(0);
  old.kill('SIGKILL');
  live.get(QUEUE)?.delete('0.1.0-aaaa');

  const currentRun = async () => {
    await restartStranded(service.client, liveBuilds, fail);
    return (await service.handle(stranded).describe()).runId;
  };
  await expect.poll(currentRun, SOON).not.toBe(runId);
  expect(await service.settled(stranded)).toMatchObject({ status: 'SUCCESS', attempts: 2 });
  expect(await buildOf(stranded)).toBe('0.1.0-bbbb');
  // A caller that waits for it gets the result of the new run.
  expect(await waiting).toBe(true);
  expect((await service.submissions.find(stranded.organizationId, stranded.submissionId))?.status).toBe('SUCCESS');
  expect(await restartStranded(service.client, liveBuilds, fail)).toBe(0);
});

test('all workers replaced under load, as compose does it: every document ends well', async () => {
  await start('0.1.0-aaaa');
  const inputs = await Promise.all(Array.from({ length: 12 }, (_, n) => send({ ...takes(200), salt: `load ${n}` })));
  await stop('0.1.0-aaaa');
  const late = await Promise.all(Array.from({ length: 4 }, (_, n) => send({ ...takes(200), salt: `late ${n}` })));
  await start('0.1.0-bbbb');
  const statuses = async () => {
    await restartStranded(service.client, liveBuilds, fail);
    const rows = await Promise.all(
      [...inputs, ...late].map((input) => service.submissions.find(input.organizationId, input.submissionId)),
    );
    return new Set(rows.map((row) => row?.status));
  };
  await expect.poll(statuses, SOON).toEqual(new Set(['SUCCESS']));
});

test('after a roll-back the build that is left becomes the current one again, with its schedules', async () => {
  await start('0.1.0-aaaa');
  await start('0.1.0-bbbb');
  expect(await currentBuild()).toBe('0.1.0-bbbb');
  await service.client.schedule.getHandle('sched-meter').delete();
  await stop('0.1.0-bbbb');
  await expect.poll(() => currentBuild(), SOON).toBe('0.1.0-aaaa');
  await expect.poll(() => currentBuild(CONTROL_QUEUE), SOON).toBe('0.1.0-aaaa');
  const meter = () => service.client.schedule.getHandle('sched-meter').describe();
  await expect.poll(() => meter().then(() => 'there', () => 'gone'), SOON).toBe('there'); // prettier-ignore
  expect((await service.settled(await send(FINISHES))).status).toBe('SUCCESS');
});

test('workers without versions are replaced by those that have one; what they began goes on', async () => {
  const unversioned = await service.workHere();
  const begun = await send(takes(3_000));
  await service.underWay(begun, 'StructuralRepair');
  await unversioned.shutdown();
  await start('0.1.0-aaaa');
  expect((await service.settled(begun)).status).toBe('SUCCESS');
});

test('what a new version brings up to date is tried again while the server is busy for a moment', async () => {
  await start('0.1.0-aaaa');
  const deadlineExceeded = Object.assign(new Error('context deadline exceeded'), {
    code: 4,
    details: '',
    metadata: {},
  });
  const outcomes = [new ServiceError('Failed to describe schedule', { cause: deadlineExceeded })];
  let rounds = 0;
  const onCurrent = async () => {
    rounds += 1;
    const outcome = outcomes.pop();
    if (outcome !== undefined) throw outcome;
  };
  const terms = { buildId: '0.1.0-aaaa', liveBuilds, taskQueues: [CONTROL_QUEUE], onError: fail };
  const version = await becomeCurrent(service.client, { ...terms, onCurrent });
  await version.stop();
  expect(rounds).toBe(2);
});
