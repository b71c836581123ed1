/** The passport of a document: its changes and their times, the coverage of signatures, and the result. */
import { useRef } from 'react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Report, Revisions, Submission } from '#portal/api/answers.ts';
import { useAnswer } from '#portal/api/queries.ts';

import { Skeleton, Stack, Text } from '#portal/ui/controls.ts';
import { Answer, Page, Section } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Foreign } from '#portal/ui/words.tsx';
import { Contents } from './contents.tsx';
import { Facts } from './facts/facts.tsx';
import { AnomalyList } from './anomalies/anomaly-list.tsx';
import { documentName } from './document-name.ts';
import { PassportHeader, PassportTags } from './header.tsx';
import { BeforeAndAfter, type View } from './pages/before-and-after.tsx';
import { StageList } from './progress/stage-list.tsx';
import { useProgress } from './progress/use-progress.ts';
import { isPending } from './status.ts';
import { RevisionTimeline } from './timeline/revision-timeline.tsx';
import { knownAnalysis } from '#domain/verdict/facts.ts';
import { type Pair, signedAndNow } from '#domain/verdict/signers.ts';
import { VerdictBanner } from './verdict-banner.tsx';

const ROUTE = '/members/documents/$submissionId';
/** Beside the stream of progress, which may break. */
const POLL_MS = 3_000;

export function PassportPage() {
  const { submissionId } = useParams({ from: ROUTE });
  const answer = useAnswer('getSubmission', { id: submissionId });
  const pending = answer.data !== undefined && isPending(answer.data.status);
  // The same answer as for the page, because only it says whether to poll again.
  useAnswer('getSubmission', { id: submissionId }, { refetchInterval: pending ? POLL_MS : false });
  return (
    <Page
      title={answer.data ? documentName(answer.data) : 'Document'}
      lead={answer.data && <PassportTags submission={answer.data} />}
    >
      <Answer of={answer} height={480}>
        {(submission) => <Passport submission={submission} />}
      </Answer>
    </Page>
  );
}

function Passport({ submission }: { readonly submission: Submission }) {
  const { submissionId: id } = submission;
  const { links } = submission;
  const report = useAnswer('getReportOfSubmission', { id }, { enabled: links.report !== null });
  const revisions = useAnswer('getRevisionsOfSubmission', { id }, { enabled: links.revisions !== null });
  const areThere = (links.report === null || !report.isPending) && (links.revisions === null || !revisions.isPending);
  const pending = isPending(submission.status);
  const progress = useProgress(submission.submissionId, pending);
  if (!areThere) return <Skeleton height={480} aria-label="Loading" role="status" />;
  const reportThere = links.report === null ? null : (report.data ?? null);
  const revisionsThere = links.revisions === null ? null : (revisions.data ?? null);
  return (
    <Stack gap="xl">
      <Evidence submission={submission} report={reportThere} revisions={revisionsThere} />
      {[report, revisions].map(({ error, refetch }, index) => (
        <ProblemAlert key={index} error={error} retry={() => void refetch()} />
      ))}
      {pending && (
        <Section title="Progress">
          <StageList progress={progress} />
        </Section>
      )}
    </Stack>
  );
}

interface EvidenceProps {
  readonly submission: Submission;
  readonly report: Report | null;
  readonly revisions: Revisions | null;
}

/** The facts that are known by now, the verdict first. */
function Evidence({ submission, report, revisions }: EvidenceProps) {
  const { failure, erasedAt, verdict } = submission;
  const { pair, page } = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: '/documents/$submissionId' });
  const pages = useRef<HTMLDivElement>(null);
  const changed = signedAndNow(verdict.signers, submission.links.original === null ? null : (revisions?.count ?? null));
  const look = (view: View): void =>
    void navigate({ search: (search) => ({ ...search, ...view }), replace: true, resetScroll: false });
  const show = (wanted: Pair): void => {
    look({ pair: pairText(wanted), page: undefined });
    pages.current?.scrollIntoView({ block: 'start' });
    pages.current?.focus({ preventScroll: true });
  };
  const isThere = !isPending(submission.status) && erasedAt === null;
  const hasStates = isThere && (submission.links.original !== null || submission.normalized !== null);
  const header = (
    <>
      <PassportHeader submission={submission} />
      {isThere && <Contents />}
    </>
  );
  return (
    <Stack gap="xl">
      <VerdictBanner verdict={verdict} pair={changed} show={hasStates ? show : undefined} />
      {failure && (
        <Section title="Why there is no canonical document">
          <Foreign>{failure.message}</Foreign>
        </Section>
      )}
      {changed === null && header}
      {hasStates && (
        // The header of all pages stays on top of what is scrolled to.
        <div ref={pages} tabIndex={-1} style={{ outline: 'none', scrollMarginTop: '4.5rem' }}>
          <Section title="Pages before and after">
            <BeforeAndAfter
              submission={submission}
              revisions={revisions}
              initial={{ pair: pair ?? (changed ? pairText(changed) : undefined), page }}
              onChange={look}
            />
          </Section>
        </div>
      )}
      {/* The change matters more to a reader than ids and sizes. */}
      {changed !== null && header}
      {isThere && <Findings submission={submission} revisions={revisions} show={hasStates ? show : undefined} />}
      {isThere && <Facts submission={submission} report={report} />}
    </Stack>
  );
}

/** The pair of revisions in the address. */
function pairText({ before, after }: Pair): string {
  return `revision-${before}..revision-${after}`;
}

interface FindingsProps {
  readonly submission: Submission;
  readonly revisions: Revisions | null;
  readonly show: ((pair: Pair) => void) | undefined;
}

/** The changes of the file, the coverage of signatures, and the conclusion. */
function Findings({ submission, revisions, show }: FindingsProps) {
  const { revision } = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: '/documents/$submissionId' });
  const { links, original, submissionId, security } = submission;
  const analysis = knownAnalysis(submission);
  const source = links.original === null ? null : { submissionId, sizeBytes: original.sizeBytes, timeline: revisions };
  const choose = (number: number): void =>
    void navigate({ search: (search) => ({ ...search, revision: number }), replace: true, resetScroll: false });
  return (
    <>
      <Section title="Revisions and signatures">
        {revisions && revisions.revisions.length > 0 ? (
          <RevisionTimeline
            timeline={revisions}
            results={security.signatureVerificationResults ?? []}
            chosen={revision}
            choose={choose}
            show={show}
          />
        ) : (
          <Text>{noRevisions(revisions)}</Text>
        )}
      </Section>
      <Section title="Findings">
        {analysis === null && <Text>The tamper analysis could not examine this document.</Text>}
        {analysis?.anomalies.length === 0 && <Text>The tamper analysis found nothing.</Text>}
        {analysis && <AnomalyList anomalies={analysis.anomalies} source={source} />}
      </Section>
    </>
  );
}

function noRevisions(revisions: Revisions | null): string {
  return revisions
    ? 'Earlier versions could not be reconstructed, because no cross-reference leads to them.'
    : 'Earlier versions could not be reconstructed. The file did not open, or an earlier version of the service processed it.';
}
