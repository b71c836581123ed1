/**
 * Batches: groups of submissions with exact counters. The counters change in the transaction that accepts or ends a
 * submission, PostgreSQL derives the status from them, and one completion records one notice.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { defineEntity, type InferEntity, LockMode, raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { BatchStatus } from '#domain/batch.ts';
import { type Correlation, correlationOf, type Metadata } from '#domain/correlation.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import { PLANS } from '#domain/billing/plan.ts';
import type { Database } from '#store/database/database.ts';
import { findPage, LISTED, NEWEST_FIRST, type PageOf, type RequestedPage } from '#store/database/pages.ts';
import { CREATOR_COLUMNS, type Creator } from './creator.ts';
import { type SubmissionRow, UNEXPIRED } from './submission-row.ts';
import { ownRows } from '#store/database/tenancy.ts';
import { recordBatchNotice } from '#store/webhooks/events.ts';

/**
 * `open` until a submission is attached, `complete` once none is pending and none is expected. The text is
 * PostgreSQL's own form, so that the schema can be compared with it.
 */
const STATUS = `CASE
    WHEN ((total = ((completed + failed) + rejected)) AND ((closed_at IS NOT NULL) OR ((total > 0) AND (total >= COALESCE(expected_total, 0))))) THEN 'complete'::text
    WHEN (total = 0) THEN 'open'::text
    ELSE 'in_progress'::text
END`;

const RETENTION_DAYS = Object.entries(PLANS).map(([tier, plan]) => `when '${tier}' then ${plan.retentionDays}`);

/**
 * The condition on the batch of that name in a statement: the plan's retention period is over, and its last submission is
 * gone, swept or not. It is no longer visible to callers.
 */
function expired(batch: string): string {
  return `${batch}.created_at < now() - make_interval(days => (
      select case o.plan_tier ${RETENTION_DAYS.join(' ')} end from organization o where o.id = ${batch}.organization_id))
    and not exists (select from submission s where s.batch_id = ${batch}.id and ${UNEXPIRED})`;
}

export const EXPIRED_BATCH = expired('b');

const p = defineEntity.properties;

export const BatchEntity = defineEntity({
  name: 'Batch',
  tableName: 'batch',
  policies: ownRows('batch_tenant', 'organization_id'),
  uniques: [{ name: 'batch_of_organization', properties: ['organizationId', 'id'] }],
  checks: [{ name: 'batch_counters_check', expression: '((completed + failed) + rejected) <= total' }],
  indexes: [
    { name: 'batch_client_reference', properties: ['organizationId', 'clientReference'] },
    { name: 'batch_newest', properties: ['organizationId', 'createdAt', 'id'] },
    { name: 'batch_settling', properties: ['endedAt'], where: '"settling"' },
    { name: 'batch_empty', properties: ['createdAt'], where: '"total" = 0' },
  ],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    ...CREATOR_COLUMNS,
    name: p.text(),
    webhookUrl: p.text().nullable(),
    clientReference: p.text().nullable(),
    metadata: p.json<Metadata>().columnType('json').nullable(),
    /** The announced number of submissions. The batch is not complete before. */
    expectedTotal: p.integer().nullable(),
    total: p.integer(),
    completed: p.integer(),
    failed: p.integer(),
    rejected: p.integer(),
    status: p.text().$type<BatchStatus>().generated(`(${STATUS}) stored`),
    createdAt: p.datetime(),
    closedAt: p.datetime().nullable(),
    /** The end of the last submission, or the closing of the batch. */
    endedAt: p.datetime().nullable(),
    /** A notice is due, and the batch's workflow has been called to send it. */
    settling: p.boolean(),
    /** `total` at the last notice: the same completion is told once, and a later one again. */
    noticedTotal: p.integer().nullable(),
  },
});

type BatchRow = InferEntity<typeof BatchEntity>;

export interface BatchRecord extends Correlation, Creator {
  readonly batchId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly webhookUrl: string | null;
  readonly expectedTotal: number | null;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly rejected: number;
  readonly status: BatchStatus;
  readonly createdAt: Date;
  readonly closedAt: Date | null;
  readonly endedAt: Date | null;
}

export interface NewBatch extends Partial<Correlation>, Partial<Creator> {
  readonly name: string | null;
  readonly webhookUrl: string | null;
  readonly expectedTotal: number | null;
}

/** The result of settling a batch. */
export type Settling =
  /** The batch is not complete, or its notice was sent. */
  | { readonly kind: 'idle' }
  /** Complete, but perhaps not for long: ask again after this time. */
  | { readonly kind: 'quiet'; readonly waitMs: number }
  | { readonly kind: 'noticed'; readonly organizationId: string; readonly deliveryIds: readonly string[] };

/** Null does not filter the list. */
export interface BatchFilter {
  readonly status: BatchStatus | null;
  readonly clientReference: string | null;
}

export type BatchStore = ReturnType<typeof batchStore>;

export function batchStore(db: Database) {
  return {
    async create(organizationId: string, batch: NewBatch): Promise<BatchRecord> {
      const em = db.tenant(organizationId);
      const now = new Date();
      const id = randomUUID();
      const name = batch.name ?? defaultName(now);
      // Partial: PostgreSQL fills in the status.
      const row = em.create(
        BatchEntity,
        { ...EMPTY, ...batch, id, organizationId, name, createdAt: now },
        { partial: true },
      );
      await em.flush();
      return toBatchRecord(row);
    },

    find: (organizationId: string, id: string): Promise<BatchRecord | null> =>
      db.tenant(organizationId).transactional(async (em) => {
        const row = await em.findOne(BatchEntity, { organizationId, id });
        return row && (await isLiving(em, organizationId, id)) ? toBatchRecord(row) : null;
      }),

    async list(
      organizationId: string,
      { status, clientReference }: BatchFilter,
      page: RequestedPage,
    ): Promise<PageOf<BatchRecord>> {
      const em = db.tenant(organizationId);
      const where = {
        organizationId,
        ...(status !== null && { status }),
        ...(clientReference !== null && { clientReference }),
        [raw(`(${expired(LISTED)})`)]: false,
      };
      const found = await findPage(em, BatchEntity, where, NEWEST_FIRST, page);
      return { ...found, items: found.items.map(toBatchRecord) };
    },

    /** Closes the batch. `due` says that the closing made it complete and its notice must be sent. */
    close: (organizationId: string, id: string): Promise<{ batch: BatchRecord; due: boolean } | null> =>
      db.tenant(organizationId).transactional(async (em) => {
        const row = await em.findOne(BatchEntity, { organizationId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
        if (!row) return null;
        if (row.closedAt === null) {
          row.closedAt = new Date();
          row.endedAt ??= row.closedAt;
          await em.flush();
          await em.refresh(row);
        }
        row.settling = isDue(row);
        return { batch: toBatchRecord(row), due: row.settling };
      }),

    /** Records the notice of a batch that is complete and has been left alone for that long, once per completion. */
    settle: (id: string, quietMs: number): Promise<Settling> =>
      db.system().transactional(async (em) => {
        const row = await em.findOne(BatchEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
        if (!row) return { kind: 'idle' };
        const waitMs = quietMs - (Date.now() - (row.endedAt ?? row.createdAt).getTime());
        // Clocks of two hosts may differ: nothing waits longer than the window itself.
        if (isDue(row) && !isFinal(row) && waitMs > 0) return { kind: 'quiet', waitMs: Math.min(waitMs, quietMs) };
        row.settling = false;
        const { webhookUrl, ...batch } = toBatchRecord(row);
        if (!isDue(row) || webhookUrl === null) return { kind: 'idle' };
        row.noticedTotal = row.total;
        const completedAt = batch.endedAt ?? batch.createdAt;
        const deliveryIds = await recordBatchNotice(em, { ...batch, webhookUrl, completedAt });
        return { kind: 'noticed', organizationId: batch.organizationId, deliveryIds };
      }),

    /** Batches whose notice is overdue by that much: their workflow was never reached, or is gone. */
    async listOverdue(overdueMs: number, limit: number): Promise<Pick<BatchRecord, 'organizationId' | 'batchId'>[]> {
      const overdue = { settling: true, endedAt: { $lt: new Date(Date.now() - overdueMs) } };
      const rows = await db.system().find(BatchEntity, overdue, { orderBy: { endedAt: 'asc' }, limit });
      return rows.map(({ organizationId, id }) => ({ organizationId, batchId: id }));
    },
  };
}

const EMPTY = {
  apiKeyId: null,
  memberId: null,
  clientReference: null,
  metadata: null,
  total: 0,
  completed: 0,
  failed: 0,
  rejected: 0,
  closedAt: null,
  endedAt: null,
  settling: false,
  noticedTotal: null,
} as const;

async function isLiving(em: EntityManager, organizationId: string, id: string): Promise<boolean> {
  const statement = `select from batch b where b.organization_id = ? and b.id = ? and not (${EXPIRED_BATCH})`;
  return (await em.execute(statement, [organizationId, id])).length > 0;
}

/** `batch-2026-11-21-k3x9`: the day and four characters that tell batches of one day apart. */
function defaultName(now: Date): string {
  const characters = Array.from({ length: 4 }, () => randomInt(36).toString(36)).join('');
  return `batch-${now.toISOString().slice(0, 10)}-${characters}`;
}

/** Only a batch with a webhook has anything to tell. */
function isDue({ status, webhookUrl, noticedTotal, total }: BatchRow): boolean {
  return status === 'complete' && webhookUrl !== null && noticedTotal !== total;
}

/** The caller has stated the whole, so nobody needs to wait for more. */
function isFinal({ closedAt, expectedTotal }: Pick<BatchRow, 'closedAt' | 'expectedTotal'>): boolean {
  return (closedAt ?? null) !== null || (expectedTotal ?? null) !== null;
}

/**
 * Runs in the transaction that accepts a submission, after its quota was reserved and before its row is written: from
 * here on the batch counts it. Throws `batch_not_found` (400; also of another organization) or `batch_closed` (409).
 */
export async function attachToBatch(em: EntityManager, organizationId: string, batchId: string): Promise<void> {
  const statement = `update "batch" b set "total" = "total" + 1
    where b."organization_id" = ? and b."id" = ? and b."closed_at" is null and not (${EXPIRED_BATCH}) returning "status"`;
  if ((await em.execute(statement, [organizationId, batchId])).length === 1) return;
  if (await isLiving(em, organizationId, batchId))
    throw new ServiceError('batch_closed', 'This batch was closed: create another one.');
  const detail = 'batch_id names no batch of this organization.';
  throw new ServiceError('batch_not_found', detail, { members: { batchId } });
}

/** Undoes `attachToBatch`, in the transaction that takes back a submission nobody has begun. */
export async function detachFromBatch(em: EntityManager, organizationId: string, batchId: string): Promise<void> {
  const uncount = `update "batch" set "total" = "total" - 1 where "organization_id" = ? and "id" = ? returning "status"`;
  const [left] = await em.execute<{ status: BatchStatus }[]>(uncount, [organizationId, batchId]);
  // The rest may be complete. The sweep sends the notice, because this call has nobody to do so.
  if (left?.status === 'complete') await markSettling(em, organizationId, batchId);
}

const COUNTERS = { SUCCESS: 'completed', FAILED: 'failed', REJECTED: 'rejected' } as const;

/**
 * Runs in the transaction that ends a submission and counts its final status. Returns the batch's id when nothing is
 * pending and the caller must call `settleBatch`; otherwise null, and null without a batch.
 */
export async function countInBatch(em: EntityManager, row: SubmissionRow): Promise<string | null> {
  const { organizationId, batchId, status } = row;
  if (!batchId || status === 'PENDING' || status === 'IN_PROGRESS') return null;
  const counter = COUNTERS[status];
  const count = `update "batch" set "${counter}" = "${counter}" + 1, "ended_at" = ?
    where "organization_id" = ? and "id" = ? returning "status"`;
  const [counted] = await em.execute<{ status: BatchStatus }[]>(count, [
    row.completedAt ?? new Date(),
    organizationId,
    batchId,
  ]);
  if (counted?.status !== 'complete') return null;
  return (await markSettling(em, organizationId, batchId)) ? batchId : null;
}

/**
 * Returns true when the caller must start the workflow. The workflow of a settling batch reads the row again before it
 * ends, under the lock of this update. So ten thousand documents in a row need one signal for each quiet window. Only
 * a final batch wakes the workflow early.
 */
async function markSettling(em: EntityManager, organizationId: string, batchId: string): Promise<boolean> {
  const mark = `update "batch" set "settling" = true
    where "organization_id" = ? and "id" = ? and "webhook_url" is not null
      and "noticed_total" is distinct from "total"
      and (not "settling" or "closed_at" is not null or "expected_total" is not null)
    returning "status"`;
  return (await em.execute(mark, [organizationId, batchId])).length > 0;
}

/**
 * Batches have no end of their own: these have outlived the plan's retention period and their last submission.
 * Returns their number.
 */
export async function sweepBatches(db: Database, limit: number): Promise<number> {
  const statement = `delete from batch where id in (
    select b.id from batch b join organization o on o.id = b.organization_id
    where b.created_at < now() - make_interval(days => case o.plan_tier ${RETENTION_DAYS.join(' ')} end)
      and not b.settling and not exists (select from submission s where s.batch_id = b.id) limit ?) returning status`;
  return (await db.system().execute(statement, [limit])).length;
}

export function toBatchRecord(row: BatchRow): BatchRecord {
  const { id, organizationId, name, total, completed, failed, rejected, createdAt } = row;
  return {
    batchId: id,
    organizationId,
    apiKeyId: row.apiKeyId ?? null,
    memberId: row.memberId ?? null,
    name,
    webhookUrl: row.webhookUrl ?? null,
    ...correlationOf(row),
    expectedTotal: row.expectedTotal ?? null,
    total,
    completed,
    failed,
    rejected,
    status: row.status,
    createdAt,
    closedAt: row.closedAt ?? null,
    endedAt: row.endedAt ?? null,
  };
}
