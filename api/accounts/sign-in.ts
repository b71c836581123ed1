/** The answer that lets somebody in: an access token for fifteen minutes, and a refresh token to go on with. */
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from '#src/keys/access-token.ts';
import type { MemberRole } from '#domain/accounts/permissions.ts';
import type { AccountStore } from '#store/accounts/accounts.ts';
import type { Member } from '#store/accounts/members.ts';
import { REFRESH_SECONDS, type SessionStore, type SignedIn } from '#store/accounts/sessions.ts';
import { isOfStrangePage } from '#api/http/fetch-metadata.ts';
import type { Context } from '#api/http/http.ts';

/** Names as in RFC 6749, section 5.1. */
export interface SignInBody {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly user: { readonly id: string; readonly email: string; readonly emailVerified: boolean };
  readonly organization: { readonly id: string; readonly slug: string; readonly role: MemberRole };
}

export type SendSignIn = (ctx: Context, signedIn: SignedIn & { readonly refreshToken: string }) => Promise<void>;
/** Opens a session of its own first; throws `invalid_credentials` when the password was replaced since it was given. */
export type SignIn = (ctx: Context, member: Member, shown?: { readonly secondFactor: boolean }) => Promise<void>;

/** `__Host-` (RFC 6265bis, section 4.1.3.2): no other host, no path, and no plain HTTP can set or see it. */
const COOKIE = '__Host-refresh';
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict';

export function signInSender(tokens: AccessTokens): SendSignIn {
  return async (ctx, { session, member, organization, refreshToken }) => {
    const { id: sessionId, authTime } = session;
    const claims = { memberId: member.id, organizationId: organization.id, sessionId, authTime };
    const body: SignInBody = {
      access_token: await tokens.mint(claims),
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      refresh_token: refreshToken,
      user: { id: member.id, email: member.email, emailVerified: member.emailVerified },
      organization: { id: organization.id, slug: organization.slug, role: member.role },
    };
    ctx.state.organizationId = organization.id;
    setCookie(ctx, refreshToken, REFRESH_SECONDS);
    ctx.body = body;
  };
}

export function signInOpener(
  accounts: Pick<AccountStore, 'recordLogin'>,
  sessions: SessionStore,
  send: SendSignIn,
): SignIn {
  return async (ctx, member, { secondFactor } = { secondFactor: false }) => {
    const { id: memberId, organizationId, passwordHash } = member;
    const userAgent = ctx.get('User-Agent') || null;
    const opened = await sessions.open({ organizationId, memberId, userAgent, passwordHash, secondFactor });
    await accounts.recordLogin(member);
    await send(ctx, opened);
  };
}

export function clearCookie(ctx: Context): void {
  setCookie(ctx, '', 0);
}

/**
 * The header is written by hand, since Koa refuses a Secure cookie where it sees plain HTTP, as behind every proxy that
 * ends TLS.
 */
function setCookie(ctx: Context, value: string, maxAgeSeconds: number): void {
  ctx.append('Set-Cookie', `${COOKIE}=${value}; Max-Age=${maxAgeSeconds}; ${ATTRIBUTES}`);
}

/**
 * Null also where a page of elsewhere has sent it: that the cookie is `SameSite=Strict` lets pages of the same site through,
 * as those of another port of the same machine.
 */
export function refreshCookie(ctx: Context, portalOrigins: readonly string[]): string | null {
  return isOfStrangePage(ctx, portalOrigins) ? null : (ctx.cookies.get(COOKIE) ?? null);
}
