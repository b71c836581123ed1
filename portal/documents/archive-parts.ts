/** Divides documents into archives, each of which is in memory until it is saved. */
import type { Submission } from '#portal/api/answers.ts';
import { nameOf } from './names.ts';

export interface ArchivedDocument {
  readonly submissionId: string;
  readonly name: string;
  /** The hash of the canonical document. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

export const PART_BYTES = 256 * 1024 * 1024;
/** Far below what the format without extensions can count (65,535). */
const PART_FILES = 20_000;

/** Keeps the order. A document that is larger than a part gets its own. */
export function inParts(documents: readonly ArchivedDocument[], partBytes = PART_BYTES): ArchivedDocument[][] {
  const parts: ArchivedDocument[][] = [];
  let room = 0;
  for (const document of documents) {
    const last = parts.at(-1);
    room -= document.sizeBytes;
    if (last && room >= 0 && last.length < PART_FILES) last.push(document);
    else {
      parts.push([document]);
      room = partBytes - document.sizeBytes;
    }
  }
  return parts;
}

/** Submissions with a stored result. */
export function archivedOf(submissions: readonly Submission[]): ArchivedDocument[] {
  return submissions.flatMap((submission) => {
    const { submissionId, normalized } = submission;
    if (normalized === null || normalized.downloadUrl === null) return [];
    return [{ submissionId, name: nameOf(submission), sha256: normalized.sha256, sizeBytes: normalized.sizeBytes }];
  });
}
