/** Webhook endpoints, their secrets, and what became of deliveries. */
import { z } from 'zod';
import { DELIVERY_ERRORS, DELIVERY_STATUSES, EVENT_TYPES, NOTICE_TYPES } from '#domain/webhooks/events.ts';
import { count, dateTime, page } from './values.ts';

export const WebhookConfig = z.object({
  id: z.uuid(),
  url: z.url(),
  events: z.array(z.enum(EVENT_TYPES)),
  active: z.boolean(),
  createdAt: dateTime,
  lastDeliveryAt: dateTime.nullable().describe('The last success.'),
  disabledReason: z
    .enum(['gone', 'failing'])
    .nullable()
    .describe('Why the service made it inactive: an answer 410, or five days of failures.'),
});

const signingSecret = z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/);

export const WebhookConfigWithSecret = WebhookConfig.extend({
  signingSecret: signingSecret.describe('In this answer and no other.'),
});

export const EndpointSecret = z.object({ id: z.uuid(), signingSecret });

export const SigningSecret = z.object({ signingSecret });

export const RemovedWebhook = z.object({ id: z.uuid(), status: z.literal('deleted') });

const eventId = z.string().regex(/^evt_[0-9a-f]{32}$/);

/** The body of a delivery, as it is sent. */
export const WebhookEvent = z.looseObject({
  type: z.enum(NOTICE_TYPES),
  timestamp: dateTime,
  apiVersion: z.iso.date(),
  id: eventId,
  organizationId: z.uuid(),
  data: z.looseObject({}),
});

export const WebhookDelivery = z.object({
  id: z.uuid(),
  eventId,
  webhookId: z.uuid().nullable().describe('Null for an address given with a request or a batch.'),
  url: z.url(),
  eventType: z.enum(NOTICE_TYPES),
  submissionId: z.uuid().nullable(),
  batchId: z.uuid().nullable(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: count.describe('Of the current sequence: a replay begins a new one.'),
  lastStatusCode: z.int().nullable(),
  lastError: z.enum(DELIVERY_ERRORS).nullable(),
  lastResponseBody: z.string().nullable(),
  firstAttemptAt: dateTime.nullable(),
  lastAttemptAt: dateTime.nullable(),
  payload: WebhookEvent,
});

export const DeliveryPage = z.object({ items: z.array(WebhookDelivery), ...page });

export const TestDelivery = z.object({ status: z.literal('queued'), eventId, deliveryId: z.uuid() });

export const ReplayedDeliveries = z.object({ status: z.literal('queued'), deliveries: z.int().positive() });
