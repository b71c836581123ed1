/**
 * Starts the workflows that follow the end of a submission. Only tried here: sweeps start what could not be started
 * now.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { inputOf, type Priority, priorityOf, type SubmissionInput } from '#domain/submission.ts';
import type { Committed } from '#store/submissions/submissions.ts';
import type { ActivityLog } from '#activities/run-activity.ts';

/** Each of these calls is harmless to repeat. */
export interface Downstream {
  readonly startSubmission: (input: SubmissionInput, priority: Priority) => Promise<void>;
  readonly startDelivery: (deliveryId: string, organizationId: string) => Promise<void>;
  readonly settleBatch: (organizationId: string, batchId: string) => Promise<void>;
}

/** The end is recorded, so the waiting caller need not wait for the rest. */
const PATIENCE_MS = 2_000;

export async function startDownstream(
  organizationId: string,
  committed: Committed,
  calls: Downstream,
  log: ActivityLog,
): Promise<void> {
  const { granted, deliveryIds, settledBatchId } = committed;
  const steps = [
    // Stateless work is started by the request that waits for it.
    ...granted
      .filter(({ stateless }) => !stateless)
      .map((record) => calls.startSubmission(inputOf(record), priorityOf(record))),
    ...deliveryIds.map((id) => calls.startDelivery(id, organizationId)),
    ...(settledBatchId === null ? [] : [calls.settleBatch(organizationId, settledBatchId)]),
  ];
  const logged = steps.map((step) => step.catch((err: unknown) => log.warn({ err }, 'left to a sweep')));
  await Promise.race([Promise.all(logged), delay(PATIENCE_MS, undefined, { ref: false })]);
}
