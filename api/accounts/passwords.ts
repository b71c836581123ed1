/** Passwords: the mailed link for a forgotten one, a change with the old one, and the rules for a new one. */
import { z } from 'zod';
import { constantTime } from '#src/passwords/constant-time.ts';
import { passwordFault } from '#src/passwords/password.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import type { PersonalWords } from '#store/accounts/accounts.ts';
import { hashPassword, verifyPassword } from '#store/accounts/password-hash.ts';
import { anyone, signedIn } from '#api/auth/access.ts';
import { endpoint } from '#api/define-endpoint.ts';
import { json } from '#api/http/body.ts';
import { QUOTA_HEADERS } from '#api/http/headers.ts';
import { Email } from '#api/http/fields.ts';
import type { AccountDeps } from './account-deps.ts';
import { limited, message } from './answers.ts';
import type { Settings } from '#api/settings.ts';

const MIN_CHARS = 8;

const ForgotPassword = z.strictObject({ email: Email.describe('The address of the account.') });
const ResetPassword = z.strictObject({
  token: z.string().describe('The token of the mail.'),
  password: z.string().describe('The new password.'),
});
const ChangePassword = z.strictObject({
  currentPassword: z.string().describe('The old password.'),
  newPassword: z.string().describe('The new password.'),
});

const tag = 'Accounts';
const forgetting = limited('forgot-password');
const changing = limited('change-password');

export const passwordEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/auth/forgot-password',
    id: 'forgotPassword',
    tag,
    summary: 'Sends a mail with a link to choose a new password',
    description: `The answer does not show whether an account with the address exists. ${forgetting.description}`,
    access: anyone,
    body: json(ForgotPassword),
    answers: [message(202, 'Taken.', forgetting.headers)],
    problemHeaders: QUOTA_HEADERS,
    problems: ['rate_limited'],
    async handle({ ctx, body: { email } }, { limit, accounts, sendMails }: AccountDeps) {
      await limit(ctx, 'forgot-password');
      sendMails(await constantTime(() => accounts.askForReset(email.toLowerCase())));
      return { message: 'If there is an account with this address, a mail with a link is on its way.' };
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/auth/reset-password',
    id: 'resetPassword',
    tag,
    summary: 'Sets a new password by the token of a mail, and ends all sign-ins',
    access: anyone,
    body: json(ResetPassword),
    answers: [message(200, 'The password is changed. The change signs nobody in.')],
    problems: ['weak_password', 'invalid_or_expired_token'],
    async handle({ body: { token, password } }, { accounts, sendMails, settings }: AccountDeps) {
      const words = (await accounts.wordsOfReset(token)) ?? noSuchLink();
      requireGoodPassword(password, words, settings, '/password');
      sendMails((await accounts.resetPassword(token, await hashPassword(password))) ?? noSuchLink());
      return { message: 'The password was changed, and all sign-ins have ended. Sign in with the new one.' };
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/auth/change-password',
    id: 'changePassword',
    tag,
    summary: 'Sets a new password, and ends all other sign-ins',
    description: changing.description,
    access: signedIn,
    body: json(ChangePassword),
    answers: [message(200, 'Changed.', changing.headers)],
    problemHeaders: QUOTA_HEADERS,
    problems: ['weak_password', 'invalid_credentials', 'rate_limited'],
    async handle({ ctx, caller, body: { currentPassword, newPassword } }, deps: AccountDeps) {
      const { memberId, organizationId, organization, email, sessionId } = caller;
      const words = { email, organizationName: organization.name };
      requireGoodPassword(newPassword, words, deps.settings, '/newPassword');
      await deps.limit(ctx, 'change-password');
      await requirePassword(deps, email, currentPassword);
      const member = { id: memberId, organizationId };
      deps.sendMails(await deps.accounts.changePassword(member, sessionId, await hashPassword(newPassword)));
      return { message: 'The password was changed, and all other sign-ins have ended.' };
    },
  }),
];

/** A stolen session or link must not allow to guess the password. */
export async function requirePassword(
  { members, throttle }: Pick<AccountDeps, 'members' | 'throttle'>,
  email: string,
  password: string,
): Promise<void> {
  await throttle.attempt(email);
  const member = await members.findByEmail(email);
  if (!(await verifyPassword(member?.passwordHash ?? null, password))) {
    throw new ServiceError('invalid_credentials', 'This is not the password of the account.');
  }
  await throttle.succeed(email);
}

export function requireGoodPassword(
  password: string,
  words: PersonalWords,
  { passwordMinLength = MIN_CHARS }: Settings,
  name: '/password' | '/newPassword',
): void {
  const detail = passwordFault(password, passwordMinLength, words);
  if (detail === null) return;
  throw new ServiceError('weak_password', detail, { errors: [{ in: 'body', name, code: 'weak_password', detail }] });
}

export function noSuchLink(): never {
  throw new ServiceError('invalid_or_expired_token', 'This link is no longer valid. Ask for another one.');
}
