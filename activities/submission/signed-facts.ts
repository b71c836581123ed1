/** The facts document of a submission that ends, signed. */
import type { SignedFacts } from '#domain/findings/facts-document.ts';
import type { SignFacts } from '#src/proof/facts.ts';
import { inputOf, type ServiceFailure } from '#domain/submission.ts';
import { withVerdict } from '#domain/verdict/verdict.ts';
import type { SubmissionOutcome, SubmissionRecord } from '#store/submissions/submissions.ts';
import { IssuerUnavailable } from '#activities/failure.ts';
import { failedReport } from './failed-report.ts';

/** A commit that is repeated signs again, and the store has what the first one signed. */
export async function signedFacts(sign: SignFacts, ended: Parameters<SignFacts>[0]): Promise<SignedFacts> {
  return sign(ended).catch((cause: unknown) => {
    throw new IssuerUnavailable('The facts of the submission could not be signed.', { cause });
  });
}

/** The end of a submission on which nobody works. Nothing is stored of a stateless one, so nothing of it is signed. */
export async function abandonedOutcome(
  sign: SignFacts,
  record: SubmissionRecord,
  failure: ServiceFailure,
  processingTimeMs: number,
): Promise<SubmissionOutcome> {
  const report = withVerdict(failedReport(inputOf(record), [], failure), null);
  const completedAt = new Date();
  const outcome = { report, stageDurationsMs: {}, processingTimeMs, completedAt, proof: null };
  if (record.stateless) return { ...outcome, facts: null };
  const { submissionId, options } = record;
  const ended = { ...outcome, submissionId, options, timeline: null, pages: null };
  return { ...outcome, facts: await signedFacts(sign, ended) };
}
