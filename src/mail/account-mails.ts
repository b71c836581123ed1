/**
 * The mails of accounts. Their links are made of the configured address of the service and nothing else: what a request
 * says of its host is whatever its sender likes.
 */
import { quotedName } from '#domain/accounts/display-name.ts';
import type { FactorChange } from '#domain/accounts/second-factor.ts';
import type { MailMessage } from '#store/mail/mails.ts';

/** A mail without its receiver. */
export type MailTemplate = Omit<MailMessage, 'to'>;

export interface MailTemplates {
  verification(token: string): MailTemplate;
  alreadyRegistered(): MailTemplate;
  reset(token: string): MailTemplate;
  passwordChanged(): MailTemplate;
  secondFactor(change: FactorChange): MailTemplate;
  /** @param asksForFactor whether one can do nothing there without a second factor */
  invitation(organizationName: string, token: string, asksForFactor?: boolean): MailTemplate;
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
        'Welcome to Fixpoint. Please confirm your e-mail address within 24 hours:',
        link('verify', token),
        'You will be asked for the password you chose when you signed up.',
        'If you did not sign up, ignore this e-mail. To take over the account instead, choose a password of your own; everything that was set up in your name before is removed:',
        link('forgot'),
      ),
    }),

    alreadyRegistered: () => ({
      subject: 'You already have an account',
      text: paragraphs(
        'You tried to sign up for Fixpoint with an e-mail address that already has an account. Nothing was changed. You can sign in here:',
        link('login'),
        'Forgot your password? Choose a new one:',
        link('forgot'),
        'If this was not you, you can ignore this e-mail.',
      ),
    }),

    reset: (token) => ({
      subject: 'Choose a new password',
      text: paragraphs(
        'We received a request to reset your Fixpoint password. Choose a new one within 30 minutes:',
        link('reset', token),
        'If this was not you, you can ignore this e-mail. Your password stays the same.',
      ),
    }),

    passwordChanged: () => ({
      subject: 'Your password was changed',
      text: paragraphs(
        'The password of your Fixpoint account was changed. You have been signed out everywhere else.',
        'If this was not you, choose a new password now:',
        link('forgot'),
      ),
    }),

    secondFactor: (change) => ({
      subject: FACTOR_CHANGES[change].subject,
      text: paragraphs(
        FACTOR_CHANGES[change].text,
        'If this was not you, choose a new password now, and tell an owner of your organization:',
        link('forgot'),
      ),
    }),

    invitation: (organizationName, token, asksForFactor = false) => ({
      subject: 'You are invited to Fixpoint',
      text: paragraphs(
        'You have been invited to join an organization on Fixpoint. If you do not know it, you can ignore this e-mail.',
        `The organization calls itself ${quotedName(organizationName)}. Its members chose this name, and Fixpoint did not check it.`,
        'Please accept within 48 hours:',
        link('invitation', token),
        ...(asksForFactor
          ? ['This organization asks for a second factor: have an authenticator app or a passkey ready.']
          : []),
      ),
    }),

    publishedKey: ({ name, keyPrefix }, url) => ({
      subject: 'We revoked an API key that was made public',
      text: paragraphs(
        `Your API key ${quotedName(name)} (${keyPrefix}…) was found in a public place, so we revoked it.`,
        ...(url === null ? [] : ['It was found here:', url]),
        'Create a new key in the portal, and check what the old one was used for.',
      ),
    }),
  };
}

const FACTOR_CHANGES: Readonly<Record<FactorChange, { readonly subject: string; readonly text: string }>> = {
  'totp-added': {
    subject: 'An authenticator app was added',
    text: 'From now on, codes of an authenticator app are a second factor of your Fixpoint account.',
  },
  'totp-removed': {
    subject: 'Your authenticator app was removed',
    text: 'Codes of an authenticator app are no longer a second factor of your Fixpoint account.',
  },
  'passkey-added': {
    subject: 'A passkey was added',
    text: 'From now on, a new passkey is a second factor of your Fixpoint account.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    text: 'A passkey is no longer a second factor of your Fixpoint account.',
  },
  'recovery-codes-created': {
    subject: 'New recovery codes were made',
    text: 'New recovery codes were made for your Fixpoint account. The earlier codes no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    text: 'A recovery code of your Fixpoint account was used in place of another second factor. It does not work again.',
  },
  reset: {
    subject: 'Your second factors were removed',
    text: 'All second factors of your Fixpoint account were removed for you, and you have been signed out everywhere. Sign in with your password, and set up a new one.',
  },
};

function paragraphs(...texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`;
}
