/** The words for webhooks: events, deliveries and failures. By `docs/guides/webhooks.md`. */
import type { DeliveryError, DeliveryStatus, NoticeType } from '#domain/webhooks/deliveries.ts';
import type { Tone } from '#portal/ui/tone.tsx';

export const EVENT_WORDS: Readonly<Record<NoticeType, string>> = {
  'normalization.success': 'A document was normalized',
  'normalization.failure': 'A document could not be normalized',
  'normalization.rejected': 'A policy refused a document',
  'submission.flagged': 'A document is dangerous',
  'batch.completed': 'A batch is complete',
  'webhook.test': 'A test',
};

export const STATUS_WORDS: Readonly<Record<DeliveryStatus, { readonly label: string; readonly tone: Tone }>> = {
  pending: { label: 'On its way', tone: 'info' },
  delivered: { label: 'Delivered', tone: 'neutral' },
  dead: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

interface ErrorWords {
  readonly label: string;
  /** The error and its remedy. */
  readonly advice: string;
}

const ERROR_WORDS: Readonly<Record<DeliveryError, ErrorWords>> = {
  dns_failure: {
    label: 'The name was not found',
    advice: 'The host name has no address, or no name server answered. Check the address and your DNS records.',
  },
  connect_timeout: {
    label: 'No connection',
    advice: 'There was no connection within five seconds. Check whether a firewall blocks it.',
  },
  connection_failed: {
    label: 'The connection broke',
    advice: 'The connection was refused or closed, or the answer was not HTTP. Check whether the receiver runs.',
  },
  tls_error: {
    label: 'The certificate does not fit',
    advice: 'The certificate is not valid for the name, or the handshake failed. Check whether it has expired.',
  },
  timeout: {
    label: 'No answer in time',
    advice: 'There was no answer within 15 seconds. Answer first and work later.',
  },
  http_status: {
    label: 'The receiver refused it',
    advice: 'It answered with something other than 2xx. Its answer says more.',
  },
  redirect: {
    label: 'Redirect',
    advice: 'The receiver answered with a redirect, which is not followed. Use the address of its target.',
  },
  blocked_address: {
    label: 'Not a public address',
    advice: 'The address of the host is not in the public Internet. The service never connects to such addresses.',
  },
  endpoint_gone: {
    label: 'Gone',
    advice: 'The endpoint answered 410 Gone. It is switched off.',
  },
  endpoint_inactive: {
    label: 'Switched off',
    advice: 'The endpoint was switched off before the delivery was sent.',
  },
  interrupted: {
    label: 'Interrupted',
    advice: 'The service was interrupted. The delivery may have arrived, so check for its id.',
  },
};

/** An unknown event or error is shown with its name in the API. */
export function eventText(type: string): string {
  return lookUp(EVENT_WORDS, type) ?? type;
}

export function errorText(error: string): ErrorWords {
  return lookUp(ERROR_WORDS, error) ?? { label: error, advice: 'This page does not know this reason yet.' };
}

function lookUp<Value>(words: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
