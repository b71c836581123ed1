/** The two ends of a submission: letting it in exactly as often as it is tried, and writing its one outcome. */
import { createHash, randomUUID } from 'node:crypto';
import type { Proof } from '#domain/attestation.ts';
import { withPdfaOutcome } from '#domain/pdfa.ts';
import { FIRST_PIPELINE_SPEC } from '#domain/pipeline.ts';
import type { PageFingerprints } from '#domain/pages/fingerprints.ts';
import { type EngineReport, type NormalizedFacts, pipelineSpecOf } from '#domain/report.ts';
import type { RevisionTimeline } from '#domain/revisions.ts';
import {
  COSTLY_FAILURES,
  MAX_COSTLY_FAILURES,
  type ServiceFailure,
  type StageRecord,
  type SubmissionInput,
  type SubmissionResult,
  UNPAID_WORK_LIMIT_MS,
} from '#domain/submission.ts';
import { type ReportWithVerdict, withVerdict } from '#domain/verdict/verdict.ts';
import { namedFacts, type SignFacts } from '#src/proof/facts.ts';
import type { Completed, IssueProof } from '#src/proof/issue.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { objectKey, type StoredObject } from '#store/objects/object-key.ts';
import type { ReferenceStore } from '#store/objects/references.ts';
import type { RetentionStore } from '#store/submissions/retention.ts';
import type { Committed, SubmissionStore } from '#store/submissions/submissions.ts';
import { type ActivityLog, runActivity, currentLane, executionKey } from '#activities/run-activity.ts';
import { type DocumentLog, tellOfEnd } from './document-end.ts';
import { failedReport } from './failed-report.ts';
import { IssuerUnavailable, TransferFailed } from '#activities/failure.ts';
import { signedFacts } from './signed-facts.ts';
import { startDownstream, type Downstream } from './start-downstream.ts';
import type { PdfaRecord } from './pdfa-validation.ts';
import type { SessionKey, SessionResult, Sessions } from './sessions.ts';
import { leaveOutput } from './spool.ts';
import { PARSER_WAIT_MS } from './stages.ts';

export interface Admission {
  /** Counts crashes of the express lane, which leaves no trace of them in the history. */
  readonly attempts: number;
  readonly admittedAtMs: number;
  /** The document is not to be worked on: it has ended parsers often enough for a day. */
  readonly isRefused?: boolean;
  /** The organization has unpaid work: its documents leave the workflow tasks to those of others. */
  readonly isBehind?: boolean;
}

/** The results of a workflow, for the activity that records them. */
export interface PipelineOutcome {
  readonly submission: SubmissionInput;
  readonly records: readonly StageRecord[];
  readonly admittedAtMs: number;
  /** Null when the document declares no level of PDF/A, or did not get that far. */
  readonly pdfa: PdfaRecord | null;
  /** Set when the service gave up; null when the engine has an answer. */
  readonly failure: ServiceFailure | null;
}

export type SubmissionActivities = ReturnType<typeof submissionActivities>;

export interface SubmissionActivitiesDeps {
  readonly sessions: Sessions;
  readonly submissions: SubmissionStore;
  readonly references: ReferenceStore;
  readonly retention: Pick<RetentionStore, 'discard'>;
  readonly artifacts: ArtifactStore;
  readonly issueProof: IssueProof;
  readonly signFacts: SignFacts;
  readonly spoolDir: string;
  readonly downstream: Downstream;
  /** Learns of each organization that has a document whether it pays. */
  readonly setFree: (organizationId: string, isFree: boolean) => void;
  readonly log: ActivityLog & DocumentLog;
}

export function submissionActivities(deps: SubmissionActivitiesDeps) {
  const { sessions, submissions, downstream, log } = deps;
  return {
    /** Answers null when the submission is gone or has its outcome already. The specification is the first one by default. */
    admit: (submissionId: string, pipelineSpec?: string): Promise<Admission | null> =>
      runActivity(log, null, async () => {
        const admitted = await submissions.admit(submissionId, pipelineSpec);
        if (admitted === null) return null;
        const { attempts, costlyFailures, unpaidWorkMs } = admitted;
        deps.setFree(admitted.organizationId, admitted.isFree);
        const isRefused = costlyFailures >= MAX_COSTLY_FAILURES;
        return { attempts, admittedAtMs: Date.now(), isRefused, isBehind: unpaidWorkMs >= UNPAID_WORK_LIMIT_MS };
      }),
    /** Stores the output, then records the outcome in one transaction. Safe to repeat. */
    commit: (outcome: PipelineOutcome): Promise<SubmissionResult> => {
      const key = executionKey();
      const waitMs = PARSER_WAIT_MS[currentLane()];
      return runActivity(
        log,
        outcome.failure?.stage ?? null,
        async () => {
          const found = await findingsOf(deps, outcome, { key, waitMs });
          const withWords = !outcome.submission.spooled;
          const findings = { ...found, report: withVerdict(found.report, found.timeline, { withWords }) };
          const isRecorded = outcome.submission.spooled?.repeats === true;
          const committed = isRecorded ? null : await record(deps, outcome, findings);
          if (committed !== null) await startDownstream(outcome.submission.organizationId, committed, downstream, log);
          await sessions.close(key);
          return resultOf(findings.report);
        },
        () => sessions.close(key),
      );
    },
  };
}

interface Findings<Report = EngineReport> {
  readonly report: Report;
  /** Null where nothing is known of its revisions. */
  readonly timeline: RevisionTimeline | null;
  /** The fingerprints of the pages of the output, where they are stored. */
  readonly pages?: readonly PageFingerprints[] | null;
  /** The output, where it was claimed and put. */
  readonly stored?: StoredObject;
}

async function findingsOf(
  deps: SubmissionActivitiesDeps,
  { submission, records, failure, pdfa }: PipelineOutcome,
  { key, waitMs }: { key: string; waitMs: number },
): Promise<Findings> {
  if (failure !== null) return { report: failedReport(submission, records, failure), timeline: null };
  const { bytes, report, timeline, pages } = await finalResult(deps.sessions, { key, submission, waitMs }, pdfa);
  const { normalized } = report;
  if (bytes === null || normalized === null) return { report, timeline };
  if (!submission.spooled) {
    return { report, timeline, pages, stored: await storeOutput(deps, submission, normalized, bytes) };
  }
  await leaveOutput(deps.spoolDir, submission.spooled, bytes);
  return { report, timeline };
}

/** The object is claimed first: one that nobody refers to may be removed at any time. */
async function storeOutput(
  { references, artifacts }: SubmissionActivitiesDeps,
  { organizationId, region }: SubmissionInput,
  { sha256, sizeBytes }: NormalizedFacts,
  bytes: Uint8Array,
): Promise<StoredObject> {
  const claimed = await references.claim(organizationId, 'artifact', { region, sha256, sizeBytes });
  await artifacts.putBytes(region, objectKey('artifact', claimed), bytes, 'application/pdf').catch((cause: unknown) => {
    throw new TransferFailed('The output could not be stored.', { cause });
  });
  return claimed;
}

/** The output and the report as stage 10 leaves them: another output where the claim of PDF/A is false. */
async function finalResult(sessions: Sessions, document: SessionKey, pdfa: PdfaRecord | null): Promise<SessionResult> {
  const isClaimFalse = pdfa?.outcome.validated === true && pdfa.outcome.decision.kind === 'drop_claim';
  // A document has one parser to itself: the first is given back before another is asked for.
  if (isClaimFalse) await sessions.close(document.key);
  const { bytes, report, timeline, pages } = await sessions.result(
    isClaimFalse ? { ...document, key: `${document.key}/without-claim`, dropPdfaClaim: true } : document,
  );
  if (isClaimFalse) await sessions.close(`${document.key}/without-claim`);
  verify(document.submission, report, bytes);
  return { bytes, report: pdfa === null ? report : withPdfaOutcome(report, pdfa.outcome), timeline, pages };
}

/** The parser has read hostile bytes: what can be checked of its answer from outside is checked. */
function verify(submission: SubmissionInput, report: EngineReport, bytes: Uint8Array | null): void {
  const { original, normalized, status } = report;
  const sameInput = original.sha256 === submission.originalSha256 && original.sizeBytes === submission.sizeBytes;
  if (!sameInput) throw new Error('The report is of another document.');
  if ((status === 'SUCCESS') !== (normalized !== null)) throw new Error('The report contradicts itself.');
  if (normalized === null) return;
  const { pipelineSpec = FIRST_PIPELINE_SPEC } = submission;
  if (pipelineSpecOf(normalized) !== pipelineSpec) throw new Error('The report is of another specification.');
  const size = bytes?.length ?? 0;
  const hash = createHash('sha256')
    .update(bytes ?? new Uint8Array(0))
    .digest('hex');
  if (size !== normalized.sizeBytes || hash !== normalized.sha256) throw new Error('The report is of another output.');
}

async function record(
  { submissions, retention, issueProof, signFacts, log }: SubmissionActivitiesDeps,
  outcome: PipelineOutcome,
  { report, timeline, pages = null, stored: claimed }: Findings<ReportWithVerdict>,
): Promise<Committed | null> {
  const { submission, records, admittedAtMs, pdfa } = outcome;
  const stageDurationsMs: Record<string, number> = Object.fromEntries(records.map((r) => [r.name, r.durationMs]));
  if (pdfa !== null) stageDurationsMs['PdfaValidation'] = pdfa.durationMs;
  // Two hosts' clocks may disagree by more than a small document takes.
  const processingTimeMs = Math.max(0, Date.now() - admittedAtMs);
  const { submissionId, options } = submission;
  const ended = { report, timeline, pages, stageDurationsMs, processingTimeMs, completedAt: new Date() };
  // Nothing is stored of a stateless submission that names its output.
  const facts = submission.spooled ? null : await signedFacts(signFacts, { submissionId, options, ...ended });
  const proof =
    facts && (await proofOf(issueProof, report, { processingTimeMs, facts: namedFacts(submissionId, facts) }));
  const ending = { ...ended, costlyFailureOf: costlyFailureIn(outcome), proof, facts, claimed };
  const committed = await submissions.commit(submissionId, ending);
  if (committed !== null) {
    tellOfEnd(log, { submission, report, lane: currentLane(), stageDurationsMs, processingTimeMs });
  }
  // The document was erased during the work: discard the new object, unless it was recorded before.
  if (committed === null && claimed) await retention.discard('artifact', claimed);
  return committed;
}

function costlyFailureIn({
  failure,
  submission: { pipelineSpec = FIRST_PIPELINE_SPEC },
}: PipelineOutcome): string | null {
  return failure !== null && COSTLY_FAILURES.has(failure.code) ? pipelineSpec : null;
}

/** A commit that is repeated signs again, and the store keeps what the first one signed. */
async function proofOf(
  issue: IssueProof,
  report: ReportWithVerdict,
  measures: Pick<Completed, 'processingTimeMs' | 'facts'>,
): Promise<Proof | null> {
  const { normalized } = report;
  if (normalized === null) return null;
  const completed = { report, normalized, ...measures, attestationId: randomUUID(), issuedAt: new Date() };
  return issue(completed).catch((cause: unknown) => {
    throw new IssuerUnavailable('No attestation could be signed.', { cause });
  });
}

function resultOf({ status, failure, tamperAnalysis, verdict, normalized }: ReportWithVerdict): SubmissionResult {
  return {
    status,
    failureCode: failure?.code ?? null,
    failedStage: failure?.stage ?? null,
    riskLevel: tamperAnalysis?.riskLevel ?? null,
    verdictKind: verdict.kind,
    anomalyCount: tamperAnalysis?.anomaliesDetected ?? 0,
    outputSha256: normalized?.sha256 ?? null,
  };
}
