/** Versions of workers in Temporal, without running workers. */
import type { Client } from '@temporalio/client';

/** Makes the version the current one of its queue. The one before it drains. */
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
