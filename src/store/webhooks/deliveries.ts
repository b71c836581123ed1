/**
 * The attempts at a delivery, with one transaction before and one after each. The row decides how often it was tried,
 * whether it is still needed, and whether its receiver needs a pause.
 */
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type DeliveryError, type DeliveryStatus } from '#domain/webhooks/deliveries.ts';
import { pauseMs, SCHEDULE_MS } from '#domain/webhooks/retry-schedule.ts';
import { mailStore } from '#store/mail/mails.ts';
import type { Database } from '#store/database/database.ts';
import type { Sealer } from '#src/keys/sealing.ts';
import { keyedMutex } from '#src/keyed-mutex.ts';
import {
  type DeliveryRow,
  WebhookAttemptEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
  WebhookEventEntity,
} from './rows.ts';
import { failed, succeeded, waitFor } from './receivers.ts';
import { ensureSecret, secretsOf } from './secrets.ts';

/** One attempt that is to be made now. */
export interface Attempt {
  readonly deliveryId: string;
  readonly sequence: number;
  readonly number: number;
  readonly url: string;
  readonly eventId: string;
  readonly payload: string;
  /** Each signs; the current one first. */
  readonly secrets: readonly Buffer[];
}

export type Begun =
  | { readonly kind: 'attempt'; readonly attempt: Attempt }
  /** Wait before the call. This uses up no attempt. */
  | { readonly kind: 'wait'; readonly waitMs: number }
  /** There is nothing to do, any more. */
  | { readonly kind: 'over'; readonly status: DeliveryStatus };

export interface AttemptOutcome {
  /** Null for a success. */
  readonly error: DeliveryError | null;
  readonly statusCode: number | null;
  readonly responseBody: string | null;
  /** The pause that the receiver asked for. */
  readonly retryAfterMs: number | null;
}

export interface Finished {
  readonly status: DeliveryStatus;
  /** The pause until the next attempt; null without one. */
  readonly pauseMs: number | null;
}

export type DeliveryStore = ReturnType<typeof deliveryStore>;

/** `chance` gives numbers from 0 up to 1. */
export function deliveryStore(db: Database, sealer: Sealer, chance: () => number = Math.random) {
  const mutex = keyedMutex();
  const mails = mailStore(db, sealer);
  const transaction = <T>(deliveryId: string, work: (em: EntityManager) => Promise<T>): Promise<T> =>
    mutex(laneOf(deliveryId), () => db.system().transactional(work));
  return {
    begin: (deliveryId: string, now: Date): Promise<Begun> =>
      transaction(deliveryId, async (em) => {
        const row = await lock(em, deliveryId);
        if (!row) return { kind: 'over', status: 'cancelled' };
        row.seenAt = now;
        if (row.status === 'pending') row.status = await stillWanted(em, row, now);
        if (row.status !== 'pending') return { kind: 'over', status: row.status };
        const dueInMs = row.dueAt.getTime() - now.getTime();
        const waitMs = dueInMs > CLOCK_SKEW_MS ? dueInMs : await waitFor(em, row, now, chance());
        if (waitMs > 0) return { kind: 'wait', waitMs };
        return { kind: 'attempt', attempt: await openAttempt(em, sealer, row, now) };
      }),

    finish: (attempt: Attempt, outcome: AttemptOutcome, now: Date): Promise<Finished> =>
      transaction(attempt.deliveryId, async (em) => {
        const { deliveryId, sequence, number } = attempt;
        const row = await lock(em, deliveryId);
        if (!row) return { status: 'cancelled', pauseMs: null };
        const { error, statusCode, responseBody } = outcome;
        const result = { endedAt: now, error, statusCode, responseBody };
        await em.nativeUpdate(WebhookAttemptEntity, { deliveryId, sequence, number }, result);
        const isCurrent = row.sequence === sequence && row.attempts === number;
        if (isCurrent)
          Object.assign(row, { lastError: error, lastStatusCode: statusCode, lastResponseBody: responseBody });
        if (error === null) await succeeded(em, row, now);
        else await failed(em, mails, { row, error, now });
        if (!isCurrent || row.status !== 'pending') return { status: row.status, pauseMs: null };
        return settle(row, outcome, now, chance());
      }),

    /** Gives up a delivery whose workflow ends early. */
    giveUp: (deliveryId: string, status: 'dead' | 'cancelled'): Promise<DeliveryStatus | null> =>
      transaction(deliveryId, async (em) => {
        const row = await lock(em, deliveryId);
        if (row?.status === 'pending') row.status = status;
        return row?.status ?? null;
      }),
  };
}

/**
 * One of four: a hundred deliveries of one organization wait for each other, and must not hold all the connections of
 * the process while they do.
 */
function laneOf(deliveryId: string): string {
  return String(Number.parseInt(deliveryId.slice(0, 1), 16) % 4);
}

/** A retry that comes this much too early is none that anybody would notice. */
const CLOCK_SKEW_MS = 2_000;

/** Trying again would find the same: the receiver wants no more, or must not be connected to. */
const FINAL: readonly DeliveryError[] = ['endpoint_gone', 'blocked_address'];

function lock(em: EntityManager, id: string): Promise<DeliveryRow | null> {
  return em.findOne(WebhookDeliveryEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** A pending delivery stays so, or ends without another attempt. */
async function stillWanted(em: EntityManager, row: DeliveryRow, now: Date): Promise<DeliveryStatus> {
  await closeInterrupted(em, row, now);
  if (row.attempts >= SCHEDULE_MS.length) return 'dead';
  if (!row.endpointId) return 'pending';
  const { organizationId, endpointId: id } = row;
  const endpoint = await em.findOne(WebhookEndpointEntity, { organizationId, id });
  if (!endpoint) return 'cancelled';
  row.url = endpoint.url; // it may have been corrected since
  if (endpoint.active) return 'pending';
  row.lastError ??= 'endpoint_inactive';
  return 'dead';
}

/** The worker died during the last attempt: whether the receiver got it nobody knows, and so it counts as none. */
async function closeInterrupted(em: EntityManager, row: DeliveryRow, now: Date): Promise<void> {
  const { id: deliveryId, sequence, attempts: number } = row;
  const open = { deliveryId, sequence, number, endedAt: null };
  const closed = await em.nativeUpdate(WebhookAttemptEntity, open, { endedAt: now, error: 'interrupted' });
  if (closed > 0) Object.assign(row, { lastError: 'interrupted', lastStatusCode: null, lastResponseBody: null });
}

async function openAttempt(em: EntityManager, sealer: Sealer, row: DeliveryRow, now: Date): Promise<Attempt> {
  const { id: deliveryId, organizationId, sequence, endpointId, url, eventId, target } = row;
  const number = row.attempts + 1;
  row.attempts = number;
  row.firstAttemptAt ??= now;
  row.lastAttemptAt = now;
  const nothing = { endedAt: null, statusCode: null, error: null, responseBody: null };
  const attempt = { deliveryId, sequence, number, organizationId, target, startedAt: now };
  await em.insert(WebhookAttemptEntity, { ...attempt, ...nothing });
  const { payload } = await em.findOneOrFail(WebhookEventEntity, { id: eventId });
  const owner = { organizationId, ownerId: endpointId ?? organizationId };
  if (!endpointId) await ensureSecret(em, sealer, owner, now);
  const secrets = await secretsOf(em, sealer, owner, now);
  if (secrets.length === 0) throw new Error('An endpoint has no secret.');
  return { deliveryId, sequence, number, url, eventId, payload, secrets };
}

function settle(row: DeliveryRow, { error, retryAfterMs }: AttemptOutcome, now: Date, chance: number): Finished {
  const isFinal = error === null || FINAL.includes(error);
  const pause = isFinal ? null : pauseMs(row.attempts, retryAfterMs, chance);
  if (error === null) row.status = 'delivered';
  else if (pause === null) row.status = 'dead';
  else row.dueAt = new Date(now.getTime() + pause);
  return { status: row.status, pauseMs: pause };
}
