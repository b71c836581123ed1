/** What a measure is: some claims on the corpus, each with the files that do not meet it. */
import type { Evidence } from '#tools/quality/corpus/evidence.ts';

export interface Exception {
  /** A file, or a group of files. */
  readonly name: string;
  readonly what: string;
  /** The rule that explains the case; it then counts as met. */
  readonly rule?: string | undefined;
}

export interface Score {
  readonly claim: string;
  /** How many were judged. */
  readonly of: number;
  /** The share that must meet the claim. */
  readonly goal: number;
  readonly exceptions: readonly Exception[];
}

export interface Measure {
  readonly title: string;
  judge(evidence: Evidence): Promise<readonly Score[]> | readonly Score[];
}

/** One claim on each of some subjects; the judge says what is wrong, or nothing. */
export function score<T>(
  claim: string,
  goal: number,
  subjects: readonly T[],
  judge: (subject: T) => Exception | null,
): Score {
  return { claim, goal, of: subjects.length, exceptions: subjects.flatMap((subject) => judge(subject) ?? []) };
}
