/**
 * Erasures of the matching submissions (`erasure-match.ts`). Each submission leaves a row without a hash that records
 * its time and its end.
 */
import { randomUUID } from 'node:crypto';
import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ERASURE_STATUSES, type ErasureCounts, type ErasureMatch, type ErasureScope } from '#domain/privacy/erasure.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { appendAudit } from '#store/organizations/audit.ts';
import { DataExportEntity, type DataExport, endExports } from './exports.ts';
import { forgetAnswers } from '#store/database/idempotent-answers.ts';
import { IdempotencyEntity } from '#store/submissions/idempotency.ts';
import type { Database } from '#store/database/database.ts';
import { findPage, LAST_REQUESTED_FIRST, type PageOf, type RequestedPage } from '#store/database/pages.ts';
import { collectGarbage } from '#store/objects/object-garbage-collection.ts';
import { ReportEntity } from '#store/submissions/outputs.ts';
import { lockOrganization } from '#store/submissions/concurrency-slots.ts';
import type { ObjectKind } from '#store/objects/object-key.ts';
import { forgetPages } from '#store/submissions/page-fingerprints.ts';
import { SubmissionEntity, type SubmissionRecord, toRecord } from '#store/submissions/submission-row.ts';
import { ownRows } from '#store/database/tenancy.ts';
import { countMeant, meantAndEnded, meantUnderWay, type Subject } from './erasure-match.ts';
import { WebhookDeliveryEntity, WebhookEventEntity } from '#store/webhooks/rows.ts';

const p = defineEntity.properties;

export const ErasureEntity = defineEntity({
  name: 'Erasure',
  tableName: 'erasure',
  policies: ownRows('erasure_tenant', 'organization_id'),
  uniques: [{ name: 'erasure_open', properties: ['organizationId', 'scope'], where: `"status" = 'scheduled'` }],
  indexes: [{ name: 'erasure_newest', properties: ['organizationId', 'requestedAt'] }],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    /** `all`, or a hash; that becomes `document` when it is done, and is then in the certificate alone. */
    scope: p.text(),
    status: p.enum(ERASURE_STATUSES),
    requestedBy: p.uuid(),
    /** Documents that were accepted later stay. A second request while one is scheduled moves it on. */
    requestedAt: p.datetime(),
    completedAt: p.datetime().nullable(),
    /** Submissions that were meant at the time of the request. */
    matched: p.integer(),
    submissions: p.integer(),
    objectsRemoved: p.integer(),
    objectsShared: p.integer(),
    exportsRemoved: p.integer(),
    /** JWS in compact serialization. */
    certificate: p.text().nullable(),
  },
});

export type Erasure = InferEntity<typeof ErasureEntity>;

/** One submission that is to be erased, and the Temporal executions that know of it. */
export interface Condemned {
  readonly submissionId: string;
  readonly deliveryIds: readonly string[];
}

export interface ScheduledErasure {
  readonly erasure: Erasure;
  readonly match: ErasureMatch;
}

export type ErasureStore = ReturnType<typeof erasureStore>;

export function erasureStore(db: Database, artifacts: ArtifactStore) {
  return {
    /** The submissions that the request covers now. */
    count: (organizationId: string, scope: ErasureScope): Promise<ErasureMatch> =>
      countMeant(db.tenant(organizationId), { organizationId, scope, at: new Date() }),

    /** A new one, or the one of the same scope that is scheduled, which then covers what has come since. */
    schedule: (organizationId: string, memberId: string, scope: ErasureScope): Promise<ScheduledErasure> =>
      db.tenant(organizationId).transactional(async (em) => {
        await lockOrganization(em, organizationId);
        if (scope === 'all') await forgetAnswers(em, organizationId);
        const at = new Date();
        const match = await countMeant(em, { organizationId, scope, at });
        const matched = match.matchedSubmissions;
        const open = await em.findOne(ErasureEntity, { organizationId, scope, status: 'scheduled' });
        if (open) return { erasure: Object.assign(open, { requestedAt: at, matched }), match };
        const request = { organizationId, scope, requestedBy: memberId, requestedAt: at, matched };
        return { erasure: await putDownErasure(em, request, memberId), match };
      }),

    find: (organizationId: string, id: string): Promise<Erasure | null> =>
      db.tenant(organizationId).findOne(ErasureEntity, { organizationId, id }),

    /** Newest first. */
    list: (organizationId: string, page: RequestedPage): Promise<PageOf<Erasure>> =>
      findPage(db.tenant(organizationId), ErasureEntity, { organizationId }, LAST_REQUESTED_FIRST, page),

    /** Answers the submissions that have not ended. */
    async underWay(erasure: Erasure, limit: number): Promise<SubmissionRecord[]> {
      const ids = await meantUnderWay(db.system(), subjectOf(erasure), limit);
      const rows = await db
        .system()
        .find(SubmissionEntity, { organizationId: erasure.organizationId, id: { $in: ids } });
      return rows.map(toRecord);
    },

    /**
     * Returns the ended submissions. Those with the hash itself come last, because they lead to the others. An
     * original with a running submission has none.
     */
    async ended(erasure: Erasure, limit: number): Promise<Condemned[]> {
      const ids = await meantAndEnded(db.system(), subjectOf(erasure), limit);
      return condemned(db.system(), erasure.organizationId, ids);
    },

    /** Erases the rows of these submissions and all that follows from them. */
    erase: (erasure: Erasure, ids: readonly string[]): Promise<void> =>
      db.system().transactional((em) => erase(em, erasure, ids)),

    /** Ends references without use; answers how many. */
    release: (erasure: Erasure, kind: ObjectKind, limit: number): Promise<number> =>
      collectGarbage(db, artifacts, erasure.organizationId, {
        kind,
        claimedBefore: erasure.requestedAt,
        limit,
        tally: (em, { removed }) => tally(em, erasure, removed ? 'objects_removed' : 'objects_shared', 1),
      }),

    /** Exports that are under way or have an archive. */
    exports: (organizationId: string): Promise<DataExport[]> => {
      const living = { organizationId, status: { $in: ['pending', 'completed'] as const } };
      return db.system().find(DataExportEntity, living);
    },

    /** Is called before the archive goes. */
    endExport: (erasure: Erasure, { id, organizationId, status }: DataExport): Promise<void> =>
      db.system().transactional(async (em) => {
        await endExports(em, { organizationId, id });
        if (status === 'completed') await tally(em, erasure, 'exports_removed', 1);
      }),

    /** Answers false while something is still meant. */
    complete: (erasure: Erasure, completedAt: Date, certificate: string): Promise<boolean> =>
      db.system().transactional((em) => complete(em, erasure, completedAt, certificate)),

    /** Scheduled ones, for the sweep that starts what was not started, the oldest first. */
    unattended(olderThanMs: number, limit: number): Promise<Erasure[]> {
      const before = { $lt: new Date(Date.now() - olderThanMs) };
      const scheduled = { status: 'scheduled' as const, requestedAt: before };
      return db.system().find(ErasureEntity, scheduled, { orderBy: { requestedAt: 'asc' }, limit });
    },
  };
}

/**
 * The rounds start it, or whoever asks for it.
 *
 * @param actorId who is in the audit log; null is the service
 */
export async function putDownErasure(
  em: EntityManager,
  request: Pick<Erasure, 'organizationId' | 'scope' | 'requestedBy' | 'requestedAt' | 'matched'>,
  actorId: string | null,
): Promise<Erasure> {
  const { organizationId, scope, matched } = request;
  const id = randomUUID();
  const details = { scope: scope === 'all' ? 'all' : 'document', matched };
  await appendAudit(em, { organizationId, actorId, action: 'erasure.requested', target: id, details });
  return em.create(ErasureEntity, { id, ...request, ...UNDONE });
}

const UNDONE = {
  status: 'scheduled',
  completedAt: null,
  submissions: 0,
  objectsRemoved: 0,
  objectsShared: 0,
  exportsRemoved: 0,
  certificate: null,
} as const;

export function countsOf({ submissions, objectsRemoved, objectsShared, exportsRemoved }: Erasure): ErasureCounts {
  return { submissions, objectsRemoved, objectsShared, exportsRemoved };
}

function subjectOf({ organizationId, scope, requestedAt: at }: Erasure): Subject {
  return { organizationId, scope, at };
}

async function condemned(em: EntityManager, organizationId: string, ids: readonly string[]): Promise<Condemned[]> {
  const events = await em.find(WebhookEventEntity, { organizationId, submissionId: { $in: ids } });
  const ofEvents = { organizationId, eventId: { $in: events.map(({ id }) => id) } };
  const deliveries = await em.find(WebhookDeliveryEntity, ofEvents);
  const submissionOf = new Map(events.map(({ id, submissionId }) => [id, submissionId]));
  const bySubmission = Map.groupBy(deliveries, ({ eventId }) => submissionOf.get(eventId));
  return ids.map((submissionId) => {
    const deliveryIds = (bySubmission.get(submissionId) ?? []).map(({ id }) => id);
    return { submissionId, deliveryIds };
  });
}

async function erase(em: EntityManager, erasure: Erasure, ids: readonly string[]): Promise<void> {
  const { organizationId } = erasure;
  await em.nativeDelete(ReportEntity, { organizationId, submissionId: { $in: ids } });
  await forgetPages(em, organizationId, ids);
  await em.nativeDelete(IdempotencyEntity, { organizationId, subjectId: { $in: ids } });
  // Removes the events with their deliveries and attempts.
  await em.nativeDelete(WebhookEventEntity, { organizationId, submissionId: { $in: ids } });
  const erased = await em.execute<{ sha256: string }[]>(ERASE, [organizationId, JSON.stringify(ids)]);
  const originals = erased.map(({ sha256 }) => sha256);
  await em.execute(FORGET_PROOFS, [organizationId, JSON.stringify(originals)]);
  await tally(em, erasure, 'submissions', erased.length);
}

/** The count in its batch stays, the way from one to the other does not. */
const ERASE = `update submission set original_sha256 = null, report = null, timeline = null, facts = null, facts_envelope = null,
    stage_durations_ms = null, webhook_url = null, batch_id = null, client_reference = null, metadata = null, erased_at = now()
  where organization_id = ? and completed_at is not null and erased_at is null
    and id in (select value::uuid from json_array_elements_text(?::json)) returning old.original_sha256 "sha256"`;

/** A proof belongs to every submission of its pair, and goes with the last. */
const FORGET_PROOFS = `delete from attestation a where a.organization_id = ?
  and a.original_sha256 in (select value from json_array_elements_text(?::json)) and not exists (
  select from submission s where s.organization_id = a.organization_id and s.original_sha256 = a.original_sha256
    and not s.stateless and s.report->'normalized'->>'sha256' = a.normalized_sha256)`;

type Counter = 'submissions' | 'objects_removed' | 'objects_shared' | 'exports_removed';

async function tally(em: EntityManager, { organizationId, id }: Erasure, counter: Counter, by: number): Promise<void> {
  const statement = `update erasure set ${counter} = ${counter} + ? where organization_id = ? and id = ? returning 1`;
  await em.execute(statement, [by, organizationId, id]);
}

async function complete(em: EntityManager, erasure: Erasure, completedAt: Date, certificate: string): Promise<boolean> {
  const { organizationId, id } = erasure;
  // A concurrent request for the same erasure finds it open and extends it, or finds it completed.
  await lockOrganization(em, organizationId);
  const open = await em.findOne(ErasureEntity, { organizationId, id, status: 'scheduled' }, { refresh: true });
  if (!open) return true;
  if ((await countMeant(em, subjectOf(open))).matchedSubmissions > 0) return false;
  const scope = open.scope === 'all' ? 'all' : 'document';
  Object.assign(open, { status: 'completed', scope, completedAt, certificate });
  await appendAudit(em, { organizationId, actorId: null, action: 'erasure.completed', target: id });
  return true;
}
