/** One endpoint, and what became of its deliveries. */
import { getRouteApi } from '@tanstack/react-router';
import { useAnswer } from '#portal/api/queries.ts';
import { Stack } from '#portal/ui/controls.ts';
import { Copyable } from '#portal/ui/copy.tsx';
import { BackIcon } from '#portal/ui/icons.ts';
import { Link } from '#portal/ui/link.tsx';
import { Answer, Page } from '#portal/ui/page.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { Facts, Moment } from '#portal/ui/words.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { disabledText, EndpointTag } from './tags.tsx';
import { eventText } from './words.ts';

const route = getRouteApi('/members/webhooks/$webhookId');

export function WebhookPage() {
  const { webhookId } = route.useParams();
  const webhook = useAnswer('getWebhook', { id: webhookId });
  const why = webhook.data ? disabledText(webhook.data) : null;
  return (
    <Page
      title={webhook.data ? `Endpoint ${hostOf(webhook.data.url)}` : 'Endpoint'}
      lead={
        <Link to="/webhooks" style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
          <BackIcon size={16} aria-hidden /> All webhooks
        </Link>
      }
    >
      <Answer of={webhook} height={200}>
        {(endpoint) => (
          <Stack gap="lg">
            {why !== null && (
              <Banner tone="danger" symbol="alert" title="The service no longer sends to this endpoint">
                {why} Once the receiver works again, switch the endpoint on and send the failed deliveries again.
              </Banner>
            )}
            <EndpointActions of={endpoint} />
            <Facts
              rows={[
                ['Address', <Copyable key="url" value={endpoint.url} what="the address" shown={300} />],
                ['State', <EndpointTag key="state" of={endpoint} />],
                ['Events', endpoint.events.map(eventText).join('; ')],
                ['Last success', endpoint.lastDeliveryAt ? <Moment at={endpoint.lastDeliveryAt} /> : 'none yet'],
                ['Made', <Moment key="made" at={endpoint.createdAt} />],
                ['Id', <Copyable key="id" value={endpoint.id} what="the id of the endpoint" />],
              ]}
            />
            <Deliveries endpoint={endpoint} />
          </Stack>
        )}
      </Answer>
    </Page>
  );
}

/** The address may have 2048 characters: its host is the part that names it. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url.slice(0, 100);
}
