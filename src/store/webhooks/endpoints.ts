/** Webhook endpoints of an organization, and the secrets their deliveries are signed with. */
import { randomUUID } from 'node:crypto';
import { type InferEntity, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ServiceError } from '#domain/problem-codes.ts';
import { API_VERSION } from '#domain/pipeline.ts';
import { type EventType, MAX_ENDPOINTS } from '#domain/webhooks/deliveries.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import { lockActive } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import type { Sealer } from '#src/keys/sealing.ts';
import { WebhookDeliveryEntity, WebhookEndpointEntity, WebhookPauseEntity, WebhookSecretEntity } from './rows.ts';
import { addSecret, ensureSecret, rotateSecret, encodeSecret } from './secrets.ts';
import { recordTest } from './events.ts';

/**
 * The specification's WebhookConfigResponse, and why an inactive one is inactive when its owner did not ask for it.
 */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly active: boolean;
  readonly createdAt: Date;
  readonly lastDeliveryAt: Date | null;
  readonly disabledReason: 'gone' | 'failing' | null;
}

/** The `url` is as `readWebhookUrl` answers it; `events` is not empty and names each once. */
export interface EndpointOptions {
  readonly url: string;
  readonly events: readonly EventType[];
  readonly active: boolean;
}

export interface CreatedEndpoint extends WebhookEndpoint {
  /** Shown only here. */
  readonly signingSecret: string;
}

/** The acting member, or null for the service itself. */
export interface WebhookEndpointStore {
  /** Throws `webhook_limit_reached` and `organization_inactive`. */
  create(organizationId: string, requested: EndpointOptions, actorId?: string | null): Promise<CreatedEndpoint>;
  list(organizationId: string): Promise<WebhookEndpoint[]>;
  find(organizationId: string, id: string): Promise<WebhookEndpoint | null>;
  /** Returns null for an unknown endpoint. An activation resets its failures. */
  update(
    organizationId: string,
    id: string,
    requested: Partial<EndpointOptions>,
    actorId?: string | null,
  ): Promise<WebhookEndpoint | null>;
  /** Answers the ids of the deliveries that were still to be made, for `cancelDelivery`; null when there is none. */
  remove(organizationId: string, id: string, actorId?: string | null): Promise<string[] | null>;
  /** The new secret; the old one signs too for a day. Null when there is no such endpoint. */
  rotateSecret(organizationId: string, id: string, actorId?: string | null): Promise<string | null>;
  /**
   * Records an event for this endpoint alone, and returns its delivery, for `startDelivery`. Returns null for an
   * unknown endpoint. Throws `webhook_inactive`.
   */
  test(organizationId: string, id: string, actorId: string): Promise<{ eventId: string; deliveryId: string } | null>;
  /** Answers the secret of addresses given with a request or a batch. */
  organizationSecret(organizationId: string): Promise<string>;
  rotateOrganizationSecret(organizationId: string, actorId?: string | null): Promise<string>;
}

export function webhookEndpointStore(db: Database, sealer: Sealer): WebhookEndpointStore {
  const own = (organizationId: string) => ({ organizationId, ownerId: organizationId });
  return {
    create: (organizationId, requested, actorId = null) =>
      db.tenant(organizationId).transactional(async (em) => {
        await lockActive(em, organizationId);
        await refuseEleventh(em, organizationId);
        const row = newRow(em, organizationId, requested);
        await em.flush();
        const details = { events: row.events.join(','), active: row.active };
        await appendAudit(em, { organizationId, actorId, action: 'webhook.created', target: row.id, details });
        const secret = await addSecret(em, sealer, { organizationId, ownerId: row.id }, row.createdAt);
        return { ...toEndpoint(row), signingSecret: encodeSecret(secret) };
      }),

    async list(organizationId) {
      const orderBy = { createdAt: 'asc', id: 'asc' } as const;
      const rows = await db.tenant(organizationId).find(WebhookEndpointEntity, { organizationId }, { orderBy });
      return rows.map(toEndpoint);
    },

    async find(organizationId, id) {
      const row = await db.tenant(organizationId).findOne(WebhookEndpointEntity, { organizationId, id });
      return row && toEndpoint(row);
    },

    update: (organizationId, id, requested, actorId = null) =>
      db.tenant(organizationId).transactional(async (em) => {
        const row = await lock(em, organizationId, id);
        return row && update(em, row, requested, actorId);
      }),

    remove: (organizationId, id, actorId = null) =>
      db.tenant(organizationId).transactional(async (em) => {
        const cancelled = await remove(em, organizationId, id);
        if (cancelled === null) return null;
        const details = { cancelled: cancelled.length };
        await appendAudit(em, { organizationId, actorId, action: 'webhook.deleted', target: id, details });
        return cancelled;
      }),

    rotateSecret: (organizationId, id, actorId = null) =>
      db.tenant(organizationId).transactional(async (em) => {
        if (!(await lock(em, organizationId, id))) return null;
        await appendAudit(em, { organizationId, actorId, action: 'webhook.secret-rotated', target: id });
        return encodeSecret(await rotateSecret(em, sealer, { organizationId, ownerId: id }, new Date()));
      }),

    test: (organizationId, id, actorId) =>
      db.tenant(organizationId).transactional(async (em) => {
        const row = await em.findOne(WebhookEndpointEntity, { organizationId, id });
        if (!row) return null;
        if (!row.active) throw new ServiceError('webhook_inactive', 'This endpoint is inactive.');
        const test = await recordTest(em, organizationId, row);
        const details = { deliveryId: test.deliveryId };
        await appendAudit(em, { organizationId, actorId, action: 'webhook.tested', target: id, details });
        return test;
      }),

    organizationSecret: (organizationId) =>
      db
        .tenant(organizationId)
        .transactional(async (em) => encodeSecret(await ensureSecret(em, sealer, own(organizationId), new Date()))),

    rotateOrganizationSecret: (organizationId, actorId = null) =>
      db.tenant(organizationId).transactional(async (em) => {
        await appendAudit(em, { organizationId, actorId, action: 'webhook.signing-secret-rotated' });
        return encodeSecret(await rotateSecret(em, sealer, own(organizationId), new Date()));
      }),
  };
}

function lock(em: EntityManager, organizationId: string, id: string): Promise<EndpointRow | null> {
  return em.findOne(WebhookEndpointEntity, { organizationId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Runs within a transaction that holds the organization's row: two that are created at the same time must see each
 * other.
 */
async function refuseEleventh(em: EntityManager, organizationId: string): Promise<void> {
  if ((await em.count(WebhookEndpointEntity, { organizationId })) < MAX_ENDPOINTS) return;
  throw new ServiceError('webhook_limit_reached', `An organization has at most ${MAX_ENDPOINTS} webhook endpoints.`);
}

function newRow(em: EntityManager, organizationId: string, { url, events, active }: EndpointOptions): EndpointRow {
  return em.create(WebhookEndpointEntity, {
    id: randomUUID(),
    organizationId,
    url,
    events: [...events],
    active,
    apiVersion: API_VERSION,
    createdAt: new Date(),
    lastDeliveryAt: null,
    failingSince: null,
    warnedAt: null,
    disabledReason: null,
  });
}

async function update(
  em: EntityManager,
  row: EndpointRow,
  requested: Partial<EndpointOptions>,
  actorId: string | null,
): Promise<WebhookEndpoint> {
  const { organizationId, id } = row;
  const { url = row.url, events = row.events, active = row.active } = requested;
  const changed = { url: url !== row.url, events: !isSame(events, row.events), active: active !== row.active };
  const fields = Object.entries(changed).flatMap(([name, differs]) => (differs ? [name] : []));
  if (active && !row.active) await forgive(em, row);
  Object.assign(row, { url, events: [...events], active });
  if (fields.length > 0) {
    const details = { fields: fields.join(','), active };
    await appendAudit(em, { organizationId, actorId, action: 'webhook.updated', target: id, details });
  }
  return toEndpoint(row);
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}

async function forgive(em: EntityManager, row: EndpointRow): Promise<void> {
  row.failingSince = null;
  row.warnedAt = null;
  row.disabledReason = null;
  await em.nativeDelete(WebhookPauseEntity, { organizationId: row.organizationId, target: row.id });
}

/**
 * Locks in the order of everybody else: deliveries, endpoint, pause. A delivery that is recorded meanwhile finds its
 * endpoint gone when its turn comes.
 */
async function remove(em: EntityManager, organizationId: string, id: string): Promise<string[] | null> {
  const pending = { organizationId, endpointId: id, status: 'pending' as const };
  const rows = await em.find(WebhookDeliveryEntity, pending, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const gone = await em.nativeDelete(WebhookEndpointEntity, { organizationId, id });
  if (gone === 0) return null;
  await em.nativeDelete(WebhookSecretEntity, { organizationId, ownerId: id });
  await em.nativeDelete(WebhookPauseEntity, { organizationId, target: id });
  for (const row of rows) row.status = 'cancelled';
  return rows.map((row) => row.id);
}

/**
 * Removes all endpoints of an organization, within a transaction; answers how many. Deliveries under way find out at
 * their next turn.
 */
export async function removeEndpoints(em: EntityManager, organizationId: string): Promise<number> {
  const rows = await em.find(WebhookEndpointEntity, { organizationId }, { fields: ['id'], orderBy: { id: 'asc' } });
  for (const { id } of rows) await remove(em, organizationId, id);
  return rows.length;
}

type EndpointRow = InferEntity<typeof WebhookEndpointEntity>;

export function toEndpoint({ id, url, events, active, createdAt, ...rest }: EndpointRow): WebhookEndpoint {
  const { lastDeliveryAt, disabledReason } = rest;
  return {
    id,
    url,
    events,
    active,
    createdAt,
    lastDeliveryAt: lastDeliveryAt ?? null,
    disabledReason: disabledReason ?? null,
  };
}
