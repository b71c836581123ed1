/** The newest documents. */
import type { Submission } from '#portal/api/answers.ts';
import { useAnswer } from '#portal/api/queries.ts';
import { nameOf } from '#portal/documents/names.ts';
import { Link } from '#portal/ui/link.tsx';
import { Answer, EmptyState, Section } from '#portal/ui/page.tsx';
import { DataTable } from '#portal/ui/table.tsx';
import { StatusTag, TagsBelow, VerdictTag } from '#portal/documents/submission-tags.tsx';
import { Foreign, Moment } from '#portal/ui/words.tsx';
import { NEWEST } from './first-steps.ts';

const LIVE_MS = 3_000;

export function Recent() {
  const documents = useAnswer('listSubmissions', { pageSize: NEWEST }, { refetchInterval: LIVE_MS });
  return (
    <Section title="Newest documents" actions={<Link to="/documents">All documents</Link>}>
      <Answer of={documents} height={320}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No documents yet">
              Send one with your key, or <Link to="/documents/upload">from here</Link>.
            </EmptyState>
          ) : (
            <DataTable
              caption="The ten newest documents"
              rows={items}
              keyOf={({ submissionId }) => submissionId}
              columns={[
                { title: 'Document', cell: (document) => <Name document={document} /> },
                { title: 'Status', cell: ({ status }) => <StatusTag status={status} />, isForWide: true },
                { title: 'Verdict', cell: ({ verdict }) => <VerdictTag verdict={verdict} />, isForWide: true },
                { title: 'Sent', cell: ({ createdAt }) => <Moment at={createdAt} relative /> },
              ]}
            />
          )
        }
      </Answer>
    </Section>
  );
}

function Name({ document }: { readonly document: Submission }) {
  const { submissionId, status, verdict } = document;
  return (
    <div style={{ minWidth: '11rem' }}>
      <Link to="/documents/$submissionId" params={{ submissionId }}>
        <Foreign>{nameOf(document)}</Foreign>
      </Link>
      <TagsBelow status={status} verdict={verdict} />
    </div>
  );
}
