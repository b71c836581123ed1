/** The state of uploads, and the part of it that survives a reload. */
import type { SubmissionStatus } from '#domain/submission.ts';
import type { Submission } from '#portal/api/answers.ts';
import type { UploadOptions } from './options.ts';

/**
 * `held`: not sent, for a reason found here. `refused`: not taken by the service, or not reached. `following`: taken, and
 * under way. `lost`: the page was loaded anew before the file was sent, and only its name is left.
 */
export type UploadState =
  | 'waiting'
  | 'checking'
  | 'sending'
  | 'following'
  | 'ended'
  | 'held'
  | 'refused'
  | 'cancelled'
  | 'lost';

/** Why a file is not sent, in words, and where the reason is the service's, with what leads support to it. */
export interface Refusal {
  readonly message: string;
  readonly code: string;
  readonly requestId: string | null;
}

export interface Outcome {
  readonly status: SubmissionStatus;
  readonly failureCode: string | null;
  readonly reason: string | null;
  readonly message: string | null;
  /** Null in what an earlier version of the page stored. */
  readonly verdict: Pick<Submission['verdict'], 'kind' | 'level' | 'label'> | null;
}

export interface Upload {
  readonly id: string;
  /** The name of the file, with its folders where a folder was dropped. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Once it is known: the same file is not sent twice, also after the page was loaded anew. */
  readonly sha256: string | null;
  readonly state: UploadState;
  /** Sent again under the same key, it is charged once. */
  readonly key: string;
  readonly options: UploadOptions;
  readonly sentBytes: number;
  readonly submissionId: string | null;
  /** The stage that runs, as far as it is known. */
  readonly stage: string | null;
  readonly refusal: Refusal | null;
  readonly outcome: Outcome | null;
}

const UNFINISHED: readonly UploadState[] = ['waiting', 'checking', 'sending'];
const STOPPED: readonly UploadState[] = ['held', 'refused', 'cancelled', 'lost'];

/** True while its bytes are not sent, so that closing the page would lose the file. */
export function isUnsent({ state }: Upload): boolean {
  return UNFINISHED.includes(state);
}

export function isStopped({ state }: Upload): boolean {
  return STOPPED.includes(state);
}

export interface UploadCounts {
  readonly total: number;
  readonly unsent: number;
  readonly following: number;
  readonly normalized: number;
  readonly rejected: number;
  readonly failed: number;
  /** Held, refused, cancelled or lost. */
  readonly notSent: number;
}

export function countUploads(uploads: readonly Upload[]): UploadCounts {
  const ended = (status: SubmissionStatus) => uploads.filter(({ outcome }) => outcome?.status === status).length;
  return {
    total: uploads.length,
    unsent: uploads.filter(isUnsent).length,
    following: uploads.filter(({ state }) => state === 'following').length,
    normalized: ended('SUCCESS'),
    rejected: ended('REJECTED'),
    failed: ended('FAILED'),
    notSent: uploads.filter(isStopped).length,
  };
}

/** The share of what is done: most of it is processing, so that sending counts for a tenth. */
export function progressPercent(uploads: readonly Upload[]): number {
  if (uploads.length === 0) return 0;
  const done = uploads.reduce((sum, upload) => sum + shareOf(upload), 0);
  return Math.round((done / uploads.length) * 100);
}

function shareOf(upload: Upload): number {
  if (upload.state === 'ended' || isStopped(upload)) return 1;
  if (upload.state === 'following') return SHARE_OF_SENDING;
  return upload.sizeBytes === 0 ? 0 : SHARE_OF_SENDING * (upload.sentBytes / upload.sizeBytes);
}

const SHARE_OF_SENDING = 0.1;

/** Names and ids only, and whose they are: no token, and no content of any document. */
export interface KeptUploads {
  readonly userId: string;
  readonly batchId: string | null;
  readonly uploads: readonly Upload[];
}

/** Files in progress at a reload are either found again or lost. */
export function afterReload(upload: Upload): Upload {
  if (upload.submissionId !== null && upload.outcome === null) return { ...upload, state: 'following', stage: null };
  return isUnsent(upload) ? { ...upload, state: 'lost', sentBytes: 0 } : upload;
}

/** Null for unknown text, or the state of another person. */
export function readKept(text: string | null, userId: string): KeptUploads | null {
  if (text === null) return null;
  try {
    const kept: KeptUploads = JSON.parse(text);
    if (kept.userId !== userId || !Array.isArray(kept.uploads)) return null;
    return { ...kept, uploads: kept.uploads.map(afterReload) };
  } catch {
    return null;
  }
}
