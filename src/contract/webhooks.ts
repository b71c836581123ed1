/** Webhook endpoints, their secrets, and what became of deliveries. */
import { z } from 'zod';
import { DELIVERY_ERRORS, DELIVERY_STATUSES, EVENT_TYPES, NOTICE_TYPES } from '#domain/webhooks/deliveries.ts';
import { eventId, EVENTS, WebhookEvent } from './events.ts';
import { count, dateTime, growing, page } from './values.ts';

export const WebhookConfig = z.object({
  id: z.uuid().describe('The id of the endpoint.'),
  url: z.url().describe('The address of the receiver.'),
  events: z.array(growing(EVENT_TYPES)).describe('The types of events for the endpoint.'),
  active: z.boolean().describe('Whether the service sends events to the endpoint.'),
  createdAt: dateTime.describe('The time of creation.'),
  lastDeliveryAt: dateTime.nullable().describe('The last success; null before the first.'),
  disabledReason: z
    .enum(['gone', 'failing'])
    .nullable()
    .describe(
      'The reason why the service made the endpoint inactive: an answer 410, or five days of failures. Null otherwise.',
    ),
});

const signingSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
  .describe('The secret that signs deliveries.');

export const WebhookConfigWithSecret = WebhookConfig.extend({
  signingSecret: signingSecret.describe('The secret that signs deliveries. No other answer contains it.'),
});

export const EndpointSecret = z.object({ id: z.uuid().describe('The id of the endpoint.'), signingSecret });

export const SigningSecret = z.object({ signingSecret });

export const RemovedWebhook = z.object({
  id: z.uuid().describe('The id of the endpoint.'),
  status: z.literal('deleted').describe('The service sends nothing to the endpoint any more.'),
});

export const WebhookDelivery = z.object({
  id: z.uuid().describe('The id of the delivery.'),
  eventId: eventId.describe('The id of the event.'),
  webhookId: z.uuid().nullable().describe('The id of the endpoint; null for an address from a request or a batch.'),
  url: z.url().describe('The address of the receiver.'),
  eventType: growing(NOTICE_TYPES).describe('The kind of event.'),
  submissionId: z.uuid().nullable().describe('The submission of the event; null without one.'),
  batchId: z.uuid().nullable().describe('The batch of the event; null without one.'),
  status: z.enum(DELIVERY_STATUSES).describe('The status; `dead` after the failure of all attempts.'),
  attempts: count.describe('The number of attempts in the current sequence. A replay begins a new sequence.'),
  lastStatusCode: z.int().nullable().describe('The status of the last answer; null without an answer.'),
  lastError: growing(DELIVERY_ERRORS)
    .nullable()
    .describe('The reason for the failure of the last attempt; null without a failure.'),
  lastResponseBody: z.string().nullable().describe('The beginning of that answer; null without one.'),
  firstAttemptAt: dateTime.nullable().describe('The time of the first attempt; null before.'),
  lastAttemptAt: dateTime.nullable().describe('The time of the last attempt; null before.'),
  payload: z
    .union([...Object.values(EVENTS).map(({ schema }) => schema), WebhookEvent])
    .describe('The body of the delivery: one of the events, or an event of a later version.'),
});

export const DeliveryPage = z.object({
  items: z.array(WebhookDelivery).describe('Deliveries, the newest first.'),
  ...page,
});

export const DeliveryAttempts = z.object({
  nextAttemptAt: dateTime
    .nullable()
    .describe('The time of the next attempt; null without one. A receiver that mostly fails waits longer.'),
  items: z
    .array(
      z.object({
        sequence: z.int().positive().describe('1 for the first sequence of attempts, and one more for each replay.'),
        number: z.int().positive().describe('The number of the attempt in its sequence.'),
        startedAt: dateTime.describe('The start of the attempt.'),
        endedAt: dateTime.nullable().describe('The end of the attempt; null before.'),
        statusCode: z.int().nullable().describe('The status of the answer; null without an answer.'),
        error: growing(DELIVERY_ERRORS).nullable().describe('The reason for the failure; null without a failure.'),
        responseBody: z.string().nullable().describe('The beginning of the answer; null without one.'),
      }),
    )
    .describe('Attempts, the oldest first.'),
});

export const TestDelivery = z.object({
  status: z.literal('queued').describe('The service sends the event soon.'),
  eventId: eventId.describe('The id of the event.'),
  deliveryId: z.uuid().describe('The id of the delivery, whose outcome is in the list of deliveries.'),
});

export const ReplayedDeliveries = z.object({
  status: z.literal('queued').describe('The service sends the deliveries soon.'),
  deliveries: z.int().positive().describe('The number of deliveries.'),
});
