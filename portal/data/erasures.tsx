/** Erasing: one document, or all of them; counted first, and certified in the end. */
import type { Erasure } from '#portal/api/answers.ts';
import { downloadAs } from '#portal/api/download.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { useAnswer } from '#portal/api/queries.ts';
import { Button, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { Copyable } from '#portal/ui/copy.tsx';
import { DownloadIcon } from '#portal/ui/icons.ts';
import { Answer, EmptyState, Section } from '#portal/ui/page.tsx';
import { DataTable } from '#portal/ui/table.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { countText, Moment, numberText } from '#portal/ui/words.tsx';
import { EraseAll } from './erase-all.tsx';
import { EraseOne } from './erase-one.tsx';

const SOON_MS = 2_000;
const ID_SHOWN = 8;

export function Erasures({ organizationName }: { readonly organizationName: string }) {
  const refusal = useRefusal('erasure.write');
  const erasures = useAnswer(
    'listErasures',
    {},
    {
      refetchInterval: (known) => (known?.items.some(({ status }) => status === 'scheduled') ? SOON_MS : false),
    },
  );
  return (
    <Section
      title="Erase documents"
      lead="The service erases the document with its outputs, reports and attestations, and the archives of exports. This cannot be undone. Copies that other organizations sent themselves stay."
    >
      <Stack gap="lg">
        <EraseOne refusal={refusal} />
        <EraseAll refusal={refusal} organizationName={organizationName} />
        <Answer of={erasures} height={120}>
          {({ items }) => (items.length === 0 ? <EmptyState title="No erasures yet" /> : <List erasures={items} />)}
        </Answer>
        <CurlTwin
          command={`curl -X POST ${location.origin}/api/portal/erasure \\
  -H "Authorization: Bearer $ACCESS_TOKEN" -H "Content-Type: application/json" \\
  -d '{"contentHash":"sha256:…","dryRun":true}'`}
        />
      </Stack>
    </Section>
  );
}

function List({ erasures }: { readonly erasures: readonly Erasure[] }) {
  return (
    <Stack gap="xs">
      <DataTable
        caption="Erasures"
        rows={erasures}
        keyOf={({ erasureId }) => erasureId}
        columns={[
          {
            title: 'Id',
            cell: ({ erasureId }) => <Copyable value={erasureId} what="the id of the erasure" shown={ID_SHOWN} />,
          },
          { title: 'Requested', cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
          { title: 'State', cell: (erasure) => <State erasure={erasure} /> },
          { title: 'Submissions', align: 'end', cell: ({ submissions }) => numberText(submissions) },
          { title: 'Files removed', align: 'end', cell: ({ objectsRemoved }) => numberText(objectsRemoved) },
          {
            title: 'Certificate',
            align: 'end',
            cell: ({ erasureId, certificate }) =>
              certificate !== null && (
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<DownloadIcon size={14} aria-hidden />}
                  aria-label={`Certificate of the erasure ${erasureId}`}
                  onClick={() => void downloadAs(`erasure-${erasureId}.jws`, new Blob([certificate]))}
                >
                  Certificate
                </Button>
              ),
          },
        ]}
      />
      <Text fz="sm" c="dimmed" m={0}>
        A certificate is a signed statement (JWS) of what was erased and when; any JOSE library checks it with this
        service’s public keys.
      </Text>
    </Stack>
  );
}

function State({ erasure: { status, submissions, matchedSubmissions } }: { readonly erasure: Erasure }) {
  if (status === 'completed') return <Tag tone="good">Done</Tag>;
  return (
    <Tag tone="info" symbol="pending">
      {`${numberText(submissions)} of ${countText(matchedSubmissions, 'submission')}`}
    </Tag>
  );
}
