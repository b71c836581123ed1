/** Sends mail by SMTP. Nothing is kept here: whether and when to try again is for the caller to know. */
import { createTransport } from 'nodemailer';
import { MailRefused } from '#domain/accounts/mail.ts';
import type { MailMessage } from '#store/mail/mails.ts';

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string;
  /** `Fixpoint <no-reply@fixpoint.example>` */
  readonly from: string;
}

export interface Mailer {
  /**
   * `id` makes the Message-ID: a mail that is sent twice is seen to be one. Throws `MailRefused`, or what went wrong.
   */
  send(id: string, message: MailMessage): Promise<void>;
  close(): void;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

export function smtpMailer({ url, from }: SmtpSettings): Mailer {
  const transport = createTransport(url, {
    from,
    // Neither files nor addresses are ever read for a mail's sake.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  Object.assign(transport.options, {
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send(id, { to, subject, text }) {
      const headers = { 'Auto-Submitted': 'auto-generated' }; // RFC 3834: no vacation notices, please
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          to: { name: '', address: to },
          subject,
          text,
          headers,
        });
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused('The mail server refuses this mail.', { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

/** Connects and signs in, and sends nothing. Throws what went wrong. */
export async function greetMailServer(url: string): Promise<void> {
  const transport = createTransport(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function isRefusal(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'responseCode') : undefined;
  return typeof code === 'number' && code >= 500 && code < 600;
}
