/** Sign-ins: begun with a password, prolonged with a refresh token, listed and ended by whoever they are of. */
import { Router } from '@koa/router';
import { z } from 'zod';
import { constantTime } from '#src/accounts/constant-time.ts';
import type { Throttle } from '#src/accounts/throttle.ts';
import { ServiceError } from '#domain/errors.ts';
import type { AccountStore } from '#store/accounts/accounts.ts';
import type { Member, MemberStore } from '#store/accounts/members.ts';
import { hashPassword, isOutdated, verifyPassword } from '#store/accounts/password-hash.ts';
import type { Session, SessionStore } from '#store/accounts/sessions.ts';
import { Email } from '#api/http/fields.ts';
import { isUuid, type Context, type State } from '#api/http/http.ts';
import { readJson } from '#api/http/json-body.ts';
import { NoQuery, readQuery } from '#api/http/query.ts';
import type { Identify } from '#api/organization/access.ts';
import type { Limit } from '#api/http/rate-limit.ts';
import { clearCookie, refreshCookie, type SendSignIn, type SignIn } from './sign-in.ts';

interface Deps {
  readonly identify: Identify;
  readonly limit: Limit;
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  readonly sessions: SessionStore;
  readonly throttle: Throttle;
  readonly sendSignIn: SendSignIn;
  readonly signIn: SignIn;
}

export const Credentials = z.strictObject({ email: Email, password: z.string() });
export const Refresh = z.strictObject({
  refresh_token: z.string().optional().describe('Without it, the cookie `__Host-refresh`.'),
});

export function sessionRoutes(deps: Deps): Router<State> {
  const { identify, sessions, sendSignIn } = deps;
  const router = new Router<State>();

  router.post('/api/auth/login', (ctx) => login(ctx, deps));

  router.post('/api/auth/refresh', async (ctx) => {
    readQuery(ctx, NoQuery);
    const refreshed = await sessions.refresh((await readRefreshToken(ctx)) ?? noRefreshToken());
    if (refreshed) return sendSignIn(ctx, refreshed);
    clearCookie(ctx);
    throw new ServiceError('invalid_refresh_token', 'This sign-in has ended. Sign in again.');
  });

  router.post('/api/auth/logout', async (ctx) => {
    readQuery(ctx, NoQuery);
    await endOwn(ctx, deps, await readRefreshToken(ctx));
    clearCookie(ctx);
    ctx.status = 204;
  });

  router.post('/api/auth/logout-all', async (ctx) => {
    const { organizationId, memberId } = await identify(ctx);
    readQuery(ctx, NoQuery);
    await sessions.endAll(organizationId, memberId);
    clearCookie(ctx);
    ctx.status = 204;
  });

  router.get('/api/auth/sessions', async (ctx) => {
    const { organizationId, memberId, sessionId } = await identify(ctx);
    readQuery(ctx, NoQuery);
    const found = await sessions.list(organizationId, memberId);
    ctx.body = found.map((session) => sessionBody(session, sessionId));
  });

  router.delete('/api/auth/sessions/:id', async (ctx) => {
    const { organizationId, memberId } = await identify(ctx);
    readQuery(ctx, NoQuery);
    const id = ctx.params['id'] ?? '';
    if (!isUuid(id) || !(await sessions.end(organizationId, memberId, id))) {
      throw new ServiceError('not_found', 'No such sign-in.', { members: { resource: 'session' } });
    }
    ctx.status = 204;
  });

  return router;
}

async function login(ctx: Context, deps: Deps): Promise<void> {
  readQuery(ctx, NoQuery);
  const { email, password } = await readJson(ctx, Credentials);
  await deps.limit(ctx, 'login');
  await deps.signIn(ctx, await constantTime(() => memberOf(deps, email.toLowerCase(), password)));
}

/** Whether there is an account, whether it may be used and whether the password is right: one answer, and one work. */
async function memberOf({ members, accounts, throttle }: Deps, email: string, password: string): Promise<Member> {
  await throttle.attempt(email);
  const member = await members.findByEmail(email);
  const isRight = await verifyPassword(member?.passwordHash ?? null, password);
  if (!member?.isActive || !isRight) throw notRight();
  await throttle.succeed(email);
  const rehashed = isOutdated(member.passwordHash) ? await hashPassword(password) : null;
  if (!(await accounts.recordLogin(member, rehashed))) throw notRight();
  return { ...member, passwordHash: rehashed ?? member.passwordHash };
}

function notRight(): ServiceError {
  return new ServiceError('invalid_credentials', 'The address or the password is not right.');
}

/** A refresh token that was sent counts, in the body or in the cookie; RFC 7009, section 2.2: whatever has become of it. */
async function endOwn(ctx: Context, { identify, sessions }: Deps, refreshToken: string | null): Promise<void> {
  if (refreshToken !== null) return sessions.endByToken(refreshToken);
  const { organizationId, memberId, sessionId } = await identify(ctx);
  await sessions.end(organizationId, memberId, sessionId);
}

async function readRefreshToken(ctx: Context): Promise<string | null> {
  return (await readJson(ctx, Refresh)).refresh_token ?? refreshCookie(ctx);
}

function noRefreshToken(): never {
  throw new ServiceError('missing_credentials', 'Send the refresh token, in the body or as the cookie.');
}

function sessionBody({ id, authTime, lastUsedAt, expiresAt, userAgent }: Session, current: string) {
  return {
    id,
    current: id === current,
    userAgent: userAgent ?? null,
    createdAt: authTime.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
