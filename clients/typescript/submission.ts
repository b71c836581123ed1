/** What the service answers about a document: the specification's NormalizeResponse, pending or ended. */
import type {
  Failure,
  NormalizedInfo,
  SecurityInfo,
  TamperAnalysis,
  ValidationInfo,
  Warning,
} from '../../src/domain/report.ts';
import type { SubmissionStatus } from '../../src/domain/submission.ts';
import type { Verdict } from '../../src/domain/verdict/verdict.ts';

export interface Submission {
  readonly apiVersion: string;
  /** This is the id of the request that made the submission. */
  readonly requestId: string;
  readonly submissionId: string;
  readonly processingTimeMs: number;
  readonly status: SubmissionStatus;
  /** What the request noted of its own, if anything. */
  readonly clientReference?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
  /** The hash of the original is null once the document has been erased. */
  readonly original: { readonly sha256: string | null; readonly sizeBytes: number };
  readonly normalized: (NormalizedInfo & { readonly downloadUrl: string | null }) | null;
  /** Empty while the document is pending, as is `validation`. */
  readonly security: SecurityInfo | Record<string, never>;
  readonly validation: ValidationInfo | Record<string, never>;
  /** The conclusion from all facts of the document. */
  readonly verdict: Verdict;
  readonly tamperAnalysis: TamperAnalysis | null;
  readonly warnings: readonly Warning[];
  readonly failure: Failure | null;
}
