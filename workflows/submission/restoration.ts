/** Makes an artifact again that the store lost or holds damaged. Workflow id: `restore-{region}-{organizationId}-{sha256}`. */
import { proxyActivities } from '@temporalio/workflow';
import type { RestorationActivities } from '#activities/index.ts';
import type { RestorationInput, RestorationOutcome } from '#domain/restoration.ts';

const { restoreArtifact } = proxyActivities<RestorationActivities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '5 seconds',
  // A later request for the artifact starts another run.
  scheduleToCloseTimeout: '1 hour',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

export async function restoration(input: RestorationInput): Promise<RestorationOutcome> {
  return restoreArtifact(input);
}
