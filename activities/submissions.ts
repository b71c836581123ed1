/** The two ends of a submission: letting it in exactly as often as it is tried, and writing its one outcome. */
import { createHash } from 'node:crypto';
import type { EngineReport } from '#domain/report.ts';
import type { ServiceFailure, StageRecord, SubmissionInput, SubmissionResult } from '#domain/submission.ts';
import { type ArtifactStore, artifactKey } from '#store/artifacts.ts';
import type { SubmissionStore } from '#store/submissions.ts';
import { type ActivityLog, carry, currentLane, executionKey } from './carry.ts';
import { failedReport } from './failed-report.ts';
import { TransferFailed } from './failure.ts';
import type { Sessions } from './sessions.ts';
import { PARSER_WAIT_MS } from './stages.ts';

export interface Admission {
  /** Counts crashes of the express lane, which leaves no trace of them in the history. */
  readonly attempts: number;
  readonly admittedAtMs: number;
}

export interface Settlement {
  readonly submission: SubmissionInput;
  readonly records: readonly StageRecord[];
  readonly admittedAtMs: number;
  /** Set when the service gave up; null when the engine has an answer. */
  readonly failure: ServiceFailure | null;
}

export interface SubmissionActivities {
  /** Null when the submission is gone or has its outcome already. */
  admit(submissionId: string): Promise<Admission | null>;
  /** Stores the output, then records the outcome in one transaction. Safe to repeat. */
  commit(settlement: Settlement): Promise<SubmissionResult>;
}

export interface SubmissionActivitiesDeps {
  readonly sessions: Sessions;
  readonly submissions: SubmissionStore;
  readonly artifacts: ArtifactStore;
  readonly log: ActivityLog;
}

export function submissionActivities(deps: SubmissionActivitiesDeps): SubmissionActivities {
  const { sessions, submissions, log } = deps;
  return {
    admit: (submissionId) =>
      carry(log, null, async () => {
        const admitted = await submissions.admit(submissionId);
        return admitted && { attempts: admitted.attempts, admittedAtMs: Date.now() };
      }),
    commit: (settlement) => {
      const key = executionKey();
      const waitMs = PARSER_WAIT_MS[currentLane()];
      return carry(
        log,
        settlement.failure?.stage ?? null,
        async () => {
          const report = await outcomeOf(deps, settlement, { key, waitMs });
          await record(submissions, settlement, report);
          await sessions.close(key);
          return resultOf(report);
        },
        () => sessions.close(key),
      );
    },
  };
}

async function outcomeOf(
  { sessions, artifacts }: SubmissionActivitiesDeps,
  { submission, records, failure }: Settlement,
  { key, waitMs }: { key: string; waitMs: number },
): Promise<EngineReport> {
  if (failure !== null) return failedReport(submission, records, failure);
  const { bytes, report } = await sessions.result({ key, submission, waitMs });
  verify(submission, report, bytes);
  if (bytes !== null && report.normalized !== null) {
    const { sha256 } = report.normalized;
    await artifacts
      .putBytes(submission.region, artifactKey(sha256), bytes, 'application/pdf')
      .catch((cause: unknown) => {
        throw new TransferFailed('The output could not be stored.', { cause });
      });
  }
  return report;
}

/** The parser has read hostile bytes: what can be checked of its answer from outside is checked. */
function verify(submission: SubmissionInput, report: EngineReport, bytes: Uint8Array | null): void {
  const { original, normalized, status } = report;
  const sameInput = original.sha256 === submission.originalSha256 && original.sizeBytes === submission.sizeBytes;
  if (!sameInput) throw new Error('The report is of another document.');
  if ((status === 'SUCCESS') !== (normalized !== null)) throw new Error('The report contradicts itself.');
  if (normalized === null) return;
  const size = bytes?.length ?? 0;
  const hash = createHash('sha256')
    .update(bytes ?? new Uint8Array(0))
    .digest('hex');
  if (size !== normalized.sizeBytes || hash !== normalized.sha256) throw new Error('The report is of another output.');
}

async function record(submissions: SubmissionStore, settlement: Settlement, report: EngineReport): Promise<void> {
  const { submission, records, admittedAtMs } = settlement;
  const stageDurationsMs = Object.fromEntries(records.map(({ name, durationMs }) => [name, durationMs]));
  // Two hosts' clocks may disagree by more than a small document takes.
  const processingTimeMs = Math.max(0, Date.now() - admittedAtMs);
  await submissions.commit(submission.submissionId, { report, stageDurationsMs, processingTimeMs });
}

function resultOf({ status, failure, tamperAnalysis, normalized }: EngineReport): SubmissionResult {
  return {
    status,
    failureCode: failure?.code ?? null,
    failedStage: failure?.stage ?? null,
    riskLevel: tamperAnalysis?.riskLevel ?? null,
    anomalyCount: tamperAnalysis?.anomaliesDetected ?? 0,
    outputSha256: normalized?.sha256 ?? null,
  };
}
