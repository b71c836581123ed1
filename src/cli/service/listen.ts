/**
 * `fixpoint listen`: the events of an organization, passed on to a receiver on this machine. The service is asked for what its
 * endpoints are sent, so nothing has to reach this machine from outside: no tunnel, no open port. Forwarded events
 * are signed like those of the service, with a secret of this run or a given one.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf } from '#src/system-error.ts';
import { signatureHeaders } from '#src/webhooks/signature.ts';
import { refused } from '#src/cli/exit-codes.ts';
import { interrupted } from '#src/cli/interruption.ts';
import { inOneLine, say } from '#src/cli/terminal.ts';
import { answerOf, connectSignedIn, READING, type Service, type ServiceFlags } from './connection.ts';

export interface ListenFlags extends ServiceFlags {
  readonly forwardTo?: string;
  readonly endpoint?: string;
  readonly events?: string;
  /** The number of earlier events that are forwarded first. */
  readonly last: number;
}

const Endpoints = z.array(z.object({ id: z.string(), url: z.string() }));
const Deliveries = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      eventId: z.string(),
      eventType: z.string(),
      payload: z.record(z.string(), z.unknown()),
    }),
  ),
  next_cursor: z.string().nullable().optional(),
});

type Delivery = z.infer<typeof Deliveries>['items'][number];

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const LOOK_MS = 1_000;
const FORWARD_TIMEOUT_MS = 15_000;
const PAGE_SIZE = 100;

export async function listen(flags: ListenFlags): Promise<number> {
  const receiver = flags.forwardTo === undefined ? null : receiverAt(flags.forwardTo);
  const wanted = flags.events?.split(',').map((type) => type.trim()) ?? null;
  const secret = process.env['FIXPOINT_WEBHOOK_SECRET'] || `whsec_${randomBytes(32).toString('base64')}`;
  if (!SECRET.test(secret))
    throw refused('FIXPOINT_WEBHOOK_SECRET is no signing secret: whsec_ and 44 characters of Base64.');
  const service = connectSignedIn(flags);
  const endpoints = await endpointsOf(service, flags.endpoint);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const forward = (delivery: Delivery) => passOn(delivery, receiver, key);

  const seen = new Set<string>();
  const isNew = ({ eventId, eventType }: Delivery): boolean => {
    if (seen.has(eventId)) return false;
    seen.add(eventId);
    return wanted === null || wanted.includes(eventType);
  };
  // One event goes to several endpoints, and is passed on once.
  const before = await newest(service, endpoints, isNew, 1);
  say(readiness(receiver, secret, endpoints.length));
  for (const delivery of flags.last > 0 ? before.slice(-flags.last) : []) await forward(delivery);
  for (;;) {
    await pause(LOOK_MS, undefined, { signal: interrupted });
    for (const delivery of await newest(service, endpoints, isNew, Infinity)) await forward(delivery);
  }
}

/** `3000`, `localhost:3000/hooks` or a whole address. */
export function receiverAt(text: string): URL {
  const isPort = /^\d{1,5}(\/|$)/.test(text);
  const address = isPort ? `http://localhost:${text}` : text.includes('://') ? text : `http://${text}`;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw refused(`--forward-to: "${text}" is neither a port nor an address.`);
  return url;
}

async function endpointsOf(service: Service, wanted: string | undefined): Promise<string[]> {
  const response = await service.call('/api/portal/webhooks', READING);
  const endpoints = await answerOf(Endpoints, response);
  const ids = endpoints.map(({ id }) => id).filter((id) => wanted === undefined || id === wanted);
  if (ids.length > 0) return ids;
  throw refused(
    wanted === undefined
      ? `The organization has no webhook endpoint, and this command shows only events of endpoints. Add one at ${service.url}/portal/webhooks.`
      : `${wanted} is no webhook endpoint of the organization.`,
  );
}

/** Deliveries that nobody has seen, the oldest first, of as many pages as have such. */
async function newest(
  service: Service,
  endpoints: readonly string[],
  isNew: (delivery: Delivery) => boolean,
  maxPages: number,
): Promise<Delivery[]> {
  const found: Delivery[] = [];
  for (const endpoint of endpoints) {
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < maxPages; page++) {
      const query = new URLSearchParams({ cursor, page_size: String(PAGE_SIZE) });
      const response = await service.call(`/api/portal/webhooks/${endpoint}/deliveries?${query.toString()}`, READING);
      const { items, next_cursor = null }: z.infer<typeof Deliveries> = await answerOf(Deliveries, response);
      const fresh = items.filter(isNew);
      found.push(...fresh);
      // Beyond what has been seen there is nothing new.
      cursor = fresh.length === items.length ? next_cursor : null;
    }
  }
  return found.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)));
}

function timeOf({ payload }: Delivery): string {
  return String(payload['timestamp']);
}

function readiness(receiver: URL | null, secret: string, endpoints: number): string {
  const what = `Listening to ${endpoints === 1 ? '1 endpoint' : `${endpoints} endpoints`}`;
  if (receiver === null) return `${what}; events go to standard output (Ctrl-C ends it).`;
  return `${what}, for ${receiver.href} (Ctrl-C ends it).\nSigning secret: ${secret}`;
}

/** Each event is sent once, because a developer of a receiver sees its answer immediately. */
async function passOn({ eventId, eventType, payload }: Delivery, receiver: URL | null, key: Uint8Array): Promise<void> {
  const body = JSON.stringify(payload);
  if (receiver === null) {
    process.stdout.write(`${body}\n`);
    return;
  }
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Fixpoint-Webhooks/1',
    ...signatureHeaders({ id: eventId, sentAt: new Date(), body, secrets: [key] }),
    'webhook-attempt': '1',
  };
  const startedAt = performance.now();
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(FORWARD_TIMEOUT_MS)]);
  const answer = await fetch(receiver, { method: 'POST', headers, body, signal, redirect: 'manual' })
    .then(async (response) => {
      await response.body?.cancel();
      return `${response.status} in ${Math.round(performance.now() - startedAt)} ms`;
    })
    .catch((error: unknown) => {
      interrupted.throwIfAborted();
      return error instanceof Error && error.cause instanceof Error ? messageOf(error.cause) : messageOf(error);
    });
  say(`${inOneLine(eventType)}  ${eventId}  ${answer}`);
}
