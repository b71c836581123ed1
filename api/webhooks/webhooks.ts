/** Webhook endpoints, their secrets, what became of deliveries, and their replay. */
import { z } from 'zod';
import { DELIVERY_STATUSES, EVENT_TYPES, NOTICE_TYPES } from '#domain/webhooks/deliveries.ts';
import { readWebhookUrl } from '#src/webhooks/url.ts';
import { type DeliveryEntry, type DeliveryHistory, webhookLog } from '#store/webhooks/delivery-log.ts';
import { type EndpointOptions, type WebhookEndpoint, webhookEndpointStore } from '#store/webhooks/endpoints.ts';
import { withRole } from '#api/auth/access.ts';
import type { PortalCaller } from '#api/auth/session.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { json, nothing } from '#api/http/body.ts';
import { someOf } from '#api/http/fields.ts';
import { linkPages, pageOf, PageQuery, requestedPage } from '#api/http/paging.ts';
import { IdPath } from '#api/http/params.ts';
import { LIST_HEADERS, QUOTA_HEADERS } from '#api/http/headers.ts';
import { webhookBody } from '#src/bodies/webhook.ts';
import {
  DeliveryAttempts,
  DeliveryPage,
  EndpointSecret,
  RemovedWebhook,
  ReplayedDeliveries,
  SigningSecret,
  TestDelivery,
  WebhookConfig,
  WebhookConfigWithSecret,
  WebhookDelivery,
} from '#src/contract/webhooks.ts';
import { type AlarmLog, noteUnreadable } from '#src/bodies/readable.ts';
import { answer } from '#api/operation.ts';
import { notFound } from '#api/http/http.ts';
import type { Settings } from '#api/settings.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const url = z.string().meta({ format: 'uri' }).describe('An HTTPS address. Development also takes HTTP.');
const active = z.boolean().describe('Whether the service sends events to the endpoint.');
const subscription = someOf(EVENT_TYPES).describe('The types of events for the endpoint.');

const NewEndpoint = z.strictObject({ url, events: subscription, active: active.default(true) });

const EndpointChanges = z.strictObject({
  url: url.optional(),
  events: subscription.optional(),
  active: active
    .optional()
    .describe('Whether the service sends events to the endpoint. A true value also resets its failures.'),
});

const DeliveryPath = z.object({
  eventId: z.string().describe('The id of a delivery, or of an event with all its failed deliveries.'),
});

const DeadDeliveriesQuery = z.object({
  event_type: z.enum(NOTICE_TYPES).optional().describe('Deliveries of this type of event.'),
  ...PageQuery.shape,
});
const DeliveriesQuery = z.object({
  status: z.enum(DELIVERY_STATUSES).optional().describe('Deliveries with this status.'),
  ...DeadDeliveriesQuery.shape,
});

const tag = 'Webhooks';
const reading = { method: 'get', tag, access: withRole('webhooks.read') } as const;
const writing = { method: 'post', tag, access: withRole('webhooks.write') } as const;
const guarded = { ...writing, recentSignIn: true } as const;

const secrets = [
  endpoint({
    ...guarded,
    method: 'get',
    path: '/api/portal/webhooks/signing-secret',
    id: 'getSigningSecret',
    summary: 'Returns the secret that signs events to addresses of a request or a batch',
    answers: [answer(200, 'The secret, made now if there was none.', SigningSecret)],
    handle: async ({ caller }, { endpoints }: Deps) => ({
      signingSecret: await endpoints.organizationSecret(caller.organizationId),
    }),
  }),
  endpoint({
    ...guarded,
    path: '/api/portal/webhooks/signing-secret/rotate',
    id: 'rotateSigningSecret',
    summary: 'Makes a new secret: the old one also signs for a day',
    body: nothing,
    answers: [answer(200, 'The new secret.', SigningSecret)],
    handle: async ({ caller: { organizationId, memberId } }, { endpoints }: Deps) => ({
      signingSecret: await endpoints.rotateOrganizationSecret(organizationId, memberId),
    }),
  }),
  endpoint({
    ...guarded,
    path: '/api/portal/webhooks/{id}/rotate-secret',
    id: 'rotateWebhookSecret',
    summary: 'Makes a new signing secret: the old one also signs for a day',
    params: IdPath,
    body: nothing,
    answers: [answer(200, 'The new secret.', EndpointSecret)],
    problems: ['not_found'],
    find: ({ caller, params }, deps: Deps) => findEndpoint(deps, caller, params.id),
    async handle({ caller: { organizationId, memberId }, found: { id } }, deps: Deps) {
      const signingSecret = (await deps.endpoints.rotateSecret(organizationId, id, memberId)) ?? noSuchEndpoint();
      return { id, signingSecret };
    },
  }),
];

const deliveries = [
  endpoint({
    ...reading,
    path: '/api/portal/webhooks/dead',
    id: 'listDeadDeliveries',
    summary: 'Lists the deliveries that failed all their attempts, newest first, for 30 days',
    query: DeadDeliveriesQuery,
    answers: [answer(200, 'A page.', z.array(WebhookDelivery), LIST_HEADERS)],
    async handle({ ctx, caller, query }, deps: Deps) {
      const page = requestedPage(query);
      const found = await deps.deliveries.dead(caller.organizationId, page, { eventType: query.event_type });
      linkPages(ctx, page, found);
      return found.items.map((entry) => deliveryBody(entry, caller.organizationId, deps.log));
    },
  }),
  endpoint({
    ...reading,
    path: '/api/portal/webhooks/{id}/deliveries',
    id: 'listDeliveries',
    summary: 'Lists the deliveries to an endpoint with their outcomes, newest first, for 30 days',
    params: IdPath,
    query: DeliveriesQuery,
    answers: [answer(200, 'A page.', DeliveryPage, LIST_HEADERS)],
    problems: ['not_found'],
    find: ({ caller, params }, deps: Deps) => findEndpoint(deps, caller, params.id),
    async handle({ ctx, caller: { organizationId }, found: { id }, query }, deps: Deps) {
      const page = requestedPage(query);
      const filter = { status: query.status, eventType: query.event_type };
      const found = await deps.deliveries.ofEndpoint(organizationId, id, page, filter);
      return await pageOf(ctx, page, found, (entry) => deliveryBody(entry, organizationId, deps.log));
    },
  }),
  endpoint({
    ...reading,
    path: '/api/portal/webhooks/deliveries/{id}/attempts',
    id: 'listAttempts',
    summary: 'Lists the attempts of a delivery with the answers of the receiver, the oldest first',
    params: IdPath,
    answers: [answer(200, 'All of them, over all replays.', DeliveryAttempts)],
    problems: ['not_found'],
    async find({ caller: { organizationId }, params: { id } }, deps: Deps) {
      return (id === null ? null : await deps.deliveries.history(organizationId, id)) ?? noSuchDelivery();
    },
    handle: ({ found }) => historyBody(found),
  }),
  endpoint({
    ...writing,
    path: '/api/portal/webhooks/{id}/test',
    id: 'testWebhook',
    summary: 'Sends the endpoint an event of the type `webhook.test`',
    params: IdPath,
    body: nothing,
    answers: [answer(202, 'Queued.', TestDelivery, QUOTA_HEADERS)],
    problems: ['not_found', 'webhook_inactive', 'rate_limited'],
    problemHeaders: QUOTA_HEADERS,
    find: ({ caller, params }, deps: Deps) => findEndpoint(deps, caller, params.id),
    async handle({ ctx, caller, found: { id } }, deps: Deps) {
      const { organizationId, memberId } = caller;
      await deps.admission.limitOrganization(ctx, 'webhook-test', caller);
      const queued = (await deps.endpoints.test(organizationId, id, memberId)) ?? noSuchEndpoint();
      const { eventId, deliveryId } = queued;
      await tryEach(deps, [deliveryId], () => deps.temporal.startDelivery(deliveryId, organizationId));
      return { status: 'queued', eventId, deliveryId };
    },
  }),
  endpoint({
    ...writing,
    path: '/api/portal/webhooks/{eventId}/replay',
    id: 'replayDelivery',
    summary: 'Queues failed deliveries again, with ten new attempts each',
    params: DeliveryPath,
    body: nothing,
    answers: [answer(200, 'Queued.', ReplayedDeliveries, QUOTA_HEADERS)],
    problems: ['not_found', 'webhook_inactive', 'rate_limited'],
    problemHeaders: QUOTA_HEADERS,
    async handle({ ctx, caller, params }, deps: Deps) {
      const { organizationId, memberId } = caller;
      await deps.admission.limitOrganization(ctx, 'webhook-replay', caller);
      const queued = await deps.deliveries.replay(organizationId, params.eventId ?? '', memberId);
      await tryEach(deps, queued, (deliveryId) => deps.temporal.startDelivery(deliveryId, organizationId));
      return { status: 'queued', deliveries: queued.length };
    },
  }),
];

const endpointsOfOrganization = [
  endpoint({
    ...reading,
    path: '/api/portal/webhooks',
    id: 'listWebhooks',
    summary: 'Lists the endpoints of the organization, the oldest first',
    answers: [answer(200, 'All of them.', z.array(WebhookConfig))],
    handle: async ({ caller }, { endpoints }: Deps) => (await endpoints.list(caller.organizationId)).map(webhookBody),
  }),
  endpoint({
    ...guarded,
    path: '/api/portal/webhooks',
    id: 'createWebhook',
    summary: 'Adds an endpoint: only this answer has its signing secret',
    body: json(NewEndpoint),
    answers: [answer(201, 'The endpoint.', WebhookConfigWithSecret)],
    problems: ['invalid_webhook_url', 'webhook_limit_reached'],
    async handle({ caller: { organizationId, memberId }, body }, { endpoints, settings }: Deps) {
      const accepted = { ...body, url: urlOf(body.url, settings) };
      const { signingSecret, ...created } = await endpoints.create(organizationId, accepted, memberId);
      return { ...webhookBody(created), signingSecret };
    },
  }),
  endpoint({
    ...reading,
    path: '/api/portal/webhooks/{id}',
    id: 'getWebhook',
    summary: 'Returns one endpoint, without its secret',
    params: IdPath,
    answers: [answer(200, 'The endpoint.', WebhookConfig)],
    problems: ['not_found'],
    find: ({ caller, params }, deps: Deps) => findEndpoint(deps, caller, params.id),
    handle: ({ found }) => webhookBody(found),
  }),
  endpoint({
    ...guarded,
    method: 'put',
    path: '/api/portal/webhooks/{id}',
    id: 'updateWebhook',
    summary: 'Changes an endpoint: absent fields stay unchanged',
    params: IdPath,
    body: json(EndpointChanges, { isOptional: true }),
    answers: [answer(200, 'The endpoint.', WebhookConfig)],
    problems: ['invalid_webhook_url', 'not_found'],
    find: ({ caller, params }, deps: Deps) => findEndpoint(deps, caller, params.id),
    async handle({ caller: { organizationId, memberId }, found: { id }, body }, deps: Deps) {
      const changes = changesOf(body, deps.settings);
      return webhookBody((await deps.endpoints.update(organizationId, id, changes, memberId)) ?? noSuchEndpoint());
    },
  }),
  endpoint({
    ...guarded,
    method: 'delete',
    path: '/api/portal/webhooks/{id}',
    id: 'deleteWebhook',
    summary: 'Deletes an endpoint, and cancels its pending deliveries',
    params: IdPath,
    answers: [answer(200, 'Deleted.', RemovedWebhook)],
    problems: ['not_found'],
    find: ({ caller, params }, deps: Deps) => findEndpoint(deps, caller, params.id),
    async handle({ caller: { organizationId, memberId }, found: { id } }, deps: Deps) {
      const cancelled = (await deps.endpoints.remove(organizationId, id, memberId)) ?? noSuchEndpoint();
      await tryEach(deps, cancelled, (deliveryId) => deps.temporal.cancelDelivery(deliveryId));
      return { id, status: 'deleted' };
    },
  }),
];

/** Paths with a name in the place of an id come before those with the id. */
function depsOf({ database, sealer, temporal, admission, settings, log }: Services) {
  return {
    endpoints: webhookEndpointStore(database, sealer),
    deliveries: webhookLog(database),
    temporal,
    admission,
    settings,
    log,
  };
}

export const webhooksFeature = feature(depsOf, [...secrets, ...deliveries, ...endpointsOfOrganization]);

function urlOf(text: string, { receivers }: Settings): string {
  return readWebhookUrl(text, receivers, { in: 'body', name: '/url' });
}

function changesOf(changes: z.output<typeof EndpointChanges>, settings: Settings): Partial<EndpointOptions> {
  const { url: text, events, active: isActive } = changes;
  return {
    ...(text !== undefined && { url: urlOf(text, settings) }),
    ...(events !== undefined && { events }),
    ...(isActive !== undefined && { active: isActive }),
  };
}

async function findEndpoint(
  { endpoints }: Deps,
  { organizationId }: PortalCaller,
  id: string | null,
): Promise<WebhookEndpoint> {
  return (id === null ? null : await endpoints.find(organizationId, id)) ?? noSuchEndpoint();
}

function noSuchEndpoint(): never {
  throw notFound('webhook', 'No such webhook endpoint.');
}

function noSuchDelivery(): never {
  throw notFound('delivery', 'No such delivery.');
}

/** The rows have the pending deliveries already. The sweep or the delivery repeats a failed start. */
async function tryEach({ log }: Deps, ids: readonly string[], call: (id: string) => Promise<void>): Promise<void> {
  const tried = ids.map((deliveryId) =>
    call(deliveryId).catch((err: unknown) => log.warn({ err, deliveryId }, 'delivery left to the sweep')),
  );
  await Promise.all(tried);
}

function deliveryBody(delivery: DeliveryEntry, organizationId: string, log: AlarmLog) {
  const { firstAttemptAt, lastAttemptAt, isPayloadReadable, ...entry } = delivery;
  if (!isPayloadReadable) noteUnreadable(log, 'webhook_event', { organizationId, id: entry.eventId });
  return {
    ...entry,
    firstAttemptAt: firstAttemptAt?.toISOString() ?? null,
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
  };
}

function historyBody({ attempts, nextAttemptAt }: DeliveryHistory) {
  return {
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    items: attempts.map(({ startedAt, endedAt, ...attempt }) => ({
      ...attempt,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
  };
}
