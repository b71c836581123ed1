/** Maps a failed activity to the outcome of the submission. Activities name a failure code as the failure's type. */
import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';
import { STAGE_NAMES, type StageName } from '#domain/pipeline.ts';
import type { ServiceFailureCode } from '#domain/submission.ts';

/**
 * `killed`: the parser ended under this document. `late`: it took too long. `lost`: nothing was heard of the worker any more,
 * again and again.
 * `transient`: an outage. `permanent`: trying again cannot help.
 */
type FailureKind = 'killed' | 'late' | 'lost' | 'transient' | 'permanent';

export interface ClassifiedFailure {
  readonly code: ServiceFailureCode;
  readonly stage: StageName | null;
  readonly kind: FailureKind;
  /** The parsers there are run this specification, and not that of the stages the document has been through. */
  readonly pipelineSpec?: string;
}

/** Local activities fail with the bare `ApplicationFailure`, regular ones wrap it. */
export function classifyFailure(error: unknown, stage: StageName | null): ClassifiedFailure {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof TimeoutFailure) return { ...timedOut(cause), stage };
  if (cause instanceof ApplicationFailure) {
    const code = codeOf(cause.type);
    const classified = { code, stage: stageOf(cause) ?? stage, kind: kindOf(code, cause.nonRetryable === true) };
    const pipelineSpec = pipelineSpecOf(cause);
    return pipelineSpec === null ? classified : { ...classified, pipelineSpec };
  }
  return { code: 'INTERNAL_ERROR', stage, kind: 'permanent' };
}

/** The worker went away or fell silent, or the stage took longer than even re-opening the document explains. */
function timedOut({ timeoutType }: TimeoutFailure): Pick<ClassifiedFailure, 'code' | 'kind'> {
  if (timeoutType === 'START_TO_CLOSE') return { code: 'PROCESSING_TIMEOUT', kind: 'permanent' };
  return { code: 'WORKER_UNAVAILABLE', kind: timeoutType === 'HEARTBEAT' ? 'lost' : 'permanent' };
}

function kindOf(code: ServiceFailureCode, nonRetryable: boolean): FailureKind {
  if (code === 'PARSER_KILLED') return 'killed';
  if (code === 'PROCESSING_TIMEOUT') return 'late';
  const outage = code === 'STORAGE_ERROR' || code === 'WORKER_UNAVAILABLE';
  return outage && !nonRetryable ? 'transient' : 'permanent';
}

const CODES: Readonly<Record<ServiceFailureCode, true>> = {
  PARSER_KILLED: true,
  PROCESSING_TIMEOUT: true,
  REPEATED_FAILURE: true,
  WORKER_UNAVAILABLE: true,
  STORAGE_ERROR: true,
  CANCELLED: true,
  ORGANIZATION_INACTIVE: true,
  INTERNAL_ERROR: true,
};

function codeOf(type: string | null | undefined): ServiceFailureCode {
  return isCode(type) ? type : 'INTERNAL_ERROR';
}

function isCode(type: string | null | undefined): type is ServiceFailureCode {
  return type != null && Object.hasOwn(CODES, type);
}

function stageOf({ details }: ApplicationFailure): StageName | null {
  const [first] = details ?? [];
  if (typeof first !== 'object' || first === null || !('stage' in first)) return null;
  return STAGE_NAMES.find((name) => name === first.stage) ?? null;
}

function pipelineSpecOf({ details }: ApplicationFailure): string | null {
  const [first] = details ?? [];
  if (typeof first !== 'object' || first === null || !('pipelineSpec' in first)) return null;
  return typeof first.pipelineSpec === 'string' ? first.pipelineSpec : null;
}
