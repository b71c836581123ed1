/** The keys that programs call the service with: made, shown once, listed without their secret, replaced and revoked. */
import { z } from 'zod';
import { API_KEY_SCOPES } from '#domain/accounts/permissions.ts';
import { type ApiKey, apiKeyStore, type ApiKeyStore, type CreatedApiKey } from '#store/organizations/api-keys.ts';
import { withRole } from '#api/auth/access.ts';
import type { PortalCaller } from '#api/auth/session.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { json } from '#api/http/body.ts';
import { displayName, isOrdinaryTime, someOf } from '#api/http/fields.ts';
import { IdPath } from '#api/http/params.ts';
import { apiKeyBody } from '#src/bodies/organization.ts';
import { ApiKey as ApiKeySchema, CreatedApiKey as CreatedApiKeySchema, Revoked } from '#src/contract/organization.ts';
import { answer } from '#api/operation.ts';
import { notFound } from '#api/http/http.ts';

interface Deps {
  readonly apiKeys: ApiKeyStore;
}

const MAX_NAME_CHARS = 100;
const DAY_SECONDS = 24 * 60 * 60;
const MAX_OVERLAP_SECONDS = 30 * DAY_SECONDS;

const NewApiKeyBody = z.strictObject({
  name: displayName({ maxChars: MAX_NAME_CHARS }).describe('The name of the key.'),
  scopes: someOf(API_KEY_SCOPES).describe('The scopes of the key.'),
  expiresAt: z.iso
    .datetime({ offset: true, error: 'must be a date and time of ISO 8601 with its offset, or null' })
    .refine((text) => new Date(text) > new Date() && isOrdinaryTime(text), 'must be in the future, up to the year 9999')
    .nullable()
    .optional()
    .describe('A time in the future, up to the year 9999. Null makes a key that works until somebody revokes it.'),
});

const Reroll = z.strictObject({
  overlapSeconds: z
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(MAX_OVERLAP_SECONDS, `must be at most ${MAX_OVERLAP_SECONDS}`)
    .default(DAY_SECONDS)
    .describe('The seconds in which the old key still works. 0 revokes it at once.'),
});

const tag = 'API keys';

export const apiKeysFeature = feature(
  ({ database }): Deps => ({ apiKeys: apiKeyStore(database) }),
  [
    endpoint({
      method: 'get',
      path: '/api/portal/api-keys',
      id: 'listApiKeys',
      tag,
      summary: 'Lists all keys, newest first, without their secrets',
      access: withRole('api-keys.read'),
      answers: [answer(200, 'The keys.', z.array(ApiKeySchema))],
      handle: async ({ caller }, deps: Deps) => (await deps.apiKeys.list(caller.organizationId)).map(apiKeyBody),
    }),
    endpoint({
      method: 'post',
      path: '/api/portal/api-keys',
      id: 'createApiKey',
      tag,
      summary: 'Creates a key: only this answer has the full key',
      access: withRole('api-keys.write'),
      recentSignIn: true,
      body: json(NewApiKeyBody),
      answers: [answer(200, 'The key.', CreatedApiKeySchema)],
      problems: ['api_key_limit_reached'],
      async handle({ caller, body: { name, scopes, expiresAt = null } }, deps: Deps) {
        const { organizationId, memberId } = caller;
        const requested = { name, scopes, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
        return createdBody(await deps.apiKeys.create(organizationId, requested, memberId));
      },
    }),
    endpoint({
      method: 'get',
      path: '/api/portal/api-keys/{id}',
      id: 'getApiKey',
      tag,
      summary: 'Returns one key, without its secret',
      access: withRole('api-keys.read'),
      params: IdPath,
      answers: [answer(200, 'The key.', ApiKeySchema)],
      problems: ['not_found'],
      find: ({ caller, params }, deps: Deps) => findKey(deps, caller, params.id),
      handle: ({ found }) => apiKeyBody(found),
    }),
    endpoint({
      method: 'delete',
      path: '/api/portal/api-keys/{id}',
      id: 'revokeApiKey',
      tag,
      summary: 'Revokes a key for ever',
      access: withRole('api-keys.write'),
      recentSignIn: true,
      params: IdPath,
      answers: [answer(200, 'Revoked, now or before.', Revoked)],
      problems: ['not_found'],
      find: ({ caller, params }, deps: Deps) => findKey(deps, caller, params.id),
      async handle({ caller, found: { id } }, deps: Deps) {
        const { organizationId, memberId } = caller;
        await deps.apiKeys.revoke(organizationId, id, memberId);
        return { id, status: 'revoked' };
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/portal/api-keys/{id}/reroll',
      id: 'rerollApiKey',
      tag,
      summary: 'Replaces a key by a new one: the old one still works for some time',
      description: 'The new key has the name, the scopes and the expiry of the old one.',
      access: withRole('api-keys.write'),
      recentSignIn: true,
      params: IdPath,
      body: json(Reroll, { isOptional: true }),
      answers: [answer(200, 'The new key.', CreatedApiKeySchema)],
      problems: ['not_found', 'api_key_inactive', 'api_key_limit_reached'],
      find: ({ caller, params }, deps: Deps) => findKey(deps, caller, params.id),
      async handle({ caller, found: { id }, body }, deps: Deps) {
        const { organizationId, memberId } = caller;
        return createdBody(await deps.apiKeys.replace(organizationId, id, body.overlapSeconds, memberId));
      },
    }),
  ],
);

async function findKey(deps: Deps, { organizationId }: PortalCaller, id: string | null): Promise<ApiKey> {
  const apiKey = id === null ? null : await deps.apiKeys.find(organizationId, id);
  if (!apiKey) throw notFound('api key', 'No such API key.');
  return apiKey;
}

/** The specification's CreateApiKeyResponse. */
function createdBody({ apiKey, fullKey }: CreatedApiKey) {
  const { id, name, keyPrefix, scopes, expiresAt, createdAt } = apiKeyBody(apiKey);
  return { id, name, keyPrefix, scopes, expiresAt, createdAt, fullKey };
}
