/** Passwords: forgotten, chosen anew by a mailed link, changed by whoever knows the old one; and which are taken. */
import { Router } from '@koa/router';
import { z } from 'zod';
import { constantTime } from '#src/accounts/constant-time.ts';
import { passwordFault } from '#src/accounts/password.ts';
import type { Throttle } from '#src/accounts/throttle.ts';
import { ServiceError } from '#domain/errors.ts';
import type { AccountStore, PersonalWords } from '#store/accounts/accounts.ts';
import type { MemberStore } from '#store/accounts/members.ts';
import { hashPassword, verifyPassword } from '#store/accounts/password-hash.ts';
import { Email } from '#api/http/fields.ts';
import type { State } from '#api/http/http.ts';
import { readJson } from '#api/http/json-body.ts';
import { NoQuery, readQuery } from '#api/http/query.ts';
import type { Identify } from '#api/organization/access.ts';
import type { Limit } from '#api/http/rate-limit.ts';

export interface PasswordSettings {
  /** In characters; 8 unless told. */
  readonly passwordMinLength?: number;
}

interface Deps {
  readonly identify: Identify;
  readonly limit: Limit;
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  readonly throttle: Throttle;
  readonly sendMails: (mailIds: readonly string[]) => void;
  readonly settings: PasswordSettings;
}

const MIN_CHARS = 8;

export const ForgotPassword = z.strictObject({ email: Email });
export const ResetPassword = z.strictObject({ token: z.string(), password: z.string() });
export const ChangePassword = z.strictObject({ currentPassword: z.string(), newPassword: z.string() });

export function passwordRoutes(deps: Deps): Router<State> {
  const { identify, limit, accounts, sendMails, settings } = deps;
  const router = new Router<State>();

  router.post('/api/auth/forgot-password', async (ctx) => {
    readQuery(ctx, NoQuery);
    const { email } = await readJson(ctx, ForgotPassword);
    await limit(ctx, 'forgot-password');
    sendMails(await constantTime(() => accounts.askForReset(email.toLowerCase())));
    ctx.status = 202;
    ctx.body = { message: 'If there is an account with this address, a mail with a link is on its way.' };
  });

  router.post('/api/auth/reset-password', async (ctx) => {
    readQuery(ctx, NoQuery);
    const { token, password } = await readJson(ctx, ResetPassword);
    const words = (await accounts.wordsOfReset(token)) ?? noSuchLink();
    requireGoodPassword(password, words, settings, '/password');
    sendMails((await accounts.resetPassword(token, await hashPassword(password))) ?? noSuchLink());
    ctx.body = { message: 'The password was changed, and all sign-ins have ended. Sign in with the new one.' };
  });

  router.post('/api/auth/change-password', async (ctx) => {
    const { memberId, organizationId, organization, email, sessionId } = await identify(ctx);
    readQuery(ctx, NoQuery);
    const { currentPassword, newPassword } = await readJson(ctx, ChangePassword);
    requireGoodPassword(newPassword, { email, organizationName: organization.name }, settings, '/newPassword');
    await limit(ctx, 'change-password');
    await requirePassword(deps, email, currentPassword);
    const member = { id: memberId, organizationId };
    sendMails(await accounts.changePassword(member, sessionId, await hashPassword(newPassword)));
    ctx.body = { message: 'The password was changed, and all other sign-ins have ended.' };
  });

  return router;
}

/** Whoever took a session or a link over must not find the password out by trying. */
export async function requirePassword(
  { members, throttle }: Pick<Deps, 'members' | 'throttle'>,
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
  { passwordMinLength = MIN_CHARS }: PasswordSettings,
  name: '/password' | '/newPassword',
): void {
  const detail = passwordFault(password, passwordMinLength, words);
  if (detail === null) return;
  throw new ServiceError('weak_password', detail, { errors: [{ in: 'body', name, code: 'weak_password', detail }] });
}

export function noSuchLink(): never {
  throw new ServiceError('invalid_or_expired_token', 'This link is no longer valid. Ask for another one.');
}
