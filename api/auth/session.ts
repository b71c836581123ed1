/**
 * Who is signed in, and whether they may do this: an access token becomes the caller, with sign-in, role and organization
 * as they are at this moment. A forbidden call is refused before anything is looked up, so that the answer does not
 * reveal which objects exist.
 */
import type { AccessClaims, AccessTokens } from '#src/keys/access-token.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import { mayDo, type MemberRole, PORTAL_ACTIONS, type PortalAction } from '#domain/accounts/permissions.ts';
import type { FactorMethod } from '#domain/accounts/second-factor.ts';
import type { Organization } from '#store/organizations/organizations.ts';
import type { SessionStore } from '#store/accounts/sessions.ts';
import type { Context } from '#api/http/http.ts';

export interface PortalCaller {
  readonly kind: 'member';
  readonly organizationId: string;
  readonly organization: Organization;
  readonly memberId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly role: MemberRole;
  readonly sessionId: string;
  /** This is when the password was last given. */
  readonly authTime: Date;
  /** These are the ways to show a second factor; none where the member has none. */
  readonly methods: readonly FactorMethod[];
  /** This is when a second factor was last shown. */
  readonly secondFactorAt: Date | null;
}

/**
 * Throws 401, then 403 for the role, for an address that is not confirmed and for a second factor that the organization
 * asks for, then 409 for what a deactivated organization can no longer do.
 */
export type Authorize = (ctx: Context, action: PortalAction) => Promise<PortalCaller>;

/** Accepts members of any role, for their own sign-ins and password. */
export type Identify = (ctx: Context) => Promise<PortalCaller>;

export function portalAccess(
  sessions: SessionStore,
  tokens: AccessTokens,
): { authorize: Authorize; identify: Identify } {
  const identify: Identify = async (ctx) => {
    const claims = await claimsOf(ctx, tokens);
    const found = await sessions.find(claims.organizationId, claims.sessionId, claims.memberId);
    if (!found) throw new ServiceError('invalid_token', 'This sign-in has ended.');
    const { session, member, organization, methods } = found;
    Object.assign(ctx.state, { organizationId: organization.id, actor: `member ${member.id}` });
    return {
      kind: 'member',
      organizationId: organization.id,
      organization,
      memberId: member.id,
      email: member.email,
      emailVerified: member.emailVerified,
      role: member.role,
      sessionId: session.id,
      authTime: session.authTime,
      methods,
      secondFactorAt: session.secondFactorAt ?? null,
    };
  };
  return {
    identify,
    async authorize(ctx, action) {
      const caller = await identify(ctx);
      if (!mayDo(caller.role, action)) {
        const roles = PORTAL_ACTIONS[action].roles;
        const detail = `This takes the role ${roles.join(' or ')}; yours is ${caller.role}.`;
        throw new ServiceError('insufficient_role', detail, { members: { roles } });
      }
      if (!caller.emailVerified && !PORTAL_ACTIONS[action].whenUnconfirmed) {
        throw new ServiceError('email_not_verified', 'Confirm your e-mail address first: follow the link in our mail.');
      }
      if (caller.organization.requireSecondFactor && caller.methods.length === 0) throw secondFactorRequired();
      if (!caller.organization.isActive && !PORTAL_ACTIONS[action].whenInactive) {
        throw new ServiceError('organization_inactive', 'This organization has been deactivated.');
      }
      return caller;
    },
  };
}

async function claimsOf(ctx: Context, tokens: AccessTokens): Promise<AccessClaims> {
  const bearer = /^Bearer +(.*)$/i.exec(ctx.get('Authorization'))?.[1]?.trim() ?? '';
  const key = ctx.get('X-Api-Key').trim();
  if (isApiKey(bearer) || (bearer === '' && key !== '')) {
    throw new ServiceError('access_token_required', 'This endpoint takes an access token, not an API key.');
  }
  if (bearer === '') {
    throw new ServiceError('missing_credentials', 'Send an access token: Authorization: Bearer <access_token>.');
  }
  const claims = await tokens.verify(bearer);
  if (claims === 'expired') throw new ServiceError('token_expired', 'This access token has expired.');
  if (claims === 'invalid') throw new ServiceError('invalid_token', 'This access token is not one of ours.');
  return claims;
}

function isApiKey(credential: string): boolean {
  return credential.startsWith('fxp_');
}

const RECENT_MS = 60 * 60 * 1000;

/**
 * Operations with `recentSignIn` call this function. The strongest factor of the member must have been shown within the last
 * hour. Throws `reauthentication_required`.
 */
export function requireRecentSignIn(caller: unknown): void {
  if (!isMember(caller)) throw new Error('An operation without a sign-in asks for a recent one.');
  const { methods, authTime, secondFactorAt } = caller;
  const shownAt = methods.length > 0 ? secondFactorAt : authTime;
  if (shownAt !== null && Date.now() - shownAt.getTime() <= RECENT_MS) return;
  throw reauthenticationRequired(caller);
}

function isMember(caller: unknown): caller is PortalCaller {
  return typeof caller === 'object' && caller !== null && 'kind' in caller && caller.kind === 'member';
}

export function reauthenticationRequired({ methods }: Pick<PortalCaller, 'methods'>): ServiceError {
  const what = methods.length > 0 ? 'a second factor' : 'your password';
  const ways = methods.length > 0 ? methods : (['password'] as const);
  const detail = `Give ${what} once more, at /api/auth/reauthenticate: the last time is more than an hour ago.`;
  return new ServiceError('reauthentication_required', detail, { members: { methods: ways } });
}

const SET_UP = ['/api/auth/mfa/totp', '/api/auth/mfa/passkeys/options'];

function secondFactorRequired(): ServiceError {
  const detail = 'Your organization asks for a second factor: set up an authenticator app or a passkey first.';
  return new ServiceError('second_factor_required', detail, { members: { setUp: SET_UP } });
}
