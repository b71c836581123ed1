/** Who may call an operation: what it asks for, and how a caller shows that they have it. */
import type { PortalAction } from '#domain/permissions.ts';
import type { ApiKeyScope } from '#domain/permissions.ts';
import type { Context } from '#api/http/http.ts';
import type { Authenticate, Caller } from './api-key.ts';
import type { Authorize, Identify, PortalCaller } from './session.ts';

/** What callers are recognized by. */
export interface Guards {
  readonly authenticate: Authenticate;
  readonly authorize: Authorize;
  readonly identify: Identify;
}

export interface Access<Who = unknown> {
  /** These are scopes of an API key, any one of which is enough; absent where no key is taken. */
  readonly scopes?: readonly ApiKeyScope[];
  /** What a member must be allowed to do; `signed-in` is whoever has an access token. */
  readonly action?: PortalAction | 'signed-in';
  /** The caller, or a refusal thrown. */
  readonly check: (ctx: Context, guards: Guards) => Promise<Who>;
}

export const anyone: Access<null> = { check: () => Promise.resolve(null) };

export function withApiKey(...scopes: readonly ApiKeyScope[]): Access<Caller> {
  return { scopes, check: (ctx, { authenticate }) => authenticate(ctx, ...scopes) };
}

export function withRole(action: PortalAction): Access<PortalCaller> {
  return { action, check: (ctx, { authorize }) => authorize(ctx, action) };
}

export const signedIn: Access<PortalCaller> = {
  action: 'signed-in',
  check: (ctx, { identify }) => identify(ctx),
};
