/** Webhooks as receivers verify them: Standard Webhooks, by WebCrypto. */
import type {
  BatchCompletedEvent,
  NormalizationFailureEvent,
  NormalizationRejectedEvent,
  NormalizationSuccessEvent,
  WebhookTestEvent,
} from './generated/models.ts';

/** A switch over `type` tells which it is. There may be new ones at any time: leave those alone. */
export type WebhookEvent =
  | NormalizationSuccessEvent
  | NormalizationFailureEvent
  | NormalizationRejectedEvent
  | BatchCompletedEvent
  | WebhookTestEvent;

export class WebhookVerificationError extends Error {
  readonly reason: 'missing_headers' | 'timestamp_out_of_range' | 'signature_invalid' | 'malformed';

  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.reason = reason;
  }
}

export interface WebhookOptions {
  /** How far its timestamp may be from now; 300 without it. */
  readonly toleranceSeconds?: number;
  /** In the place of the clock. */
  readonly now?: Date;
}

type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event of a delivery that is genuine.
 * @param body as it came, byte for byte
 * @param secrets `whsec_…`; two of them while one is replaced by the other
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => header(headers, `webhook-${name}`));
  if (!id || !time || !signatures)
    throw new WebhookVerificationError('missing_headers', 'A delivery has webhook-id, -timestamp and -signature.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${time}.`), bytes);
  const given = signatures.split(' ').flatMap((one) => base64(one.startsWith('v1,') ? one.slice(3) : ''));
  const verdicts = await Promise.all(
    [secrets].flat().map(async (secret) => {
      const key = await keyOf(secret);
      return Promise.all(given.map((one) => crypto.subtle.verify('HMAC', key, one, signed)));
    }),
  );
  if (!verdicts.flat().includes(true))
    throw new WebhookVerificationError('signature_invalid', 'No signature of the delivery was made with the secret.');
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds)
    throw new WebhookVerificationError('timestamp_out_of_range', 'The delivery is too old, or of the future.');
  return eventOf(bytes);
}

function eventOf(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new WebhookVerificationError('malformed', 'The body of the delivery is no JSON.');
  }
}

function header(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}

async function keyOf(secret: string) {
  const [bytes] = base64(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) throw new TypeError('A secret is whsec_ and Base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** None where the text is no Base64. */
function base64(text: string): Uint8Array<ArrayBuffer>[] {
  try {
    return [Uint8Array.from(atob(text), (character) => character.charCodeAt(0))];
  } catch {
    return [];
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
