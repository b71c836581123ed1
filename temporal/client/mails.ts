/** Calls to Temporal about mail. */
import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { MAIL_QUEUE, mailWorkflowId } from '#domain/accounts/mail.ts';
import type { mail } from '#workflows/index.ts';
import { withDeadline } from './deadline.ts';

export type MailCalls = ReturnType<typeof mailCalls>;

const PRIORITY_KEY = 3;

export function mailCalls(client: Client) {
  return {
    /** Starts `mail-{mailId}`. Harmless while it runs; one that was given up begins anew. */
    async startMail(mailId: string): Promise<void> {
      const start = () =>
        client.workflow.start<typeof mail>('mail', {
          workflowId: mailWorkflowId(mailId),
          taskQueue: MAIL_QUEUE,
          args: [{ mailId }],
          workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
          workflowIdConflictPolicy: 'USE_EXISTING',
          priority: { priorityKey: PRIORITY_KEY },
          staticSummary: 'Mail',
        });
      try {
        await withDeadline(client, start);
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },
  };
}
