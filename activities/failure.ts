/**
 * Errors of activities for Temporal: `type` is a failure code of the contract, and each code has a fixed text.
 * The error itself goes to the log only: it may hold paths, addresses or words of a document.
 */
import { ApplicationFailure } from '@temporalio/activity';
import { SERVICE_FAILURE_MESSAGES } from '#domain/sentences/failure-sentences.ts';
import type { StageName } from '#domain/pipeline.ts';
import type { ServiceFailureCode } from '#domain/submission.ts';
import { OutputDisputed } from '#src/parser-host/output-verifiers.ts';
import { PipelineMismatch, ParserBusy, ParserFailure } from '#src/parser-host/pool.ts';
import { ValidatorStarting } from '#src/validator/verapdf.ts';
import { isMissing } from '#store/objects/artifacts.ts';
import { isOutage } from '#store/database/outage.ts';
import { ClaimLost } from '#store/objects/references.ts';

/** The input is gone, or is not the accepted input. Another attempt cannot help. */
export class InputGone extends Error {
  override readonly name = 'InputGone';
}

/** Any trouble with moving bytes to or from the object store. */
export class TransferFailed extends Error {
  override readonly name = 'TransferFailed';
}

/** The validator did not answer at once; the durable lane can wait for it. */
export class ValidatorBusy extends Error {
  override readonly name = 'ValidatorBusy';
}

/** Nothing can be signed or stamped just now: a key in a module, or an authority, is away. It comes back, as a store does. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

/** `details[0]` of every failure: the stage it happened in, when one was under way. */
export interface FailureDetails {
  readonly stage: StageName | null;
  /** The document was in stages of another parser. */
  readonly pipelineSpec?: string;
}

export function toApplicationFailure(error: unknown, stage: StageName | null): ApplicationFailure {
  if (error instanceof ApplicationFailure) return error;
  const { code, retryable, at } = classify(error, stage);
  const other = error instanceof PipelineMismatch ? { pipelineSpec: error.pipelineSpec } : {};
  const details: FailureDetails = { stage: at, ...other };
  const failure = ApplicationFailure.create({
    type: code,
    message: SERVICE_FAILURE_MESSAGES[code],
    nonRetryable: !retryable,
    details: [details],
  });
  failure.stack = ''; // of this function: a stack has paths of this host, and would go into the history
  return failure;
}

interface Classified {
  readonly code: ServiceFailureCode;
  /** Whether Temporal retries on the same terms. The workflow itself counts killed parsers. */
  readonly retryable: boolean;
  readonly at: StageName | null;
}

/** These parts come back, so that the activity is repeated. */
const AWAY = [ParserBusy, ValidatorBusy, ValidatorStarting, IssuerUnavailable];

function classify(error: unknown, stage: StageName | null): Classified {
  if (error instanceof ParserFailure) return { code: error.code, retryable: false, at: error.stage ?? stage };
  if (AWAY.some((kind) => error instanceof kind)) return { code: 'WORKER_UNAVAILABLE', retryable: true, at: stage };
  // The output may come from a compromised parser, so a repetition does not help.
  if (error instanceof OutputDisputed) return { code: 'INTERNAL_ERROR', retryable: false, at: stage };
  // The workflow decides how long a worker of the document's own specification is waited for.
  if (error instanceof PipelineMismatch) return { code: 'WORKER_UNAVAILABLE', retryable: false, at: stage };
  if (error instanceof InputGone || isMissing(error)) return { code: 'STORAGE_ERROR', retryable: false, at: stage };
  const passes = error instanceof TransferFailed || error instanceof ClaimLost || isOutage(error);
  if (passes) return { code: 'STORAGE_ERROR', retryable: true, at: stage };
  return { code: 'INTERNAL_ERROR', retryable: true, at: stage };
}
