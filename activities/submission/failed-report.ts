/** The report of a document the service, not the engine, had to give up on. */
import { SERVICE_FAILURE_MESSAGES } from '#domain/sentences/failure-sentences.ts';
import { STAGE_NAMES } from '#domain/pipeline.ts';
import { type EngineReport, NO_SECURITY_FACTS, NO_VALIDATION_FACTS, type StageReport } from '#domain/report.ts';
import type { ServiceFailure, StageRecord, SubmissionInput } from '#domain/submission.ts';

/** The report contains only certain facts: the facts of earlier stages ended with their parser. */
export function failedReport(
  submission: SubmissionInput,
  records: readonly StageRecord[],
  failure: ServiceFailure,
): EngineReport {
  return {
    status: 'FAILED',
    original: { sha256: submission.originalSha256, sizeBytes: submission.sizeBytes },
    normalized: null,
    security: NO_SECURITY_FACTS,
    validation: NO_VALIDATION_FACTS,
    tamperAnalysis: null,
    warnings: [],
    failure: { code: failure.code, message: SERVICE_FAILURE_MESSAGES[failure.code], stage: failure.stage },
    stages: stageReports(records, failure),
  };
}

function stageReports(records: readonly StageRecord[], failure: ServiceFailure): StageReport[] {
  const results = new Map(records.map(({ name, result }) => [name, result]));
  return STAGE_NAMES.map((name, stage) => ({
    stage,
    name,
    result: name === failure.stage ? 'failed' : (results.get(name) ?? 'not_reached'),
  }));
}
