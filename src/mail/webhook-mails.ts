/** What the owners and admins of an organization are told by mail about a receiver of theirs. */
import type { MailText } from '#domain/mail.ts';
import type { DeliveryError } from '#domain/webhooks/events.ts';

interface FailingEndpoint {
  readonly id: string;
  readonly url: string;
  readonly failingSince: Date;
}

/** This mail goes out once, a day after the first failure without a success since. */
export function failingMail(endpoint: FailingEndpoint & { readonly lastError: DeliveryError }): MailText {
  const { id, url, failingSince, lastError } = endpoint;
  const text = [
    `Your webhook endpoint at ${hostOf(url)} has taken no delivery since ${failingSince.toISOString()}.`,
    `The last attempt failed with: ${lastError}.`,
    '',
    'Each delivery is tried ten times over three days. After five days without a success the endpoint is made inactive.',
    '',
    `Endpoint: ${id}`,
    '',
  ];
  return { subject: `Webhook endpoint failing: ${hostOf(url)}`, text: text.join('\n') };
}

/** This mail says that the service has made the endpoint inactive. */
export function disabledMail(endpoint: FailingEndpoint & { readonly reason: 'gone' | 'failing' }): MailText {
  const { id, url, failingSince, reason } = endpoint;
  const why = {
    gone: 'It answered 410 Gone, which says that it wants no more.',
    failing: `It has taken no delivery since ${failingSince.toISOString()}.`,
  };
  const text = [
    `Your webhook endpoint at ${hostOf(url)} has been made inactive. ${why[reason]}`,
    '',
    'It gets nothing until it is made active again in the portal. Deliveries that failed can be replayed for 30 days.',
    '',
    `Endpoint: ${id}`,
    '',
  ];
  return { subject: `Webhook endpoint made inactive: ${hostOf(url)}`, text: text.join('\n') };
}

/** The rest of an address may be a secret of the receiver's. */
function hostOf(url: string): string {
  return new URL(url).host;
}
