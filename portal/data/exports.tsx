/** All data in one archive, to take along. */
import type { DataExport } from '#portal/api/answers.ts';
import { call } from '#portal/api/call.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { useAction, useAnswer } from '#portal/api/queries.ts';
import { Button, Group, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { Copyable } from '#portal/ui/copy.tsx';
import { DownloadIcon } from '#portal/ui/icons.ts';
import { Answer, EmptyState, Section } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { DataTable } from '#portal/ui/table.tsx';
import { type SymbolName, Tag, type Tone } from '#portal/ui/tone.tsx';
import { Moment, sizeText } from '#portal/ui/words.tsx';
import { useState } from 'react';

const SOON_MS = 2_000;
const HASH_SHOWN = 12;

const STATES: Readonly<Record<DataExport['status'], readonly [Tone, SymbolName, string]>> = {
  pending: ['info', 'pending', 'Being written'],
  completed: ['good', 'check', 'Ready'],
  failed: ['danger', 'cross', 'Failed. Request another one'],
  expired: ['neutral', 'clock', 'Expired'],
};

export function Exports() {
  const refusal = useRefusal('export.write');
  const exports = useAnswer(
    'listDataExports',
    {},
    {
      refetchInterval: (known) => (known?.items.some(({ status }) => status === 'pending') ? SOON_MS : false),
    },
  );
  const request = useAction('requestDataExport', ['listDataExports']);
  const isPending = exports.data?.items.some(({ status }) => status === 'pending') ?? false;
  return (
    <Section
      title="Export"
      lead="Everything in one ZIP file: documents, reports, attestations, settings, the audit log, and a program that checks it all. It contains the addresses of your members, so store it safely."
    >
      <Stack gap="md">
        <Group gap="sm">
          <Button
            onClick={() => request.mutate({})}
            loading={request.isPending}
            disabled={refusal !== null || isPending}
          >
            Request an export
          </Button>
          <Text c="dimmed" fz="sm" component="span">
            {refusal ?? (isPending ? 'Another export is in progress.' : '')}
          </Text>
        </Group>
        <ProblemAlert error={request.error} />
        <Answer of={exports} height={120}>
          {({ items }) => (items.length === 0 ? <EmptyState title="No export yet" /> : <List exports={items} />)}
        </Answer>
        <CurlTwin
          command={`curl -X POST ${location.origin}/api/portal/data-export -H "Authorization: Bearer $ACCESS_TOKEN"`}
        />
      </Stack>
    </Section>
  );
}

function List({ exports }: { readonly exports: readonly DataExport[] }) {
  const [error, setError] = useState<unknown>(null);
  // A link that leads to the store itself: an archive may be many gigabytes, and does not go through this page.
  const download = async (id: string) => {
    setError(null);
    try {
      location.assign((await call('getDataExportLink', { id })).url);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Stack gap="md">
      <DataTable
        caption="Exports"
        rows={exports}
        keyOf={({ exportId }) => exportId}
        columns={[
          { title: 'Requested', cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
          { title: 'State', cell: ({ status }) => <State status={status} /> },
          { title: 'Size', cell: ({ sizeBytes }) => (sizeBytes === undefined ? '' : sizeText(sizeBytes)) },
          {
            title: 'SHA-256',
            cell: ({ sha256 }) => sha256 && <Copyable value={sha256} what="the SHA-256" shown={HASH_SHOWN} />,
          },
          { title: 'Expires', cell: ({ expiresAt }) => expiresAt && <Moment at={expiresAt} relative /> },
          {
            title: 'Actions',
            isTitleHidden: true,
            align: 'end',
            cell: ({ exportId, status, requestedAt }) =>
              status === 'completed' && (
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<DownloadIcon size={14} aria-hidden />}
                  aria-label={`Download the export of ${requestedAt}`}
                  onClick={() => void download(exportId)}
                >
                  Download
                </Button>
              ),
          },
        ]}
      />
      <ProblemAlert error={error} />
    </Stack>
  );
}

function State({ status }: { readonly status: DataExport['status'] }) {
  const [tone, symbol, words] = STATES[status];
  return (
    <Tag tone={tone} symbol={symbol}>
      {words}
    </Tag>
  );
}
