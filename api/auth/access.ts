/** The access rule of an operation, and how a caller proves the right. */
import type { PortalAction } from '#domain/accounts/permissions.ts';
import type { ApiKeyScope } from '#domain/accounts/permissions.ts';
import type { Context } from '#api/http/http.ts';
import { type Authenticate, sendsAccessToken } from './api-key.ts';
import type { Caller } from './caller.ts';
import type { Authorize, Identify, PortalCaller } from './session.ts';

/** The credentials of callers. */
export interface Guards {
  readonly authenticate: Authenticate;
  readonly authorize: Authorize;
  readonly identify: Identify;
}

export interface Access<Who = unknown> {
  /** These are scopes of an API key, any one of which is enough; absent where no key is taken. */
  readonly scopes?: readonly ApiKeyScope[];
  /**
   * The permission that a member needs. `signed-in` stands for every caller with an access token. Absent where no
   * token is taken.
   */
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
