/** Brings a namespace to what the service needs of it; run at every start of a worker, does nothing the second time. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, Connection } from '@temporalio/client';
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '#domain/search-attributes.ts';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import type * as workflows from '#workflows/index.ts';

export async function prepareNamespace(client: Client, connection: Connection): Promise<void> {
  await registerSearchAttributes(client, connection);
  await createSchedules(client);
}

async function registerSearchAttributes(client: Client, connection: Connection): Promise<void> {
  const { namespace } = client.options;
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.values(SEARCH_ATTRIBUTES).filter(({ name }) => !Object.hasOwn(customAttributes, name));
  if (missing.length === 0) return;
  const entries = missing.map(({ name, type }) => [name, INDEXED_VALUE_TYPES[type]]);
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: Object.fromEntries(entries) });
  await untilKnown(client);
}

/** `temporal.api.enums.v1.IndexedValueType` */
const INDEXED_VALUE_TYPES = { KEYWORD: 2, INT: 3, BOOL: 5 } as const;

const POLL_MS = 250;
const KNOWN_WITHIN_MS = 30_000;

/** The server's frontends learn of new attributes a few seconds late, and refuse starts that use them until then. */
async function untilKnown(client: Client): Promise<void> {
  const query = Object.values(SEARCH_ATTRIBUTES)
    .map(({ name }) => `${name} IS NULL`)
    .join(' AND ');
  const giveUpAt = Date.now() + KNOWN_WITHIN_MS;
  for (;;) {
    try {
      await client.workflow.count(query);
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await delay(POLL_MS);
    }
  }
}

interface ScheduleRow {
  readonly id: `sched-${string}`;
  /** Export name of a workflow without arguments; its id is the schedule's without `sched-`. */
  readonly workflow: keyof typeof workflows;
  readonly everyMs: number;
  /** A round that takes longer is ended; the next one goes on where it was. */
  readonly limitMs: number;
}

const SCHEDULES: readonly ScheduleRow[] = [
  { id: 'sched-acceptance-sweep', workflow: 'acceptanceSweep', everyMs: 300_000, limitMs: 60_000 },
  { id: 'sched-batch-sweep', workflow: 'batchSweep', everyMs: 60_000, limitMs: 60_000 },
  { id: 'sched-billing-reconciliation', workflow: 'billingReconciliation', everyMs: 86_400_000, limitMs: 21_600_000 },
  { id: 'sched-data-sweep', workflow: 'dataSweep', everyMs: 60_000, limitMs: 60_000 },
  { id: 'sched-delivery-sweep', workflow: 'deliverySweep', everyMs: 60_000, limitMs: 60_000 },
  { id: 'sched-mail-sweep', workflow: 'mailSweep', everyMs: 60_000, limitMs: 60_000 },
  { id: 'sched-meter', workflow: 'meter', everyMs: 60_000, limitMs: 3_600_000 },
  { id: 'sched-payment-sweep', workflow: 'paymentSweep', everyMs: 60_000, limitMs: 60_000 },
  { id: 'sched-reaper', workflow: 'reaper', everyMs: 60_000, limitMs: 300_000 },
  { id: 'sched-retention', workflow: 'retention', everyMs: 3_600_000, limitMs: 3_600_000 },
  { id: 'sched-start-sweep', workflow: 'startSweep', everyMs: 30_000, limitMs: 60_000 },
];

async function createSchedules(client: Client): Promise<void> {
  for (const row of SCHEDULES) await createSchedule(client, row);
}

async function createSchedule({ schedule }: Client, { id, workflow, everyMs, limitMs }: ScheduleRow): Promise<void> {
  try {
    await schedule.create({
      scheduleId: id,
      spec: { intervals: [{ every: everyMs }] },
      action: {
        type: 'startWorkflow',
        workflowType: workflow,
        workflowId: id.replace('sched-', ''),
        taskQueue: CONTROL_QUEUE,
        workflowExecutionTimeout: limitMs,
      },
      // One round at a time; of those a stopped server missed, at most the last one is caught up.
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: everyMs },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
