/**
 * Webhooks: the bodies of events.
 * Headers and signatures are those of Standard Webhooks (`src/webhooks`).
 */
import { proofPaths } from '#domain/attestation.ts';
import type { Correlation } from '#domain/correlation.ts';
import { API_VERSION } from '#domain/pipeline.ts';
import { type EngineReport, normalizedInfo, type NormalizedInfo, type RiskLevel } from '#domain/report.ts';
import type { FailureCode } from '#domain/failure-codes.ts';
import type { SubmissionStatus } from '#domain/submission.ts';
import { WORST_LEVEL } from '#domain/verdict/kinds.ts';
import { summaryOf, type VerdictSummary } from '#domain/verdict/verdict.ts';
import type { EventType, NoticeType } from '#domain/webhooks/deliveries.ts';

/** One submission that has ended. */
interface SubmissionData extends Correlation {
  readonly submissionId: string;
  readonly batchId: string | null;
  readonly status: SubmissionStatus;
  readonly processingTimeMs: number;
  readonly original: { readonly sha256: string; readonly sizeBytes: number };
  readonly normalized: NormalizedInfo | null;
  readonly failure: { readonly code: FailureCode; readonly message: string; readonly stage: string | null } | null;
  readonly warningCodes: readonly string[];
  readonly verdict: VerdictSummary | null;
  readonly tamperRiskLevel: RiskLevel | null;
  readonly overallSignatureStatus: string | null;
  /** Paths; a presigned link would be dead before the last attempt, and alive in the receiver's log. */
  readonly links: Readonly<Record<string, string>>;
}

/** One submission whose verdict has the worst level. Ids alone, so that it can be sent to any alerting service. */
interface FlaggedData {
  readonly submissionId: string;
  readonly batchId: string | null;
  readonly verdict: VerdictSummary;
  readonly links: { readonly submission: string };
}

/** One batch of which nothing is pending any more. */
export interface BatchData extends Correlation {
  readonly batchId: string;
  readonly name: string;
  readonly status: 'complete';
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly rejected: number;
  readonly createdAt: string;
  readonly durationMs: number;
}

/** An endpoint whose owner wants to see that it works. */
interface TestData {
  readonly webhookId: string;
}

export interface EventBody {
  readonly type: NoticeType;
  readonly timestamp: string;
  readonly apiVersion: string;
  readonly id: string;
  readonly organizationId: string;
  readonly data:
    | SubmissionData
    | FlaggedData
    | (BatchData & { readonly links: Readonly<Record<string, string>> })
    | TestData;
}

type Frame = Pick<EventBody, 'timestamp' | 'id' | 'organizationId'>;

const TYPE_OF: Readonly<Record<EngineReport['status'], EventType>> = {
  SUCCESS: 'normalization.success',
  FAILED: 'normalization.failure',
  REJECTED: 'normalization.rejected',
};

export interface EndedSubmission extends Correlation {
  readonly submissionId: string;
  readonly batchId: string | null;
  readonly processingTimeMs: number;
  readonly report: EngineReport;
}

export function submissionEvent(frame: Frame, ended: EndedSubmission) {
  const { submissionId, batchId, clientReference, metadata, processingTimeMs, report } = ended;
  const { status, original, normalized, failure, warnings, tamperAnalysis, security } = report;
  const body: EventBody = {
    ...open(TYPE_OF[status], frame),
    data: {
      submissionId,
      batchId,
      clientReference,
      metadata,
      status,
      processingTimeMs,
      original: { sha256: original.sha256, sizeBytes: original.sizeBytes },
      normalized: normalized && normalizedInfo(normalized),
      failure: failure && { ...failure, message: failure.message.slice(0, MAX_MESSAGE_CHARS) },
      warningCodes: [...new Set(warnings.map(({ code }) => code))],
      verdict: report.verdict ? summaryOf(report.verdict) : null,
      tamperRiskLevel: tamperAnalysis?.riskLevel ?? null,
      overallSignatureStatus: 'overallSignatureStatus' in security ? security.overallSignatureStatus : null,
      links: submissionLinks(submissionId, original.sha256, normalized?.sha256),
    },
  };
  return body;
}

/** Null unless the verdict has the worst level. */
export function flaggedEvent(
  frame: Frame,
  { submissionId, batchId, report: { verdict } }: Pick<EndedSubmission, 'submissionId' | 'batchId' | 'report'>,
): EventBody | null {
  if (verdict?.level !== WORST_LEVEL) return null;
  const links = { submission: `/api/submissions/${submissionId}` };
  return { ...open('submission.flagged', frame), data: { submissionId, batchId, verdict: summaryOf(verdict), links } };
}

export function batchEvent(frame: Frame, batch: BatchData): EventBody {
  const self = `/api/batches/${batch.batchId}`;
  return {
    ...open('batch.completed', frame),
    data: { ...batch, links: { batch: self, submissions: `${self}/submissions` } },
  };
}

export function testEvent(frame: Frame, webhookId: string): EventBody {
  return { ...open('webhook.test', frame), data: { webhookId } };
}

function open(type: NoticeType, { timestamp, id, organizationId }: Frame): Omit<EventBody, 'data'> {
  return { type, timestamp, apiVersion: API_VERSION, id, organizationId };
}

/** Messages are sentences; this only bounds what a body can weigh. */
const MAX_MESSAGE_CHARS = 400;

function submissionLinks(submissionId: string, original: string, normalized?: string): Record<string, string> {
  const submission = `/api/submissions/${submissionId}`;
  if (normalized === undefined) return { submission };
  return {
    submission,
    artifact: `/api/artifacts/${normalized}`,
    report: `${submission}/report`,
    ...proofPaths({ normalized, original }),
  };
}
