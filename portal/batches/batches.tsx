/** The batches, and making one. */
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { BATCH_STATUSES } from '#domain/batch.ts';
import type { Batch } from '#portal/api/answers.ts';
import { curlWithKey } from '#portal/api/curl.ts';
import { usePages } from '#portal/api/pages.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { ActionButton } from '#portal/ui/action-button.tsx';
import { Button, Group, Skeleton, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { AddIcon } from '#portal/ui/icons.ts';
import { Link, LinkButton } from '#portal/ui/link.tsx';
import { EmptyState, NextPage, Page } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { type Column, DataTable, ListFilter } from '#portal/ui/table.tsx';
import { Foreign, Moment, visible } from '#portal/ui/words.tsx';
import { BatchProgress, BatchTag } from './batch-progress.tsx';
import { pendingOf } from './batch-words.ts';
import { NewBatchDialog } from './new-batch.tsx';

const route = getRouteApi('/members/batches');
const LOOK_AGAIN_MS = 3_000;

const STATUS_WORDS = { open: 'Open, empty', in_progress: 'In progress', complete: 'Complete' } as const;

const COLUMNS: readonly Column<Batch>[] = [
  {
    title: 'Batch',
    cell: ({ batchId, name }) => (
      <div style={{ minWidth: '12rem', maxWidth: '28rem' }}>
        <Link to="/batches/$batchId" params={{ batchId }} fw={550} className="fx-clamp" title={visible(name)}>
          <Foreign>{name}</Foreign>
        </Link>
      </div>
    ),
  },
  { title: 'Status', cell: (batch) => <BatchTag batch={batch} /> },
  { title: 'Documents', cell: (batch) => <BatchProgress batch={batch} /> },
  {
    title: 'Made',
    cell: ({ createdAt }) => (
      <span style={{ whiteSpace: 'nowrap' }}>
        <Moment at={createdAt} relative />
      </span>
    ),
  },
];

export function BatchesPage() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const refusal = useRefusal('documents.write');
  const [isMaking, setMaking] = useState(false);
  const query = { status: filter.status, clientReference: filter.client_reference };
  const list = usePages('listBatches', query, intervalFor);
  return (
    <Page
      title="Batches"
      lead="A batch counts documents that belong together. Files that you send together on these pages form one."
      actions={
        <>
          <LinkButton to="/documents/upload" variant="default">
            Send documents
          </LinkButton>
          <ActionButton
            refusal={refusal}
            leftSection={<AddIcon size={16} aria-hidden />}
            onClick={() => setMaking(true)}
          >
            New batch
          </ActionButton>
        </>
      }
    >
      <NewBatchDialog isOpen={isMaking} onClose={() => setMaking(false)} />
      <Group align="flex-end">
        <ListFilter
          label="Status"
          value={filter.status}
          all="All"
          choices={BATCH_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))}
          choose={(status) => void navigate({ search: { ...filter, status } })}
        />
        {filter.client_reference !== undefined && (
          <Button variant="default" onClick={() => void navigate({ search: { status: filter.status } })}>
            Reference <Foreign>{filter.client_reference}</Foreign>: take away
          </Button>
        )}
      </Group>
      <Batches list={list} isFiltered={Object.values(filter).some((value) => value !== undefined)} />
      <CurlTwin command={curlWithKey('listBatches', query)} />
    </Page>
  );
}

type BatchList = ReturnType<typeof usePages<'listBatches'>>;

function Batches({ list, isFiltered }: { readonly list: BatchList; readonly isFiltered: boolean }) {
  if (list.data === undefined) {
    if (!list.isPending) return <ProblemAlert error={list.error} retry={() => void list.refetch()} />;
    return (
      <div role="status" aria-label="Loading">
        <Skeleton height={240} radius="md" />
      </div>
    );
  }
  if (list.data.items.length === 0) {
    return (
      <EmptyState title={isFiltered ? 'No batch matches the filters' : 'There are no batches yet'}>
        {!isFiltered && (
          <Text>
            A batch has a name and counters, and notifies your address when all its documents are processed. Send two or
            more files together, or create a batch first and name it when you send documents with the API.
          </Text>
        )}
      </EmptyState>
    );
  }
  return (
    <Stack gap="md">
      <DataTable caption="Batches" rows={list.data.items} keyOf={({ batchId }) => batchId} columns={COLUMNS} />
      <NextPage hasMore={list.hasNextPage} load={() => void list.fetchNextPage()} isLoading={list.isFetchingNextPage} />
    </Stack>
  );
}

function intervalFor(rows: readonly Batch[]): number | false {
  return rows.some((batch) => pendingOf(batch) > 0) && LOOK_AGAIN_MS;
}
