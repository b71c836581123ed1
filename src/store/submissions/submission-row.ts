/**
 * The submission's row, and what the rest of the store may know of it: apart from `submissions.ts`, which uses them
 * all.
 */
import { defineEntity, type EntityData, type InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Envelope } from '#domain/attestation.ts';
import { FIRST_PIPELINE_SPEC, type NormalizeOptions } from '#domain/pipeline.ts';
import { type Correlation, correlationOf, type Metadata } from '#domain/correlation.ts';
import { REGIONS, type Region } from '#domain/region.ts';
import type { EngineReport } from '#domain/report.ts';
import type { RevisionTimeline } from '#domain/revisions.ts';
import { SUBMISSION_STATUSES, type SubmissionFacts, type SubmissionStatus } from '#domain/submission.ts';
import type { StoredObject } from '#store/objects/object-key.ts';
import { CREATOR_COLUMNS, type Creator } from './creator.ts';
import { ownRows } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

const NORMALIZED = `report->'normalized'`;

interface OutputColumns {
  readonly organizationId: string;
  readonly region: string;
  readonly report: string;
}

/** SQL of whether the output lies in the layout that organizations share (`object-key.ts`). */
function sharesOutput({ organizationId, region, report }: OutputColumns): string {
  return `exists (select from "artifact_ref" a where a."folder" is null and a."organization_id" = ${organizationId}
    and a."region" = ${region} and a."sha256" = ${report}->'normalized'->>'sha256')`;
}

/**
 * SQL for the pipeline specification and the text algorithm of a row of `submission`; null without an output. Reports
 * of the first specification do not name it, and some do not name the algorithm.
 */
export const PIPELINE_SPEC_OF = `coalesce(${NORMALIZED}->>'pipelineSpec',
  case when ${NORMALIZED}->>'sha256' is not null then '${FIRST_PIPELINE_SPEC}' end)`;
export const NORMALIZED_SHA256_OF = `${NORMALIZED}->>'sha256'`;
export const RISK_LEVEL_OF = `report->'tamperAnalysis'->>'riskLevel'`;
export const VERDICT_LEVEL_OF = `report->'verdict'->>'level'`;
export const FAILURE_CODE_OF = `report->'failure'->>'code'`;
export const CONTENT_HASH_ALGORITHM_OF = `${NORMALIZED}->>'contentHashAlgorithm'`;

export const SubmissionEntity = defineEntity({
  name: 'Submission',
  tableName: 'submission',
  policies: ownRows('submission_tenant', 'organization_id'),
  uniques: [{ name: 'submission_of_organization', properties: ['organizationId', 'id'] }],
  indexes: [
    { name: 'submission_expiry', properties: ['expiresAt'] },
    { name: 'submission_newest', properties: ['organizationId', 'createdAt'] },
    { name: 'submission_unstarted', properties: ['createdAt'], where: `"status" = 'PENDING'` },
    { name: 'submission_of_batch', properties: ['batchId', 'createdAt', 'id'] },
    { name: 'submission_client_reference', properties: ['organizationId', 'clientReference'] },
    { name: 'submission_original', properties: ['organizationId', 'originalSha256'] },
    {
      name: 'submission_costly_failures',
      properties: ['organizationId', 'originalSha256'],
      where: '"costly_failure_of" is not null',
    },
    { name: 'submission_unerased', properties: ['organizationId', 'id'], where: '"erased_at" is null' },
    {
      name: 'submission_normalized',
      expression: `create index "submission_normalized" on "submission" ("organization_id", (report->'normalized'->>'sha256'))`,
    },
    {
      name: 'submission_content',
      expression: `create index "submission_content" on "submission" ("organization_id", (report->'normalized'->>'contentHash'))`,
    },
    {
      name: 'submission_pipeline_spec',
      expression: `create index "submission_pipeline_spec" on "submission" ("organization_id", (${PIPELINE_SPEC_OF}), "created_at")`,
    },
    {
      name: 'submission_places',
      properties: ['organizationId'],
      where: '"granted_at" is not null and "completed_at" is null',
    },
    {
      name: 'submission_waiting',
      properties: ['organizationId', 'createdAt', 'id'],
      where: '"granted_at" is null and "completed_at" is null',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    ...CREATOR_COLUMNS,
    region: p.enum(REGIONS),
    /** Null once it has been erased. */
    originalSha256: p.text().nullable(),
    sizeBytes: p.bigint('number'),
    options: p.json<NormalizeOptions>().columnType('json'),
    batchId: p.uuid().nullable(),
    /** The address in the request, beside the organization's endpoints. */
    webhookUrl: p.text().nullable(),
    /** The caller's own; null once it has been erased. */
    clientReference: p.text().nullable(),
    metadata: p.json<Metadata>().columnType('json').nullable(),
    /** Neither input nor output is stored: the row is all there is. */
    stateless: p.boolean(),
    /** The caller does not wait for the end, so the organization's endpoints get it. */
    asynchronous: p.boolean(),
    status: p.enum(SUBMISSION_STATUSES),
    attempts: p.integer(),
    requestId: p.text(),
    apiVersion: p.text(),
    createdAt: p.datetime(),
    /**
     * From this time to its end the submission holds one of the organization's slots (concurrent jobs of the plan).
     */
    grantedAt: p.datetime().nullable(),
    startedAt: p.datetime().nullable(),
    completedAt: p.datetime().nullable(),
    /** Set with the terminal status: the end of the plan's retention period. */
    expiresAt: p.datetime().nullable(),
    processingTimeMs: p.bigint('number').nullable(),
    report: p.json<EngineReport>().columnType('json').nullable(),
    stageDurationsMs: p.json<Record<string, number>>().columnType('json').nullable(),
    /** Specification whose parsers the document ended; null where it ended none. */
    costlyFailureOf: p.text().nullable(),
    /** The revisions of the input, beside the report; read where it is asked for alone, for it may be long. */
    timeline: p.json<RevisionTimeline>().columnType('json').nullable().lazy(),
    /** The signed facts document and its envelope, read only on request. */
    facts: p.text().nullable().lazy(),
    factsEnvelope: p.json<Envelope>().columnType('json').nullable().lazy(),
    /** Undefined in a row that was made and has not been read. */
    hasTimeline: p
      .boolean()
      .formula((columns) => `${columns['timeline']} is not null`)
      .nullable(),
    /** Whether the output lies in the shared layout; undefined in a row that was made and has not been read. */
    sharesOutput: p
      .boolean()
      .formula((columns) =>
        sharesOutput({
          organizationId: String(columns['organizationId']),
          region: String(columns['region']),
          report: String(columns['report']),
        }),
      )
      .nullable(),
    /** From this time on the row shows only that there was a document. */
    erasedAt: p.datetime().nullable(),
  },
});

export type SubmissionRow = InferEntity<typeof SubmissionEntity>;

/** The columns of a submission `s` in a written statement, for `submissionOf`. */
export const SUBMISSION_COLUMNS = `s.*, s."timeline" is not null as "has_timeline",
  ${sharesOutput({ organizationId: 's."organization_id"', region: 's."region"', report: 's."report"' })} as "shares_output"`;

/** A row that a statement has read; the manager does not know it, and writes nothing of it. */
export function submissionOf(em: EntityManager, columns: EntityData<SubmissionRow>): SubmissionRow {
  return em.map(SubmissionEntity, columns, { disableIdentityMap: true });
}

export interface SubmissionRecord extends SubmissionFacts, Correlation, Creator {
  readonly status: SubmissionStatus;
  readonly attempts: number;
  readonly requestId: string;
  readonly apiVersion: string;
  readonly createdAt: Date;
  readonly batchId: string | null;
  readonly webhookUrl: string | null;
  readonly stateless: boolean;
  readonly asynchronous: boolean;
  /** Null while it waits for one of the organization's slots. */
  readonly grantedAt: Date | null;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  /** Set with the terminal status. */
  readonly expiresAt: Date | null;
  readonly processingTimeMs: number | null;
  /** Set with the terminal status. */
  readonly report: EngineReport | null;
  readonly stageDurationsMs: Readonly<Record<string, number>> | null;
  /** Whether the revisions of the input are known. */
  readonly hasTimeline: boolean;
  /** The folder in which the output lies, where there is one (`object-key.ts`). */
  readonly outputFolder: string | null;
  /** The time of the erasure, which removed the hashes: `originalSha256` and `report` are null. */
  readonly erasedAt: Date | null;
}

export interface NewSubmission extends Partial<Correlation>, Partial<Creator> {
  readonly region: Region;
  readonly originalSha256: string;
  readonly sizeBytes: number;
  readonly options: NormalizeOptions;
  readonly requestId: string;
  readonly apiVersion: string;
  readonly batchId?: string | null;
  readonly webhookUrl?: string | null;
  readonly stateless?: boolean;
  /** False when the request waits for the end; true by default. */
  readonly asynchronous?: boolean;
  /** The original was claimed and put for this submission: to be accepted only while the claim holds. */
  readonly claimed?: StoredObject;
}

/** The condition for visible rows. An expired row is invisible, even before a sweep removes it. */
export function unexpired() {
  return { $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date() } }] };
}

/** The same condition for a submission `s` in a written statement. */
export const UNEXPIRED = '(s.expires_at is null or s.expires_at > now())';

export function isTerminal({ status }: { readonly status: SubmissionStatus }): boolean {
  return status === 'SUCCESS' || status === 'FAILED' || status === 'REJECTED';
}

export function toRecord(row: SubmissionRow): SubmissionRecord {
  const { id, apiKeyId, memberId, originalSha256, batchId, webhookUrl, grantedAt, startedAt, completedAt, ...rest } =
    row;
  const {
    expiresAt,
    processingTimeMs,
    report,
    stageDurationsMs,
    hasTimeline,
    sharesOutput: isOutputShared,
    erasedAt,
    costlyFailureOf: _costlyFailureOf,
    timeline: _timeline,
    facts: _facts,
    factsEnvelope: _factsEnvelope,
    ...others
  } = rest;
  return {
    ...others,
    submissionId: id,
    apiKeyId: apiKeyId ?? null,
    memberId: memberId ?? null,
    originalSha256: originalSha256 ?? null,
    batchId: batchId ?? null,
    webhookUrl: webhookUrl ?? null,
    ...correlationOf(row),
    grantedAt: grantedAt ?? null,
    startedAt: startedAt ?? null,
    completedAt: completedAt ?? null,
    expiresAt: expiresAt ?? null,
    processingTimeMs: processingTimeMs ?? null,
    report: report ?? null,
    stageDurationsMs: stageDurationsMs ?? null,
    hasTimeline: hasTimeline ?? false,
    outputFolder: isOutputShared ? null : row.organizationId,
    erasedAt: erasedAt ?? null,
  };
}
