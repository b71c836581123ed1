/** Webhook endpoints, their secrets, and what became of deliveries. */
import { z } from 'zod';
import { DELIVERY_ERRORS, DELIVERY_STATUSES, EVENT_TYPES, NOTICE_TYPES } from '#domain/webhooks/deliveries.ts';
import { eventId, EVENTS, WebhookEvent } from './events.ts';
import { count, dateTime, growing, page } from './values.ts';

export const WebhookConfig = z.object({
  id: z.uuid().describe('The endpoint.'),
  url: z.url().describe('Where events are sent.'),
  events: z.array(growing(EVENT_TYPES)).describe('What it is told.'),
  active: z.boolean().describe('Whether anything is sent.'),
  createdAt: dateTime.describe('When it was made.'),
  lastDeliveryAt: dateTime.nullable().describe('The last success; null before the first.'),
  disabledReason: z
    .enum(['gone', 'failing'])
    .nullable()
    .describe('Why the service made it inactive: an answer 410, or five days of failures. Null where it did not.'),
});

const signingSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
  .describe('What deliveries are signed with.');

export const WebhookConfigWithSecret = WebhookConfig.extend({
  signingSecret: signingSecret.describe('What deliveries are signed with: in this answer and no other.'),
});

export const EndpointSecret = z.object({ id: z.uuid().describe('The endpoint.'), signingSecret });

export const SigningSecret = z.object({ signingSecret });

export const RemovedWebhook = z.object({
  id: z.uuid().describe('The endpoint.'),
  status: z.literal('deleted').describe('Nothing is sent to it any more.'),
});

export const WebhookDelivery = z.object({
  id: z.uuid().describe('The delivery.'),
  eventId: eventId.describe('The event.'),
  webhookId: z.uuid().nullable().describe('Null for an address given with a request or a batch.'),
  url: z.url().describe('Where it goes.'),
  eventType: growing(NOTICE_TYPES).describe('The kind of event.'),
  submissionId: z.uuid().nullable().describe('The submission it is about; null where it is about none.'),
  batchId: z.uuid().nullable().describe('The batch it is about; null where it is about none.'),
  status: z.enum(DELIVERY_STATUSES).describe('`dead` once all attempts have failed.'),
  attempts: count.describe('Of the current sequence: a replay begins a new one.'),
  lastStatusCode: z.int().nullable().describe('What the receiver answered last; null where there was no answer.'),
  lastError: growing(DELIVERY_ERRORS).nullable().describe('Why the last attempt failed; null where it did not.'),
  lastResponseBody: z.string().nullable().describe('The beginning of that answer; null where there was none.'),
  firstAttemptAt: dateTime.nullable().describe('When it was tried first; null before.'),
  lastAttemptAt: dateTime.nullable().describe('When it was tried last; null before.'),
  payload: z
    .union([...Object.values(EVENTS).map(({ schema }) => schema), WebhookEvent])
    .describe('The body, as it is sent: one of the events, or one of a kind that is still to come.'),
});

export const DeliveryPage = z.object({ items: z.array(WebhookDelivery).describe('The newest first.'), ...page });

export const DeliveryAttempts = z.object({
  nextAttemptAt: dateTime
    .nullable()
    .describe('When the next one is due; null where there will be none. A receiver that mostly fails waits longer.'),
  items: z
    .array(
      z.object({
        sequence: z.int().positive().describe('1 for the first sequence of attempts, one more for each replay.'),
        number: z.int().positive().describe('Within its sequence.'),
        startedAt: dateTime.describe('When it began.'),
        endedAt: dateTime.nullable().describe('When it ended; null while it is under way.'),
        statusCode: z.int().nullable().describe('What the receiver answered; null where there was no answer.'),
        error: growing(DELIVERY_ERRORS).nullable().describe('Why it failed; null where it did not.'),
        responseBody: z.string().nullable().describe('The beginning of the answer; null where there was none.'),
      }),
    )
    .describe('The oldest first.'),
});

export const TestDelivery = z.object({
  status: z.literal('queued').describe('It is sent soon.'),
  eventId: eventId.describe('The event.'),
  deliveryId: z.uuid().describe('The delivery: the list of deliveries tells what became of it.'),
});

export const ReplayedDeliveries = z.object({
  status: z.literal('queued').describe('They are sent soon.'),
  deliveries: z.int().positive().describe('How many.'),
});
