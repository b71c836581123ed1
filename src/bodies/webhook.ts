/** A webhook endpoint as the portal shows it, without its secret. */
import type { WebhookEndpoint } from '#store/webhooks/endpoints.ts';

/** The specification's WebhookConfigResponse, and why the service has made it inactive. */
export function webhookBody({ createdAt, lastDeliveryAt, ...rest }: WebhookEndpoint) {
  const { id, url: address, events, active: isActive, disabledReason } = rest;
  return {
    id,
    url: address,
    events,
    active: isActive,
    createdAt: createdAt.toISOString(),
    lastDeliveryAt: lastDeliveryAt?.toISOString() ?? null,
    disabledReason,
  };
}
