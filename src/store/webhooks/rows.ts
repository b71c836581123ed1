/** The tables of webhooks: endpoints and secrets, events with their deliveries, and every attempt at one. */
import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { DELIVERY_ERRORS, DELIVERY_STATUSES, EVENT_TYPES, NOTICE_TYPES } from '#domain/webhooks/deliveries.ts';
import { ownRows } from '#store/database/tenancy.ts';

const p = defineEntity.properties;

export const WebhookEndpointEntity = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  policies: ownRows('webhook_endpoint_tenant', 'organization_id'),
  indexes: [{ name: 'webhook_endpoint_organization', properties: ['organizationId', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    url: p.text(),
    events: p.enum(EVENT_TYPES).array(),
    active: p.boolean(),
    /** The version of the bodies: the current one at its creation. */
    apiVersion: p.text(),
    createdAt: p.datetime(),
    /** The last success. */
    lastDeliveryAt: p.datetime().nullable(),
    /** The first failure since the last success. */
    failingSince: p.datetime().nullable(),
    /** The time of the warning to its owners after a day of failures; null since the last success. */
    warnedAt: p.datetime().nullable(),
    /** Why the service made it inactive. */
    disabledReason: p.enum(['gone', 'failing'] as const).nullable(),
  },
});

/** Signing secrets, sealed with the key of the settings: one of each endpoint, one of the organization itself. */
export const WebhookSecretEntity = defineEntity({
  name: 'WebhookSecret',
  tableName: 'webhook_secret',
  policies: ownRows('webhook_secret_tenant', 'organization_id'),
  properties: {
    /** The endpoint's id, or the organization's. */
    ownerId: p.uuid().primary(),
    organizationId: p.uuid(),
    sealed: p.text(),
    createdAt: p.datetime(),
    /** The secret before the last rotation signs too, until the given time. */
    previousSealed: p.text().nullable(),
    previousUntil: p.datetime().nullable(),
  },
});

export const WebhookEventEntity = defineEntity({
  name: 'WebhookEvent',
  tableName: 'webhook_event',
  policies: ownRows('webhook_event_tenant', 'organization_id'),
  uniques: [{ name: 'webhook_event_of_organization', properties: ['organizationId', 'id'] }],
  indexes: [
    { name: 'webhook_event_submission', properties: ['submissionId'] },
    { name: 'webhook_event_expiry', properties: ['expiresAt'] },
  ],
  properties: {
    /** `evt_` and a time-ordered UUID in hex: the header `webhook-id` of every attempt. */
    id: p.text().primary(),
    organizationId: p.uuid(),
    type: p.enum(NOTICE_TYPES),
    submissionId: p.uuid().nullable(),
    batchId: p.uuid().nullable(),
    /** The body as it is sent, byte for byte: a signature is of bytes. */
    payload: p.text(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

export const WebhookDeliveryEntity = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  policies: ownRows('webhook_delivery_tenant', 'organization_id'),
  uniques: [{ name: 'webhook_delivery_of_organization', properties: ['organizationId', 'id'] }],
  indexes: [
    { name: 'webhook_delivery_event', properties: ['eventId'] },
    { name: 'webhook_delivery_log', properties: ['organizationId', 'status', 'createdAt'] },
    { name: 'webhook_delivery_of_endpoint', properties: ['organizationId', 'endpointId', 'createdAt', 'id'] },
    { name: 'webhook_delivery_waiting', properties: ['organizationId', 'target'], where: `"status" = 'pending'` },
    { name: 'webhook_delivery_due', properties: ['dueAt'], where: `"status" = 'pending'` },
  ],
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    eventId: p.text(),
    /** Null for an address given with a request or a batch. Endpoints may be deleted; the log stays. */
    endpointId: p.uuid().nullable(),
    url: p.text(),
    /** The unit of pauses: the endpoint, or all addresses of one host without an endpoint. */
    target: p.text(),
    status: p.enum(DELIVERY_STATUSES),
    /** Replays begin a new sequence of ten attempts. */
    sequence: p.integer(),
    /** Attempts since the last replay. */
    attempts: p.integer(),
    lastStatusCode: p.integer().nullable(),
    lastError: p.enum(DELIVERY_ERRORS).nullable(),
    lastResponseBody: p.text().nullable(),
    firstAttemptAt: p.datetime().nullable(),
    lastAttemptAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    /** The last check by its workflow; null before the first one. */
    seenAt: p.datetime().nullable(),
    /** The scheduled time of the next attempt. */
    dueAt: p.datetime(),
  },
});

export type DeliveryRow = InferEntity<typeof WebhookDeliveryEntity>;

export const WebhookAttemptEntity = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempt',
  policies: ownRows('webhook_attempt_tenant', 'organization_id'),
  indexes: [
    { name: 'webhook_attempt_target', properties: ['organizationId', 'target', 'startedAt'] },
    { name: 'webhook_attempt_open', properties: ['organizationId'], where: '"ended_at" is null' },
  ],
  properties: {
    deliveryId: p.uuid().primary(),
    sequence: p.integer().primary(),
    number: p.integer().primary(),
    organizationId: p.uuid(),
    target: p.text(),
    startedAt: p.datetime(),
    endedAt: p.datetime().nullable(),
    statusCode: p.integer().nullable(),
    /** Null for a success, and while it is under way. */
    error: p.enum(DELIVERY_ERRORS).nullable(),
    responseBody: p.text().nullable(),
  },
});

/** Targets that are left alone for a while. */
export const WebhookPauseEntity = defineEntity({
  name: 'WebhookPause',
  tableName: 'webhook_pause',
  policies: ownRows('webhook_pause_tenant', 'organization_id'),
  properties: {
    organizationId: p.uuid().primary(),
    target: p.text().primary(),
    pausedUntil: p.datetime(),
    pauseMs: p.integer(),
  },
});
