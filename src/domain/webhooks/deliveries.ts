/** Webhooks: the kinds of events, and the states of their deliveries. */

/** An endpoint can subscribe to these. */
export const EVENT_TYPES = [
  'normalization.success',
  'normalization.failure',
  'normalization.rejected',
  'submission.flagged',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** A batch with an address of its own gets `batch.completed`, and a member asks for `webhook.test`. */
export const NOTICE_TYPES = [...EVENT_TYPES, 'batch.completed', 'webhook.test'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

export const MAX_ENDPOINTS = 10;

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The reasons why an attempt failed, or the service gave a delivery up. */
export const DELIVERY_ERRORS = [
  'dns_failure',
  'connect_timeout',
  'connection_failed',
  'tls_error',
  'timeout',
  'http_status',
  'redirect',
  'blocked_address',
  'endpoint_gone',
  'endpoint_inactive',
  'interrupted',
] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** This queue alone has the work that calls addresses of customers. */
export const WEBHOOK_QUEUE = 'pdf-webhooks';

export interface DeliveryInput {
  readonly deliveryId: string;
}

export function deliveryWorkflowId(deliveryId: string): string {
  return `hook-${deliveryId}`;
}
