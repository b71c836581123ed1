/** The headers of a delivery, signed as Standard Webhooks says: HMAC-SHA256 over id, time and body. */
import { createHmac } from 'node:crypto';

export interface Message {
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
  /** Each signs; receivers need to know one of them. */
  readonly secrets: readonly Uint8Array[];
}

export function signatureHeaders({ id, sentAt, body, secrets }: Message): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
