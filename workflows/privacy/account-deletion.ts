/**
 * The deletion of an organization. Workflow id: `delete-{organizationId}`. It waits until the request can no longer be
 * cancelled, and then deletes everything. Whether a cancellation came in time is said here and nowhere else.
 */
import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  continueAsNew,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  uuid4,
} from '@temporalio/workflow';
import type { BillingActivities, DeletionActivities } from '#activities/index.ts';
import { COOLING_OFF_EXPIRED, type DeletionInput, REMINDERS } from '#domain/privacy/account-deletion.ts';
import { DATA_QUEUE } from '#domain/privacy/data-export.ts';
import { cancelUpdate } from '#workflows/messages.ts';

const STEP = {
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  // The retries have no end, because the deletion was promised.
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
} as const;

const activities = proxyActivities<DeletionActivities>({ ...STEP, taskQueue: DATA_QUEUE });
const { cancelSubscriptionNow } = proxyActivities<BillingActivities>(STEP);

/** Requests and documents that were under way are done by then, and have put what they put. */
const QUIET_MS = 60_000;

/** Pauses between rounds of ending what runs: 5, 10, 20, 40 seconds, then a minute each. Then it goes on without. */
const ROUNDS = 8;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
const STILL_RUNNING = 'executions of the organization still run';
/** The events that one page does not finish. */
const PAGES_OF_A_RUN = 50;
/** Older runs waited for executions without a limit, and read all pages in one run. */
const BOUNDED = 'bounded-deletion';

/** The flag `isPurging` is of a run that goes on where the one before it was. */
export async function accountDeletion(input: DeletionInput, isPurging = false): Promise<'cancelled' | 'deleted'> {
  // One object, because TypeScript forgets what an `await` may have changed in it.
  const run: { state: 'pending' | 'cancelled' | 'executing' } = { state: isPurging ? 'executing' : 'pending' };
  setHandler(
    cancelUpdate,
    async (memberId: string) => {
      run.state = 'cancelled';
      await activities.recordCancellation(input, memberId);
    },
    {
      description: 'Cancel the deletion',
      validator(_memberId: string) {
        // Accepted is cancelled: a timer that comes while the row is written finds it so.
        if (run.state === 'executing' || Date.now() >= input.cancellableUntilMs) {
          throw ApplicationFailure.nonRetryable('It is too late to cancel.', COOLING_OFF_EXPIRED);
        }
      },
    },
  );
  if (isPurging) {
    await purge(input, true);
    return 'deleted';
  }
  if (await coolOff(input, () => run.state === 'cancelled')) {
    await condition(allHandlersFinished);
    return 'cancelled';
  }
  run.state = 'executing';
  if (!(await activities.beginDeletion(input))) return 'cancelled';
  await execute(input);
  return 'deleted';
}

/** Answers true as soon as it is cancelled, false when the time is over. */
async function coolOff(input: DeletionInput, isCancelled: () => boolean): Promise<boolean> {
  const { requestedAtMs, cancellableUntilMs } = input;
  const wholeMs = cancellableUntilMs - requestedAtMs;
  setCurrentDetails(`Can be cancelled until ${new Date(cancellableUntilMs).toISOString()}.`);
  for (const [index, part] of REMINDERS.entries()) {
    if (await cancelledBefore(requestedAtMs + wholeMs * part, `reminder ${index + 1}`, isCancelled)) return true;
    // After a long outage of Temporal only the last reminder is sent.
    const next = REMINDERS[index + 1];
    const isOvertaken = Date.now() >= (next === undefined ? cancellableUntilMs : requestedAtMs + wholeMs * next);
    if (!isOvertaken) await activities.remindOfDeletion(input, index + 1);
  }
  return cancelledBefore(cancellableUntilMs, 'can no longer be cancelled', isCancelled);
}

async function cancelledBefore(timeMs: number, summary: string, isCancelled: () => boolean): Promise<boolean> {
  const waitMs = timeMs - Date.now();
  // Asked once more in the end: a cancellation that was accepted wins over a timer of the same moment.
  return (waitMs > 0 && (await condition(isCancelled, waitMs, { summary }))) || isCancelled();
}

async function execute(input: DeletionInput): Promise<void> {
  setCurrentDetails('Can no longer be cancelled; everything is being deleted.');
  const certificateId = uuid4();
  await activities.shutOut(input);
  await cancelSubscriptionNow(input.organizationId);
  const isBounded = patched(BOUNDED);
  if (isBounded) await stopExecutions(input);
  else while ((await activities.stopExecutions(input)) > 0) await sleep('5 seconds', { summary: STILL_RUNNING });
  await sleep(QUIET_MS, { summary: 'until workers finish their current work' });
  await purge(input, isBounded, certificateId);
}

/** New executions appear late in visibility, and ended ones may appear as running for a moment. */
async function stopExecutions(input: DeletionInput): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) {
    if ((await activities.stopExecutions(input, round === ROUNDS)) === 0) return;
    await sleep(Math.min(FIRST_PAUSE_MS * 2 ** (round - 1), LONGEST_PAUSE_MS), { summary: STILL_RUNNING });
  }
}

async function purge(input: DeletionInput, isBounded: boolean, certificateId = uuid4()): Promise<void> {
  let pages = 0;
  do {
    await activities.purgeExports(input);
    while ((await activities.purgePage(input)) > 0) {
      pages += 1;
      if (!isBounded || pages < PAGES_OF_A_RUN) continue;
      await condition(allHandlersFinished);
      await continueAsNew<typeof accountDeletion>(input, true);
    }
    // Deletes histories that reached visibility after the first pass.
    if (isBounded) await activities.stopExecutions(input);
  } while (!(await activities.finishDeletion(input, certificateId)));
  setCurrentDetails('Deleted.');
}
