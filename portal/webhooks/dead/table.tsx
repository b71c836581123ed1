/** Failed deliveries of one reason. */
import type { WebhookDelivery } from '#portal/api/answers.ts';
import { Button, Checkbox, Text } from '#portal/ui/controls.ts';
import { Section } from '#portal/ui/page.tsx';
import { type Column, DataTable } from '#portal/ui/table.tsx';
import { Foreign, Moment, numberText } from '#portal/ui/words.tsx';
import { DeliveryDocument } from '#portal/webhooks/delivery-document.tsx';
import { errorText, eventText } from '#portal/webhooks/words.ts';

interface DeadTableProps {
  readonly reason: string;
  readonly rows: readonly WebhookDelivery[];
  /** Ids of deliveries, of other tables too. */
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: ReadonlySet<string>) => void;
  readonly open: (delivery: WebhookDelivery) => void;
}

export function DeadTable({ reason, rows, chosen, choose, open }: DeadTableProps) {
  const { label, advice } = errorText(reason);
  const ids = rows.map(({ id }) => id);
  const count = ids.filter((id) => chosen.has(id)).length;
  const without = (some: readonly string[]) => [...chosen].filter((id) => !some.includes(id));
  const columns: readonly Column<WebhookDelivery>[] = [
    {
      title: 'Selected',
      head: (
        <Checkbox
          size="md"
          aria-label={`Select all: ${label}`}
          checked={count === rows.length}
          indeterminate={count > 0 && count < rows.length}
          onChange={() => choose(new Set(count === rows.length ? without(ids) : [...chosen, ...ids]))}
        />
      ),
      cell: ({ id, eventType, payload }) => (
        <Checkbox
          size="md"
          aria-label={`Select ${eventText(eventType)}, ${payload.timestamp}`}
          checked={chosen.has(id)}
          onChange={() => choose(new Set(chosen.has(id) ? without([id]) : [...chosen, id]))}
        />
      ),
    },
    { title: 'Event', cell: ({ eventType }) => eventText(eventType) },
    { title: 'About', cell: (delivery) => <DeliveryDocument of={delivery} /> },
    {
      title: 'Address',
      cell: ({ url }) => (
        <Text fz="sm" component="div" maw="24rem" miw="10rem">
          <Foreign>{url}</Foreign>
        </Text>
      ),
    },
    { title: 'Answer', cell: ({ lastStatusCode }) => lastStatusCode ?? 'none' },
    {
      title: 'Last attempt',
      cell: ({ lastAttemptAt }) => (lastAttemptAt ? <Moment at={lastAttemptAt} relative /> : 'never'),
    },
    {
      title: 'Details',
      isTitleHidden: true,
      align: 'end',
      cell: (delivery) => (
        <Button
          size="xs"
          variant="default"
          onClick={() => open(delivery)}
          aria-label={`Show the delivery: ${eventText(delivery.eventType)}, ${delivery.payload.timestamp}`}
        >
          Show
        </Button>
      ),
    },
  ];
  return (
    <Section title={`${label} (${numberText(rows.length)})`} lead={advice}>
      <DataTable caption={label} rows={rows} keyOf={({ id }) => id} columns={columns} />
    </Section>
  );
}
