/** One mail. Workflow id: `mail-{mailId}`. It is tried for a week: by then its links are dead, and its row goes. */
import { proxyActivities } from '@temporalio/workflow';
import type { MailActivities } from '#activities/index.ts';
import type { MailInput, MailOutcome } from '#domain/accounts/mail.ts';

const { sendMail } = proxyActivities<MailActivities>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '7 days',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '15 minutes' },
});

export async function mail({ mailId }: MailInput): Promise<MailOutcome> {
  return sendMail(mailId);
}
