/** The portal's webhooks, and what it says of use. */
import { z } from 'zod';
import { PageQuery } from '#api/http/paging.ts';
import { EndpointChanges, NewEndpoint } from '#api/webhooks/webhooks.ts';
import type { Operation } from './operation.ts';
import { IdPath, LIST_HEADERS } from './parameters.ts';
import {
  DeliveryPage,
  EndpointSecret,
  RemovedWebhook,
  ReplayedDeliveries,
  SigningSecret,
  Stats,
  TestDelivery,
  WebhookConfig,
  WebhookConfigWithSecret,
  WebhookDelivery,
} from './schemas.ts';

const tag = 'Webhooks';
const reading = { method: 'get', tag, scopes: null, action: 'webhooks.read' } as const;
const writing = { method: 'post', tag, scopes: null, action: 'webhooks.write' } as const;
const BODY = ['unsupported_media_type', 'body_too_large'] as const;
const nothing = { 'application/json': z.strictObject({}) };

const DeliveryPath = z.object({
  eventId: z.string().describe('The id of a delivery, or of an event: then all its failed deliveries are meant.'),
});

const json = (schema: z.ZodType) => ({ 'application/json': schema });

/** Paths with a name in the place of an id come before those with the id. */
export const PORTAL_WEBHOOKS: readonly Operation[] = [
  {
    ...reading,
    path: '/api/portal/webhooks',
    id: 'listWebhooks',
    summary: 'The endpoints of the organization, the oldest first',
    answers: [{ status: 200, description: 'All of them.', content: json(z.array(WebhookConfig)) }],
  },
  {
    ...writing,
    path: '/api/portal/webhooks',
    id: 'createWebhook',
    summary: 'Adds an endpoint; the answer has its signing secret, once',
    body: json(NewEndpoint),
    answers: [{ status: 201, description: 'The endpoint.', content: json(WebhookConfigWithSecret) }],
    problems: [...BODY, 'invalid_webhook_url', 'webhook_limit_reached'],
  },
  {
    ...reading,
    path: '/api/portal/webhooks/dead',
    id: 'listDeadDeliveries',
    summary: 'Deliveries that failed all their attempts, newest first, for 30 days',
    query: PageQuery,
    answers: [{ status: 200, description: 'A page.', content: json(z.array(WebhookDelivery)), headers: LIST_HEADERS }],
  },
  {
    ...writing,
    method: 'get',
    path: '/api/portal/webhooks/signing-secret',
    id: 'getSigningSecret',
    summary: 'The secret that signs what goes to addresses given with a request or a batch',
    answers: [{ status: 200, description: 'The secret, made now if there was none.', content: json(SigningSecret) }],
  },
  {
    ...writing,
    path: '/api/portal/webhooks/signing-secret/rotate',
    id: 'rotateSigningSecret',
    summary: 'Makes a new one; the old one signs too for a day',
    body: nothing,
    isBodyOptional: true,
    answers: [{ status: 200, description: 'The new secret.', content: json(SigningSecret) }],
    problems: BODY,
  },
  {
    ...writing,
    method: 'put',
    path: '/api/portal/webhooks/{id}',
    id: 'updateWebhook',
    summary: 'Changes an endpoint; what is not named stays',
    pathParameters: IdPath,
    body: json(EndpointChanges),
    isBodyOptional: true,
    answers: [{ status: 200, description: 'The endpoint.', content: json(WebhookConfig) }],
    problems: [...BODY, 'invalid_webhook_url', 'not_found'],
  },
  {
    ...writing,
    method: 'delete',
    path: '/api/portal/webhooks/{id}',
    id: 'deleteWebhook',
    summary: 'Deletes an endpoint; what was still to be delivered to it is cancelled',
    pathParameters: IdPath,
    answers: [{ status: 200, description: 'Deleted.', content: json(RemovedWebhook) }],
    problems: ['not_found'],
  },
  {
    ...writing,
    path: '/api/portal/webhooks/{id}/rotate-secret',
    id: 'rotateWebhookSecret',
    summary: 'Makes a new signing secret; the old one signs too for a day',
    pathParameters: IdPath,
    body: nothing,
    isBodyOptional: true,
    answers: [{ status: 200, description: 'The new secret.', content: json(EndpointSecret) }],
    problems: [...BODY, 'not_found'],
  },
  {
    ...writing,
    path: '/api/portal/webhooks/{id}/test',
    id: 'testWebhook',
    summary: 'Sends the endpoint an event of the type `webhook.test`',
    pathParameters: IdPath,
    body: nothing,
    isBodyOptional: true,
    answers: [{ status: 202, description: 'Queued.', content: json(TestDelivery) }],
    problems: [...BODY, 'not_found', 'webhook_inactive'],
  },
  {
    ...reading,
    path: '/api/portal/webhooks/{id}/deliveries',
    id: 'listDeliveries',
    summary: 'What became of the deliveries to an endpoint, newest first, for 30 days',
    pathParameters: IdPath,
    query: PageQuery,
    answers: [{ status: 200, description: 'A page.', content: json(DeliveryPage), headers: LIST_HEADERS }],
    problems: ['not_found'],
  },
  {
    ...writing,
    path: '/api/portal/webhooks/{eventId}/replay',
    id: 'replayDelivery',
    summary: 'Queues failed deliveries again, with ten attempts before each',
    pathParameters: DeliveryPath,
    body: nothing,
    isBodyOptional: true,
    answers: [{ status: 200, description: 'Queued.', content: json(ReplayedDeliveries) }],
    problems: [...BODY, 'not_found', 'webhook_inactive'],
  },
  {
    method: 'get',
    path: '/api/portal/stats',
    id: 'getStats',
    tag: 'Portal',
    summary: 'Documents of all time and of the billing period, and how much of the plan is used',
    scopes: null,
    action: 'stats.read',
    answers: [{ status: 200, description: 'The counts.', content: json(Stats) }],
  },
];
