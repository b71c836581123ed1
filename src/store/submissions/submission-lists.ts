/** Lists of an organization's submissions, newest first. */
import { raw } from '@mikro-orm/core';
import type { FailureCode } from '#domain/failure-codes.ts';
import type { Region } from '#domain/region.ts';
import type { RiskLevel } from '#domain/report.ts';
import type { VerdictLevel } from '#domain/verdict/kinds.ts';
import type { SubmissionStatus } from '#domain/submission.ts';
import type { Database } from '#store/database/database.ts';
import { findPage, NEWEST_FIRST, type PageOf, type RequestedPage } from '#store/database/pages.ts';
import {
  FAILURE_CODE_OF,
  NORMALIZED_SHA256_OF,
  PIPELINE_SPEC_OF,
  RISK_LEVEL_OF,
  VERDICT_LEVEL_OF,
  SubmissionEntity,
  type SubmissionRecord,
  toRecord,
  unexpired,
} from './submission-row.ts';

/** Null does not filter the list. */
export interface SubmissionFilter {
  readonly status: SubmissionStatus | null;
  /** Accepted at this moment or later. */
  readonly from: Date | null;
  /** Accepted before this moment. */
  readonly to: Date | null;
  readonly originalSha256: string | null;
  readonly batchId: string | null;
  readonly clientReference: string | null;
  readonly normalizedSha256: string | null;
  readonly riskLevel: RiskLevel | null;
  /** The level of the stored verdict; null for submissions of earlier versions. */
  readonly verdictLevel: VerdictLevel | null;
  /** The code of the failure. */
  readonly failureCode: FailureCode | null;
  readonly region: Region | null;
  /** Normalized under this specification: with an output of it. */
  readonly pipelineSpec: string | null;
}

export function submissionLists(db: Database) {
  return {
    async list(
      organizationId: string,
      filter: SubmissionFilter,
      page: RequestedPage,
    ): Promise<PageOf<SubmissionRecord>> {
      const em = db.tenant(organizationId);
      const found = await findPage(em, SubmissionEntity, whereOf(organizationId, filter), NEWEST_FIRST, page);
      return { ...found, items: found.items.map(toRecord) };
    },
  };
}

function whereOf(organizationId: string, filter: SubmissionFilter) {
  const { status, from, to, originalSha256, batchId, clientReference, pipelineSpec } = filter;
  const { normalizedSha256, riskLevel, verdictLevel, failureCode, region } = filter;
  return {
    organizationId,
    ...unexpired(),
    ...(status !== null && { status }),
    ...(originalSha256 !== null && { originalSha256 }),
    ...(batchId !== null && { batchId }),
    ...(clientReference !== null && { clientReference }),
    ...(normalizedSha256 !== null && { [raw(NORMALIZED_SHA256_OF)]: normalizedSha256 }),
    ...(riskLevel !== null && { [raw(RISK_LEVEL_OF)]: riskLevel }),
    ...(verdictLevel !== null && { [raw(VERDICT_LEVEL_OF)]: verdictLevel }),
    ...(failureCode !== null && { [raw(FAILURE_CODE_OF)]: failureCode }),
    ...(region !== null && { region }),
    ...(pipelineSpec !== null && { [raw(PIPELINE_SPEC_OF)]: pipelineSpec }),
    ...((from !== null || to !== null) && {
      createdAt: { ...(from !== null && { $gte: from }), ...(to !== null && { $lt: to }) },
    }),
  };
}
