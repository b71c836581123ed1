/** Finds the caller and its organization by an API key in `X-Api-Key` or as a Bearer credential. */
import { ServiceError } from '#domain/problem-codes.ts';
import type { Organization } from '#store/organizations/organizations.ts';
import { type ApiKeyScope } from '#domain/accounts/permissions.ts';
import { isWellFormedApiKey, type ApiKey, type ApiKeyStore } from '#store/organizations/api-keys.ts';
import type { Context } from '#api/http/http.ts';

export interface KeyCaller {
  readonly kind: 'key';
  readonly organizationId: string;
  readonly apiKeyId: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly organization: Organization;
}

/** Any one of the scopes is enough. */
export type Authenticate = (ctx: Context, ...scopes: readonly ApiKeyScope[]) => Promise<KeyCaller>;

export function authenticator(apiKeys: ApiKeyStore): Authenticate {
  return async (ctx, ...scopes) => {
    const key = readKey(ctx);
    // The checksum is looked at first: an invented key costs no question to the database.
    const found = isWellFormedApiKey(key) ? await apiKeys.findByKey(key) : null;
    if (!found) throw new ServiceError('invalid_api_key', 'This API key is not one of ours.');

    const { apiKey, organization } = found;
    Object.assign(ctx.state, { organizationId: organization.id, actor: `key ${apiKey.id}` });
    requireUsable(apiKey, organization);
    if (!scopes.some((scope) => apiKey.scopes.includes(scope))) throw missingScope(scopes);
    await apiKeys.touch(apiKey);
    return { kind: 'key', organizationId: organization.id, apiKeyId: apiKey.id, scopes: apiKey.scopes, organization };
  };
}

/** Whether the caller is to be known by an access token, which comes in `Authorization` and with no API key beside it. */
export function sendsAccessToken(ctx: Context): boolean {
  const { header, bearer } = credentialsOf(ctx);
  return header === '' && isJwt(bearer);
}

/** Answers the credentials of a request, however their header fields are spelled. */
export function credentialsOf(ctx: Context): { readonly header: string; readonly bearer: string } {
  return {
    header: ctx.get('X-Api-Key').trim(),
    bearer: /^Bearer +(.*)$/i.exec(ctx.get('Authorization'))?.[1]?.trim() ?? '',
  };
}

const MISSING = 'Send an API key in the header X-Api-Key, or an access token: Authorization: Bearer <access_token>.';
const MISPLACED = 'X-Api-Key takes an API key; send the access token as Authorization: Bearer.';

function readKey(ctx: Context): string {
  const { header, bearer } = credentialsOf(ctx);
  if (header && bearer && header !== bearer) {
    throw new ServiceError('ambiguous_credentials', 'X-Api-Key and Authorization carry different credentials.');
  }
  const key = header || bearer;
  if (!key) throw new ServiceError('missing_credentials', MISSING);
  if (isJwt(key)) throw new ServiceError('api_key_required', MISPLACED);
  return key;
}

function isJwt(credential: string): boolean {
  return /^eyJ[\w-]*\.[\w-]*\.[\w-]*$/.test(credential);
}

function requireUsable(apiKey: ApiKey, organization: Organization): void {
  if (!apiKey.isActive || !organization.isActive) {
    throw new ServiceError('api_key_revoked', 'This API key has been revoked.');
  }
  if (apiKey.expiresAt && apiKey.expiresAt <= new Date()) {
    throw new ServiceError('api_key_expired', `This API key expired at ${apiKey.expiresAt.toISOString()}.`);
  }
}

function missingScope(scopes: readonly ApiKeyScope[]): ServiceError {
  const detail = `This API key lacks the scope ${scopes.join(' or ')}.`;
  return new ServiceError('insufficient_scope', detail, { members: { scope: scopes.join(' ') } });
}
