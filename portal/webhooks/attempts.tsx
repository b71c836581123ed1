/** Every attempt at a delivery: when, how long it took, and what the receiver answered. */
import type { Answers } from '#portal/api/answers.ts';
import { Code, Stack, Text } from '#portal/ui/controls.ts';
import { type Column, DataTable } from '#portal/ui/table.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { durationText, Moment, visible } from '#portal/ui/words.tsx';
import { errorText } from './words.ts';

type History = Answers['listAttempts'];
type Attempt = History['items'][number];

export function Attempts({ of: { items, nextAttemptAt } }: { readonly of: History }) {
  const isUnderWay = items.at(-1)?.endedAt === null;
  return (
    <Stack gap="sm">
      {items.length > 0 && (
        <DataTable
          caption="Attempts"
          rows={items}
          keyOf={({ sequence, number }) => `${sequence} ${number}`}
          columns={COLUMNS}
        />
      )}
      <Text fz="sm" aria-live="polite" component="div">
        <Next at={isUnderWay ? null : nextAttemptAt} count={items.length} isUnderWay={isUnderWay} />
      </Text>
    </Stack>
  );
}

const COLUMNS: readonly Column<Attempt>[] = [
  {
    title: 'Attempt',
    cell: ({ sequence, number }) => (sequence === 1 ? number : `${number} of replay ${sequence - 1}`),
  },
  {
    title: 'Began',
    cell: ({ startedAt }) => (
      <Text fz="sm" component="div" miw="9rem">
        <Moment at={startedAt} />
      </Text>
    ),
  },
  {
    title: 'Took',
    align: 'end',
    cell: ({ startedAt, endedAt }) =>
      endedAt === null ? (
        'under way'
      ) : (
        <span style={{ whiteSpace: 'nowrap' }}>{durationText(Date.parse(endedAt) - Date.parse(startedAt))}</span>
      ),
  },
  { title: 'Outcome', cell: (attempt) => <Outcome of={attempt} /> },
  {
    title: 'Answer',
    cell: ({ statusCode, responseBody }) => (
      <Stack gap={4} miw="10rem" maw="24rem">
        <span>{statusCode ?? 'none'}</span>
        {/* The receiver's own words, which may be anything. */}
        {responseBody !== null && responseBody !== '' && (
          <Code
            block
            className="fx-foreign"
            style={{ whiteSpace: 'pre-wrap', maxHeight: '10rem', overflow: 'auto' }}
            tabIndex={0}
          >
            {visible(responseBody)}
          </Code>
        )}
      </Stack>
    ),
  },
];

function Outcome({ of: { endedAt, error } }: { readonly of: Attempt }) {
  if (error !== null) {
    return (
      <Tag tone="danger" symbol="cross">
        {errorText(error).label}
      </Tag>
    );
  }
  return endedAt === null ? (
    <Tag tone="info" symbol="clock">
      Under way
    </Tag>
  ) : (
    <Tag tone="neutral">Delivered</Tag>
  );
}

interface NextProps {
  readonly at: string | null;
  readonly count: number;
  readonly isUnderWay: boolean;
}

function Next({ at, count, isUnderWay }: NextProps) {
  if (isUnderWay) return 'An attempt is under way.';
  if (at === null) return count === 0 ? 'It was never tried.' : 'There will be no further attempt.';
  if (Date.parse(at) <= Date.now()) return 'The next attempt is due now.';
  return (
    <>
      The next attempt is due <Moment at={at} relative /> (<Moment at={at} />
      ).
    </>
  );
}
