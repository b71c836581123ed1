/** The keys that programs call the service with: made, shown once, listed without their secret, replaced and revoked. */
import { Router } from '@koa/router';
import { z } from 'zod';
import { ServiceError } from '#domain/errors.ts';
import {
  API_KEY_SCOPES,
  type ApiKey,
  type ApiKeyStore,
  type CreatedApiKey,
  works,
} from '#store/organizations/api-keys.ts';
import { isOrdinaryTime, plainName, someOf } from '#api/http/fields.ts';
import { isUuid, type State } from '#api/http/http.ts';
import { readJson } from '#api/http/json-body.ts';
import { NoQuery, readQuery } from '#api/http/query.ts';
import type { Admit } from './access.ts';

interface Deps {
  readonly admit: Admit;
  readonly apiKeys: ApiKeyStore;
}

const MAX_NAME_CHARS = 100;
const DAY_SECONDS = 24 * 60 * 60;
const MAX_OVERLAP_SECONDS = 30 * DAY_SECONDS;

export const NewApiKeyBody = z.strictObject({
  name: plainName(MAX_NAME_CHARS),
  scopes: someOf(API_KEY_SCOPES),
  expiresAt: z.iso
    .datetime({ offset: true, error: 'must be a date and time of ISO 8601 with its offset, or null' })
    .refine((text) => new Date(text) > new Date() && isOrdinaryTime(text), 'must be in the future, up to the year 9999')
    .nullable()
    .optional()
    .describe('In the future, up to the year 9999; null for a key that works until it is revoked.'),
});

export const Reroll = z.strictObject({
  overlapSeconds: z
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(MAX_OVERLAP_SECONDS, `must be at most ${MAX_OVERLAP_SECONDS}`)
    .default(DAY_SECONDS)
    .describe('How long the old key works still; 0 revokes it at once.'),
});

export function portalKeyRoutes({ admit, apiKeys }: Deps): Router<State> {
  const router = new Router<State>();

  router.get('/api/portal/api-keys', async (ctx) => {
    const { organizationId } = await admit(ctx, 'api-keys.read');
    readQuery(ctx, NoQuery);
    ctx.body = (await apiKeys.list(organizationId)).map(keyBody);
  });

  router.post('/api/portal/api-keys', async (ctx) => {
    const { organizationId, memberId } = await admit(ctx, 'api-keys.write');
    readQuery(ctx, NoQuery);
    const { name, scopes, expiresAt = null } = await readJson(ctx, NewApiKeyBody);
    const wishes = { name, scopes, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
    ctx.body = createdBody(await apiKeys.create(organizationId, wishes, memberId));
  });

  router.delete('/api/portal/api-keys/:id', async (ctx) => {
    const { organizationId, memberId } = await admit(ctx, 'api-keys.write');
    const { id } = await findKey(apiKeys, organizationId, ctx.params['id']);
    readQuery(ctx, NoQuery);
    await apiKeys.revoke(organizationId, id, memberId);
    ctx.body = { id, status: 'revoked' };
  });

  router.post('/api/portal/api-keys/:id/reroll', async (ctx) => {
    const { organizationId, memberId } = await admit(ctx, 'api-keys.write');
    const { id } = await findKey(apiKeys, organizationId, ctx.params['id']);
    readQuery(ctx, NoQuery);
    const { overlapSeconds } = await readJson(ctx, Reroll);
    ctx.body = createdBody(await apiKeys.replace(organizationId, id, overlapSeconds, memberId));
  });

  return router;
}

async function findKey(apiKeys: ApiKeyStore, organizationId: string, id = ''): Promise<ApiKey> {
  const apiKey = isUuid(id) ? await apiKeys.find(organizationId, id) : null;
  if (!apiKey) throw new ServiceError('not_found', 'No such API key.', { members: { resource: 'api key' } });
  return apiKey;
}

/** The specification's ApiKeyResponse; a key that has expired is not active, as one that was revoked. */
function keyBody(apiKey: ApiKey) {
  const { id, name, keyPrefix, scopes, expiresAt, lastUsedAt, createdAt } = apiKey;
  return {
    id,
    name,
    keyPrefix,
    scopes,
    isActive: works(apiKey),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** The specification's CreateApiKeyResponse. */
function createdBody({ apiKey, fullKey }: CreatedApiKey) {
  const { id, name, keyPrefix, scopes, expiresAt, createdAt } = keyBody(apiKey);
  return { id, name, keyPrefix, scopes, expiresAt, createdAt, fullKey };
}
