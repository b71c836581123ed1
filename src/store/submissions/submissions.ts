/**
 * Submissions: one row per accepted document, from PENDING to its one terminal status.
 * The workflow's calls (`admit`, `commit`) know the submission only; every other call names the organization first.
 */
import { type EntityData, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Proof } from '#domain/attestation.ts';
import type { SignedFacts } from '#domain/findings/facts-document.ts';
import { FIRST_PIPELINE_SPEC } from '#domain/pipeline.ts';
import type { PageFingerprints } from '#domain/pages/fingerprints.ts';
import type { EngineReport } from '#domain/report.ts';
import type { RevisionTimeline } from '#domain/revisions.ts';
import { storable } from '#domain/text/storable.ts';
import type { FailureCode } from '#domain/failure-codes.ts';
import { withVerdict } from '#domain/verdict/verdict.ts';
import { countInBatch, detachFromBatch } from './batches.ts';
import { sweepAnswers } from '#store/database/idempotent-answers.ts';
import { releaseKey, sweepKeys } from './idempotency.ts';
import { recordPages } from './page-fingerprints.ts';
import { keepResults, keptUntil } from './record-retention.ts';
import type { Database } from '#store/database/database.ts';
import { grantDue, grantWaiting, lockOrganization } from './concurrency-slots.ts';
import { OrganizationEntity, type Organization } from '#store/organizations/organizations.ts';
import { UNPAID_WORK_LEFT } from '#store/organizations/unpaid-work.ts';
import { executeUnread } from '#store/database/round-trips.ts';
import { countOnDay } from '#store/billing/daily-usage.ts';
import { settleUnits, settleQuota } from '#store/billing/quota.ts';
import type { StoredObject } from '#store/objects/object-key.ts';
import { requireClaim } from '#store/objects/references.ts';
import {
  isTerminal,
  SUBMISSION_COLUMNS,
  SubmissionEntity,
  submissionOf,
  type SubmissionRecord,
  type SubmissionRow,
  toRecord,
  UNEXPIRED,
  unexpired,
} from './submission-row.ts';
import { recordEvent } from '#store/webhooks/events.ts';

export { isTerminal, type NewSubmission, SubmissionEntity, type SubmissionRecord } from './submission-row.ts';

export interface SubmissionOutcome {
  readonly report: EngineReport;
  /** The revisions of the input; absent or null where nothing is known of them. */
  readonly timeline?: RevisionTimeline | null;
  /** The fingerprints of the pages of the output; absent or null where there are none. */
  readonly pages?: readonly PageFingerprints[] | null;
  /** Specification whose parsers the document ended; absent or null where it ended none. */
  readonly costlyFailureOf?: string | null;
  readonly stageDurationsMs: Readonly<Record<string, number>>;
  readonly processingTimeMs: number;
  /** The signed proof of a normalized document; null without one. */
  readonly proof: Proof | null;
  /** The end in the facts of the submission; now without facts. */
  readonly completedAt?: Date;
  /** Signed already; absent or null where nothing of the document is stored. */
  readonly facts?: SignedFacts | null;
  /** The output was claimed and put before: to be recorded only while the claim holds. */
  readonly claimed?: StoredObject | undefined;
}

/** Work after the end of a submission is stored. Sweeps repeat lost work. */
export interface Committed {
  /** Webhook deliveries to be made. */
  readonly deliveryIds: readonly string[];
  /** A batch without pending submissions. */
  readonly settledBatchId: string | null;
  /** Submissions that waited and now have a slot: to be started. */
  readonly granted: readonly SubmissionRecord[];
}

export interface Admitted {
  readonly organizationId: string;
  /** Whether its organization has the plan Free. */
  readonly isFree: boolean;
  readonly attempts: number;
  readonly costlyFailures: number;
  readonly unpaidWorkMs: number;
}

export type SubmissionStore = ReturnType<typeof submissionStore>;

export function submissionStore(db: Database) {
  return {
    /** Answers null when there is none, or it has expired. */
    async find(organizationId: string, id: string): Promise<SubmissionRecord | null> {
      const em = db.tenant(organizationId);
      const [row] = await em.execute(FIND, [organizationId, id]);
      return row ? toRecord(submissionOf(em, row)) : null;
    },

    /** The revisions of its input; null where nothing is known of them. */
    findTimeline: (organizationId: string, id: string) => findTimeline(db, organizationId, id),

    /** Its facts document; null where it has not ended, was erased, or ended before there were any. */
    findFacts: (organizationId: string, id: string) => findFacts(db, organizationId, id),

    /** Takes back a submission nobody has begun, with all it was counted in; false when it is too late for that. */
    withdraw: (organizationId: string, id: string): Promise<boolean> =>
      db.tenant(organizationId).transactional(async (em) => {
        await lockOrganization(em, organizationId);
        const pending = { organizationId, id, status: 'PENDING' as const };
        const row = await em.findOne(SubmissionEntity, pending, { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE });
        if (!row) return false;
        await settleUnits(em, id, 'released');
        await releaseKey(em, id);
        if (row.batchId) await detachFromBatch(em, organizationId, row.batchId);
        em.remove(row);
        return true;
      }),

    /**
     * Makes a PENDING row IN_PROGRESS and counts the attempt. Answers null when the row is gone or terminal; else, besides,
     * how often within a day the same document with the same options was a costly failure of this specification, by default
     * the first one, and what its organization pays.
     */
    async admit(id: string, pipelineSpec = FIRST_PIPELINE_SPEC): Promise<Admitted | null> {
      const [row] = await db.system().execute<Admitted[]>(ADMISSION, [id, pipelineSpec]);
      return row ?? null;
    },

    /**
     * Commits the final status with all its effects in one transaction. A second commit changes nothing and returns
     * null. Throws ClaimLost when the output was erased since its claim. Throws an Error when the outcome is about
     * another document than the row, because a workflow's input gives no right to the row.
     */
    commit: (id: string, outcome: SubmissionOutcome): Promise<Committed | null> =>
      db.system().transactional((em) => commit(em, id, outcome)),

    ...submissionRounds(db),
  };
}

/** Periodic work for all organizations. */
function submissionRounds(db: Database) {
  return {
    /** Grants slots that a crash or a change of plan left free; returns the submissions. */
    grantDue: () => grantDue(db),

    /** Answers PENDING rows of organizations that have been deactivated: nothing will be done for them any more. */
    async listOrphaned(limit: number): Promise<SubmissionRecord[]> {
      const em = db.system();
      const orphaned = `select s."id" from "submission" s join "organization" o on o."id" = s."organization_id"
        where s."status" = 'PENDING' and not o."is_active" limit ?`;
      const rows: { id: string }[] = await em.execute(orphaned, [limit]);
      return (await em.find(SubmissionEntity, { id: { $in: rows.map(({ id }) => id) } })).map(toRecord);
    },

    /** Removes idempotency keys, and answers stored for them, whose day is over; answers how many. */
    forgetKeys: async (): Promise<number> => (await sweepKeys(db)) + (await sweepAnswers(db)),

    /**
     * Answers PENDING rows with a slot for longer than the given time, oldest first: their workflow may never have
     * started.
     */
    async listUnstarted(olderThanMs: number, limit: number): Promise<SubmissionRecord[]> {
      const before = new Date(Date.now() - olderThanMs);
      const unstarted = { status: 'PENDING' as const, grantedAt: { $lt: before }, stateless: false };
      const rows = await db.system().find(SubmissionEntity, unstarted, { orderBy: { createdAt: 'asc' }, limit });
      return rows.map(toRecord);
    },
  };
}

const FIND = `select ${SUBMISSION_COLUMNS} from "submission" s
  where s."organization_id" = ? and s."id" = ? and ${UNEXPIRED}`;

/**
 * The row, then the organization's lock (see `concurrency-slots.ts`), and both rows as they are after that: in one
 * question.
 */
const LOCK_TO_END = `select from "submission" where "id" = ? for update;
  select pg_advisory_xact_lock(hashtextextended("organization_id"::text, 0)) from "submission" where "id" = ?;
  select ${SUBMISSION_COLUMNS}, to_json(o) as "organization"
  from "submission" s join "organization" o on o."id" = s."organization_id" where s."id" = ?`;

type FoundToEnd = EntityData<SubmissionRow> & { readonly organization: EntityData<Organization> };

async function commit(em: EntityManager, id: string, outcome: SubmissionOutcome): Promise<Committed | null> {
  const [found] = await em.execute<FoundToEnd[]>(LOCK_TO_END, [id, id, id]);
  if (!found) return null;
  const row = submissionOf(em, found);
  if (isTerminal(row)) return null;
  const organization = em.map(OrganizationEntity, found.organization);
  const { original } = outcome.report;
  if (original.sha256 !== row.originalSha256) throw new Error('The outcome is of another document.');
  if (outcome.claimed) await requireClaim(em, row.organizationId, 'artifact', outcome.claimed);
  const { facts = null, completedAt = new Date() } = outcome;
  const end = {
    status: outcome.report.status,
    completedAt,
    expiresAt: keptUntil(organization, completedAt),
    processingTimeMs: outcome.processingTimeMs,
    // A stateless submission stores no words of the document.
    report: storable(withVerdict(outcome.report, outcome.timeline ?? null, { withWords: !row.stateless })),
    timeline: storable(outcome.timeline ?? null),
    facts: facts && facts.document,
    factsEnvelope: facts && facts.envelope,
    costlyFailureOf: outcome.costlyFailureOf ?? null,
    stageDurationsMs: { ...outcome.stageDurationsMs },
  };
  Object.assign(row, end);
  const ended = em.createQueryBuilder(SubmissionEntity).update(end).where({ organizationId: row.organizationId, id });
  await executeUnread(em, ended.getFormattedQuery());
  await recordPages(em, row, outcome.pages ?? []);
  await keepResults(em, row, { since: completedAt, until: end.expiresAt }, outcome.proof);
  await settleQuota(em, row);
  await countOnDay(em, row, completedAt);
  if (isPassing({ report: row.report ?? null })) await releaseKey(em, id);
  const settledBatchId = await countInBatch(em, row);
  const deliveryIds = await recordEvent(em, row);
  const granted = await grantWaiting(em, row.organizationId);
  return { deliveryIds, settledBatchId, granted };
}

/** One statement, so that of two runs of one workflow each has a number of its own. */
const ADMISSION = `update "submission" s
  set "status" = 'IN_PROGRESS', "attempts" = s."attempts" + 1, "started_at" = coalesce(s."started_at", now())
  where s."id" = ? and s."status" in ('PENDING', 'IN_PROGRESS')
  returning s."attempts", (
    select count(*)::int from "submission" o
    where o."organization_id" = s."organization_id" and o."original_sha256" = s."original_sha256"
      and o."costly_failure_of" = ? and o."completed_at" > now() - interval '1 day'
      and o."options"::jsonb = s."options"::jsonb
  ) as "costlyFailures", (
    select ${UNPAID_WORK_LEFT} from "organization" o where o."id" = s."organization_id"
  ) as "unpaidWorkMs", s."organization_id" as "organizationId", (
    select o."plan_tier" = 'free' from "organization" o where o."id" = s."organization_id"
  ) as "isFree"`;

async function findTimeline(db: Database, organizationId: string, id: string): Promise<RevisionTimeline | null> {
  const one = { organizationId, id, ...unexpired() };
  const row = await db.tenant(organizationId).findOne(SubmissionEntity, one, { fields: ['timeline'] });
  return row?.timeline ?? null;
}

async function findFacts(db: Database, organizationId: string, id: string): Promise<SignedFacts | null> {
  const one = { organizationId, id, ...unexpired() };
  const row = await db.tenant(organizationId).findOne(SubmissionEntity, one, { fields: ['facts', 'factsEnvelope'] });
  return row?.facts && row.factsEnvelope ? { document: row.facts, envelope: row.factsEnvelope } : null;
}

const PASSING: ReadonlySet<FailureCode> = new Set([
  'INTERNAL_ERROR',
  'STORAGE_ERROR',
  'WORKER_UNAVAILABLE',
  'CANCELLED',
  'PROCESSING_TIMEOUT',
]);

/** Whether the service failed, not the document: the same request may succeed, and gets the chance. */
export function isPassing({ report }: Pick<SubmissionRecord, 'report'>): boolean {
  const code = report?.failure?.code;
  return code !== undefined && PASSING.has(code);
}
