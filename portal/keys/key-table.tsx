/** The table of keys. */
import type { ApiKey } from '#portal/api/answers.ts';
import { ActionButton } from '#portal/ui/action-button.tsx';
import { Group, Stack, Text } from '#portal/ui/controls.ts';
import { type Column, DataTable } from '#portal/ui/table.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { Foreign, Moment, visible } from '#portal/ui/words.tsx';
import type { Makers } from './keys.tsx';
import { SCOPE_WORDS, stateOf } from './key-words.ts';

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly makers: Makers | undefined;
  /** Why the reader may not change keys. */
  readonly refusal: string | null;
  readonly replace: (key: ApiKey) => void;
  readonly revoke: (key: ApiKey) => void;
}

export function KeyTable({ keys, makers, ...rest }: KeyTableProps) {
  const columns = [...COLUMNS, madeColumn(makers), actionColumn(rest)];
  return <DataTable caption="API keys" rows={keys} keyOf={({ id }) => id} columns={columns} />;
}

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    title: 'Name',
    cell: ({ name, keyPrefix }) => (
      <Stack gap={0} miw="10rem" maw="20rem">
        <Text fw={600} component="div">
          <Foreign>{name}</Foreign>
        </Text>
        <code>{keyPrefix}…</code>
      </Stack>
    ),
  },
  {
    title: 'May',
    cell: ({ scopes }) => (
      <Stack gap={2}>
        {scopes.map((scope) => (
          <span key={scope} style={{ whiteSpace: 'nowrap' }}>
            {SCOPE_WORDS[scope].label}
          </span>
        ))}
      </Stack>
    ),
  },
  { title: 'State', cell: (key) => <State of={key} /> },
  { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} relative /> : 'never') },
];

function madeColumn(makers: Makers | undefined): Column<ApiKey> {
  return {
    title: 'Made',
    cell: ({ id, createdAt }) => (
      <Stack gap={0} maw="16rem">
        <Moment at={createdAt} />
        {makers?.has(id) && (
          <Text fz="sm" c="dimmed" component="div">
            by <Foreign>{makers.get(id) ?? ''}</Foreign>
          </Text>
        )}
      </Stack>
    ),
  };
}

function actionColumn({
  refusal,
  replace,
  revoke,
}: Pick<KeyTableProps, 'refusal' | 'replace' | 'revoke'>): Column<ApiKey> {
  return {
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    cell: (key) =>
      key.isActive && (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <ActionButton
            size="xs"
            variant="default"
            refusal={refusal}
            onClick={() => replace(key)}
            aria-label={`Replace ${visible(key.name)}`}
          >
            Replace
          </ActionButton>
          <ActionButton
            size="xs"
            variant="default"
            refusal={refusal}
            onClick={() => revoke(key)}
            aria-label={`Revoke ${visible(key.name)}`}
          >
            Revoke
          </ActionButton>
        </Group>
      ),
  };
}

function State({ of }: { readonly of: ApiKey }) {
  const { expiresAt } = of;
  const end = expiresAt && (
    <Text fz="sm" c="dimmed" component="div">
      until <Moment at={expiresAt} />
    </Text>
  );
  switch (stateOf(of, new Date())) {
    case 'works':
      return (
        <>
          <Tag tone="good">Works</Tag>
          {end}
        </>
      );
    case 'ends-soon':
      return (
        <>
          <Tag tone="caution" symbol="clock">
            Ends soon
          </Tag>
          {end}
        </>
      );
    case 'expired':
      return (
        <Tag tone="neutral" symbol="clock">
          Expired
        </Tag>
      );
    case 'revoked':
      return (
        <Tag tone="neutral" symbol="cross">
          Revoked
        </Tag>
      );
  }
}
