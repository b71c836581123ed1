/** The audit log: what was changed in the portal, when and by whom, and whether the record of it is whole. */
import { getRouteApi } from '@tanstack/react-router';
import { mayDo } from '#domain/accounts/permissions.ts';
import type { TeamMember } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { downloadJson } from '#portal/api/download.ts';
import { usePages } from '#portal/api/pages.ts';
import { useAnswer, useSignIn } from '#portal/api/queries.ts';
import { Button, Group, Stack } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { DownloadIcon } from '#portal/ui/icons.ts';
import { Answer, EmptyState, NextPage, Page, Section } from '#portal/ui/page.tsx';
import { ListFilter } from '#portal/ui/table.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { countText } from '#portal/ui/words.tsx';
import { ACTION_WORDS } from './audit-words.ts';
import { ChainCheck } from './chain-check.tsx';
import { Entries } from './entries.tsx';

const route = getRouteApi('/members/audit');

export function AuditPage() {
  const { organization } = useSignIn();
  if (!mayDo(organization.role, 'audit.read')) {
    return (
      <Page title="Audit log">
        <Banner tone="info" title="Only owners and admins read the audit log">
          The team page lists them.
        </Banner>
      </Page>
    );
  }
  return <AuditLog />;
}

function AuditLog() {
  const { action, actor } = route.useSearch();
  const query = { action, actorId: actor };
  const entries = usePages('listAuditLog', query);
  const team = useAnswer('listTeam');
  return (
    <Page
      title="Audit log"
      lead="Every change made in the portal is one entry. Each entry has a hash over itself and the previous entry, so changes of entries become visible. Entries contain no names and no addresses."
    >
      <ChainCheck />
      <Section title="Entries">
        <Stack gap="md">
          <Filters team={team.data ?? []} />
          <Answer of={entries} height={400}>
            {({ items, total }) =>
              items.length === 0 ? (
                <EmptyState title="There is no such entry.">Remove a filter to see more.</EmptyState>
              ) : (
                <Stack gap="sm">
                  <Group justify="space-between">
                    <span>
                      {countText(items.length, 'entry', 'entries')}
                      {total !== null && total > items.length && ` of ${total}`}
                    </span>
                    <Button
                      size="xs"
                      variant="default"
                      leftSection={<DownloadIcon size={16} aria-hidden />}
                      onClick={() => void downloadJson('audit-log.json', items)}
                    >
                      Download these as JSON
                    </Button>
                  </Group>
                  <Entries entries={items} team={team.data} />
                  <NextPage
                    hasMore={entries.hasNextPage}
                    load={() => void entries.fetchNextPage()}
                    isLoading={entries.isFetchingNextPage}
                  />
                </Stack>
              )
            }
          </Answer>
          <CurlTwin command={curlOf('listAuditLog', query)} />
        </Stack>
      </Section>
    </Page>
  );
}

function Filters({ team }: { readonly team: readonly TeamMember[] }) {
  const { action, actor } = route.useSearch();
  const navigate = route.useNavigate();
  const isGone = actor !== undefined && !team.some(({ id }) => id === actor);
  const isNew = action !== undefined && !Object.hasOwn(ACTION_WORDS, action);
  return (
    <Group gap="md" align="flex-end">
      <ListFilter
        label="What"
        value={action}
        all="Anything"
        choices={[
          ...(isNew ? [{ value: action, label: action.slice(0, 80) }] : []),
          ...Object.entries(ACTION_WORDS).map(([value, label]) => ({ value, label })),
        ]}
        choose={(chosen) => void navigate({ search: (search) => ({ ...search, action: chosen }), replace: true })}
      />
      <ListFilter
        label="By whom"
        value={actor}
        all="Anybody"
        choices={[
          ...(isGone ? [{ value: actor, label: 'A former member' }] : []),
          ...team.map(({ id, email }) => ({ value: id, label: email })),
        ]}
        choose={(chosen) => void navigate({ search: (search) => ({ ...search, actor: chosen }), replace: true })}
      />
    </Group>
  );
}
