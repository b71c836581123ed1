/**
 * The rounds of maintenance. A namespace that served an older version is brought to these at every start of a worker.
 */
import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import type * as workflows from '#workflows/index.ts';

/** Schedules with this prefix belong to the service. It deletes those that the list does not have. */
const PREFIX = 'sched-';

export interface ScheduleRow {
  readonly id: `${typeof PREFIX}${string}`;
  /** Export name of a workflow without arguments; its id is the schedule's without the prefix. */
  readonly workflow: keyof typeof workflows;
  /** The interval of the rounds. With `whenDue` it is the shortest interval. */
  readonly everyMs: number;
  /** A round that takes longer is ended; the next one goes on where it was. */
  readonly limitMs: number;
  /** Runs when `rounds` finds that there is something to do, or an operator wants it, and never by the clock. */
  readonly whenDue?: true;
}

export const SCHEDULES: readonly ScheduleRow[] = [
  { id: 'sched-acceptance-sweep', workflow: 'acceptanceSweep', everyMs: 300_000, limitMs: 60_000, whenDue: true },
  { id: 'sched-batch-sweep', workflow: 'batchSweep', everyMs: 60_000, limitMs: 60_000, whenDue: true },
  { id: 'sched-billing-reconciliation', workflow: 'billingReconciliation', everyMs: 86_400_000, limitMs: 21_600_000 },
  { id: 'sched-data-sweep', workflow: 'dataSweep', everyMs: 60_000, limitMs: 60_000, whenDue: true },
  { id: 'sched-delivery-sweep', workflow: 'deliverySweep', everyMs: 60_000, limitMs: 60_000, whenDue: true },
  { id: 'sched-mail-sweep', workflow: 'mailSweep', everyMs: 60_000, limitMs: 60_000, whenDue: true },
  { id: 'sched-meter', workflow: 'meter', everyMs: 60_000, limitMs: 3_600_000, whenDue: true },
  { id: 'sched-payment-sweep', workflow: 'paymentSweep', everyMs: 60_000, limitMs: 60_000, whenDue: true },
  { id: 'sched-reaper', workflow: 'reaper', everyMs: 60_000, limitMs: 300_000, whenDue: true },
  { id: 'sched-retention', workflow: 'retention', everyMs: 3_600_000, limitMs: 3_600_000, whenDue: true },
  { id: 'sched-rounds', workflow: 'rounds', everyMs: 60_000, limitMs: 120_000 },
  { id: 'sched-start-sweep', workflow: 'startSweep', everyMs: 30_000, limitMs: 60_000, whenDue: true },
];

/** @param round the id of its workflow */
export function scheduleOf(round: string): ScheduleRow {
  const row = SCHEDULES.find(({ id }) => id === `${PREFIX}${round}`);
  if (row === undefined) throw new Error(`No round is called ${round}.`);
  return row;
}

/**
 * Creates missing schedules, updates changed ones, and deletes those that the list does not have. A paused one stays
 * paused.
 */
export async function reconcileSchedules(client: Client, rows: readonly ScheduleRow[] = SCHEDULES): Promise<void> {
  for (const row of rows) await reconcile(client, row);
  const wanted = new Set<string>(rows.map(({ id }) => id));
  for await (const { scheduleId } of client.schedule.list()) {
    if (scheduleId.startsWith(PREFIX) && !wanted.has(scheduleId)) await remove(client, scheduleId);
  }
}

async function reconcile({ schedule }: Client, row: ScheduleRow): Promise<void> {
  const definition = definitionOf(row);
  try {
    await schedule.create({ scheduleId: row.id, ...definition });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const handle = schedule.getHandle(row.id);
    // An update that changes nothing would still begin the interval anew.
    if (differs(await handle.describe(), row)) await handle.update(({ state }) => ({ ...definition, state }));
  }
}

function definitionOf({ id, workflow, everyMs, limitMs, whenDue }: ScheduleRow) {
  return {
    spec: { intervals: whenDue === true ? [] : [{ every: everyMs }] },
    action: {
      type: 'startWorkflow' as const,
      workflowType: workflow,
      workflowId: id.slice(PREFIX.length),
      taskQueue: CONTROL_QUEUE,
      workflowExecutionTimeout: limitMs,
    },
    // One round at a time; of those a stopped server missed, at most the last one is caught up.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: everyMs },
  };
}

function differs({ spec, action, policies }: ScheduleDescription, row: ScheduleRow): boolean {
  const there = [
    spec.intervals?.map(({ every, offset }) => [every, offset ?? 0]) ?? [],
    spec.calendars?.length ?? 0,
    spec.skip?.length ?? 0,
    [action.workflowType, action.workflowId, action.taskQueue, action.workflowExecutionTimeout, action.args ?? []],
    [policies.overlap, policies.catchupWindow],
  ];
  const wanted = [
    row.whenDue === true ? [] : [[row.everyMs, 0]],
    0,
    0,
    [row.workflow, row.id.slice(PREFIX.length), CONTROL_QUEUE, row.limitMs, []],
    [ScheduleOverlapPolicy.SKIP, row.everyMs],
  ];
  return JSON.stringify(there) !== JSON.stringify(wanted);
}

async function remove({ schedule }: Client, scheduleId: string): Promise<void> {
  try {
    await schedule.getHandle(scheduleId).delete();
  } catch (error) {
    // Another worker that starts has been quicker.
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}
