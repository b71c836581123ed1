/**
 * Submissions: one row per accepted document, from PENDING to its one terminal status.
 * The workflow's calls (`admit`, `commit`) know the submission only; every other call names the organization first.
 */
import { randomUUID } from 'node:crypto';
import { defineEntity, type EntityManager, type InferEntity, LockMode } from '@mikro-orm/core';
import type { Proof } from '#domain/attestation.ts';
import type { NormalizeOptions } from '#domain/pipeline.ts';
import { PLANS } from '#domain/plan.ts';
import { REGIONS, type Region } from '#domain/region.ts';
import type { EngineReport } from '#domain/report.ts';
import type { SubmissionInput, SubmissionStatus } from '#domain/submission.ts';
import { recordProof } from './attestations.ts';
import { ArtifactRefEntity, ReportEntity } from './outputs.ts';
import { OrganizationEntity } from './organizations.ts';
import type { Database } from './orm.ts';
import { ownRows } from './tenancy.ts';

const STATUSES = ['PENDING', 'IN_PROGRESS', 'SUCCESS', 'FAILED', 'REJECTED'] as const satisfies SubmissionStatus[];

const p = defineEntity.properties;

export const SubmissionEntity = defineEntity({
  name: 'Submission',
  tableName: 'submission',
  policies: ownRows('submission_tenant', 'organization_id'),
  uniques: [{ name: 'submission_of_organization', properties: ['organizationId', 'id'] }],
  indexes: [
    { name: 'submission_newest', properties: ['organizationId', 'createdAt'] },
    { name: 'submission_unstarted', properties: ['createdAt'], where: `"status" = 'PENDING'` },
  ],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    region: p.enum(REGIONS),
    originalSha256: p.text(),
    sizeBytes: p.bigint('number'),
    options: p.json<NormalizeOptions>().columnType('json'),
    batchId: p.uuid().nullable(),
    /** Of the request, beside the organization's endpoints. */
    webhookUrl: p.text().nullable(),
    /** Neither input nor output is stored: the row is all there is. */
    stateless: p.boolean(),
    status: p.enum(STATUSES),
    attempts: p.integer(),
    requestId: p.text(),
    apiVersion: p.text(),
    createdAt: p.datetime(),
    /** From here to its end the submission holds one of the organization's places (concurrent jobs of the plan). */
    grantedAt: p.datetime().nullable(),
    startedAt: p.datetime().nullable(),
    completedAt: p.datetime().nullable(),
    processingTimeMs: p.bigint('number').nullable(),
    report: p.json<EngineReport>().columnType('json').nullable(),
    stageDurationsMs: p.json<Record<string, number>>().columnType('json').nullable(),
  },
});

type SubmissionRow = InferEntity<typeof SubmissionEntity>;

export interface SubmissionRecord extends SubmissionInput {
  readonly status: SubmissionStatus;
  readonly attempts: number;
  readonly requestId: string;
  readonly apiVersion: string;
  readonly createdAt: Date;
  readonly batchId: string | null;
  readonly webhookUrl: string | null;
  readonly stateless: boolean;
  /** Null while it waits for one of the organization's places. */
  readonly grantedAt: Date | null;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly processingTimeMs: number | null;
  /** Set with the terminal status. */
  readonly report: EngineReport | null;
  readonly stageDurationsMs: Readonly<Record<string, number>> | null;
}

export interface NewSubmission {
  readonly region: Region;
  readonly originalSha256: string;
  readonly sizeBytes: number;
  readonly options: NormalizeOptions;
  readonly requestId: string;
  readonly apiVersion: string;
  readonly batchId?: string | null;
  readonly webhookUrl?: string | null;
  readonly stateless?: boolean;
}

export interface SubmissionOutcome {
  readonly report: EngineReport;
  readonly stageDurationsMs: Readonly<Record<string, number>>;
  readonly processingTimeMs: number;
  /** Of a normalized document, signed already; null when there is none. */
  readonly proof: Proof | null;
}

export interface SubmissionStore {
  create(organizationId: string, submission: NewSubmission): Promise<SubmissionRecord>;
  find(organizationId: string, submissionId: string): Promise<SubmissionRecord | null>;
  /** Takes back a submission nobody has begun; false when it is too late for that. */
  withdraw(organizationId: string, submissionId: string): Promise<boolean>;
  /** PENDING -> IN_PROGRESS, attempts + 1. Null when the row is gone or terminal. */
  admit(submissionId: string): Promise<{ attempts: number } | null>;
  /** The terminal status with everything that follows from it, in one transaction. A second commit changes nothing. */
  commit(submissionId: string, outcome: SubmissionOutcome): Promise<void>;
  /** PENDING rows older than the given age, oldest first: accepted, but their workflow may never have started. */
  listUnstarted(olderThanMs: number, limit: number): Promise<SubmissionRecord[]>;
}

export function submissionStore(db: Database): SubmissionStore {
  return {
    async create(organizationId, submission) {
      const em = db.tenant(organizationId);
      const row = em.create(SubmissionEntity, {
        batchId: null,
        webhookUrl: null,
        stateless: false,
        ...submission,
        id: randomUUID(),
        organizationId,
        status: 'PENDING',
        attempts: 0,
        createdAt: new Date(),
        grantedAt: new Date(),
        startedAt: null,
        completedAt: null,
        processingTimeMs: null,
        report: null,
        stageDurationsMs: null,
      });
      await em.flush();
      return toRecord(row);
    },

    async find(organizationId, id) {
      const row = await db.tenant(organizationId).findOne(SubmissionEntity, { organizationId, id });
      return row && toRecord(row);
    },

    async withdraw(organizationId, id) {
      const pending = { organizationId, id, status: 'PENDING' as const };
      return (await db.tenant(organizationId).nativeDelete(SubmissionEntity, pending)) === 1;
    },

    admit: (id) =>
      db.system().transactional(async (em) => {
        const row = await em.findOne(SubmissionEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
        if (!row || isTerminal(row)) return null;
        row.status = 'IN_PROGRESS';
        row.attempts += 1;
        row.startedAt ??= new Date();
        return { attempts: row.attempts };
      }),

    commit: (id, outcome) =>
      db.system().transactional(async (em) => {
        const row = await em.findOne(SubmissionEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
        if (!row || isTerminal(row)) return;
        row.status = outcome.report.status;
        row.completedAt = new Date();
        row.processingTimeMs = outcome.processingTimeMs;
        row.report = storable(outcome.report);
        row.stageDurationsMs = { ...outcome.stageDurationsMs };
        await recordOutput(em, row, row.completedAt, outcome.proof);
      }),

    async listUnstarted(olderThanMs, limit) {
      const before = new Date(Date.now() - olderThanMs);
      const unstarted = { status: 'PENDING' as const, createdAt: { $lt: before } };
      const rows = await db.system().find(SubmissionEntity, unstarted, { orderBy: { createdAt: 'asc' }, limit });
      return rows.map(toRecord);
    },
  };
}

/** The organization's claim on the output bytes, its proof, and the row its report is found by. */
async function recordOutput(em: EntityManager, row: SubmissionRow, now: Date, proof: Proof | null): Promise<void> {
  const output = row.report?.normalized;
  if (!output) return;
  const { organizationId, region } = row;
  const { planTier } = await em.findOneOrFail(OrganizationEntity, { id: organizationId });
  const expiresAt = new Date(now.getTime() + PLANS[planTier].retentionDays * DAY_MS);
  const { sha256, sizeBytes } = output;
  const reference = { organizationId, region, sha256 };
  await em.upsert(
    ArtifactRefEntity,
    { ...reference, sizeBytes, createdAt: now, expiresAt },
    { onConflictFields: ['organizationId', 'region', 'sha256'], onConflictAction: 'ignore' },
  );
  // An output made again lives longer, and never shorter: the plan may have changed in between.
  await em.nativeUpdate(ArtifactRefEntity, { ...reference, expiresAt: { $lt: expiresAt } }, { expiresAt });
  if (proof) await recordProof(em, organizationId, proof, expiresAt);
  em.create(ReportEntity, {
    submissionId: row.id,
    organizationId,
    outputSha256: output.sha256,
    createdAt: now,
    expiresAt,
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function isTerminal({ status }: { readonly status: SubmissionStatus }): boolean {
  return status === 'SUCCESS' || status === 'FAILED' || status === 'REJECTED';
}

/** PostgreSQL's json knows neither U+0000 nor lone surrogates, and a hostile document's strings can have both. */
function storable(report: EngineReport): EngineReport {
  return JSON.parse(JSON.stringify(report, cleanText));
}

function cleanText(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;
}

function toRecord(row: SubmissionRow): SubmissionRecord {
  const { id, batchId, webhookUrl, grantedAt, startedAt, completedAt, processingTimeMs, ...rest } = row;
  const { report, stageDurationsMs, ...facts } = rest;
  return {
    ...facts,
    submissionId: id,
    batchId: batchId ?? null,
    webhookUrl: webhookUrl ?? null,
    grantedAt: grantedAt ?? null,
    startedAt: startedAt ?? null,
    completedAt: completedAt ?? null,
    processingTimeMs: processingTimeMs ?? null,
    report: report ?? null,
    stageDurationsMs: stageDurationsMs ?? null,
  };
}
