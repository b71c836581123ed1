/** One document on its way through the service: its states, the workflow's input, and the limits both sides share. */
import { type NormalizeOptions, PIPELINE_SPEC, type StageName } from './pipeline.ts';
import type { Region } from './region.ts';
import type { RiskLevel } from './report.ts';
import { MINUTE_MS } from './duration.ts';
import type { FailureCode } from './failure-codes.ts';
import type { VerdictKind } from './verdict/kinds.ts';

export const SUBMISSION_STATUSES = ['PENDING', 'IN_PROGRESS', 'SUCCESS', 'FAILED', 'REJECTED'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** The workflow's whole input: ids, hashes, sizes, enums only; no bytes, no file names. */
export interface SubmissionInput {
  readonly submissionId: string;
  readonly organizationId: string;
  readonly region: Region;
  readonly originalSha256: string;
  readonly sizeBytes: number;
  readonly options: NormalizeOptions;
  /**
   * The specification of the pipeline whose stages it goes through, first as its starter knew it. Absent in inputs of
   * the first one.
   */
  readonly pipelineSpec?: string;
  /** For operators, who search by it. */
  readonly batchId?: string | null;
  /** Of a stateless submission only. */
  readonly spooled?: SpooledInput;
}

/** The same of a row, which is left without its hash when its document is erased. */
export interface SubmissionFacts extends Omit<SubmissionInput, 'originalSha256'> {
  readonly originalSha256: string | null;
}

/** A workflow's input is in the history for ever: the named fields and nothing else of a record. */
export function inputOf(record: SubmissionFacts): SubmissionInput {
  const { submissionId, organizationId, region, originalSha256, sizeBytes, options, batchId } = record;
  if (originalSha256 === null) throw new Error('An erased document cannot be processed.');
  const facts = { submissionId, organizationId, region, originalSha256, sizeBytes, options };
  const input = { ...facts, pipelineSpec: PIPELINE_SPEC };
  return batchId ? { ...input, batchId } : input;
}

/** What somebody waits for goes first, and what came by the thousand last. */
export type Priority = 'sync' | 'async' | 'batch';

export function priorityOf(record: { readonly asynchronous: boolean; readonly batchId: string | null }): Priority {
  if (!record.asynchronous) return 'sync';
  return record.batchId === null ? 'async' : 'batch';
}

/** The document of a stateless submission lies in the spool directory that the API and its worker share. */
export interface SpooledInput {
  /** Of the file, without the directory. */
  readonly name: string;
  /** The outcome is recorded already: the output is made once more, and nothing else happens. */
  readonly repeats: boolean;
}

/** How the stages of a document are run: as local activities of one workflow task, or as regular activities. */
export type Lane = 'express' | 'durable';

/** What the history keeps of one stage. */
export interface StageRecord {
  readonly name: StageName;
  readonly result: string;
  /** The document ended here: rejected or failed. */
  readonly ended: boolean;
  readonly durationMs: number;
  readonly lane: Lane;
  /** The last stage that has been run along with this one: the stages between them can be told without waiting. */
  readonly through?: StageName;
}

/** The failure codes that are about us, not about the document. */
export type ServiceFailureCode = Extract<
  FailureCode,
  | 'PARSER_KILLED'
  | 'PROCESSING_TIMEOUT'
  | 'REPEATED_FAILURE'
  | 'WORKER_UNAVAILABLE'
  | 'STORAGE_ERROR'
  | 'CANCELLED'
  | 'ORGANIZATION_INACTIVE'
  | 'INTERNAL_ERROR'
>;

/** Those of them that nobody has asked for. */
export const FAILURES_OF_OURS: readonly ServiceFailureCode[] = [
  'INTERNAL_ERROR',
  'PARSER_KILLED',
  'PROCESSING_TIMEOUT',
  'STORAGE_ERROR',
  'WORKER_UNAVAILABLE',
];

/**
 * A document that has ended so will probably do it again, at the cost of everybody: see `REPEATED_FAILURE`. A timeout is not
 * among them, since it may say more about the host than about the document.
 */
export const COSTLY_FAILURES: ReadonlySet<FailureCode> = new Set(['PARSER_KILLED']);

/** So often within a day for one organization, hash, set of options and specification; then it is not tried again. */
export const MAX_COSTLY_FAILURES = 2;

/**
 * The work of parsers on a document that ended without a result is paid by nobody. From this much of it on the documents of an
 * organization leave the parsers to the others first.
 */
export const UNPAID_WORK_LIMIT_MS = 1_000;

/** After this time unpaid work counts half as much. */
export const UNPAID_WORK_HALF_LIFE_MS = 10 * MINUTE_MS;

/** Why the service, not the document, ended a submission. */
export interface ServiceFailure {
  readonly code: ServiceFailureCode;
  readonly stage: StageName | null;
}

/** The result of the workflow, and search attributes for operators after the end of a submission. */
export interface SubmissionResult {
  readonly status: Extract<SubmissionStatus, 'SUCCESS' | 'FAILED' | 'REJECTED'>;
  readonly failureCode: FailureCode | null;
  readonly failedStage: StageName | null;
  readonly riskLevel: RiskLevel | null;
  /** Absent in results of earlier versions. */
  readonly verdictKind?: VerdictKind;
  readonly anomalyCount: number;
  readonly outputSha256: string | null;
}

const MIB = 1024 * 1024;

/** Larger documents take the durable lane from the start. */
export const EXPRESS_MAX_BYTES = 2 * MIB;

/** A workflow task answers neither queries nor cancellation while it runs: express work must be short. */
export const EXPRESS_BUDGET_MS = 1_500;

/**
 * How long a parser may work on one document: a safety net far above what the counted budgets allow. A file of nothing
 * but text costs a second a mebibyte, most of it for reading the text of its pages.
 */
export function documentDeadlineMs(sizeBytes: number): number {
  return Math.min(60_000 + 3_000 * Math.ceil(sizeBytes / MIB), 360_000);
}

/** How long a document may be paused in all so that those of others get on; then it is begun anew later. */
export const PAUSE_LIMIT_MS = 120_000;

export function submissionWorkflowId(submissionId: string): string {
  return `doc-${submissionId}`;
}

export function pipelineQueue(region: Region): string {
  return `pdf-pipeline-${region}`;
}

/** How long the caller of a stateless submission waits: the only moment at which there is an answer. */
export const STATELESS_TIMEOUT_MS = 120_000;

const SPOOLED_INPUT = /^fixpoint-upload-([0-9a-f-]{36})\.pdf$/;

/** The output of a spooled input has a name of its own beside it. Null for what is no such name. */
export function spooledOutputName(inputName: string): string | null {
  const id = SPOOLED_INPUT.exec(inputName)?.[1];
  return id === undefined ? null : `fixpoint-output-${id}.pdf`;
}

/** The queue of everything that is not a document: sweeps now, long-lived workflows later. */
export const CONTROL_QUEUE = 'pdf-control';

/** A size for people: `3.7 kB`, `1.2 MB`. */
export function sizeLabel(sizeBytes: number): string {
  return sizeBytes < 1e6 ? `${(sizeBytes / 1e3).toFixed(1)} kB` : `${(sizeBytes / 1e6).toFixed(1)} MB`;
}
