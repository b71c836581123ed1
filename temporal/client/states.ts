/** The state of the workflow of a submission in Temporal. */
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { submissionWorkflowId } from '#domain/submission.ts';
import { withDeadline } from './deadline.ts';

/**
 * `ended`: the workflow closed itself. `stopped`: somebody terminated or cancelled it. `expired`: it timed out. `absent`: Temporal does
 * not know the workflow.
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
