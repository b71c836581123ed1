/** Deliveries that failed all their attempts, by what went wrong: sent again one by one, some, or all. */
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { DELIVERY_ERRORS, NOTICE_TYPES } from '#domain/webhooks/deliveries.ts';
import type { WebhookDelivery } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { useAnswer } from '#portal/api/queries.ts';
import { ActionButton } from '#portal/ui/action-button.tsx';
import { Group, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { Answer, EmptyState } from '#portal/ui/page.tsx';
import { ListFilter } from '#portal/ui/table.tsx';
import { countText, numberText } from '#portal/ui/words.tsx';
import { DeadTable } from './table.tsx';
import { useDeadDeliveries } from './list.ts';
import { DeliveryDialog } from '#portal/webhooks/delivery-dialog.tsx';
import { ReplayDialog } from '#portal/webhooks/replay-dialog.tsx';
import { receiverRefusal } from '#portal/webhooks/tags.tsx';
import { errorText, EVENT_WORDS } from '#portal/webhooks/words.ts';

const route = getRouteApi('/members/webhooks');

/** Failures before the service stored reasons. */
const UNKNOWN = 'unknown';

export function DeadDeliveries() {
  const { event, error } = route.useSearch();
  const navigate = route.useNavigate();
  const dead = useDeadDeliveries(event);
  return (
    <Stack gap="md">
      <Text maw="46rem">
        A delivery that has failed ten times over three days stays here for 30 days. If you send it again, it has the
        same id and body, and ten more attempts.
      </Text>
      <Answer of={dead} height={240}>
        {({ items, hasMore }) => {
          const groups = Map.groupBy(items, ({ lastError }) => lastError ?? UNKNOWN);
          const shown = error === undefined ? items : (groups.get(error) ?? []);
          return (
            <>
              <Group gap="md" align="flex-end">
                <ListFilter
                  label="Event"
                  value={event}
                  all="Any"
                  choices={NOTICE_TYPES.map((one) => ({ value: one, label: EVENT_WORDS[one] }))}
                  choose={(chosen) =>
                    void navigate({ search: (search) => ({ ...search, event: chosen }), replace: true })
                  }
                />
                <ListFilter
                  label="Reason"
                  value={error}
                  all={`Any (${numberText(items.length)})`}
                  choices={[...groups].flatMap(([reason, { length }]) => {
                    const value = DELIVERY_ERRORS.find((one) => one === reason);
                    return value ? [{ value, label: `${errorText(value).label} (${numberText(length)})` }] : [];
                  })}
                  choose={(chosen) =>
                    void navigate({ search: (search) => ({ ...search, error: chosen }), replace: true })
                  }
                />
              </Group>
              {hasMore && <Text fz="sm">These are the newest {numberText(items.length)}; there may be more.</Text>}
              {/* A changed list clears the selection. */}
              <Dead key={`${event} ${error}`} deliveries={shown} />
            </>
          );
        }}
      </Answer>
      <CurlTwin command={curlOf('listDeadDeliveries', { eventType: event })} />
    </Stack>
  );
}

function Dead({ deliveries }: { readonly deliveries: readonly WebhookDelivery[] }) {
  const refusal = useRefusal('webhooks.write');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<WebhookDelivery | null>(null);
  const [replayed, setReplayed] = useState<readonly string[] | null>(null);
  const endpoints = useAnswer('listWebhooks');
  /** Until it is known who is there, the service is asked. */
  const refusalOf = ({ webhookId }: WebhookDelivery) =>
    webhookId === null || !endpoints.data ? null : receiverRefusal(endpoints.data.find(({ id }) => id === webhookId));
  const selected = deliveries.map(({ id }) => id).filter((id) => chosen.has(id));
  const groups = Map.groupBy(deliveries, ({ lastError }) => lastError ?? UNKNOWN);
  return (
    <>
      {deliveries.length === 0 ? (
        <EmptyState title="No delivery has failed.">
          The service tries each delivery ten times over three days. Deliveries that still fail are listed here with the
          last answer of the receiver.
        </EmptyState>
      ) : (
        <Stack gap="xl">
          <Group gap="xs">
            <ActionButton
              refusal={refusal ?? (selected.length === 0 ? 'Select some first.' : null)}
              onClick={() => setReplayed(selected)}
            >
              {selected.length === 0 ? 'Send the selected again' : `Send ${numberText(selected.length)} again`}
            </ActionButton>
            <ActionButton
              variant="default"
              refusal={refusal}
              onClick={() => setReplayed(deliveries.map(({ id }) => id))}
            >
              Send all {countText(deliveries.length, 'delivery', 'deliveries')} again
            </ActionButton>
          </Group>
          {[...groups].map(([reason, rows]) => (
            <DeadTable key={reason} reason={reason} rows={rows} chosen={chosen} choose={setChosen} open={setOpen} />
          ))}
        </Stack>
      )}
      {open && <DeliveryDialog id={open.id} delivery={open} refusal={refusalOf(open)} onClose={() => setOpen(null)} />}
      {replayed && (
        <ReplayDialog
          ids={replayed}
          onClose={() => {
            setReplayed(null);
            setChosen(new Set());
          }}
        />
      )}
    </>
  );
}
