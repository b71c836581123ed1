/** Sign-ins: start with a password, extend with a refresh token, list and end one's own. */
import { z } from 'zod';
import { constantTime } from '#src/passwords/constant-time.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import type { Member } from '#store/accounts/members.ts';
import { hashPassword, isOutdated, verifyPassword } from '#store/accounts/password-hash.ts';
import { REUSE_SECONDS, type Session } from '#store/accounts/sessions.ts';
import { anyone, signedIn } from '#api/auth/access.ts';
import { endpoint } from '#api/define-endpoint.ts';
import { json } from '#api/http/body.ts';
import { Email } from '#api/http/fields.ts';
import { type Context, notFound } from '#api/http/http.ts';
import { optional, QUOTA_HEADERS } from '#api/http/headers.ts';
import { IdPath } from '#api/http/params.ts';
import { Session as SessionSchema } from '#src/contract/accounts.ts';
import { answer } from '#api/operation.ts';
import type { AccountDeps } from './account-deps.ts';
import { COOKIE_HEADER, limited, signedInAnswer } from './answers.ts';
import { requireFactor, totpCode } from './factor-proof.ts';
import { mfaRequired } from './second-factor-sign-in.ts';
import { clearCookie, refreshCookie } from './sign-in.ts';

const Credentials = z.strictObject({
  email: Email.describe('The address of the account.'),
  password: z.string().describe('The password of the account.'),
  totp: totpCode.optional().describe('A code of the authenticator app. It saves the second call.'),
});
const Refresh = z.strictObject({
  refresh_token: z.string().optional().describe('The refresh token. The default is the cookie `__Host-refresh`.'),
});

const tag = 'Accounts';
const signingIn = limited('login');
const ENDED = { status: 204, description: 'The sign-ins are ended.' } as const;

export const sessionEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/auth/login',
    id: 'login',
    tag,
    summary: 'Signs in',
    description: `A member with a second factor gets \`mfa_required\`, and continues at \`POST /api/auth/login/mfa\`. ${signingIn.description}`,
    access: anyone,
    body: json(Credentials),
    answers: [signedInAnswer(signingIn.headers)],
    problemHeaders: QUOTA_HEADERS,
    problems: ['invalid_credentials', 'mfa_required', 'invalid_second_factor', 'rate_limited'],
    async handle({ ctx, body: { email, password, totp: code } }, deps: AccountDeps) {
      await deps.limit(ctx, 'login');
      const member = await constantTime(() => memberOf(deps, email.toLowerCase(), password));
      const who = { organizationId: member.organizationId, memberId: member.id };
      const methods = await deps.factorUse.methods(who);
      const isShown = code !== undefined && methods.includes('totp');
      if (isShown) await requireFactor(ctx, deps, who, { code }, () => Promise.resolve(null));
      else if (methods.length > 0) throw await mfaRequired(deps, member, methods);
      await deps.signIn(ctx, member, { secondFactor: isShown });
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/auth/refresh',
    id: 'refresh',
    tag,
    summary: 'Exchanges a refresh token for new tokens',
    description: `Each refresh token works once. A second use ends the sign-in, because somebody may have stolen the token. A second use within ${REUSE_SECONDS} seconds gets another token as long as nobody used the first one: two tabs may ask together, or an answer may be lost.`,
    access: anyone,
    body: json(Refresh, { isOptional: true }),
    answers: [signedInAnswer()],
    problems: ['missing_credentials', 'invalid_refresh_token'],
    problemHeaders: optional(COOKIE_HEADER),
    async handle({ ctx, body }, { sessions, sendSignIn, settings: { portalOrigins } }: AccountDeps) {
      const token = body.refresh_token ?? refreshCookie(ctx, portalOrigins) ?? noRefreshToken();
      const refreshed = await sessions.refresh(token);
      if (refreshed) return await sendSignIn(ctx, refreshed);
      clearCookie(ctx);
      throw new ServiceError('invalid_refresh_token', 'This sign-in has ended. Sign in again.');
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/auth/logout',
    id: 'logout',
    tag,
    summary: 'Ends the sign-ins of the refresh token and of the access token',
    description: 'The tokens come in the body, as the cookie or in the header. Tokens of two sign-ins end both.',
    access: anyone,
    body: json(Refresh, { isOptional: true }),
    answers: [{ ...ENDED, headers: COOKIE_HEADER }],
    problems: ['missing_credentials', 'access_token_required', 'invalid_token', 'token_expired'],
    async handle({ ctx, body }, deps: AccountDeps) {
      await endOwn(ctx, deps, [body.refresh_token ?? null, refreshCookie(ctx, deps.settings.portalOrigins)]);
      clearCookie(ctx);
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/auth/logout-all',
    id: 'logoutAll',
    tag,
    summary: 'Ends all sign-ins of the caller',
    access: signedIn,
    answers: [{ ...ENDED, headers: COOKIE_HEADER }],
    async handle({ ctx, caller: { organizationId, memberId } }, { sessions }: AccountDeps) {
      await sessions.endAll(organizationId, memberId);
      clearCookie(ctx);
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/auth/sessions',
    id: 'listSessions',
    tag,
    summary: 'Lists the sign-ins of the caller, the last used first',
    access: signedIn,
    answers: [answer(200, 'Those that live.', z.array(SessionSchema))],
    async handle({ caller: { organizationId, memberId, sessionId } }, { sessions }: AccountDeps) {
      const found = await sessions.list(organizationId, memberId);
      return found.map((session) => sessionBody(session, sessionId));
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/auth/sessions/{id}',
    id: 'endSession',
    tag,
    summary: 'Ends one sign-in of the caller',
    access: signedIn,
    params: IdPath,
    answers: [ENDED],
    problems: ['not_found'],
    async handle({ caller: { organizationId, memberId }, params: { id } }, { sessions }: AccountDeps) {
      if (id !== null && (await sessions.end(organizationId, memberId, id))) return;
      throw notFound('session', 'No such sign-in.');
    },
  }),
];

/** Whether there is an account, whether it may be used and whether the password is right: one answer, and one work. */
async function memberOf(
  { members, accounts, throttle }: AccountDeps,
  email: string,
  password: string,
): Promise<Member> {
  await throttle.attempt(email);
  const member = await members.findByEmail(email);
  const isRight = await verifyPassword(member?.passwordHash ?? null, password);
  if (!member?.isActive || !isRight) throw notRight();
  await throttle.succeed(email);
  const rehashed = isOutdated(member.passwordHash) ? await hashPassword(password) : null;
  if (rehashed === null) return member;
  if (!(await accounts.rehash(member, rehashed))) throw notRight();
  return { ...member, passwordHash: rehashed };
}

function notRight(): ServiceError {
  return new ServiceError('invalid_credentials', 'The address or the password is not right.');
}

/**
 * A logout ends every sign-in whose token the request has. The state of a refresh token does not matter (RFC 7009,
 * section 2.2), and the access token beside it may have expired.
 */
async function endOwn(ctx: Context, deps: AccountDeps, refreshTokens: readonly (string | null)[]): Promise<void> {
  const { identify, sessions } = deps;
  const sent = refreshTokens.filter((token) => token !== null);
  for (const token of sent) await sessions.endByToken(token);
  if (sent.length > 0 && ctx.get('Authorization') === '') return;
  try {
    const { organizationId, memberId, sessionId } = await identify(ctx);
    await sessions.end(organizationId, memberId, sessionId);
  } catch (error) {
    if (sent.length === 0 || !(error instanceof ServiceError)) throw error;
  }
}

function noRefreshToken(): never {
  throw new ServiceError('missing_credentials', 'Send the refresh token, in the body or as the cookie.');
}

function sessionBody(session: Session, current: string) {
  const { id, createdAt, secondFactorAt, lastUsedAt, expiresAt, userAgent } = session;
  return {
    id,
    current: id === current,
    userAgent: userAgent ?? null,
    createdAt: createdAt.toISOString(),
    secondFactorAt: secondFactorAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
