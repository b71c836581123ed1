/** What the owners and admins of an organization are told by mail about a receiver of theirs. */
import { quotedName } from '#domain/accounts/display-name.ts';
import type { MailText } from '#domain/accounts/mail.ts';
import type { DeliveryError } from '#domain/webhooks/deliveries.ts';

interface FailingEndpoint {
  readonly id: string;
  readonly url: string;
  readonly failingSince: Date;
}

/** This mail goes out once, a day after the first failure without a success since. */
export function failingMail(endpoint: FailingEndpoint & { readonly lastError: DeliveryError }): MailText {
  const { id, url, failingSince, lastError } = endpoint;
  const text = [
    `Your webhook endpoint at ${quotedHostOf(url)} has not accepted a delivery since ${failingSince.toISOString()}.`,
    `The last attempt failed with: ${lastError}.`,
    '',
    'We try each delivery ten times over three days. After five days without a success we deactivate the endpoint.',
    '',
    `Endpoint: ${id}`,
    '',
  ];
  return { subject: 'Your webhook endpoint fails', text: text.join('\n') };
}

/** This mail says that the service has made the endpoint inactive. */
export function disabledMail(endpoint: FailingEndpoint & { readonly reason: 'gone' | 'failing' }): MailText {
  const { id, url, failingSince, reason } = endpoint;
  const why = {
    gone: 'It answered 410 Gone, which tells us to stop.',
    failing: `It has not accepted a delivery since ${failingSince.toISOString()}.`,
  };
  const text = [
    `We deactivated your webhook endpoint at ${quotedHostOf(url)}. ${why[reason]}`,
    '',
    'It receives nothing until you activate it again in the portal. Failed deliveries can be replayed for 30 days.',
    '',
    `Endpoint: ${id}`,
    '',
  ];
  return { subject: 'Your webhook endpoint was deactivated', text: text.join('\n') };
}

/** The rest of an address may be a secret of the receiver's. */
function quotedHostOf(url: string): string {
  return quotedName(new URL(url).host);
}
