/** The documents of the organization: found by what is in the address, and dealt with many at a time. */
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { curlWithKey } from '#portal/api/curl.ts';
import { usePages } from '#portal/api/pages.ts';
import { Skeleton, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { UploadIcon } from '#portal/ui/icons.ts';
import { LinkButton } from '#portal/ui/link.tsx';
import { EmptyState, NextPage, Page } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { countText, numberText } from '#portal/ui/words.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import { countFilters, type DocumentFilter, filterOf, queryOf } from './filters/filters.ts';
import { FindByFile, FoundDocuments, useDocumentSearch } from './find-document.tsx';
import { intervalFor } from './interval.ts';
import { SelectionBar } from './selection-bar.tsx';
import { SubmissionTable } from './submission-table.tsx';

const route = getRouteApi('/members/documents');
const PAGE_SIZE = 50;

export function DocumentsPage() {
  const filter = filterOf(route.useSearch());
  const navigate = route.useNavigate();
  const search = useDocumentSearch();
  const setFilter = (next: DocumentFilter) => void navigate({ search: next });
  return (
    <Page
      title="Documents"
      lead="All stored documents, the newest first. Copy the link of this page to share the filters."
      actions={
        <>
          <FindByFile search={search} />
          <LinkButton to="/documents/upload" leftSection={<UploadIcon size={16} aria-hidden />}>
            Send documents
          </LinkButton>
        </>
      }
    >
      <FilterBar filter={filter} onChange={setFilter} />
      <FoundDocuments search={search} show={setFilter} />
      <Documents filter={filter} />
    </Page>
  );
}

function Documents({ filter }: { readonly filter: DocumentFilter }) {
  const query = { ...queryOf(filter), pageSize: PAGE_SIZE };
  const list = usePages('listSubmissions', query, intervalFor);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  if (list.data === undefined) {
    return list.isPending ? (
      <div role="status" aria-label="Loading">
        <Skeleton height={320} radius="md" />
      </div>
    ) : (
      <ProblemAlert error={list.error} retry={() => void list.refetch()} />
    );
  }
  const { items, total } = list.data;
  const selected = items.filter(({ submissionId }) => selection.has(submissionId));
  return (
    <Stack gap="md">
      <SelectionBar selected={selected} clear={() => setSelection(new Set())} archiveName="documents" />
      {items.length === 0 ? (
        <Nothing isFiltered={countFilters(filter) > 0} />
      ) : (
        <>
          <Text fz="sm" c="dimmed" role="status">
            {total === null
              ? countText(items.length, 'document')
              : `${numberText(items.length)} of ${countText(total, 'document')}`}
          </Text>
          <SubmissionTable caption="List of documents" rows={items} selection={selection} onSelect={setSelection} />
        </>
      )}
      <NextPage hasMore={list.hasNextPage} load={() => void list.fetchNextPage()} isLoading={list.isFetchingNextPage} />
      <CurlTwin command={curlWithKey('listSubmissions', query)} />
    </Stack>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return <EmptyState title="No document matches the filters">Remove a filter, or choose “Show all”.</EmptyState>;
  }
  return (
    <EmptyState title="There are no documents yet">
      <Stack gap="sm" align="flex-start">
        <Text>
          Send a PDF, and you get the same document in its canonical form: the same bytes for the same document, with a
          report of what was found in it. Your plan says how long a copy is stored.
        </Text>
        <LinkButton to="/documents/upload">Send the first one</LinkButton>
      </Stack>
    </EmptyState>
  );
}
