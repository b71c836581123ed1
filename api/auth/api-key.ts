/** Who calls: an API key, in `X-Api-Key` or as a Bearer credential, becomes the caller with its organization. */
import { ServiceError } from '#domain/problem-codes.ts';
import type { Organization } from '#store/organizations/organizations.ts';
import { type ApiKeyScope } from '#domain/permissions.ts';
import { isWellFormedApiKey, type ApiKey, type ApiKeyStore } from '#store/organizations/api-keys.ts';
import { type Context, notFound } from '#api/http/http.ts';

export interface Caller {
  readonly organizationId: string;
  readonly apiKeyId: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly organization: Organization;
}

/** Any one of the scopes is enough. */
export type Authenticate = (ctx: Context, ...scopes: readonly ApiKeyScope[]) => Promise<Caller>;

export function authenticator(apiKeys: ApiKeyStore): Authenticate {
  return async (ctx, ...scopes) => {
    const key = readKey(ctx);
    // The checksum is looked at first: an invented key costs no question to the database.
    const found = isWellFormedApiKey(key) ? await apiKeys.findByKey(key) : null;
    if (!found) throw new ServiceError('invalid_api_key', 'This API key is not one of ours.');

    const { apiKey, organization } = found;
    ctx.state.organizationId = organization.id;
    requireUsable(apiKey, organization);
    if (!scopes.some((scope) => apiKey.scopes.includes(scope))) throw missingScope(scopes);
    await apiKeys.touch(apiKey);
    return { organizationId: organization.id, apiKeyId: apiKey.id, scopes: apiKey.scopes, organization };
  };
}

/** Without the scope `read` a key sees what it has made itself, and of the rest not whether it is there. */
export function maySee({ apiKeyId, scopes }: Caller, made: { readonly apiKeyId: string | null }): boolean {
  return scopes.includes('read') || made.apiKeyId === apiKeyId;
}

/** What a key that lacks `read` is told of what it may not see, or what is not there. */
export function noneToSee({ scopes }: Caller, resource: 'submission' | 'batch'): ServiceError {
  const detail = scopes.includes('read')
    ? `No such ${resource}.`
    : `This API key has made no such ${resource}; to see others takes the scope read.`;
  return notFound(resource, detail);
}

function readKey(ctx: Context): string {
  const header = ctx.get('X-Api-Key').trim();
  const bearer = /^Bearer +(.*)$/i.exec(ctx.get('Authorization'))?.[1]?.trim() ?? '';
  if (header && bearer && header !== bearer) {
    throw new ServiceError('ambiguous_credentials', 'X-Api-Key and Authorization carry different credentials.');
  }
  const key = header || bearer;
  if (!key) throw new ServiceError('missing_credentials', 'Send an API key in the header X-Api-Key.');
  if (isJwt(key)) throw new ServiceError('api_key_required', 'This endpoint takes an API key, not an access token.');
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
