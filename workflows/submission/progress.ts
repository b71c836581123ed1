/**
 * Queries of operators about a running or closed submission: three queries, and the table in the details pane of the
 * UI.
 */
import { setCurrentDetails, setHandler } from '@temporalio/workflow';
import type { PdfaRecord } from '#activities/index.ts';
import { STAGE_NAMES, type StageName } from '#domain/pipeline.ts';
import type { Lane, ServiceFailure, StageRecord, SubmissionInput, SubmissionResult } from '#domain/submission.ts';
import { optionsQuery, progressQuery, timingQuery } from '#workflows/messages.ts';

/** One submission's state. One object, because TypeScript forgets what an `await` may have changed in it. */
export interface Run {
  /** The input with the pipeline specification of the stages. */
  submission: SubmissionInput;
  readonly startedAtMs: number;
  readonly records: StageRecord[];
  lane: Lane;
  stage: StageName | null;
  /** Parsers that ended under this document. */
  kills: number;
  /** Times that a parser took too long. */
  timeouts: number;
  /** Failures in a row that were nobody's fault, an outage for example. */
  outages: number;
  /** Times in a row that nothing was heard of a worker any more. */
  losses: number;
  /** Times that its next stage met parsers of another specification only. */
  mismatches: number;
  /** Stage 10, once it has ended; only of documents that declare PDF/A. */
  pdfa: PdfaRecord | null;
  failure: ServiceFailure | null;
  outcome: SubmissionResult | null;
}

export interface Progress {
  readonly status: 'IN_PROGRESS' | SubmissionResult['status'];
  readonly lane: Lane;
  /** The stage under way, or the one the document ended in. */
  readonly stage: StageName | null;
  readonly stagesDone: number;
  readonly stagesTotal: number;
  readonly parserKills: number;
}

export interface Timing {
  readonly totalMs: number;
  readonly stages: Readonly<Partial<Record<StageName, number>>>;
}

export function answerQueries(run: Run): void {
  setHandler(progressQuery, () => progressOf(run), { description: 'Current stage, mode, and finished stages' });
  setHandler(optionsQuery, () => run.submission.options, { description: 'The options of the request' });
  setHandler(timingQuery, () => timingOf(run.records), { description: 'Milliseconds of work per stage' });
}

function progressOf({ outcome, lane, stage, records, kills }: Run): Progress {
  return {
    status: outcome?.status ?? 'IN_PROGRESS',
    lane,
    stage: outcome === null ? stage : outcome.failedStage,
    stagesDone: records.length,
    stagesTotal: STAGE_NAMES.length,
    parserKills: kills,
  };
}

function timingOf(records: readonly StageRecord[]): Timing {
  return { totalMs: spentMs(records), stages: Object.fromEntries(records.map((r) => [r.name, r.durationMs])) };
}

export function spentMs(records: readonly StageRecord[]): number {
  return records.reduce((sum, { durationMs }) => sum + durationMs, 0);
}

/** The pane shows about nine rows: what matters comes first, and the oldest stages fall off the end. */
const MAX_ROWS = 8;

export function showDetails({ records, stage, pdfa, outcome, failure }: Run): void {
  const status = outcome === null ? 'IN_PROGRESS' : [outcome.status, outcome.failureCode].filter(Boolean).join(' ');
  const rows = records.map(({ name, result, durationMs, ended }) =>
    row(name, ended ? 'END' : 'ok', `${result}, ${durationMs} ms`),
  );
  if (pdfa !== null) rows.push(`| 10 PdfaValidation | ok | ${pdfaNote(pdfa)} |`);
  const current = failure?.stage ?? (outcome === null ? stage : null);
  if (current !== null) rows.push(row(current, failure === null ? 'run' : 'FAIL', failure?.code ?? ''));
  setCurrentDetails(
    [`**${status}**`, '', '| stage | | |', '|---|---|---|', ...rows.toReversed().slice(0, MAX_ROWS)].join('\n'),
  );
}

function pdfaNote({ outcome, durationMs }: PdfaRecord): string {
  const verdict = outcome.validated ? (outcome.compliant ? 'compliant' : 'not compliant') : 'not validated';
  return `${verdict}, ${durationMs} ms`;
}

function row(name: StageName, state: string, note: string): string {
  return `| ${STAGE_NAMES.indexOf(name)} ${name} | ${state} | ${note} |`;
}
