/**
 * The two ways a stage is run. Express: local activities inside one workflow task, cheap, but started over when the
 * worker dies. Durable: regular activities with heartbeats and retries, each its own bar in the history.
 */
import { type LocalActivityOptions, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { Admission, PdfaRecord, PipelineActivities, PipelineOutcome } from '#activities/index.ts';
import type { StageName } from '#domain/pipeline.ts';
import {
  documentDeadlineMs,
  type Lane,
  PAUSE_LIMIT_MS,
  type StageRecord,
  type SubmissionInput,
  type SubmissionResult,
} from '#domain/submission.ts';

export interface Call {
  readonly lane: Lane;
  /** One line beside the activity in the UI. */
  readonly summary: string;
  /** The time left for the submission. */
  readonly remainingMs: number;
}

const HEARTBEAT_TIMEOUT_MS = 5_000;
/** Fetching the input, waiting for a parser, and repeating earlier stages in a worker new to the document. */
const REOPEN_MS = 90_000;
/** Two documents at a validator that gives each a minute, and a while for it to start again. */
const VALIDATION_MS = 180_000;
/** A crash of the worker is one attempt: a document that kills workers stops after three. */
const DURABLE_RETRY = { maximumAttempts: 3, initialInterval: 200, backoffCoefficient: 2 };

/**
 * A call is never retried here: the second attempt belongs to the durable lane. Longer than the database is waited for,
 * whose failure says more than that the time is over.
 */
const EXPRESS: LocalActivityOptions = { startToCloseTimeout: 10_000, retry: { maximumAttempts: 1 } };
/**
 * The admission is tried until the time for the submission is over: nothing can be said of it before the database
 * answers.
 */
const ADMISSION = {
  startToCloseTimeout: 30_000,
  retry: { initialInterval: 1_000, backoffCoefficient: 2, maximumInterval: 30_000 },
};

const express = proxyLocalActivities<PipelineActivities>(EXPRESS);
const durable = proxyActivities<PipelineActivities>({ startToCloseTimeout: REOPEN_MS });

export function admit(submission: SubmissionInput, { lane, summary, remainingMs }: Call): Promise<Admission | null> {
  const { submissionId, pipelineSpec } = submission;
  if (lane === 'express')
    return express.admit.executeWithOptions({ ...EXPRESS, summary }, [submissionId, pipelineSpec]);
  const options = { ...ADMISSION, scheduleToCloseTimeout: remainingMs, summary };
  return durable.admit.executeWithOptions(options, [submissionId, pipelineSpec]);
}

export function runStage(name: StageName, submission: SubmissionInput, call: Call): Promise<StageRecord> {
  const { lane, summary } = call;
  if (lane === 'express') return express[name].executeWithOptions({ ...EXPRESS, summary }, [submission]);
  return durable[name].executeWithOptions(durableOptions(submission, call), [submission]);
}

export function validatePdfa(submission: SubmissionInput, level: string, call: Call): Promise<PdfaRecord> {
  const { lane, summary } = call;
  const input: [SubmissionInput, string] = [submission, level];
  if (lane === 'express') return express.PdfaValidation.executeWithOptions({ ...EXPRESS, summary }, input);
  const options = durableOptions(submission, call);
  const startToCloseTimeout = options.startToCloseTimeout + VALIDATION_MS;
  return durable.PdfaValidation.executeWithOptions({ ...options, startToCloseTimeout }, input);
}

export function commit(outcome: PipelineOutcome, call: Call): Promise<SubmissionResult> {
  const { lane, summary } = call;
  if (lane === 'express') return express.commit.executeWithOptions({ ...EXPRESS, summary }, [outcome]);
  return durable.commit.executeWithOptions(durableOptions(outcome.submission, call), [outcome]);
}

function durableOptions({ sizeBytes }: SubmissionInput, { summary, remainingMs }: Call) {
  return {
    summary,
    startToCloseTimeout: documentDeadlineMs(sizeBytes) + PAUSE_LIMIT_MS + REOPEN_MS,
    scheduleToCloseTimeout: remainingMs,
    heartbeatTimeout: HEARTBEAT_TIMEOUT_MS,
    retry: DURABLE_RETRY,
  };
}
