/** The request of a submission or batch, which an export has beside the bodies of the API. */
import type { NormalizeOptions } from '#domain/pipeline.ts';
import type { Region } from '#domain/region.ts';
import type { BatchRecord } from '#store/submissions/batches.ts';
import type { SubmissionRecord } from '#store/submissions/submission-row.ts';

interface SubmissionRequest {
  readonly submissionId: string;
  readonly region: Region;
  readonly options: NormalizeOptions;
  readonly webhookUrl: string | null;
  readonly stateless: boolean;
  readonly asynchronous: boolean;
  readonly startedAt: string | null;
  /** The end of the plan's retention period. */
  readonly expiresAt: string | null;
}

interface BatchRequest {
  readonly batchId: string;
  readonly webhookUrl: string | null;
}

export function submissionRequest(record: SubmissionRecord): SubmissionRequest {
  const { submissionId, region, options, webhookUrl, stateless, asynchronous, startedAt, expiresAt } = record;
  return {
    submissionId,
    region,
    options,
    webhookUrl,
    stateless,
    asynchronous,
    startedAt: startedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

export function batchRequest({ batchId, webhookUrl }: BatchRecord): BatchRequest {
  return { batchId, webhookUrl };
}
