/**
 * This module says which workflows stay with the build of the workers that began them. The others move to the current
 * one at each task.
 */
import { setWorkflowOptions, workflowInfo } from '@temporalio/workflow';

/**
 * Pins a short workflow: no change of their code meets a run that is under way. One whose build has no worker left
 * begins anew, so each must bear being run twice. A worker without versions, which is of no deployment, may not ask for
 * it.
 */
export function pinned(workflow: (input: never) => Promise<unknown>): void {
  const isVersioned = () => (workflowInfo().currentDeploymentVersion?.deploymentName ?? '') !== '';
  setWorkflowOptions(() => (isVersioned() ? { versioningBehavior: 'PINNED' } : {}), workflow);
}
