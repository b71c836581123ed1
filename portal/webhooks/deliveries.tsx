/** The log of an endpoint: what became of its deliveries. */
import { getRouteApi } from '@tanstack/react-router';
import { DELIVERY_STATUSES, NOTICE_TYPES } from '#domain/webhooks/deliveries.ts';
import type { Webhook, WebhookDelivery } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { usePages } from '#portal/api/pages.ts';
import { Button, Group, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { Answer, EmptyState, NextPage, Section } from '#portal/ui/page.tsx';
import { type Column, DataTable, ListFilter } from '#portal/ui/table.tsx';
import { countText, Moment } from '#portal/ui/words.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryDocument } from './delivery-document.tsx';
import { DeliveryTag, receiverRefusal } from './tags.tsx';
import { errorText, EVENT_WORDS, eventText, STATUS_WORDS } from './words.ts';

const route = getRouteApi('/members/webhooks/$webhookId');

/** The list is polled while deliveries wait. */
const LOOK_AGAIN_MS = 3_000;

export function Deliveries({ endpoint }: { readonly endpoint: Webhook }) {
  const { status, event, delivery: openId } = route.useSearch();
  const navigate = route.useNavigate();
  const request = { id: endpoint.id, status, eventType: event };
  const deliveries = usePages('listDeliveries', request, (rows) =>
    rows.some((row) => row.status === 'pending') ? LOOK_AGAIN_MS : false,
  );
  const open = (delivery: string | undefined) => void navigate({ search: (search) => ({ ...search, delivery }) });
  return (
    <Section title="Deliveries" lead="Deliveries of the last 30 days, newest first.">
      <Stack gap="md">
        <Filters />
        <Answer of={deliveries} height={240}>
          {({ items, total }) =>
            items.length === 0 ? (
              <EmptyState
                title={status || event ? 'There is no such delivery.' : 'Nothing was sent to this endpoint yet.'}
              >
                A test shows immediately whether the receiver works. The endpoint gets events of documents that were
                sent with <code>Prefer: respond-async</code>.
              </EmptyState>
            ) : (
              <Stack gap="sm">
                {total !== null && (
                  <Text fz="sm" c="dimmed">
                    {countText(total, 'delivery', 'deliveries')}
                  </Text>
                )}
                <DataTable
                  caption="Deliveries to this endpoint"
                  rows={items}
                  keyOf={({ id }) => id}
                  columns={[...COLUMNS, openColumn(open)]}
                />
                <NextPage
                  hasMore={deliveries.hasNextPage}
                  load={() => void deliveries.fetchNextPage()}
                  isLoading={deliveries.isFetchingNextPage}
                />
              </Stack>
            )
          }
        </Answer>
        <CurlTwin command={curlOf('listDeliveries', request)} />
      </Stack>
      {openId !== undefined && (
        <DeliveryDialog
          id={openId}
          delivery={deliveries.data?.items.find(({ id }) => id === openId)}
          refusal={receiverRefusal(endpoint)}
          onClose={() => open(undefined)}
        />
      )}
    </Section>
  );
}

function Filters() {
  const { status, event } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Group gap="md" align="flex-end">
      <ListFilter
        label="State"
        value={status}
        all="Any"
        choices={DELIVERY_STATUSES.map((one) => ({ value: one, label: STATUS_WORDS[one].label }))}
        choose={(chosen) => void navigate({ search: (search) => ({ ...search, status: chosen }), replace: true })}
      />
      <ListFilter
        label="Event"
        value={event}
        all="Any"
        choices={NOTICE_TYPES.map((one) => ({ value: one, label: EVENT_WORDS[one] }))}
        choose={(chosen) => void navigate({ search: (search) => ({ ...search, event: chosen }), replace: true })}
      />
    </Group>
  );
}

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  { title: 'State', cell: ({ status }) => <DeliveryTag status={status} />, isForWide: true },
  { title: 'Event', cell: (delivery) => <DeliveryEvent of={delivery} /> },
  { title: 'About', cell: (delivery) => <DeliveryDocument of={delivery} />, isForWide: true },
  {
    title: 'Answer',
    cell: ({ lastStatusCode, lastError }) => (
      <Stack gap={0} miw="8rem">
        <span>{lastStatusCode ?? 'none'}</span>
        {lastError !== null && (
          <Text fz="sm" c="dimmed">
            {errorText(lastError).label}
          </Text>
        )}
      </Stack>
    ),
    isForWide: true,
  },
  { title: 'Attempts', align: 'end', cell: ({ attempts }) => attempts, isForWide: true },
  {
    title: 'Last attempt',
    cell: ({ lastAttemptAt }) => (lastAttemptAt ? <Moment at={lastAttemptAt} relative /> : 'not yet'),
    isForWide: true,
  },
];

/** On a small screen with its state and its document. */
function DeliveryEvent({ of }: { readonly of: WebhookDelivery }) {
  return (
    <>
      {eventText(of.eventType)}
      <div className="fx-narrow">
        <Stack gap={4} mt={4} align="flex-start">
          <DeliveryTag status={of.status} />
          <DeliveryDocument of={of} />
        </Stack>
      </div>
    </>
  );
}

function openColumn(open: (id: string) => void): Column<WebhookDelivery> {
  return {
    title: 'Details',
    isTitleHidden: true,
    align: 'end',
    cell: ({ id, eventType, payload }) => (
      <Button
        size="xs"
        variant="default"
        onClick={() => open(id)}
        aria-label={`Show the delivery: ${eventText(eventType)}, ${payload.timestamp}`}
      >
        Show
      </Button>
    ),
  };
}
