/** The states of endpoints and deliveries: colour, symbol and word. */
import type { DeliveryStatus } from '#domain/webhooks/deliveries.ts';
import type { Webhook } from '#portal/api/answers.ts';
import { Tag } from '#portal/ui/tone.tsx';
import { STATUS_WORDS } from './words.ts';

const SYMBOLS = { pending: 'clock', delivered: 'check', dead: 'cross', cancelled: 'cross' } as const;

export function DeliveryTag({ status }: { readonly status: DeliveryStatus }) {
  const { label, tone } = STATUS_WORDS[status];
  return (
    <Tag tone={tone} symbol={SYMBOLS[status]}>
      {label}
    </Tag>
  );
}

export function EndpointTag({ of: { active, disabledReason } }: { readonly of: Webhook }) {
  if (active) return <Tag tone="good">Active</Tag>;
  return disabledReason === null ? (
    <Tag tone="neutral" symbol="cross">
      Switched off
    </Tag>
  ) : (
    <Tag tone="danger" symbol="alert">
      Switched off by us
    </Tag>
  );
}

/** Why nothing can be sent to an endpoint; null where it can. */
export function receiverRefusal(endpoint: Webhook | undefined): string | null {
  if (endpoint === undefined) return 'The endpoint is deleted.';
  return endpoint.active ? null : 'Switch the endpoint on first.';
}

/** Why the service sends nothing to it any more; null where it does, or a member has switched it off. */
export function disabledText({ active, disabledReason }: Webhook): string | null {
  if (active || disabledReason === null) return null;
  return disabledReason === 'gone'
    ? 'Your endpoint answered 410 Gone, so the service stopped sending.'
    : 'All deliveries failed for five days.';
}
