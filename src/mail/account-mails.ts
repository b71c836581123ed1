/**
 * The mails of accounts. Their links are made of the configured address of the service and nothing else: what a request
 * says of its host is whatever its sender likes.
 */
import type { MailMessage } from '#store/mail/mails.ts';

/** A mail without its receiver. */
export type MailTemplate = Omit<MailMessage, 'to'>;

export interface MailTemplates {
  verification(token: string): MailTemplate;
  alreadyRegistered(): MailTemplate;
  reset(token: string): MailTemplate;
  passwordChanged(): MailTemplate;
  invitation(organizationName: string, token: string): MailTemplate;
  publishedKey(key: { readonly name: string; readonly keyPrefix: string }, url: string | null): MailTemplate;
}

/** The pages of the portal that mails lead to. */
type Page = 'login' | 'verify' | 'reset' | 'forgot' | 'invitation';

export function mailTemplates(publicUrl: string): MailTemplates {
  const link = (page: Page, token?: string) =>
    `${publicUrl}/portal/#/${page}${token === undefined ? '' : `?token=${token}`}`;
  return {
    verification: (token) => ({
      subject: 'Confirm your e-mail address',
      text: paragraphs(
        'Somebody, we think you, has registered with Fixpoint under this address. Confirm it within 24 hours:',
        link('verify', token),
        'It takes the password that was chosen. If it was not you, ignore this mail; or choose a password of your own, and what somebody else has made in your name ends:',
        link('forgot'),
      ),
    }),

    alreadyRegistered: () => ({
      subject: 'You already have an account',
      text: paragraphs(
        'Somebody, we think you, has registered with Fixpoint under this address, which has an account already. Nothing was changed. Sign in:',
        link('login'),
        'If you do not remember your password:',
        link('forgot'),
        'If it was not you, ignore this mail.',
      ),
    }),

    reset: (token) => ({
      subject: 'Choose a new password',
      text: paragraphs(
        'Somebody, we think you, has asked for a new password. Choose it within 30 minutes:',
        link('reset', token),
        'If it was not you, ignore this mail: your password stays as it is.',
      ),
    }),

    passwordChanged: () => ({
      subject: 'Your password was changed',
      text: paragraphs(
        'The password of your Fixpoint account was changed, and its other sign-ins have ended.',
        'If it was not you, choose a new one at once:',
        link('forgot'),
      ),
    }),

    invitation: (organizationName, token) => ({
      subject: 'You are invited to Fixpoint',
      text: paragraphs(
        `You are invited to join the organization “${organizationName}” on Fixpoint. Accept within 48 hours:`,
        link('invitation', token),
        'If you do not know it, ignore this mail.',
      ),
    }),

    publishedKey: ({ name, keyPrefix }, url) => ({
      subject: 'An API key was published, and is revoked',
      text: paragraphs(
        `The API key “${name}”, which begins with ${keyPrefix}, was found in a public place. We have revoked it.`,
        ...(url === null ? [] : ['It was found here:', url]),
        'Create a new key in the portal, and look through what the old one was used for.',
      ),
    }),
  };
}

function paragraphs(...texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`;
}
