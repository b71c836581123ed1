/** The results of deliveries: the log, the dead letters with their replay, and the sweep for the rest. */
import { type InferEntity, LockMode, type QueryResult, raw } from '@mikro-orm/core';
import { API_VERSION } from '#domain/pipeline.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import type { DeliveryError, DeliveryStatus, NoticeType } from '#domain/webhooks/deliveries.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import type { Database } from '#store/database/database.ts';
import { findPage, LISTED, NEWEST_FIRST, type PageOf, type RequestedPage } from '#store/database/pages.ts';
import {
  type DeliveryRow,
  WebhookAttemptEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
  WebhookEventEntity,
} from './rows.ts';
import { EVENT_KEPT_MS } from './events.ts';

/** A delivery with the event it is of. */
export interface DeliveryEntry {
  readonly id: string;
  readonly eventId: string;
  /** The endpoint; null for an address given with a request or a batch. */
  readonly webhookId: string | null;
  readonly url: string;
  readonly eventType: NoticeType;
  readonly submissionId: string | null;
  readonly batchId: string | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly lastStatusCode: number | null;
  readonly lastError: DeliveryError | null;
  readonly lastResponseBody: string | null;
  readonly firstAttemptAt: Date | null;
  readonly lastAttemptAt: Date | null;
  readonly payload: unknown;
  /** False for a damaged payload: `payload` then has the values of the event's other columns. */
  readonly isPayloadReadable: boolean;
}

export interface AttemptEntry {
  /** 1 for the first sequence of attempts, one more for each replay. */
  readonly sequence: number;
  readonly number: number;
  readonly startedAt: Date;
  /** Null while it is under way. */
  readonly endedAt: Date | null;
  readonly statusCode: number | null;
  readonly error: DeliveryError | null;
  readonly responseBody: string | null;
}

export interface DeliveryHistory {
  /** The attempts in order. */
  readonly attempts: readonly AttemptEntry[];
  /** The time of the next attempt; null without one. It is in the past during an attempt or a wait for a slot. */
  readonly nextAttemptAt: Date | null;
}

/** An absent filter does not change the list. */
export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly eventType?: NoticeType | undefined;
}

export interface WaitingDelivery {
  readonly id: string;
  readonly organizationId: string;
}

export type WebhookLog = ReturnType<typeof webhookLog>;

type Deliveries = PageOf<DeliveryEntry>;

interface Listed extends DeliveryFilter {
  readonly organizationId: string;
  readonly endpointId?: string;
}

/** SQL of the type of a delivery's event. */
const EVENT_TYPE_OF = `(select e."type" from "webhook_event" e where e."id" = ${LISTED}."event_id")`;

/** Condition of a delivery whose event has not expired: both are made at the same moment. */
function unexpired() {
  return { createdAt: { $gt: new Date(Date.now() - EVENT_KEPT_MS) } };
}

/** Younger deliveries are still on their way from the transaction that recorded them. */
const UNBEGUN_AFTER_MS = 15_000;
/** A workflow looks at its delivery when it is due, and every few minutes while the receiver is paused. */
const LOST_AFTER_MS = 60 * 60 * 1000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EVENT_ID = /^evt_[0-9a-f]{32}$/;

export function webhookLog(db: Database) {
  const list = async ({ organizationId, endpointId, status, eventType }: Listed, page: RequestedPage) => {
    const where = {
      organizationId,
      ...(endpointId !== undefined && { endpointId }),
      ...(status !== undefined && { status }),
      ...(eventType !== undefined && { [raw(EVENT_TYPE_OF)]: eventType }),
      ...unexpired(),
    };
    const em = db.tenant(organizationId);
    const found = await findPage(em, WebhookDeliveryEntity, where, NEWEST_FIRST, page);
    const ids = found.items.map(({ eventId }) => eventId);
    const events = await em.find(WebhookEventEntity, { organizationId, id: { $in: ids } });
    const byId = new Map(events.map((event) => [event.id, event]));
    return { ...found, items: found.items.flatMap((row) => entryOf(row, byId.get(row.eventId)) ?? []) };
  };
  return {
    /** Deliveries that failed all their attempts, the newest first. */
    dead: (
      organizationId: string,
      page: RequestedPage,
      filter?: Pick<DeliveryFilter, 'eventType'>,
    ): Promise<Deliveries> => list({ ...filter, organizationId, status: 'dead' }, page),

    /** Lists the deliveries to an endpoint. */
    ofEndpoint: (
      organizationId: string,
      endpointId: string,
      page: RequestedPage,
      filter?: DeliveryFilter,
    ): Promise<Deliveries> => list({ ...filter, organizationId, endpointId }, page),

    /** Answers every attempt at a delivery; null when there is no such delivery. */
    async history(organizationId: string, deliveryId: string): Promise<DeliveryHistory | null> {
      const em = db.tenant(organizationId);
      const row = await em.findOne(WebhookDeliveryEntity, { organizationId, id: deliveryId, ...unexpired() });
      if (!row) return null;
      const orderBy = { sequence: 'asc', number: 'asc' } as const;
      const rows = await em.find(WebhookAttemptEntity, { organizationId, deliveryId }, { orderBy });
      return { attempts: rows.map(attemptOf), nextAttemptAt: row.status === 'pending' ? row.dueAt : null };
    },

    /**
     * Queues a dead delivery again, or all dead ones of an event, with ten attempts before each. Answers their ids, for
     * `startDelivery`. Throws `not_found` when none is dead, `webhook_inactive` when the endpoint takes no more.
     */
    replay: (organizationId: string, id: string, actorId: string | null = null): Promise<string[]> =>
      replay(db, organizationId, id, actorId),

    /** Pending deliveries whose workflow never began, or is gone. */
    unattended: (now: Date, limit: number): Promise<WaitingDelivery[]> => unattended(db, now, limit),

    /** Removes the events of more than 30 days ago with all that belongs to them; answers how many. */
    async expire(now: Date, limit: number): Promise<number> {
      const sql = `delete from "webhook_event" where "id" in (
        select "id" from "webhook_event" e where e."expires_at" < ? and not exists (
          select from "webhook_delivery" d where d."event_id" = e."id" and d."status" = 'pending')
        order by e."expires_at" limit ?)`;
      const result = await db.system().execute<QueryResult>(sql, [now, limit], 'run');
      return result.affectedRows;
    },
  };
}

async function replay(db: Database, organizationId: string, id: string, actorId: string | null): Promise<string[]> {
  const which = { ...whichOf(id), ...unexpired() };
  return db.tenant(organizationId).transactional(async (em) => {
    const where = { organizationId, status: 'dead' as const, ...which };
    const rows = await em.find(WebhookDeliveryEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (rows.length === 0) throw noSuchDelivery();
    const endpointIds = rows.flatMap(({ endpointId }) => endpointId ?? []);
    const active = { organizationId, id: { $in: endpointIds }, active: true };
    const open = new Set((await em.find(WebhookEndpointEntity, active)).map((endpoint) => endpoint.id));
    const wanted = rows.filter(({ endpointId }) => !endpointId || open.has(endpointId));
    if (wanted.length === 0) {
      throw new ServiceError('webhook_inactive', 'The endpoint of this delivery is inactive or deleted.');
    }
    for (const row of wanted) queueAgain(row, new Date());
    const details = { deliveries: wanted.length };
    await appendAudit(em, { organizationId, actorId, action: 'webhook.replayed', target: id, details });
    return wanted.map((row) => row.id);
  });
}

function whichOf(id: string): { id: string } | { eventId: string } {
  if (UUID.test(id)) return { id: id.toLowerCase() };
  if (EVENT_ID.test(id)) return { eventId: id };
  throw noSuchDelivery();
}

function noSuchDelivery(): ServiceError {
  return new ServiceError('not_found', 'No failed delivery has this id.', { members: { resource: 'delivery' } });
}

function queueAgain(row: DeliveryRow, now: Date): void {
  row.status = 'pending';
  row.sequence += 1;
  row.attempts = 0;
  row.seenAt = null;
  row.dueAt = now;
}

async function unattended(db: Database, now: Date, limit: number): Promise<WaitingDelivery[]> {
  const em = db.system();
  const before = (ageMs: number) => ({ $lt: new Date(now.getTime() - ageMs) });
  const unbegun = { seenAt: null, dueAt: before(UNBEGUN_AFTER_MS) };
  const lost = { seenAt: before(LOST_AFTER_MS), dueAt: before(LOST_AFTER_MS) };
  const where = { status: 'pending' as const, $or: [unbegun, lost] };
  const rows = await em.find(WebhookDeliveryEntity, where, { orderBy: { dueAt: 'asc' }, limit });
  // Found once an hour, not in every round: the others must get their turn.
  const found = { id: { $in: rows.filter(({ seenAt }) => seenAt).map(({ id }) => id) } };
  await em.nativeUpdate(WebhookDeliveryEntity, found, { seenAt: now });
  return rows.map(({ id, organizationId }) => ({ id, organizationId }));
}

type EventRow = InferEntity<typeof WebhookEventEntity>;

function entryOf(row: DeliveryRow, event: EventRow | undefined): DeliveryEntry | null {
  if (event === undefined) return null;
  const { id, eventId, url, status, attempts } = row;
  return {
    id,
    eventId,
    webhookId: row.endpointId ?? null,
    url,
    eventType: event.type,
    submissionId: event.submissionId ?? null,
    batchId: event.batchId ?? null,
    status,
    attempts,
    lastStatusCode: row.lastStatusCode ?? null,
    lastError: row.lastError ?? null,
    lastResponseBody: row.lastResponseBody ?? null,
    firstAttemptAt: row.firstAttemptAt ?? null,
    lastAttemptAt: row.lastAttemptAt ?? null,
    ...payloadOf(event),
  };
}

function payloadOf({ payload, id, type, createdAt, organizationId }: EventRow) {
  try {
    return { payload: JSON.parse(payload), isPayloadReadable: true };
  } catch {
    const facts = { type, timestamp: createdAt.toISOString(), apiVersion: API_VERSION, id, organizationId, data: {} };
    return { payload: facts, isPayloadReadable: false };
  }
}

type AttemptRow = InferEntity<typeof WebhookAttemptEntity>;

function attemptOf({ sequence, number, startedAt, ...rest }: AttemptRow): AttemptEntry {
  return {
    sequence,
    number,
    startedAt,
    endedAt: rest.endedAt ?? null,
    statusCode: rest.statusCode ?? null,
    error: rest.error ?? null,
    responseBody: rest.responseBody ?? null,
  };
}
