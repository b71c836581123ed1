/** Versions of workers, as Temporal keeps them, without the workers. */
import type { Client } from '@temporalio/client';

/** The version becomes the current one of its queue; the one before it drains. */
export async function beginVersion(
  { workflowService, options }: Client,
  queue: string,
  buildId: string,
): Promise<void> {
  const { namespace, identity } = options;
  const which = { namespace, identity, deploymentName: queue, buildId };
  const liberties = { allowNoPollers: true, ignoreMissingTaskQueues: true };
  await workflowService.setWorkerDeploymentCurrentVersion({ ...which, ...liberties });
}
