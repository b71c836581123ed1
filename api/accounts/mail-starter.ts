/** Starts mails that were queued; what cannot be started now a sweep starts soon. */
import type { Logger } from 'pino';
import type { TemporalClient } from '#temporal/client/client.ts';

export type SendMails = (mailIds: readonly string[]) => void;

/** Does not wait, because the time of an answer must not reveal whether there is a mail. */
export function mailStarter(temporal: Pick<TemporalClient, 'startMail'>, log: Logger): SendMails {
  return (mailIds) => {
    for (const mailId of mailIds) {
      temporal.startMail(mailId).catch((error: unknown) => {
        log.warn({ err: error, mailId }, 'mail not started; the sweep will');
      });
    }
  };
}
