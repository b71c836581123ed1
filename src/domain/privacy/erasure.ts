/** Erasures: which documents are meant, and the workflow's id and input. */

export const ERASURE_STATUSES = ['scheduled', 'completed'] as const;

/** Every document, or those that one SHA-256 in hex stands for. */
export type ErasureScope = 'all' | (string & {});

export interface ErasureInput {
  readonly erasureId: string;
  readonly organizationId: string;
}

export function erasureWorkflowId(organizationId: string, scope: ErasureScope): string {
  return `erase-${organizationId}-${scope}`;
}

/** Matching submissions of one specification and one algorithm. */
export interface MeantSubmissions {
  /** Null where the document has no output: it has not ended, was rejected, or failed. */
  readonly pipelineSpec: string | null;
  /** Null also where an old report does not tell. */
  readonly contentHashAlgorithm: string | null;
  readonly submissions: number;
}

/** What a request means at its moment. */
export interface ErasureMatch {
  readonly matchedSubmissions: number;
  /** The same by specification and algorithm. */
  readonly matchedUnder: readonly MeantSubmissions[];
}

/** The progress of an erasure. */
export interface ErasureCounts {
  /** Submissions of which nothing but a row without hashes is left. */
  readonly submissions: number;
  /** Originals and outputs that are gone from the store. */
  readonly objectsRemoved: number;
  /** Objects of the shared layout that another organization has too: this one's right to them is gone. */
  readonly objectsShared: number;
  /** Archives of exports, which had copies. */
  readonly exportsRemoved: number;
}
