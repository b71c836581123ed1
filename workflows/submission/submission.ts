/**
 * One submission, from accepted bytes to its one recorded outcome. Workflow id: `doc-{submissionId}`.
 * The history shows every stage by name and holds no bytes: the document stays in a parser child and in the store.
 */
import { CancellationScope, isCancellation, patched, sleep, upsertSearchAttributes } from '@temporalio/workflow';
import type { Admission } from '#activities/index.ts';
import { STAGE_NAMES, type StageName } from '#domain/pipeline.ts';
import { declaredLevel } from '#domain/pdfa.ts';
import { SEARCH_ATTRIBUTES } from '#domain/search-attributes.ts';
import {
  EXPRESS_BUDGET_MS,
  EXPRESS_MAX_BYTES,
  type ServiceFailure,
  type SubmissionInput,
  type SubmissionResult,
  sizeLabel,
} from '#domain/submission.ts';
import { admit, type Call, commit, runStage, validatePdfa } from './lanes.ts';
import { type ClassifiedFailure, classifyFailure } from './failure-kind.ts';
import { answerQueries, type Run, showDetails, spentMs } from './progress.ts';
import { pinned } from '#workflows/versioning.ts';
import { MINUTE_MS } from '#domain/duration.ts';

/** After this time the outcome is FAILED. Until then the workflow waits for the end of outages. */
const PROCESSING_BUDGET_MS = 25 * MINUTE_MS;
/** One kill may be bad luck on a loaded host; the second, in a fresh child, is the document's doing. */
const MAX_KILLS = 2;
/** These are counted apart from kills: on a slow host a document that ended one parser may be one that harms none. */
const MAX_TIMEOUTS = 2;
/**
 * Each loss is some attempts without an answer. The workflow waits a minute for a broken network. A document that
 * kills its workers ends with the second loss.
 */
const MAX_LOSSES = 2;
const PAUSE_AFTER_LOSS_MS = 45_000;
/** A minute in all. */
const MAX_MISMATCHES = 4;
const PAUSE_AFTER_MISMATCH_MS = 15_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = MINUTE_MS;
/** Older runs ended the submission after an outage of the database during the admission, or after a first loss. */
const ADMISSION_INSISTS = 'admission-insists';
const LOSSES_PASS = 'losses-pass';

pinned(submission);

/** Answers null when there was nothing to do: the submission is gone, or an earlier run has recorded its outcome. */
export async function submission(input: SubmissionInput): Promise<SubmissionResult | null> {
  const run: Run = {
    submission: input,
    startedAtMs: Date.now(),
    records: [],
    lane: 'durable',
    stage: null,
    kills: 0,
    timeouts: 0,
    outages: 0,
    losses: 0,
    mismatches: 0,
    pdfa: null,
    failure: null,
    outcome: null,
  };
  answerQueries(run);
  const admission = await CancellationScope.nonCancellable(() => enter(run));
  if (admission === null) return null;
  if (admission.isRefused === true) run.failure = { code: 'REPEATED_FAILURE', stage: null };
  // A second attempt means that the first took its worker down, or went down with it.
  const isExpress = admission.attempts === 1 && admission.isBehind !== true && input.sizeBytes <= EXPRESS_MAX_BYTES;
  if (isExpress) run.lane = 'express';

  const interruption = run.failure === null ? await workThrough(run) : null;
  run.outcome = await CancellationScope.nonCancellable(() => commitOutcome(run, admission.admittedAtMs));
  showDetails(run);
  upsertSearchAttributes(attributesOf(run.outcome));
  if (interruption !== null) throw interruption;
  return run.outcome;
}

/** Admits the submission. After the time limit, `run.failure` has the reason. */
async function enter(run: Run): Promise<Admission | null> {
  const { spooled } = run.submission;
  const admittedAtMs = Date.now();
  // A submission that only makes its output once more has been let in, and has ended, long ago.
  if (spooled?.repeats === true) return { attempts: 1, admittedAtMs };
  try {
    return await admit(run.submission, { ...callOf(run, 'admission'), lane: 'express' });
  } catch (error) {
    if (!patched(ADMISSION_INSISTS)) throw error;
  }
  try {
    return await admit(run.submission, callOf(run, 'admission'));
  } catch (error) {
    run.failure = { code: classifyFailure(error, null).code, stage: null };
    return { attempts: 0, admittedAtMs };
  }
}

/** Whatever happens in here ends in an outcome; a cancellation is handed back, to be passed on after the commit. */
async function workThrough(run: Run): Promise<unknown> {
  try {
    // The validation may find that all has to be done again.
    while (nextStage(run) !== undefined) {
      if (!(await runStages(run))) return null;
      await validateClaim(run);
    }
    return null;
  } catch (error) {
    const wasCancelled = isCancellation(error);
    run.failure = { code: wasCancelled ? 'CANCELLED' : 'INTERNAL_ERROR', stage: run.stage };
    return wasCancelled ? error : null;
  }
}

function nextStage({ records }: Run): StageName | undefined {
  return STAGE_NAMES[records.length];
}

/** Answers false when the document ended at a stage, or the submission failed there; `run.failure` then says why. */
async function runStages(run: Run): Promise<boolean> {
  for (let names = nextStages(run); names.length > 0; names = nextStages(run)) {
    run.stage = names[0] ?? null;
    showDetails(run);
    const call = (name: StageName) => runStage(name, run.submission, callOf(run, `stage ${STAGE_NAMES.indexOf(name)}`));
    const outcomes = await Promise.allSettled(names.map(call));
    for (const [index, outcome] of outcomes.entries()) {
      run.stage = names[index] ?? run.stage;
      if (outcome.status === 'rejected') {
        if (isCancellation(outcome.reason)) throw outcome.reason;
        run.failure = await verdict(run, classifyFailure(outcome.reason, run.stage));
        if (run.failure !== null) return false;
        break;
      }
      run.outages = 0;
      run.losses = 0;
      run.mismatches = 0;
      run.records.push(outcome.value);
      if (outcome.value.ended) return false;
      if (spentMs(run.records) > EXPRESS_BUDGET_MS) run.lane = 'durable';
    }
  }
  return true;
}

/** The next stage, or all that the last one has said were run along with it: each still has its place in the history. */
function nextStages({ records, lane }: Run): readonly StageName[] {
  const next = records.length;
  if (lane === 'durable') return STAGE_NAMES.slice(next, next + 1);
  const last = STAGE_NAMES.indexOf(records.findLast(({ through }) => through !== undefined)?.through ?? STAGE_NAMES[0]);
  return STAGE_NAMES.slice(next, Math.max(next, last) + 1);
}

/** Stage 10. It says what it could find out and fails no document. */
async function validateClaim(run: Run): Promise<void> {
  const level = declaredLevel(run.records);
  if (level === null) return;
  while (run.pdfa === null && nextStage(run) === undefined) {
    try {
      run.pdfa = await validatePdfa(run.submission, level, callOf(run, `stage ${STAGE_NAMES.length}`));
    } catch (error) {
      if (isCancellation(error)) throw error;
      const failure = await verdict(run, classifyFailure(error, null));
      if (failure === null) continue;
      run.pdfa = { outcome: { validated: false, reason: 'the validation did not end' }, durationMs: 0 };
    }
  }
}

/** Records the outcome. Only this may wait for the database without end: a submission is never left half-way. */
async function commitOutcome(run: Run, admittedAtMs: number): Promise<SubmissionResult> {
  for (;;) {
    const { submission: input, records, pdfa, failure } = run;
    try {
      return await commit({ submission: input, records, pdfa, admittedAtMs, failure }, callOf(run, 'outcome'));
    } catch (error) {
      if (failure === null) run.failure = await verdict(run, classifyFailure(error, run.stage));
      else await pause(run);
      if (run.failure === null && run.records.length === 0) await workThrough(run);
    }
  }
}

/** Answers null when the call is to be made again, in the durable lane; else the failure the submission ends with. */
async function verdict(
  run: Run,
  { kind, code, stage, pipelineSpec }: ClassifiedFailure,
): Promise<ServiceFailure | null> {
  const wasExpress = run.lane === 'express';
  run.lane = 'durable';
  if (pipelineSpec !== undefined && remainingMs(run) > 0) return waitOrRestart(run, pipelineSpec);
  if (kind === 'killed') run.kills += 1;
  if (kind === 'late') run.timeouts += 1;
  if (run.kills >= MAX_KILLS || run.timeouts >= MAX_TIMEOUTS || remainingMs(run) === 0) return { code, stage };
  if (wasExpress || kind === 'killed' || kind === 'late') return null;
  if (kind === 'transient') await pause(run);
  else if (kind === 'permanent' || !(await waitAfterLoss(run))) return { code, stage };
  return null;
}

/**
 * Only parsers of another specification are there: an older worker may still have one of its own. In the end the
 * document begins anew with theirs, wholly: no report is of two specifications.
 */
async function waitOrRestart(run: Run, pipelineSpec: string): Promise<null> {
  run.mismatches += 1;
  const hasBegun = run.records.length > 0;
  if (hasBegun || run.mismatches > 1)
    await sleep(PAUSE_AFTER_MISMATCH_MS, { summary: `the worker needs parsers of ${pipelineSpec}` });
  if (hasBegun && run.mismatches < MAX_MISMATCHES) return null;
  run.records.length = 0;
  run.pdfa = null;
  run.submission = { ...run.submission, pipelineSpec };
  return null;
}

/** Answers false when it has been lost often enough. */
async function waitAfterLoss(run: Run): Promise<boolean> {
  if (!patched(LOSSES_PASS)) return false;
  run.losses += 1;
  if (run.losses === MAX_LOSSES) return false;
  await sleep(PAUSE_AFTER_LOSS_MS, { summary: 'the worker does not answer' });
  return true;
}

async function pause(run: Run): Promise<void> {
  run.lane = 'durable';
  const waitMs = Math.min(FIRST_PAUSE_MS * 2 ** run.outages, LONGEST_PAUSE_MS);
  await sleep(waitMs, { summary: 'the service waits for the end of an outage' });
  run.outages += 1;
}

function remainingMs({ startedAtMs }: Run): number {
  return Math.max(0, startedAtMs + PROCESSING_BUDGET_MS - Date.now());
}

function callOf(run: Run, what: string): Call {
  const { sizeBytes } = run.submission;
  const kills = run.kills === 0 ? '' : ` · parser kills ${run.kills}`;
  return {
    lane: run.lane,
    summary: `${what} · ${sizeLabel(sizeBytes)}${kills}`,
    remainingMs: Math.max(remainingMs(run), MINUTE_MS),
  };
}

function attributesOf({ status, failedStage, failureCode, riskLevel, verdictKind, ...found }: SubmissionResult) {
  const { outputSha256, anomalyCount } = found;
  const { DocStatus, FailedStage, FailureCode, RiskLevel, VerdictKind, OutputSha256, AnomalyCount } = SEARCH_ATTRIBUTES;
  return [
    { key: DocStatus, value: status },
    { key: AnomalyCount, value: anomalyCount },
    ...(failedStage === null ? [] : [{ key: FailedStage, value: failedStage }]),
    ...(failureCode === null ? [] : [{ key: FailureCode, value: failureCode }]),
    ...(riskLevel === null ? [] : [{ key: RiskLevel, value: riskLevel }]),
    ...(verdictKind === undefined ? [] : [{ key: VerdictKind, value: verdictKind }]),
    ...(outputSha256 === null ? [] : [{ key: OutputSha256, value: outputSha256 }]),
  ];
}
