/**
 * The end of a batch: waits until nothing was added for a while, then records and sends the notice. Workflow id:
 * `batch-{batchId}`. PostgreSQL has the counters, and a batch that grows again starts a new run.
 */
import {
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { BatchActivities, BatchLook } from '#activities/index.ts';
import { settleSignal } from '#workflows/messages.ts';
import { pinned } from '#workflows/versioning.ts';

const local = proxyLocalActivities<BatchActivities>({
  startToCloseTimeout: '10 seconds',
  // A retry within a workflow task would delay the shutdown of the worker.
  retry: { maximumAttempts: 1 },
});
const insistent = proxyActivities<BatchActivities>({
  startToCloseTimeout: '1 minute',
  // The retries have no end, because a batch gets its notice even after a long outage of the database.
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

pinned(batch);

export async function batch(batchId: string): Promise<void> {
  // One object, because TypeScript forgets what an `await` may have changed in it.
  const run = { called: true, looks: 0 };
  setHandler(settleSignal, () => void (run.called = true), { description: 'Check the batch now' });
  while (run.called) {
    run.called = false;
    run.looks += 1;
    const look = await lookAt(batchId);
    setCurrentDetails(`${STATES[look.kind]}\n\nLooks at the counters: ${run.looks}.`);
    if (look.kind !== 'quiet') continue;
    await condition(() => run.called, look.waitMs, { summary: 'until nobody adds anything' });
    run.called = true;
    // A caller who sends documents within the window, one after another, extends this run for hours.
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof batch>(batchId);
  }
}

/** No history of before went on after a failure here: then the local one was repeated until it succeeded. */
function lookAt(batchId: string): Promise<BatchLook> {
  return local.lookAtBatch(batchId).catch((error: unknown) => {
    if (isCancellation(error)) throw error;
    return insistent.lookAtBatch(batchId);
  });
}

const STATES: Readonly<Record<BatchLook['kind'], string>> = {
  idle: 'Nothing to tell: not complete, or told already.',
  quiet: 'Complete; the notice waits until nothing has been added for a while.',
  noticed: 'Told.',
};
