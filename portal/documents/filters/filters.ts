/** The filters of the list of documents, in the address of the page and in calls. */
import { FAILURE_CODES, type FailureCode } from '#domain/failure-codes.ts';
import { PIPELINE_SPEC_NAME } from '#domain/pipeline.ts';
import { type Region, REGIONS } from '#domain/region.ts';
import { RISK_LEVELS, type RiskLevel } from '#domain/report.ts';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '#domain/submission.ts';
import { VERDICT_LEVELS, type VerdictLevel } from '#domain/verdict/kinds.ts';
import type { Input } from '#portal/api/answers.ts';
import { type Search, text, uuid, word } from '#portal/app/search.ts';

/** The names are the API's; days are in UTC, and the last one is counted too. */
export interface DocumentFilter {
  readonly status?: SubmissionStatus | undefined;
  readonly verdict_level?: VerdictLevel | undefined;
  readonly risk_level?: RiskLevel | undefined;
  readonly failure_code?: FailureCode | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly client_reference?: string | undefined;
  readonly batch_id?: string | undefined;
  readonly original_sha256?: string | undefined;
  readonly normalized_sha256?: string | undefined;
  readonly pipeline_spec?: string | undefined;
  readonly region?: Region | undefined;
}

const SHA256 = /^(?:sha256:)?[0-9a-f]{64}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** Invalid filters are left out, because a list with fewer filters is more useful than none. */
export function filterOf(search: Search): DocumentFilter {
  return {
    status: word(search['status'], SUBMISSION_STATUSES),
    verdict_level: word(search['verdict_level'], VERDICT_LEVELS),
    risk_level: word(search['risk_level'], RISK_LEVELS),
    failure_code: word(search['failure_code'], FAILURE_CODES),
    from: like(search['from'], isDay),
    to: like(search['to'], isDay),
    client_reference: text(search['client_reference']),
    batch_id: uuid(search['batch_id']),
    original_sha256: like(search['original_sha256'], isSha256),
    normalized_sha256: like(search['normalized_sha256'], isSha256),
    pipeline_spec: like(search['pipeline_spec'], (value) => PIPELINE_SPEC_NAME.test(value)),
    region: word(search['region'], REGIONS),
  };
}

/** The input of the client for a filter; the API's `to` is the first moment after the days of the filter. */
export function queryOf(filter: DocumentFilter): Input<'listSubmissions'> {
  const { status, from, to, region } = filter;
  return {
    status,
    from,
    to: to === undefined ? undefined : dayAfter(to),
    region,
    verdictLevel: filter.verdict_level,
    riskLevel: filter.risk_level,
    failureCode: filter.failure_code,
    clientReference: filter.client_reference,
    batchId: filter.batch_id,
    originalSha256: filter.original_sha256,
    normalizedSha256: filter.normalized_sha256,
    pipelineSpec: filter.pipeline_spec,
  };
}

export function countFilters(filter: DocumentFilter): number {
  return Object.values(filter).filter((value) => value !== undefined).length;
}

function isSha256(value: string): boolean {
  return SHA256.test(value);
}

function isDay(value: string): boolean {
  return DAY.test(value) && !Number.isNaN(Date.parse(value));
}

function like(value: unknown, fits: (value: string) => boolean): string | undefined {
  const given = text(value)?.trim();
  return given !== undefined && fits(given) ? given : undefined;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, DAY_CHARACTERS);
}

const DAY_CHARACTERS = 10;
