/**
 * How receivers are spared, and protected from each other: so many calls at a time to one target and for one
 * organization, a pause for a target that mostly fails, and an end for an endpoint that has failed for days.
 */
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeliveryError } from '#domain/webhooks/deliveries.ts';
import type { MailText } from '#domain/accounts/mail.ts';
import { disabledMail, failingMail } from '#src/mail/webhook-mails.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import type { MailStore } from '#store/mail/mails.ts';
import { MemberEntity } from '#store/accounts/members.ts';
import { type DeliveryRow, WebhookAttemptEntity, WebhookEndpointEntity, WebhookPauseEntity } from './rows.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/duration.ts';

const MAX_OPEN_OF_TARGET = 5;
/** Addresses given with requests may name any number of hosts. */
const MAX_OPEN_OF_ORGANIZATION = 20;
/** An attempt that is open for longer belongs to a worker that died. */
const LONGEST_ATTEMPT_MS = MINUTE_MS;

const WINDOW_MS = 5 * MINUTE_MS;
const MIN_ATTEMPTS = 10;
const MAX_FAILED_SHARE = 0.7;
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const LONGEST_PAUSE_MS = 10 * MINUTE_MS;

const WARNED_AFTER_MS = DAY_MS;
const FAILING_FOR_MS = 5 * DAY_MS;

/** All deliveries that wait for a busy target come back at about this rate, however many they are. */
const LOOKS_PER_SECOND = 10;
const LONGEST_WAIT_MS = 2 * MINUTE_MS;

type Receiver = Pick<DeliveryRow, 'organizationId' | 'target'>;

/**
 * Returns 0 when the target may be called now. Makes other calls of the target wait until the end of the transaction.
 */
export async function waitFor(em: EntityManager, receiver: DeliveryRow, now: Date, chance: number): Promise<number> {
  const { organizationId, target } = receiver;
  await oneAtATime(em, organizationId);
  const pause = await em.findOne(WebhookPauseEntity, { organizationId, target });
  const pausedMs = (pause?.pausedUntil.getTime() ?? 0) - now.getTime();
  // A random part spreads the calls after the pause.
  if (pausedMs > 0) return pausedMs + Math.round(chance * FIRST_PAUSE_MS);
  const since = { startedAt: { $gt: new Date(now.getTime() - LONGEST_ATTEMPT_MS) } };
  const open = { organizationId, endedAt: null, ...since };
  const ofOrganization = await em.count(WebhookAttemptEntity, open);
  const ofTarget = await em.count(WebhookAttemptEntity, { ...open, target });
  if (ofTarget < MAX_OPEN_OF_TARGET && ofOrganization < MAX_OPEN_OF_ORGANIZATION) return 0;
  const crowdMs = ((await waiting(em, organizationId)) / LOOKS_PER_SECOND) * SECOND_MS;
  return Math.min(SECOND_MS + Math.round(2 * chance * crowdMs), LONGEST_WAIT_MS);
}

async function oneAtATime(em: EntityManager, organizationId: string): Promise<void> {
  const lock = `select pg_advisory_xact_lock(hashtextextended('webhook_target ' || ?, 0))`;
  await em.execute(lock, [organizationId]);
}

async function waiting(em: EntityManager, organizationId: string): Promise<number> {
  const sql = `select count(*)::int as count from "webhook_delivery"
    where "organization_id" = ? and "status" = 'pending' and "due_at" <= now()`;
  const [row] = await em.execute<{ count: number }[]>(sql, [organizationId]);
  return row?.count ?? 0;
}

export async function succeeded(em: EntityManager, { organizationId, target, endpointId }: DeliveryRow, now: Date) {
  if (endpointId) {
    const id = { organizationId, id: endpointId };
    await em.nativeUpdate(WebhookEndpointEntity, id, { lastDeliveryAt: now, failingSince: null, warnedAt: null });
  }
  await em.nativeDelete(WebhookPauseEntity, { organizationId, target });
}

interface Failure {
  readonly row: DeliveryRow;
  readonly error: DeliveryError;
  readonly now: Date;
}

/** Mail that follows from it is sent by the sweep: nobody waits for it. */
export async function failed(em: EntityManager, mails: MailStore, { row, error, now }: Failure): Promise<void> {
  const { organizationId, endpointId } = row;
  const news = endpointId ? await blameEndpoint(em, { organizationId, id: endpointId }, error, now) : null;
  if (news) {
    const recipients = { organizationId, role: { $in: ['owner' as const, 'admin' as const] }, isActive: true };
    const people = await em.find(MemberEntity, recipients, { fields: ['email'], orderBy: { createdAt: 'asc' } });
    await mails.queue(
      em,
      people.map(({ email }) => ({ organizationId, to: email, ...news })),
    );
  }
  await pauseIfFailing(em, row, now);
}

/** The notice to its owners, if any. */
async function blameEndpoint(
  em: EntityManager,
  id: { organizationId: string; id: string },
  error: DeliveryError,
  now: Date,
): Promise<MailText | null> {
  const endpoint = await em.findOne(WebhookEndpointEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!endpoint?.active) return null;
  endpoint.failingSince ??= now;
  const { failingSince } = endpoint;
  const failingForMs = now.getTime() - failingSince.getTime();
  if (error === 'endpoint_gone' || failingForMs >= FAILING_FOR_MS) {
    endpoint.disabledReason = error === 'endpoint_gone' ? 'gone' : 'failing';
    endpoint.active = false;
    const details = { reason: endpoint.disabledReason };
    const { organizationId, id: target } = id;
    await appendAudit(em, { organizationId, actorId: null, action: 'webhook.disabled', target, details });
    return disabledMail({ ...endpoint, failingSince, reason: endpoint.disabledReason });
  }
  if (failingForMs < WARNED_AFTER_MS || endpoint.warnedAt) return null;
  endpoint.warnedAt = now;
  return failingMail({ ...endpoint, failingSince, lastError: error });
}

async function pauseIfFailing(em: EntityManager, { organizationId, target }: Receiver, now: Date): Promise<void> {
  const since = { $gt: new Date(now.getTime() - WINDOW_MS) };
  const ended = { organizationId, target, startedAt: since, endedAt: { $ne: null } };
  const attempts = await em.count(WebhookAttemptEntity, ended);
  if (attempts < MIN_ATTEMPTS) return;
  const failures = await em.count(WebhookAttemptEntity, { ...ended, error: { $ne: null } });
  if (failures < MAX_FAILED_SHARE * attempts) return;
  const before = await em.findOne(WebhookPauseEntity, { organizationId, target });
  if (before && before.pausedUntil > now) return; // calls that were under way when it began
  const lastMs = before?.pauseMs ?? 0;
  const pauseMs = Math.min(Math.max(2 * lastMs, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
  const pausedUntil = new Date(now.getTime() + pauseMs);
  await em.upsert(WebhookPauseEntity, { organizationId, target, pausedUntil, pauseMs });
}
