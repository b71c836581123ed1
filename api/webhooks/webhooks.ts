/** Webhook endpoints, their secrets, what became of deliveries, and their replay. */
import { Router } from '@koa/router';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ServiceError } from '#domain/errors.ts';
import { EVENT_TYPES } from '#domain/webhook.ts';
import type { ReceiverRules } from '#src/webhooks/addresses.ts';
import { readWebhookUrl } from '#src/webhooks/url.ts';
import type { EndpointWishes, WebhookEndpoint, WebhookEndpointStore } from '#store/webhooks/endpoints.ts';
import type { DeliveryEntry, WebhookLog } from '#store/webhooks/delivery-log.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import { someOf } from '#api/http/fields.ts';
import { isUuid, type Context, type State } from '#api/http/http.ts';
import { readJson } from '#api/http/json-body.ts';
import { linkPages, PageQuery, pageWish, sendPage } from '#api/http/paging.ts';
import { NoQuery, readQuery } from '#api/http/query.ts';
import type { Admit } from '#api/organization/access.ts';

export interface WebhookSettings {
  /** Which addresses may be given; the strict rules unless told. */
  readonly receivers?: ReceiverRules;
}

interface Deps {
  readonly admit: Admit;
  readonly endpoints: WebhookEndpointStore;
  readonly webhookLog: WebhookLog;
  readonly temporal: Pick<TemporalClient, 'startDelivery' | 'cancelDelivery'>;
  readonly settings: WebhookSettings;
  readonly log: Logger;
}

const url = z.string().meta({ format: 'uri' }).describe('HTTPS; HTTP only in development.');
const active = z.boolean();

export const NewEndpoint = z.strictObject({ url, events: someOf(EVENT_TYPES), active: active.default(true) });

export const EndpointChanges = z.strictObject({
  url: url.optional(),
  events: someOf(EVENT_TYPES).optional(),
  active: active.optional().describe('To make it active again forgets its failures.'),
});

const NoBody = z.strictObject({});

export function webhookRoutes(deps: Deps): Router<State> {
  const router = new Router<State>();
  addEndpointRoutes(router, deps);
  addSecretRoutes(router, deps);
  addDeliveryRoutes(router, deps);
  return router;
}

function addEndpointRoutes(router: Router<State>, deps: Deps): void {
  const { admit, endpoints, settings } = deps;

  router.get('/api/portal/webhooks', async (ctx) => {
    const { organizationId } = await admit(ctx, 'webhooks.read');
    readQuery(ctx, NoQuery);
    ctx.body = (await endpoints.list(organizationId)).map(endpointBody);
  });

  router.post('/api/portal/webhooks', async (ctx) => {
    const { organizationId, memberId } = await admit(ctx, 'webhooks.write');
    readQuery(ctx, NoQuery);
    const wishes = await readJson(ctx, NewEndpoint);
    const accepted = { ...wishes, url: urlOf(wishes.url, settings) };
    const { signingSecret, ...endpoint } = await endpoints.create(organizationId, accepted, memberId);
    ctx.status = 201;
    ctx.body = { ...endpointBody(endpoint), signingSecret };
  });

  router.put('/api/portal/webhooks/:id', async (ctx) => {
    const { organizationId, memberId } = await admit(ctx, 'webhooks.write');
    readQuery(ctx, NoQuery);
    const { id } = await findEndpoint(deps, organizationId, ctx.params['id']);
    const changes = changesOf(await readJson(ctx, EndpointChanges), settings);
    ctx.body = endpointBody((await endpoints.update(organizationId, id, changes, memberId)) ?? noSuchEndpoint());
  });

  router.delete('/api/portal/webhooks/:id', async (ctx) => {
    const { organizationId, memberId } = await admit(ctx, 'webhooks.write');
    readQuery(ctx, NoQuery);
    const { id } = await findEndpoint(deps, organizationId, ctx.params['id']);
    const cancelled = (await endpoints.remove(organizationId, id, memberId)) ?? noSuchEndpoint();
    await tryEach(deps, cancelled, (deliveryId) => deps.temporal.cancelDelivery(deliveryId));
    ctx.body = { id, status: 'deleted' };
  });
}

function addSecretRoutes(router: Router<State>, deps: Deps): void {
  const { admit, endpoints } = deps;

  router.get('/api/portal/webhooks/signing-secret', async (ctx) => {
    const { organizationId } = await admit(ctx, 'webhooks.write');
    readQuery(ctx, NoQuery);
    ctx.body = { signingSecret: await endpoints.organizationSecret(organizationId) };
  });

  router.post('/api/portal/webhooks/signing-secret/rotate', async (ctx) => {
    const { organizationId, memberId } = await admit(ctx, 'webhooks.write');
    await readNothing(ctx);
    ctx.body = { signingSecret: await endpoints.rotateOrganizationSecret(organizationId, memberId) };
  });

  router.post('/api/portal/webhooks/:id/rotate-secret', async (ctx) => {
    const { organizationId, memberId } = await admit(ctx, 'webhooks.write');
    const { id } = await findEndpoint(deps, organizationId, ctx.params['id']);
    await readNothing(ctx);
    const signingSecret = (await endpoints.rotateSecret(organizationId, id, memberId)) ?? noSuchEndpoint();
    ctx.body = { id, signingSecret };
  });
}

function addDeliveryRoutes(router: Router<State>, deps: Deps): void {
  const { admit, endpoints, webhookLog, temporal } = deps;

  router.get('/api/portal/webhooks/dead', async (ctx) => {
    const { organizationId } = await admit(ctx, 'webhooks.read');
    const page = pageWish(readQuery(ctx, PageQuery));
    const { items, total } = await webhookLog.dead(organizationId, page);
    linkPages(ctx, page, total);
    ctx.body = items.map(deliveryBody);
  });

  router.get('/api/portal/webhooks/:id/deliveries', async (ctx) => {
    const { organizationId } = await admit(ctx, 'webhooks.read');
    const { id } = await findEndpoint(deps, organizationId, ctx.params['id']);
    const page = pageWish(readQuery(ctx, PageQuery));
    await sendPage(ctx, page, await webhookLog.ofEndpoint(organizationId, id, page), deliveryBody);
  });

  router.post('/api/portal/webhooks/:id/test', async (ctx) => {
    const { organizationId, memberId } = await admit(ctx, 'webhooks.write');
    const { id } = await findEndpoint(deps, organizationId, ctx.params['id']);
    await readNothing(ctx);
    const { eventId, deliveryId } = (await endpoints.test(organizationId, id, memberId)) ?? noSuchEndpoint();
    await tryEach(deps, [deliveryId], () => temporal.startDelivery(deliveryId, organizationId));
    ctx.status = 202;
    ctx.body = { status: 'queued', eventId, deliveryId };
  });

  router.post('/api/portal/webhooks/:eventId/replay', async (ctx) => {
    const { organizationId, memberId } = await admit(ctx, 'webhooks.write');
    await readNothing(ctx);
    const queued = await webhookLog.replay(organizationId, ctx.params['eventId'] ?? '', memberId);
    await tryEach(deps, queued, (deliveryId) => temporal.startDelivery(deliveryId, organizationId));
    ctx.body = { status: 'queued', deliveries: queued.length };
  });
}

async function readNothing(ctx: Context): Promise<void> {
  readQuery(ctx, NoQuery);
  await readJson(ctx, NoBody);
}

function urlOf(text: string, { receivers }: WebhookSettings): string {
  return readWebhookUrl(text, receivers, { in: 'body', name: '/url' });
}

function changesOf(changes: z.infer<typeof EndpointChanges>, settings: WebhookSettings): Partial<EndpointWishes> {
  const { url: text, events, active: isActive } = changes;
  return {
    ...(text !== undefined && { url: urlOf(text, settings) }),
    ...(events !== undefined && { events }),
    ...(isActive !== undefined && { active: isActive }),
  };
}

async function findEndpoint({ endpoints }: Deps, organizationId: string, id = ''): Promise<WebhookEndpoint> {
  return (isUuid(id) ? await endpoints.find(organizationId, id) : null) ?? noSuchEndpoint();
}

function noSuchEndpoint(): never {
  throw new ServiceError('not_found', 'No such webhook endpoint.', { members: { resource: 'webhook' } });
}

/** The rows say what is to be done already: what fails here the sweep, or the delivery itself, finds out. */
async function tryEach({ log }: Deps, ids: readonly string[], call: (id: string) => Promise<void>): Promise<void> {
  const tried = ids.map((deliveryId) =>
    call(deliveryId).catch((err: unknown) => log.warn({ err, deliveryId }, 'delivery left to the sweep')),
  );
  await Promise.all(tried);
}

/** The specification's WebhookConfigResponse, and why the service has made it inactive. */
function endpointBody({ createdAt, lastDeliveryAt, ...endpoint }: WebhookEndpoint) {
  const { id, url: address, events, active: isActive, disabledReason } = endpoint;
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

function deliveryBody({ firstAttemptAt, lastAttemptAt, ...entry }: DeliveryEntry) {
  return {
    ...entry,
    firstAttemptAt: firstAttemptAt?.toISOString() ?? null,
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
  };
}
