/**
 * API keys. A key is `fxp_`, 36 random base62 characters and 6 of checksum; the table has its SHA-256 only.
 * The checksum lets a mistyped or invented key be refused without asking the database.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { Database } from './orm.ts';
import { OrganizationEntity, type Organization } from './organizations.ts';
import { ownRows } from './tenancy.ts';

const API_KEY_SCOPES = ['normalize', 'read'] as const;

export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

const p = defineEntity.properties;

export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  policies: ownRows('api_key_tenant', 'organization_id'),
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

export interface ApiKeyStore {
  /** The full key is in this answer and nowhere else. */
  create(organizationId: string, key: NewApiKey): Promise<{ apiKey: ApiKey; fullKey: string }>;
  /** The key's row and its organization, whatever their state: the caller decides. */
  findByKey(fullKey: string): Promise<{ apiKey: ApiKey; organization: Organization } | null>;
  /** Remembers the use, at most once a minute per key. */
  touch(apiKey: ApiKey): Promise<void>;
  revoke(organizationId: string, apiKeyId: string): Promise<boolean>;
}

export function apiKeyStore(db: Database): ApiKeyStore {
  /** By id, when this process has last tried: a burst of requests with one key must not meet at its row. */
  const touched = new Map<string, number>();
  return {
    async create(organizationId, { name, scopes, expiresAt }) {
      const fullKey = mintApiKey();
      const em = db.system();
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
        createdAt: new Date(),
      });
      await em.flush();
      return { apiKey, fullKey };
    },

    async findByKey(fullKey) {
      const em = db.system();
      const apiKey = await em.findOne(ApiKeyEntity, { keySha256: sha256(fullKey) });
      if (!apiKey) return null;
      return { apiKey, organization: await em.findOneOrFail(OrganizationEntity, { id: apiKey.organizationId }) };
    },

    async touch({ id, lastUsedAt }) {
      const now = new Date();
      const stale = new Date(now.getTime() - TOUCH_INTERVAL_MS);
      if ((lastUsedAt && lastUsedAt > stale) || (touched.get(id) ?? 0) > stale.getTime()) return;
      touched.set(id, now.getTime());
      const unused = { $or: [{ lastUsedAt: null }, { lastUsedAt: { $lte: stale } }] };
      await db.system().nativeUpdate(ApiKeyEntity, { id, ...unused }, { lastUsedAt: now });
    },

    async revoke(organizationId, id) {
      const changed = await db.system().nativeUpdate(ApiKeyEntity, { organizationId, id }, { isActive: false });
      return changed === 1;
    },
  };
}

const TOUCH_INTERVAL_MS = 60_000;
const API_KEY_PREFIX = 'fxp_';
const RANDOM_LENGTH = 36;
const CHECKSUM_LENGTH = 6;
/** How much of a key may be shown again: the prefix and six characters. */
const SHOWN_LENGTH = 10;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function mintApiKey(): string {
  const secret = Array.from({ length: RANDOM_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length))).join('');
  const body = API_KEY_PREFIX + secret;
  return body + checksum(body);
}

/** True for the right shape and checksum; whether the key exists is another question. */
export function isWellFormedApiKey(key: string): boolean {
  if (!/^fxp_[0-9A-Za-z]{42}$/.test(key)) return false;
  return checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** CRC-32 of everything before it, in base62, most significant digit first. */
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
