/** What the rest of the service asks of Temporal about artifacts that the store lost or holds damaged. */
import type { Client } from '@temporalio/client';
import { type RestorationInput, restorationWorkflowId } from '#domain/restoration.ts';
import { pipelineQueue } from '#domain/submission.ts';
import type { restoration } from '#workflows/index.ts';
import { withDeadline } from './deadline.ts';

export interface RestorationCalls {
  /** Starts `restore-{region}-{sha256}` where the original is. Harmless while it runs. */
  startRestoration(input: RestorationInput): Promise<void>;
}

/** Somebody has asked for the artifact, and asks again. */
const PRIORITY_KEY = 2;

export function restorationCalls(client: Client): RestorationCalls {
  return {
    async startRestoration(input) {
      const start = () =>
        client.workflow.start<typeof restoration>('restoration', {
          workflowId: restorationWorkflowId(input),
          taskQueue: pipelineQueue(input.region),
          args: [input],
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          workflowIdConflictPolicy: 'USE_EXISTING',
          priority: { priorityKey: PRIORITY_KEY },
          staticSummary: 'Restoration of an artifact',
        });
      await withDeadline(client, start);
    },
  };
}
