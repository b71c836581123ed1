/**
 * API keys. A key is `fxp_`, 36 random base62 characters and 6 of checksum; the table has its SHA-256 only.
 * The checksum lets a mistyped or invented key be refused without asking the database.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { defineEntity, type EntityData, type InferEntity, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ServiceError } from '#domain/problem-codes.ts';
import { appendAudit } from './audit.ts';
import type { Database } from '#store/database/database.ts';
import { lockActive, OrganizationEntity, type Organization } from './organizations.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from '#domain/accounts/permissions.ts';
import { NEWEST_FIRST } from '#store/database/pages.ts';
import { ownRows } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  policies: ownRows('api_key_tenant', 'organization_id'),
  uniques: [{ name: 'api_key_of_organization', properties: ['organizationId', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    name: p.text(),
    keySha256: p.text().unique('api_key_sha256_unique'),
    keyPrefix: p.text(),
    scopes: p.enum(API_KEY_SCOPES).array(),
    isActive: p.boolean(),
    expiresAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});

export type ApiKey = InferEntity<typeof ApiKeyEntity>;

export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly expiresAt: Date | null;
}

/** The full key is in this answer and nowhere else. */
export interface CreatedApiKey {
  readonly apiKey: ApiKey;
  readonly fullKey: string;
}

/** The acting member, or null for the service itself. */
export type ApiKeyStore = ReturnType<typeof apiKeyStore>;

/** An organization may have this many at the same time. */
export const MAX_API_KEYS = 100;

/** Every request asks it: one question for both rows. */
const BY_KEY = `select k.*, to_json(o) as "organization"
  from "api_key" k join "organization" o on o."id" = k."organization_id" where k."key_sha256" = ?`;

type FoundKey = EntityData<ApiKey> & { readonly organization: EntityData<Organization> };

export function apiKeyStore(db: Database) {
  /**
   * The time of the last update by key in this process, because a burst of requests with one key must not wait for its
   * row.
   */
  const touched = new Map<string, number>();
  return {
    /** Throws `api_key_limit_reached` and `organization_inactive`. */
    create: (organizationId: string, key: NewApiKey, actorId: string | null = null): Promise<CreatedApiKey> =>
      db.tenant(organizationId).transactional(async (em) => {
        await lockActive(em, organizationId);
        const created = await addKey(em, organizationId, key);
        const details = { scopes: key.scopes.join(','), expiresAt: key.expiresAt?.toISOString() ?? null };
        await appendAudit(em, {
          organizationId,
          actorId,
          action: 'api-key.created',
          target: created.apiKey.id,
          details,
        });
        return created;
      }),

    /** Newest first, those that work no more among them. */
    list: (organizationId: string): Promise<ApiKey[]> =>
      db.tenant(organizationId).find(ApiKeyEntity, { organizationId }, { orderBy: NEWEST_FIRST }),

    find: (organizationId: string, id: string): Promise<ApiKey | null> =>
      db.tenant(organizationId).findOne(ApiKeyEntity, { organizationId, id }),

    /** The key's row and its organization, whatever their state: the caller decides. */
    async findByKey(fullKey: string): Promise<{ apiKey: ApiKey; organization: Organization } | null> {
      const em = db.system();
      const [found] = await em.execute<FoundKey[]>(BY_KEY, [sha256(fullKey)]);
      if (!found) return null;
      const { organization, ...apiKey } = found;
      return { apiKey: em.map(ApiKeyEntity, apiKey), organization: em.map(OrganizationEntity, organization) };
    },

    /** Remembers the use, at most once a minute per key. */
    async touch({ organizationId, id, lastUsedAt }: ApiKey): Promise<void> {
      const now = new Date();
      const stale = new Date(now.getTime() - TOUCH_INTERVAL_MS);
      if ((lastUsedAt && lastUsedAt > stale) || (touched.get(id) ?? 0) > stale.getTime()) return;
      touched.set(id, now.getTime());
      const unused = { $or: [{ lastUsedAt: null }, { lastUsedAt: { $lte: stale } }] };
      await db
        .tenant(organizationId)
        .nativeUpdate(ApiKeyEntity, { organizationId, id, ...unused }, { lastUsedAt: now });
    },

    /** Revokes a key at once and for good; answers false when there is no such key. */
    revoke: (organizationId: string, id: string, actorId: string | null = null): Promise<boolean> =>
      db.tenant(organizationId).transactional(async (em) => {
        const apiKey = await em.findOne(ApiKeyEntity, { organizationId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
        if (!apiKey?.isActive) return apiKey !== null;
        apiKey.isActive = false;
        await appendAudit(em, { organizationId, actorId, action: 'api-key.revoked', target: id });
        return true;
      }),

    /**
     * A new key with name, scopes and expiry of the old one, which works for the overlap still. Throws as `create`, and
     * `api_key_inactive`.
     */
    replace: (organizationId: string, id: string, overlapSeconds: number, actorId: string): Promise<CreatedApiKey> =>
      db.tenant(organizationId).transactional(async (em) => {
        await lockActive(em, organizationId);
        const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
        const old = await em.findOneOrFail(ApiKeyEntity, { organizationId, id }, locked);
        if (!works(old)) throw new ServiceError('api_key_inactive', 'This key was revoked or has expired.');
        const { name, scopes, expiresAt } = old;
        await retire(em, old, overlapSeconds);
        const created = await addKey(em, organizationId, { name, scopes, expiresAt: expiresAt ?? null });
        const details = { replaces: id, overlapSeconds };
        await appendAudit(em, {
          organizationId,
          actorId,
          action: 'api-key.rerolled',
          target: created.apiKey.id,
          details,
        });
        return created;
      }),
  };
}

/**
 * Revokes all keys of an organization, within the transaction that takes the right to them away; answers how many
 * worked.
 */
export function revokeKeys(em: EntityManager, organizationId: string): Promise<number> {
  return em.nativeUpdate(ApiKeyEntity, { organizationId, isActive: true }, { isActive: false });
}

/** Whether requests with it are taken, as far as the key goes. */
export function works({ isActive, expiresAt }: ApiKey): boolean {
  return isActive && (!expiresAt || expiresAt > new Date());
}

/**
 * Runs within a transaction that holds the organization's row: two that are made at the same time must see each other.
 */
async function addKey(em: EntityManager, organizationId: string, { name, scopes, expiresAt }: NewApiKey) {
  const now = new Date();
  const working = { organizationId, isActive: true, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
  if ((await em.count(ApiKeyEntity, working)) >= MAX_API_KEYS) {
    throw new ServiceError('api_key_limit_reached', `An organization has at most ${MAX_API_KEYS} keys that work.`);
  }
  const fullKey = mintApiKey();
  const apiKey = em.create(ApiKeyEntity, {
    id: randomUUID(),
    organizationId,
    name,
    keySha256: sha256(fullKey),
    keyPrefix: fullKey.slice(0, SHOWN_LENGTH),
    scopes: [...scopes],
    isActive: true,
    expiresAt,
    lastUsedAt: null,
    createdAt: now,
  });
  await em.flush();
  return { apiKey, fullKey };
}

/** An overlap makes no key live longer than it would have. */
async function retire(em: EntityManager, apiKey: ApiKey, overlapSeconds: number): Promise<void> {
  const end = new Date(Date.now() + overlapSeconds * 1000);
  if (overlapSeconds === 0) apiKey.isActive = false;
  else if (!apiKey.expiresAt || apiKey.expiresAt > end) apiKey.expiresAt = end;
  await em.flush();
}

const TOUCH_INTERVAL_MS = 60_000;
const API_KEY_PREFIX = 'fxp_';
const RANDOM_LENGTH = 36;
const CHECKSUM_LENGTH = 6;
/** The visible part of a key: the prefix and six characters. */
const SHOWN_LENGTH = 10;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function mintApiKey(): string {
  const secret = Array.from({ length: RANDOM_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length))).join('');
  const body = API_KEY_PREFIX + secret;
  return body + checksum(body);
}

/** Answers true for the right shape and checksum; whether the key exists is another question. */
export function isWellFormedApiKey(key: string): boolean {
  if (!/^fxp_[0-9A-Za-z]{42}$/.test(key)) return false;
  return checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** Answers the CRC-32 of everything before it, in base62, most significant digit first. */
function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
