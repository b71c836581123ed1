/** Makes a lost or damaged artifact again: the same input and options give the same bytes. */
import { createHash } from 'node:crypto';
import type { RestorationInput, RestorationOutcome } from '#domain/restoration.ts';
import { inputOf } from '#domain/submission.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { objectKey } from '#store/objects/object-key.ts';
import type { RestorationStore } from '#store/submissions/restoration.ts';
import type { RetentionStore } from '#store/submissions/retention.ts';
import type { SubmissionRecord } from '#store/submissions/submissions.ts';
import { type ActivityLog, runActivity, executionKey } from '#activities/run-activity.ts';
import { InputGone, TransferFailed } from '#activities/failure.ts';
import type { SessionKey, Sessions } from './sessions.ts';
import { PARSER_WAIT_MS } from './stages.ts';

export type RestorationActivities = ReturnType<typeof restorationActivities>;

export interface RestorationActivitiesDeps {
  readonly restoration: RestorationStore;
  readonly retention: Pick<RetentionStore, 'discard'>;
  readonly artifacts: ArtifactStore;
  readonly sessions: Sessions;
  readonly log: ActivityLog;
}

/** Several submissions may have led to it, and the original of one may be lost as well. */
const SOURCES = 3;

export function restorationActivities(deps: RestorationActivitiesDeps) {
  const { restoration, retention, artifacts, log } = deps;
  return {
    restoreArtifact: ({ region, sha256, folder = null }: RestorationInput): Promise<RestorationOutcome> =>
      runActivity(log, null, async () => {
        const artifact = { region, sha256, folder };
        if (!(await restoration.isHeld(artifact))) {
          // An attempt before this one may have stored it while its last reference ended or was moved to another key.
          await retention.discard('artifact', artifact);
          return 'released';
        }
        for (const record of await restoration.sources(artifact, SOURCES)) {
          const bytes = await madeAgain(deps, record, sha256);
          if (bytes === null) continue;
          await artifacts.replace(region, objectKey('artifact', artifact), bytes, 'application/pdf').catch(notStored);
          // The reference may have ended since.
          await retention.discard('artifact', artifact);
          log.warn({ region, sha256 }, 'artifact restored from its original');
          return 'restored';
        }
        const facts = { kind: 'artifact', region, sha256, alarm: 'object_lost' };
        log.warn(facts, 'an artifact is damaged or lost, and there is no original to make it from');
        return 'lost';
      }),
  };
}

/** Returns null when the original is unreadable or gives another output, for example under a newer pipeline. */
async function madeAgain({ sessions }: RestorationActivitiesDeps, record: SubmissionRecord, sha256: string) {
  const document = { submission: inputOf(record), waitMs: PARSER_WAIT_MS.durable };
  const key = `${executionKey()}/${record.submissionId}`;
  // A claim of PDF/A that turned out false was left out of the output.
  const variants: SessionKey[] = [
    { ...document, key },
    { ...document, key: `${key}/without-claim`, dropPdfaClaim: true },
  ];
  for (const variant of variants) {
    const bytes = await outputOf(sessions, variant);
    if (bytes !== null && createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
  }
  return null;
}

async function outputOf(sessions: Sessions, document: SessionKey): Promise<Uint8Array | null> {
  try {
    return (await sessions.result(document)).bytes;
  } catch (error) {
    if (error instanceof InputGone) return null;
    throw error;
  } finally {
    await sessions.close(document.key);
  }
}

function notStored(cause: unknown): never {
  throw new TransferFailed('The artifact could not be stored.', { cause });
}
