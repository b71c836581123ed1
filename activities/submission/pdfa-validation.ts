/**
 * Stage 10: the input and the output against the level of PDF/A they declare. Nothing here fails a document: what is
 * found becomes warnings, a rejection the caller's policy asks for, or a claim that is left out.
 */
import { openAsBlob } from 'node:fs';
import { pdfaOutcome, type PdfaOutcome, type Validation } from '#domain/pdfa.ts';
import type { SubmissionInput } from '#domain/submission.ts';
import { metrics } from '#src/metrics/metrics.ts';
import type { Patience, Validator } from '#src/validator/verapdf.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import type { ReferenceStore } from '#store/objects/references.ts';
import { type ActivityLog, runActivity, currentLane, executionKey } from '#activities/run-activity.ts';
import { ValidatorBusy } from '#activities/failure.ts';
import { type Sessions, withInput } from './sessions.ts';
import { PARSER_WAIT_MS } from './stages.ts';

export interface PdfaRecord {
  readonly outcome: PdfaOutcome;
  readonly durationMs: number;
}

export type PdfaActivities = ReturnType<typeof pdfaActivities>;

export interface PdfaActivitiesDeps {
  readonly sessions: Sessions;
  readonly artifacts: ArtifactStore;
  readonly references: Pick<ReferenceStore, 'locate'>;
  readonly spoolDir: string;
  readonly validator: Validator;
  readonly log: ActivityLog;
}

/** Express work is short: a validator that is cold, slow or away is waited for in the durable lane. */
const PATIENCE = {
  express: { deadlineMs: 2_000, absenceMs: 0 },
  durable: { deadlineMs: 70_000, absenceMs: 15_000 },
} satisfies Record<string, Patience>;

export function pdfaActivities(deps: PdfaActivitiesDeps) {
  const { sessions, log } = deps;
  return {
    /** `level` as stage 0 read it, for example `2b`. */
    PdfaValidation: (submission: SubmissionInput, level: string): Promise<PdfaRecord> => {
      const key = executionKey();
      return runActivity(
        log,
        null,
        async () => {
          const startedAt = performance.now();
          const outcome = await validateBoth(deps, submission, level, key);
          const isMissed = deps.validator.configured ? 'unavailable' : 'not_configured';
          metrics.pdfaValidations.inc({ outcome: outcome.validated ? 'validated' : isMissed });
          return { outcome, durationMs: Math.round(performance.now() - startedAt) };
        },
        () => sessions.close(key),
      );
    },
  };
}

async function validateBoth(
  deps: PdfaActivitiesDeps,
  submission: SubmissionInput,
  level: string,
  key: string,
): Promise<PdfaOutcome> {
  const lane = currentLane();
  const ask = async (document: Blob): Promise<Validation> => {
    const found = await deps.validator.validate(document, level, PATIENCE[lane]);
    const canWait = lane === 'express' && deps.validator.configured;
    if (found.kind !== 'validated' && canWait) throw new ValidatorBusy(found.reason);
    return found;
  };
  const { bytes, report } = await deps.sessions.result({ key, submission, waitMs: PARSER_WAIT_MS[lane] });
  // It has not settled, as the output verifier found.
  if (bytes === null) return { validated: false, reason: 'there is no output' };
  const output = await ask(new Blob([Buffer.from(bytes)]));
  if (output.kind === 'unavailable') return pdfaOutcome(output, output, report, submission.options);
  const isSame = report.normalized?.sha256 === submission.originalSha256;
  const input = isSame ? output : await withInput(deps, submission, async (path) => ask(await openAsBlob(path)));
  return pdfaOutcome(input, output, report, submission.options);
}
