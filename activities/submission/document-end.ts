/** Logs and counts a document whose processing ended. Nothing in it names a person. */
import { FIRST_PIPELINE_SPEC } from '#domain/pipeline.ts';
import type { EngineReport } from '#domain/report.ts';
import type { Lane, SubmissionInput } from '#domain/submission.ts';
import { metrics } from '#src/metrics/metrics.ts';

export interface DocumentLog {
  info(fields: object, message: string): void;
}

export interface DocumentEnd {
  readonly submission: SubmissionInput;
  readonly report: EngineReport;
  readonly lane: Lane;
  readonly stageDurationsMs: Readonly<Record<string, number>>;
  readonly processingTimeMs: number;
}

export function tellOfEnd(log: DocumentLog, end: DocumentEnd): void {
  count(end);
  const { submission, report, lane, stageDurationsMs, processingTimeMs } = end;
  const { submissionId, organizationId, region, batchId, pipelineSpec = FIRST_PIPELINE_SPEC } = submission;
  log.info(
    {
      submissionId,
      organizationId,
      ...(batchId && { batchId }),
      region,
      outcome: report.status,
      code: report.failure?.code ?? null,
      risk: report.tamperAnalysis?.riskLevel ?? null,
      inputBytes: report.original.sizeBytes,
      outputBytes: report.normalized?.sizeBytes ?? null,
      lane,
      pipelineSpec,
      processingTimeMs,
      stageDurationsMs,
    },
    'document ended',
  );
}

function count({ report, lane, stageDurationsMs, processingTimeMs }: DocumentEnd): void {
  const { status, failure, original, normalized, tamperAnalysis, warnings } = report;
  metrics.submissions.inc({ outcome: status, code: failure?.code ?? '', lane });
  metrics.submissionSeconds.observe({ lane }, processingTimeMs / 1000);
  for (const [stage, ms] of Object.entries(stageDurationsMs)) metrics.stageSeconds.observe({ stage }, ms / 1000);
  metrics.inputBytes.inc(original.sizeBytes);
  metrics.outputBytes.inc(normalized?.sizeBytes ?? 0);
  for (const { type } of tamperAnalysis?.anomalies ?? []) metrics.findings.inc({ type });
  for (const { code } of warnings) metrics.warnings.inc({ code });
}
