/** The report of a document the service, not the engine, had to give up on. */
import { STAGE_NAMES } from '#domain/pipeline.ts';
import { type EngineReport, NO_SECURITY_FACTS, NO_VALIDATION_FACTS, type StageReport } from '#domain/report.ts';
import type { ServiceFailure, ServiceFailureCode, StageRecord, SubmissionInput } from '#domain/submission.ts';

/** These sentences are for human readers; the code is the contract. */
export const FAILURE_MESSAGES: Readonly<Record<ServiceFailureCode, string>> = {
  PARSER_KILLED: 'The parser ended while working on this document, also in a fresh process.',
  PROCESSING_TIMEOUT: 'Processing took longer than is allowed for a document of this size.',
  WORKER_UNAVAILABLE: 'No worker could finish the document in time.',
  STORAGE_ERROR: 'The document could not be read from or written to storage.',
  CANCELLED: 'Processing was ended before it was done.',
  ORGANIZATION_INACTIVE: 'The organization was deactivated before the document had its turn.',
  INTERNAL_ERROR: 'An unexpected error ended processing.',
};

/** Says of the document only what is certain: facts of earlier stages went down with the parser that held them. */
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
    failure: { code: failure.code, message: FAILURE_MESSAGES[failure.code], stage: failure.stage },
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
