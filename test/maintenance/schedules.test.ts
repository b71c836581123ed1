/** Tests that a starting worker updates the schedules of an older version in a namespace. */
import { type ScheduleClient, ScheduleOverlapPolicy } from '@temporalio/client';
import { beforeAll, expect, inject, test } from 'vitest';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import { reconcileSchedules, SCHEDULES, type ScheduleRow } from '#temporal/schedules.ts';
import { startService } from '#test/support/service.ts';
import { started } from '#test/support/started.ts';

let schedule: ScheduleClient;
const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  schedule = service.client.schedule;
});

const describe = (id: string) => schedule.getHandle(id).describe();
const updatesOf = async (id: string) => (await describe(id)).info.lastUpdatedAt;
async function listed(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { scheduleId } of schedule.list()) ids.push(scheduleId);
  return ids.toSorted();
}

/** A schedule of another version. */
function older(scheduleId: string, workflowType: string, every: number, args: unknown[] = []) {
  return schedule.create({
    scheduleId,
    spec: { intervals: [{ every }] },
    action: { type: 'startWorkflow', workflowType, workflowId: scheduleId, taskQueue: CONTROL_QUEUE, args },
    policies: { overlap: ScheduleOverlapPolicy.ALLOW_ALL },
  });
}

test('an older set becomes todays: made, changed, and deleted; what is not ours and what is paused stays so', async () => {
  await older('sched-retention', 'retention', 86_400_000);
  await older('sched-reaper', 'oldReaper', 60_000, ['an argument']);
  await older('sched-of-another-time', 'gone', 60_000);
  await older('backup-of-the-operator', 'backup', 86_400_000);
  await schedule.getHandle('sched-retention').pause('being looked at');
  const theirs = ['backup-of-the-operator'];
  await expect.poll(listed).toHaveLength(4);

  await reconcileSchedules(service.client);

  const ids = [...theirs, ...SCHEDULES.map(({ id }) => id)].toSorted();
  await expect.poll(listed).toEqual(ids);
  for (const { id, workflow, everyMs, limitMs, whenDue } of SCHEDULES) {
    const { spec, action, policies } = await describe(id);
    expect(spec.intervals ?? []).toMatchObject(whenDue ? [] : [{ every: everyMs }]);
    expect(action).toMatchObject({
      workflowType: workflow,
      workflowId: id.replace('sched-', ''),
      taskQueue: CONTROL_QUEUE,
      workflowExecutionTimeout: limitMs,
    });
    expect(action.args ?? []).toEqual([]);
    expect(policies).toMatchObject({ overlap: 'SKIP', catchupWindow: everyMs });
  }
  expect((await describe('sched-retention')).state).toMatchObject({ paused: true, note: 'being looked at' });
  expect((await describe('backup-of-the-operator')).action.workflowType).toBe('backup');
});

test('what is right already is left alone, so that its interval does not begin anew', async () => {
  await reconcileSchedules(service.client);
  const before = await Promise.all(SCHEDULES.map(({ id }) => updatesOf(id)));
  await reconcileSchedules(service.client);
  expect(await Promise.all(SCHEDULES.map(({ id }) => updatesOf(id)))).toEqual(before);
});

test('another interval is taken over by the next start', async () => {
  const slower = (row: ScheduleRow): ScheduleRow => ({ ...row, everyMs: row.everyMs * 2 });
  await reconcileSchedules(service.client, SCHEDULES.map(slower));
  expect((await describe('sched-rounds')).spec.intervals).toMatchObject([{ every: 120_000 }]);
  await reconcileSchedules(service.client);
  expect((await describe('sched-rounds')).spec.intervals).toMatchObject([{ every: 60_000 }]);
});

test('an idle service begins one workflow a minute, and one more a day', async () => {
  await reconcileSchedules(service.client);
  const MINUTES = 9;
  const until = Date.now() + MINUTES * 60_000;
  const planned = await Promise.all(SCHEDULES.map(async ({ id }) => (await describe(id)).info.nextActionTimes));
  const soon = planned.flat().filter((time) => time.getTime() < until);
  expect(soon.length).toBeGreaterThan(0);
  expect(soon.length).toBeLessThanOrEqual(MINUTES + 1);
});
