/** Who may call an operation: what it asks for, and how a caller shows that they have it. */
import type { PortalAction } from '#domain/accounts/permissions.ts';
import type { ApiKeyScope } from '#domain/accounts/permissions.ts';
import type { Context } from '#api/http/http.ts';
import { type Authenticate, sendsAccessToken } from './api-key.ts';
import type { Caller } from './caller.ts';
import { type Authorize, type Identify, type PortalCaller, requireRecentSignIn } from './session.ts';

/** What callers are recognized by. */
export interface Guards {
  readonly authenticate: Authenticate;
  readonly authorize: Authorize;
  readonly identify: Identify;
}

export interface Access<Who = unknown> {
  /** These are scopes of an API key, any one of which is enough; absent where no key is taken. */
  readonly scopes?: readonly ApiKeyScope[];
  /** What a member must be allowed to do; `signed-in` is whoever has an access token. Absent where no token is taken. */
  readonly action?: PortalAction | 'signed-in';
  /** The caller, or a refusal thrown. */
  readonly check: (ctx: Context, guards: Guards) => Promise<Who>;
}

export const anyone: Access<null> = { check: () => Promise.resolve(null) };

interface KeyOrSignIn {
  readonly scopes: readonly ApiKeyScope[];
  readonly action: PortalAction;
}

/** Programs come with an API key, people with their sign-in; both do the same by the same operation. */
export function withKeyOrSignIn({ scopes, action }: KeyOrSignIn): Access<Caller> {
  return {
    scopes,
    action,
    check: (ctx, { authenticate, authorize }) =>
      sendsAccessToken(ctx) ? authorize(ctx, action) : authenticate(ctx, ...scopes),
  };
}

export function withRole(action: PortalAction): Access<PortalCaller> {
  return { action, check: (ctx, { authorize }) => authorize(ctx, action) };
}

export const signedIn: Access<PortalCaller> = {
  action: 'signed-in',
  check: (ctx, { identify }) => identify(ctx),
};

/**
 * The same for whoever has just signed in. It is looked at with the caller, and not by handlers, so that an answer which
 * an idempotency key gives again, secret and all, takes a recent sign-in as the first one did.
 */
export function recently({ check, ...access }: Access<PortalCaller>): Access<PortalCaller> {
  return {
    ...access,
    async check(ctx, guards) {
      const caller = await check(ctx, guards);
      requireRecentSignIn(caller);
      return caller;
    },
  };
}
