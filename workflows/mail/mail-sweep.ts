/** Starts mails whose workflow could not be started. Run by the schedule `sched-mail-sweep`. */
import { proxyActivities } from '@temporalio/workflow';
import type { MailSweepActivities } from '#activities/index.ts';

const { sweepMails } = proxyActivities<MailSweepActivities>({
  startToCloseTimeout: '50 seconds',
  heartbeatTimeout: '10 seconds',
  retry: { maximumAttempts: 1 }, // the next round is a minute away
});

export async function mailSweep(): Promise<number> {
  return sweepMails();
}
