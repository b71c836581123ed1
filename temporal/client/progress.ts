/** Asks running workflows for their progress. */
import type { Client } from '@temporalio/client';
import { submissionWorkflowId } from '#domain/submission.ts';
import type { Progress } from '#workflows/submission/progress.ts';
import { progressQuery } from '#workflows/messages.ts';
import { withDeadline } from './deadline.ts';

export type ProgressCalls = ReturnType<typeof progressCalls>;

const ANSWER_WITHIN_MS = 1_500;

export function progressCalls(client: Client) {
  return {
    /** Null where nobody answers in time: in the express lane a workflow does not, and it has not begun before its slot. */
    submissionProgress(submissionId: string): Promise<Progress | null> {
      const handle = client.workflow.getHandle(submissionWorkflowId(submissionId));
      return withDeadline(client, () => handle.query(progressQuery), ANSWER_WITHIN_MS).catch(() => null);
    },
  };
}
