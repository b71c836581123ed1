/** A mail on its way: its workflow's id, input and end. Address and text are never among them. */

export function mailWorkflowId(mailId: string): string {
  return `mail-${mailId}`;
}

/** The content of a mail. Lines of the text end with `\n`. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** The queue of the workers that may hand mail in. */
export const MAIL_QUEUE = 'pdf-mail';

export interface MailInput {
  readonly mailId: string;
}

/** The server has said that it will never take this mail (RFC 5321, section 4.2.1: 5yz). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** A mail that is `gone` had been sent or removed before. */
export type MailOutcome = 'sent' | 'refused' | 'gone';
