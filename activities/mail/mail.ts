/** Sends mail that lies in the database, and finds what nobody has begun to send. */
import { Context } from '@temporalio/activity';
import { type MailOutcome, MailRefused } from '#domain/accounts/mail.ts';
import type { Mailer } from '#src/mail/smtp.ts';
import type { MailQueue, MailStore } from '#store/mail/mails.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';

export type MailActivities = ReturnType<typeof mailActivities>;

export interface MailActivitiesDeps {
  readonly mails: MailStore;
  readonly mailer: Mailer;
  readonly log: ActivityLog;
}

/** The row goes last: a worker that dies between sends the mail again, under the same Message-ID. */
export function mailActivities({ mails, mailer, log }: MailActivitiesDeps) {
  return {
    sendMail: (mailId: string): Promise<MailOutcome> =>
      runActivity(log, null, async () => {
        const message = await mails.find(mailId);
        if (message === null) return 'gone';
        const outcome = await mailer.send(mailId, message).then(
          () => 'sent' as const,
          (error: unknown) => {
            if (error instanceof MailRefused) return 'refused' as const;
            throw error;
          },
        );
        if (outcome === 'refused') log.warn({ mailId }, 'mail refused');
        await mails.remove(mailId);
        return outcome;
      }),
  };
}

export type MailSweepActivities = ReturnType<typeof mailSweepActivities>;

export interface MailSweepDeps {
  readonly mailQueue: MailQueue;
  /** Harmless for one that is under way. */
  readonly startMail: (mailId: string) => Promise<void>;
  readonly log: ActivityLog;
}

/** Younger mails are still on their way from the request that queued them. */
const UNSTARTED_AFTER_MS = 30_000;
/**
 * The sends run in parallel, because a sequential round would not reach all of the thousands of mails after an outage.
 */
const PAGE = 20;

export function mailSweepActivities({ mailQueue, startMail, log }: MailSweepDeps) {
  return {
    /** Answers how many were found. */
    sweepMails: (): Promise<number> =>
      runActivity(log, null, async () => {
        let found = 0;
        // All of them: those under way, which wait for their mail server, must not hide one that was never begun.
        for (let after: string | null = null; ;) {
          const waiting: string[] = await mailQueue.waiting(UNSTARTED_AFTER_MS, after, PAGE);
          Context.current().cancellationSignal.throwIfAborted();
          await Promise.all(waiting.map((mailId) => startMail(mailId)));
          found += waiting.length;
          after = waiting.at(-1) ?? null;
          if (after === null) return found + (await mailQueue.expire());
        }
      }),
  };
}
