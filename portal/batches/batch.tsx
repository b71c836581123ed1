/** One batch: live counters, its documents, and what to do about those that did not get through. */
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { SUBMISSION_STATUSES } from '#domain/submission.ts';
import type { Batch } from '#portal/api/answers.ts';
import { usePages } from '#portal/api/pages.ts';
import { useAnswer } from '#portal/api/queries.ts';
import { addressOf } from '#portal/api/send.ts';
import { Together } from '#portal/app/together.tsx';
import { useCreators } from '#portal/documents/creators.ts';
import { intervalFor } from '#portal/documents/interval.ts';
import { SelectionBar } from '#portal/documents/selection-bar.tsx';
import { SubmissionTable } from '#portal/documents/submission-table.tsx';
import { NativeSelect, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { Copyable } from '#portal/ui/copy.tsx';
import { Answer, EmptyState, NextPage, Page, Section } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { statusWords } from '#portal/documents/submission-tags.tsx';
import { Facts, Foreign, Moment, numberText } from '#portal/ui/words.tsx';
import { BatchActions } from './batch-actions.tsx';
import { BatchFailures } from './batch-failures.tsx';
import { BatchProgress, BatchTag } from './batch-progress.tsx';

const route = getRouteApi('/members/batches/$batchId');
const LOOK_AGAIN_MS = 2_000;
/** Other people may add documents, so the page polls less often. */
const LOOK_LATER_MS = 10_000;
const PAGE_SIZE = 50;

export function BatchPage() {
  const { batchId } = route.useParams();
  const [interval, setPause] = useState<number | false>(LOOK_AGAIN_MS);
  const answer = useAnswer('getBatch', { batchId }, { refetchInterval: interval });
  const wanted = answer.data === undefined ? interval : intervalOf(answer.data);
  if (wanted !== interval) setPause(wanted);
  if (answer.data === undefined) {
    return (
      <Page title="Batch">
        <Answer of={answer}>{() => null}</Answer>
      </Page>
    );
  }
  const batch = answer.data;
  return (
    <Page
      title={batch.name.slice(0, SHOWN_OF_NAME)}
      lead={<BatchTag batch={batch} />}
      actions={<BatchActions batch={batch} />}
    >
      <div role="status">
        <BatchProgress batch={batch} size="xl" />
      </div>
      <Together height={700}>
        <BatchFailures batch={batch} />
        <Documents batch={batch} />
        <About batch={batch} />
        <CurlTwin command={`curl --fail-with-body -sS ${addressOf(batch.links.self)} -H "X-Api-Key: $KEY"`} />
      </Together>
    </Page>
  );
}

const SHOWN_OF_NAME = 120;

function intervalOf({ status, closedAt }: Batch): number | false {
  if (status === 'in_progress') return LOOK_AGAIN_MS;
  return closedAt === null && LOOK_LATER_MS;
}

function Documents({ batch: { batchId, total } }: { readonly batch: Batch }) {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const request = { batchId, status, pageSize: PAGE_SIZE };
  const list = usePages('listSubmissionsOfBatch', request, intervalFor);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const items = list.data?.items ?? [];
  const words = SUBMISSION_STATUSES.map((value) => ({ value, label: statusWords(value) }));
  return (
    <Section
      title="Documents"
      actions={
        <NativeSelect
          aria-label="Status of the documents"
          data={[{ value: '', label: 'All' }, ...words]}
          value={status ?? ''}
          onChange={(event) => {
            const next = SUBMISSION_STATUSES.find((one) => one === event.currentTarget.value);
            void navigate({ search: { status: next } });
          }}
        />
      }
    >
      <Stack gap="md">
        <ProblemAlert error={list.error} retry={() => void list.refetch()} />
        <SelectionBar
          selected={items.filter(({ submissionId }) => selection.has(submissionId))}
          clear={() => setSelection(new Set())}
          archiveName="documents"
        />
        {items.length > 0 && (
          <SubmissionTable
            caption="Documents of the batch"
            rows={items}
            selection={selection}
            onSelect={setSelection}
          />
        )}
        {list.data !== undefined && items.length === 0 && (
          <EmptyState title={total === 0 ? 'No documents yet' : 'No document of this batch matches the filters'}>
            {total === 0 && (
              <Text>
                Send documents into it from here, or by the API with <code>batch_id={batchId}</code>.
              </Text>
            )}
          </EmptyState>
        )}
        <NextPage
          hasMore={list.hasNextPage}
          load={() => void list.fetchNextPage()}
          isLoading={list.isFetchingNextPage}
        />
      </Stack>
    </Section>
  );
}

function About({ batch }: { readonly batch: Batch }) {
  const creatorOf = useCreators();
  const { batchId, name, createdAt, createdBy, expectedTotal, closedAt, completedAt, clientReference, metadata } =
    batch;
  return (
    <Section title="About it">
      <Facts
        rows={[
          ['Id', <Copyable key="id" value={batchId} what="id of the batch" />],
          ['Name', <Foreign key="name">{name}</Foreign>],
          ['Made', <Moment key="made" at={createdAt} />],
          ['By', <Foreign key="by">{creatorOf(createdBy)}</Foreign>],
          ['Announced', expectedTotal === null ? 'Not said' : numberText(expectedTotal)],
          ['Closed', closedAt === null ? 'No: it takes more' : <Moment key="closed" at={closedAt} />],
          ['Complete since', completedAt === null ? 'Not yet' : <Moment key="complete" at={completedAt} />],
          ...(clientReference === null
            ? []
            : [['Your reference', <Foreign key="reference">{clientReference}</Foreign>] as const]),
          ...Object.entries(metadata).map(([key, value]) => [key, <Foreign key={key}>{value}</Foreign>] as const),
        ]}
      />
    </Section>
  );
}
