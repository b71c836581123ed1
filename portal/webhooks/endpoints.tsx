/** The endpoints of the organization. */
import { useState } from 'react';
import { MAX_ENDPOINTS } from '#domain/webhooks/deliveries.ts';
import type { Webhook } from '#portal/api/answers.ts';
import { curlOf } from '#portal/api/curl.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { useAnswer } from '#portal/api/queries.ts';
import { ActionButton } from '#portal/ui/action-button.tsx';
import { Group, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { AddIcon } from '#portal/ui/icons.ts';
import { Link } from '#portal/ui/link.tsx';
import { Answer, EmptyState } from '#portal/ui/page.tsx';
import { type Column, DataTable } from '#portal/ui/table.tsx';
import { Foreign, Moment } from '#portal/ui/words.tsx';
import { CreateEndpoint } from './endpoint-form.tsx';
import { EndpointSecretDialog } from './endpoint-secret-dialog.tsx';
import { disabledText, EndpointTag } from './tags.tsx';
import { eventText } from './words.ts';

const COLUMNS: readonly Column<Webhook>[] = [
  {
    title: 'Address',
    cell: ({ id, url }) => (
      <Link fz="sm" to="/webhooks/$webhookId" params={{ webhookId: id }} miw="14rem" maw="26rem" display="block">
        <Foreign>{url}</Foreign>
      </Link>
    ),
  },
  {
    title: 'Events',
    cell: ({ events }) => (
      <Stack gap={2} miw="13rem">
        {events.map((event) => (
          <span key={event}>{eventText(event)}</span>
        ))}
      </Stack>
    ),
  },
  {
    title: 'State',
    cell: (webhook) => (
      <Stack gap={2} miw="8rem" maw="14rem">
        <div>
          <EndpointTag of={webhook} />
        </div>
        <Text fz="sm" c="dimmed">
          {disabledText(webhook)}
        </Text>
      </Stack>
    ),
  },
  {
    title: 'Last success',
    cell: ({ lastDeliveryAt }) => (lastDeliveryAt ? <Moment at={lastDeliveryAt} relative /> : 'none yet'),
  },
];

export function Endpoints() {
  const webhooks = useAnswer('listWebhooks');
  const refusal = useRefusal('webhooks.write');
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const isFull = (webhooks.data?.length ?? 0) >= MAX_ENDPOINTS;
  return (
    <Stack gap="md">
      <Group>
        <ActionButton
          refusal={refusal ?? (isFull ? `There are ${MAX_ENDPOINTS} endpoints, which is the limit.` : null)}
          leftSection={<AddIcon size={16} aria-hidden />}
          onClick={() => setCreating(true)}
        >
          New endpoint
        </ActionButton>
      </Group>
      <Answer of={webhooks} height={240}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="There are no endpoints yet.">
              An endpoint is an HTTPS address of yours. It gets events of every document that was sent with{' '}
              <code>Prefer: respond-async</code>, and has its own secret, which proves that a delivery comes from this
              service.
            </EmptyState>
          ) : (
            <DataTable caption="Endpoints" rows={rows} keyOf={({ id }) => id} columns={COLUMNS} />
          )
        }
      </Answer>
      <CurlTwin command={curlOf('listWebhooks')} />
      {isCreating && (
        <CreateEndpoint
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setSecret(created);
          }}
        />
      )}
      {secret !== null && <EndpointSecretDialog secret={secret} onKept={() => setSecret(null)} />}
    </Stack>
  );
}
