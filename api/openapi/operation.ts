/** How an operation is described: what the router serves, in the words of OpenAPI, with schemas and codes by value. */
import type { z } from 'zod';
import type { ErrorCode } from '#domain/errors.ts';
import { MEMBER_ROLES, PORTAL_ACTIONS, type PortalAction } from '#domain/team.ts';
import type { ApiKeyScope } from '#store/organizations/api-keys.ts';

export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parameters as `{name}`. */
  readonly path: string;
  /** In clients: the function's name. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Any one of the scopes is enough; null where no API key is asked for. */
  readonly scopes: readonly ApiKeyScope[] | null;
  /** A key without the scope `read` gets at what it has made itself, and at nothing else. */
  readonly onlyOwnWithoutRead?: boolean;
  /** What an access token is asked for; `signed-in` is whoever has one. */
  readonly action?: PortalAction | 'signed-in';
  readonly pathParameters?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  /** By media type. */
  readonly body?: Readonly<Record<string, z.ZodType>>;
  readonly isBodyOptional?: boolean;
  readonly answers: readonly Answer[];
  /** Besides those every operation of its kind may answer with. */
  readonly problems?: readonly ErrorCode[];
}

export interface Answer {
  readonly status: number;
  readonly description: string;
  /** By media type; absent for an answer without body. */
  readonly content?: Readonly<Record<string, z.ZodType>>;
  readonly headers?: Readonly<Record<string, HeaderWords>>;
}

export interface HeaderWords {
  readonly description: string;
  readonly schema: z.ZodType;
  readonly required?: boolean;
}

/** What any operation may answer, whoever calls. */
const COMMON: readonly ErrorCode[] = [
  'malformed_request',
  'unsupported_api_version',
  'internal_error',
  'service_unavailable',
];
/** What any operation that takes an API key may answer. */
const WITH_KEY: readonly ErrorCode[] = [
  'ambiguous_credentials',
  'missing_credentials',
  'invalid_api_key',
  'api_key_expired',
  'api_key_revoked',
  'api_key_required',
  'insufficient_scope',
  'unknown_parameter',
];
/** What any operation that takes an access token may answer. */
const WITH_TOKEN: readonly ErrorCode[] = [
  'missing_credentials',
  'access_token_required',
  'invalid_token',
  'token_expired',
  'unknown_parameter',
];
/** What any operation may answer that looks at its query parameters, form fields or members. */
const WITH_PARAMETERS: readonly ErrorCode[] = ['validation_failed', 'unknown_parameter'];

/** Every code an operation may answer with. */
export function problemsOf({ scopes, action, query, body, problems = [] }: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([...COMMON, ...problems]);
  if (scopes) for (const code of WITH_KEY) codes.add(code);
  if (action) for (const code of WITH_TOKEN) codes.add(code);
  if (action && action !== 'signed-in') for (const code of refusalsOf(action)) codes.add(code);
  if (query || body || action) for (const code of WITH_PARAMETERS) codes.add(code);
  return [...codes];
}

/** What the role, an address that is not confirmed or the state of the organization may forbid. */
function refusalsOf(action: PortalAction): ErrorCode[] {
  const { roles, whenInactive, whenUnconfirmed } = PORTAL_ACTIONS[action];
  return [
    ...(roles.length < MEMBER_ROLES.length ? (['insufficient_role'] as const) : []),
    ...(whenUnconfirmed ? [] : (['email_not_verified'] as const)),
    ...(whenInactive ? [] : (['organization_inactive'] as const)),
  ];
}
