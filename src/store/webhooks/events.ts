/**
 * Events and their deliveries, written in the transaction of their cause. The body is made here once and never
 * changes. Workflows then send the deliveries (`deliveries.ts`).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Correlation, correlationOf } from '#domain/correlation.ts';
import { batchEvent, type EventBody, flaggedEvent, submissionEvent, testEvent } from '#domain/webhooks/events.ts';
import type { SubmissionRow } from '#store/submissions/submission-row.ts';
import { WebhookDeliveryEntity, WebhookEndpointEntity, WebhookEventEntity } from './rows.ts';
import { DAY_MS } from '#domain/duration.ts';

/** Delivered or dead, an event with its log is kept so long. */
export const EVENT_KEPT_MS = 30 * DAY_MS;

/**
 * Runs in the transaction that ends the submission, after its report is set. Returns the ids of the deliveries, for
 * `startDelivery` after the commit. Endpoints get asynchronous submissions. The address of the request gets every
 * submission. A stateless submission has no event. Endpoints that subscribed to flagged submissions get each of them,
 * because other people than the caller watch those.
 */
export async function recordEvent(em: EntityManager, row: SubmissionRow): Promise<string[]> {
  const { organizationId, report, completedAt, webhookUrl } = row;
  if (row.stateless || !report || !completedAt) return [];
  const frame = { timestamp: completedAt.toISOString(), id: newEventId(completedAt), organizationId };
  const ended = {
    submissionId: row.id,
    batchId: row.batchId ?? null,
    ...correlationOf(row),
    processingTimeMs: row.processingTimeMs ?? 0,
    report,
  };
  const body = submissionEvent(frame, ended);
  const receivers = row.asynchronous ? await subscribed(em, body) : [];
  if (webhookUrl && !receivers.some(({ url }) => url === webhookUrl)) receivers.push(addressee(webhookUrl));
  const subject = { submissionId: row.id, batchId: ended.batchId, now: completedAt };
  const flagged = flaggedEvent({ ...frame, id: newEventId(completedAt) }, ended);
  return [
    ...(await record(em, body, subject, receivers)),
    ...(flagged ? await record(em, flagged, subject, await subscribed(em, flagged)) : []),
  ];
}

/** A batch that has become complete. */
export interface BatchNotice extends Correlation {
  readonly batchId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly rejected: number;
  readonly createdAt: Date;
  /** The time at which nothing was pending. */
  readonly completedAt: Date;
  readonly webhookUrl: string;
}

/**
 * Runs within the transaction that records the completion, so that one call is one notice. Answers the ids of the
 * deliveries, for `startDelivery` once the transaction is committed.
 */
export async function recordBatchNotice(em: EntityManager, batch: BatchNotice): Promise<string[]> {
  const { organizationId, batchId, completedAt, createdAt, webhookUrl, ...counts } = batch;
  const correlation = correlationOf(batch);
  const frame = { timestamp: completedAt.toISOString(), id: newEventId(completedAt), organizationId };
  const durationMs = completedAt.getTime() - createdAt.getTime();
  const { name, total, completed, failed, rejected } = counts;
  const facts = { batchId, name, status: 'complete', total, completed, failed, rejected, ...correlation } as const;
  const body = batchEvent(frame, { ...facts, createdAt: createdAt.toISOString(), durationMs });
  return record(em, body, { submissionId: null, batchId, now: new Date() }, [addressee(webhookUrl)]);
}

/**
 * Records an event for this endpoint alone, within a transaction. Answers the id of the delivery, for `startDelivery`.
 */
export async function recordTest(
  em: EntityManager,
  organizationId: string,
  endpoint: { readonly id: string; readonly url: string },
): Promise<{ eventId: string; deliveryId: string }> {
  const now = new Date();
  const frame = { timestamp: now.toISOString(), id: newEventId(now), organizationId };
  const receiver = { endpointId: endpoint.id, url: endpoint.url, target: endpoint.id };
  const subject = { submissionId: null, batchId: null, now };
  const [deliveryId = ''] = await record(em, testEvent(frame, endpoint.id), subject, [receiver]);
  return { eventId: frame.id, deliveryId };
}

interface Receiver {
  readonly endpointId: string | null;
  readonly url: string;
  readonly target: string;
}

async function subscribed(em: EntityManager, { organizationId, type }: EventBody): Promise<Receiver[]> {
  const rows = await em.find(WebhookEndpointEntity, { organizationId, active: true }, { orderBy: { id: 'asc' } });
  const subscribers = rows.filter(({ events }) => events.some((event) => event === type));
  return subscribers.map(({ id, url }) => ({ endpointId: id, url, target: id }));
}

function addressee(url: string): Receiver {
  return { endpointId: null, url, target: new URL(url).origin };
}

interface Subject {
  readonly submissionId: string | null;
  readonly batchId: string | null;
  readonly now: Date;
}

async function record(
  em: EntityManager,
  { id, type, organizationId, ...rest }: EventBody,
  { submissionId, batchId, now }: Subject,
  receivers: readonly Receiver[],
): Promise<string[]> {
  if (receivers.length === 0) return [];
  const { timestamp, apiVersion, data } = rest;
  const payload = JSON.stringify({ type, timestamp, apiVersion, id, organizationId, data });
  const event = { id, type, organizationId, submissionId, batchId, payload, createdAt: now };
  await em.insert(WebhookEventEntity, { ...event, expiresAt: new Date(now.getTime() + EVENT_KEPT_MS) });
  const deliveries = receivers.map((receiver) => newDelivery(id, organizationId, receiver, now));
  await em.insertMany(WebhookDeliveryEntity, deliveries);
  return deliveries.map((delivery) => delivery.id);
}

function newDelivery(eventId: string, organizationId: string, receiver: Receiver, now: Date) {
  return {
    id: randomUUID(),
    organizationId,
    eventId,
    ...receiver,
    status: 'pending' as const,
    sequence: 1,
    attempts: 0,
    lastStatusCode: null,
    lastError: null,
    lastResponseBody: null,
    firstAttemptAt: null,
    lastAttemptAt: null,
    createdAt: now,
    seenAt: null,
    dueAt: now,
  };
}

/** A UUID of version 7 (RFC 9562, section 5.7) in hex: ids sort by time and reveal only the time. */
function newEventId(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return `evt_${bytes.toString('hex')}`;
}
