/** Waiting for the end of a submission: first for its place, then for its workflow. */
import { setTimeout as delay } from 'node:timers/promises';
import { isOutage } from '#store/database/outage.ts';
import { isTerminal, type SubmissionRecord, type SubmissionStore } from '#store/submissions/submissions.ts';
import type { TemporalClient } from '#temporal/client/client.ts';

/** The limit of the wait of one request, below the usual 60 s of proxies. */
export const MAX_WAIT_SECONDS = 55;
/** The header Retry-After says by this when to ask again. */
export const POLL_SECONDS = 2;

const FIRST_LOOK_MS = 100;
const LOOK_EVERY_MS = 1_000;

/** Returns the submission after its end or at the end of the time; null when it is gone. */
export async function waitForOutcome(
  record: SubmissionRecord,
  waitMs: number,
  submissions: SubmissionStore,
  temporal: TemporalClient,
): Promise<SubmissionRecord | null> {
  const { organizationId, submissionId } = record;
  const deadline = Date.now() + waitMs;
  let current: SubmissionRecord | null = record;
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 2, LOOK_EVERY_MS)) {
    if (!current || isTerminal(current)) return current;
    const leftMs = deadline - Date.now();
    if (leftMs <= 0) return current;
    // A submission without a slot has no workflow to wait for. A failed wait does not affect the submission.
    const ended = current.grantedAt && (await temporal.awaitSubmission(submissionId, leftMs).catch(() => false));
    if (!ended) await delay(Math.max(0, Math.min(lookMs, deadline - Date.now())));
    const seen = await submissions.find(organizationId, submissionId).catch(unlessOutage);
    if (seen === 'unknown') await delay(FIRST_LOOK_MS);
    else current = seen;
    if (ended && seen !== 'unknown') return current;
  }
}

/** The database may be away for a moment; what has been accepted is not lost by it. */
export function unlessOutage(error: unknown): 'unknown' {
  if (isOutage(error)) return 'unknown';
  throw error;
}
