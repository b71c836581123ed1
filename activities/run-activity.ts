/** The frame of every activity: heartbeats, cancellation, and failures with a code. */
import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import type { Alarm } from '#src/metrics/alarms.ts';
import type { StageName } from '#domain/pipeline.ts';
import type { Lane } from '#domain/submission.ts';
import { OutputDisputed } from '#src/parser-host/output-verifiers.ts';
import { metrics } from '#src/metrics/metrics.ts';
import { ObjectCorrupt } from '#store/objects/artifacts.ts';
import { toApplicationFailure } from './failure.ts';

export interface ActivityLog {
  warn(fields: object, message: string): void;
}

const HEARTBEAT_MS = 1_000;

/** The express mode uses local activities, for which the SDK does not accept heartbeats. */
export function currentLane(): Lane {
  return Context.current().info.isLocal ? 'express' : 'durable';
}

/** The id of one run of one workflow, which separates its data from those of other runs. */
export function executionKey(): string {
  const { workflowExecution } = Context.current().info;
  if (workflowExecution === undefined) throw new Error('Activities of this service run inside workflows only.');
  return `${workflowExecution.workflowId}/${workflowExecution.runId}`;
}

/**
 * Runs `work` as the body of the current activity. A cancelled activity abandons the work and calls `abandon`. A
 * timeout does not, because the next attempt joins the running work.
 */
export async function runActivity<T>(
  log: ActivityLog,
  stage: StageName | null,
  work: () => Promise<T>,
  abandon: () => Promise<void> = async () => undefined,
): Promise<T> {
  const context = Context.current();
  const beat = () => context.heartbeat({ stage });
  const heart = context.info.isLocal ? null : setInterval(beat, HEARTBEAT_MS);
  try {
    return await Promise.race([work(), context.cancelled]);
  } catch (error) {
    if (error instanceof CancelledFailure) {
      if (context.cancellationDetails?.timedOut !== true) await abandon();
      throw error;
    }
    if (error instanceof ApplicationFailure && error.category === 'BENIGN') throw error;
    const { activityType, attempt, workflowExecution } = context.info;
    const facts = { err: error, activityType, attempt, workflowId: workflowExecution?.workflowId };
    const alarm = alarmOf(error);
    metrics.activityFailures.inc({ activity: activityType });
    log.warn(alarm === null ? facts : { ...facts, alarm }, 'activity failed');
    throw toApplicationFailure(error, stage);
  } finally {
    if (heart !== null) clearInterval(heart);
  }
}

/** Failures that an operator must examine. */
function alarmOf(error: unknown): Alarm | null {
  if (error instanceof OutputDisputed) return 'output_disputed';
  return error instanceof Error && error.cause instanceof ObjectCorrupt ? 'object_corrupt' : null;
}
