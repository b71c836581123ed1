/** The state of the workflow of a submission in Temporal. */
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { submissionWorkflowId } from '#domain/submission.ts';
import { withDeadline } from './deadline.ts';

/**
 * `ended` is how a workflow closes by itself; `stopped` is how others close it, and `expired` how Temporal does, when nobody has
 * gone on with it for all its time; `absent` is what Temporal never had, or has lost.
 */
export type WorkflowState = 'running' | 'ended' | 'stopped' | 'expired' | 'absent';

export function stateCalls(client: Client) {
  return {
    async stateOf(submissionId: string): Promise<WorkflowState> {
      const handle = client.workflow.getHandle(submissionWorkflowId(submissionId));
      try {
        const { status } = await withDeadline(client, () => handle.describe());
        if (status.name === 'RUNNING' || status.name === 'PAUSED') return 'running';
        if (status.name === 'TIMED_OUT') return 'expired';
        return status.name === 'TERMINATED' || status.name === 'CANCELLED' ? 'stopped' : 'ended';
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return 'absent';
        throw error;
      }
    },
  };
}
