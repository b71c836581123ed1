/** Calls to Temporal about lost or damaged artifacts. */
import type { Client } from '@temporalio/client';
import { type RestorationInput, type RestorationOutcome, restorationWorkflowId } from '#domain/restoration.ts';
import { pipelineQueue } from '#domain/submission.ts';
import type { restoration } from '#workflows/index.ts';
import { withDeadline } from './deadline.ts';

export type RestorationCalls = ReturnType<typeof restorationCalls>;

/** Somebody has asked for the artifact, and asks again. */
const PRIORITY_KEY = 2;
const LIFE = '10 minutes';

export function restorationCalls(client: Client) {
  const start = (input: RestorationInput) =>
    withDeadline(client, () =>
      client.workflow.start<typeof restoration>('restoration', {
        workflowId: restorationWorkflowId(input),
        taskQueue: pipelineQueue(input.region),
        args: [input],
        // Without a worker the caller gets an error, and asks again later.
        workflowExecutionTimeout: LIFE,
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        workflowIdConflictPolicy: 'USE_EXISTING',
        priority: { priorityKey: PRIORITY_KEY },
        staticSummary: 'Restoration of an artifact',
      }),
    );
  return {
    /** Starts `restore-{region}-{organizationId}-{sha256}` where the original is. Harmless while it runs. */
    startRestoration: async (input: RestorationInput): Promise<void> => void (await start(input)),
    /** Starts the same restoration and waits for its end. */
    restore: async (input: RestorationInput): Promise<RestorationOutcome> => (await start(input)).result(),
  };
}
