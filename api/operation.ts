/**
 * One operation of the API: name, access, input and answers. The router, the check of the caller, the strict reading
 * of requests and the OpenAPI document all come from this description.
 */
import type { z } from 'zod';
import type { ErrorCode } from '#domain/problem-codes.ts';
import { MEMBER_ROLES, PORTAL_ACTIONS, type PortalAction } from '#domain/accounts/permissions.ts';
import type { Access } from './auth/access.ts';
import type { Context } from './http/http.ts';
import type { Tag } from './meta/openapi/tags.ts';

export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Its parameters are written as `{name}`. */
  readonly path: string;
  /** Serves the same for those who knew it first; not in the description. */
  readonly formerPath?: string;
  /** No part of the API: a page for people, which the description leaves out. */
  readonly isPage?: boolean;
  /** Clients call the function by this name. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** The strongest factor of the member must have been shown within the last hour (`docs/guides/accounts.md`). */
  readonly recentSignIn?: RecentSignIn;
  /** A key without the scope `read` reaches only its own objects. A sign-in reaches all. */
  readonly onlyOwnWithoutRead?: boolean;
  /**
   * These are the parameters of the path. A malformed parameter is null for the handler, because no object can have
   * such a name.
   */
  readonly params?: z.ZodObject;
  /** No query parameter is taken where this is absent; `ignored` is for pages, whose links others may decorate. */
  readonly query?: z.ZodObject | 'ignored';
  /** The handler reads the query by itself, since it depends on the body what is taken. */
  readonly isQueryOfHandler?: boolean;
  readonly headers?: z.ZodObject;
  /** Headers of other operations that ask for an effect which this one does not have: a request with one is refused. */
  readonly refusedHeaders?: readonly string[];
  /** The handler manages idempotency keys itself, because it returns more than the stored answer. */
  readonly isIdempotencyOfHandler?: boolean;
  readonly body?: Body;
  /** The first is the usual one, and its status that of a handler which does not set one. */
  readonly answers: readonly [Answer, ...Answer[]];
  /** These come besides those that every operation of its kind may answer with. */
  readonly problems?: readonly ErrorCode[];
  /** Headers of its problems, besides those of every problem with the status. */
  readonly problemHeaders?: Headers;
}

/** Every call takes a recent sign-in, or every call except those whose body says less. */
export type RecentSignIn<Value = unknown> = true | Exception<Value>;

interface Exception<Value> {
  /** These words name the calls that an older sign-in may make, as in "except for …". */
  readonly exception: string;
  isException(body: Value): boolean;
}

/** A body: its description and its reader. */
export interface Body<Value = unknown> {
  /** The keys are media types. */
  readonly content: Readonly<Record<string, z.ZodType>>;
  readonly isOptional: boolean;
  /** Problems of the operation, besides faults of its values. */
  readonly problems: readonly ErrorCode[];
  /** @param timeoutMs for the whole body; the reader's own by default */
  readonly read: (ctx: Context, timeoutMs?: number) => Promise<Value>;
}

export interface Answer {
  readonly status: number;
  readonly description: string;
  /** The keys are media types; absent for an answer without body. */
  readonly content?: Readonly<Record<string, z.ZodType>>;
  readonly headers?: Headers;
}

export type Headers = Readonly<Record<string, HeaderWords>>;

export interface HeaderWords {
  readonly description: string;
  readonly schema: z.ZodType;
  readonly required?: boolean;
}

/** An answer of JSON. */
export function answer(status: number, description: string, schema: z.ZodType, headers: Headers = {}): Answer {
  return { status, description, content: { 'application/json': schema }, headers };
}

/** Problems of every operation. */
const COMMON: readonly ErrorCode[] = [
  'malformed_request',
  'unsupported_api_version',
  'internal_error',
  'service_unavailable',
];
/** Problems of every operation that accepts an API key. */
const WITH_KEY: readonly ErrorCode[] = [
  'ambiguous_credentials',
  'invalid_api_key',
  'api_key_expired',
  'api_key_revoked',
  'api_key_required',
  'insufficient_scope',
];
/** Problems of every operation that accepts an access token. */
const WITH_TOKEN: readonly ErrorCode[] = ['invalid_token', 'token_expired'];
/** Problems of every operation with parameters or a body. */
const WITH_VALUES: readonly ErrorCode[] = ['unknown_parameter', 'validation_failed'];

/** Every code an operation may answer with. */
export function problemsOf({
  access,
  recentSignIn,
  query,
  headers,
  refusedHeaders,
  body,
  answers,
  problems = [],
}: Operation): ErrorCode[] {
  const { scopes, action } = access;
  const codes: (readonly ErrorCode[])[] = [COMMON, problems];
  if (scopes ?? action) codes.push(['missing_credentials', 'rate_limited']);
  if (scopes) codes.push(WITH_KEY);
  if (action) codes.push(WITH_TOKEN, scopes ? [] : ['access_token_required']);
  if (action && action !== 'signed-in') codes.push(refusalsOf(action));
  if (recentSignIn) codes.push(['reauthentication_required']);
  if (query !== 'ignored') codes.push((query ?? headers ?? refusedHeaders) ? WITH_VALUES : ['unknown_parameter']);
  if (!body && answers.some((one) => one.headers && 'ETag' in one.headers)) codes.push(['precondition_failed']);
  if (body) codes.push(WITH_VALUES, ['digest_mismatch'], body.problems);
  return [...new Set(codes.flat())];
}

/** Refusals because of the role, an unconfirmed address, or the rules and the state of the organization. */
function refusalsOf(action: PortalAction): ErrorCode[] {
  const { roles, whenInactive, whenUnconfirmed } = PORTAL_ACTIONS[action];
  return [
    ...(roles.length < MEMBER_ROLES.length ? (['insufficient_role'] as const) : []),
    'second_factor_required' as const,
    ...(whenUnconfirmed ? [] : (['email_not_verified'] as const)),
    ...(whenInactive ? [] : (['organization_inactive'] as const)),
  ];
}
