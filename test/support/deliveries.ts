/** Helpers for tests of webhooks: a receiver with configurable answers, endpoints, and events of ended submissions. */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { API_VERSION, DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import type { EngineReport } from '#domain/report.ts';
import { EVENT_TYPES, type EventType } from '#domain/webhooks/deliveries.ts';
import { EVENTS, WebhookEvent } from '#src/contract/events.ts';
import { acceptanceStore } from '#store/submissions/acceptance.ts';
import { organizationStore } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { connectDatabase } from '#store/orm.ts';
import { readSealer, type Sealer } from '#src/keys/sealing.ts';
import { type NewSubmission, submissionStore } from '#store/submissions/submissions.ts';
import type { Begun } from '#store/webhooks/deliveries.ts';
import { webhookEndpointStore, type WebhookEndpointStore } from '#store/webhooks/endpoints.ts';
import { type WebhookLog, webhookLog } from '#store/webhooks/delivery-log.ts';
import { REPORT } from './builders/report.ts';

export interface Call {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly calls: Call[];
  /** Sets the answer to all later calls. */
  answer(status: number, headers?: Record<string, string>, body?: string): void;
  /** Holds calls until the returned function releases them. */
  hold(): () => void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const calls: Call[] = [];
  let now = { status: 200, headers: {}, body: 'thanks' };
  let barrier = Promise.resolve();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      void barrier.then(() => response.writeHead(now.status, now.headers).end(now.body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls,
    answer(status, headers = {}, body = '') {
      now = { status, headers, body };
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      barrier = promise;
      return resolve;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/**
 * Verifies as a receiver does, with the unchanged reference library, at the time of the delivery, which may be skipped
 * time. Throws for a wrong signature.
 */
export function verified(call: Call | undefined, secret: string): unknown {
  if (!call) throw new Error('There was no such call.');
  const headers = Object.fromEntries(Object.entries(call.headers).map(([name, value]) => [name, String(value)]));
  const { now } = Date;
  Date.now = () => Number(headers['webhook-timestamp']) * 1000;
  try {
    return conforming(new Webhook(secret).verify(call.body, headers));
  } finally {
    Date.now = now;
  }
}

/** Every delivery is compared with the description of its kind of event: no member may be missing or unknown. */
function conforming(event: unknown): unknown {
  const { type } = WebhookEvent.parse(event);
  if (isDeepStrictEqual(EVENTS[type].schema.parse(event), event)) return event;
  throw new Error(`${JSON.stringify(event)} has more than the schema of ${type}.`);
}

export interface Ended extends Partial<Pick<NewSubmission, 'webhookUrl' | 'asynchronous' | 'stateless'>> {
  readonly report?: Partial<EngineReport>;
}

export interface Webhooks {
  readonly secretsKey: string;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly endpoints: WebhookEndpointStore;
  readonly log: WebhookLog;
  newOrganization(): Promise<string>;
  newEndpoint(
    organizationId: string,
    url: string,
    events?: readonly EventType[],
  ): Promise<{ id: string; secret: string }>;
  /** Ends a submission and returns the deliveries that follow. */
  end(organizationId: string, ended?: Ended): Promise<{ submissionId: string; deliveryIds: readonly string[] }>;
  close(): Promise<void>;
}

export async function startWebhooks(databaseUrl: string): Promise<Webhooks> {
  const database = await connectDatabase(databaseUrl);
  const secretsKey = randomBytes(32).toString('base64');
  const sealer = readSealer(secretsKey, { production: true });
  const endpoints = webhookEndpointStore(database, sealer);
  const acceptance = acceptanceStore(database);
  const submissions = submissionStore(database);
  return {
    secretsKey,
    database,
    sealer,
    endpoints,
    log: webhookLog(database),
    async newOrganization() {
      const slug = `hooks-${randomUUID()}`;
      return (await organizationStore(database).create({ name: 'Hooks', slug, planTier: 'growth' })).id;
    },
    async newEndpoint(organizationId, url, events = EVENT_TYPES) {
      const { id, signingSecret } = await endpoints.create(organizationId, { url, events, active: true });
      return { id, secret: signingSecret };
    },
    async end(organizationId, { report, ...requested } = {}) {
      const submission = {
        region: 'eu-central-1',
        originalSha256: 'a'.repeat(64),
        sizeBytes: 1_000,
        options: DEFAULT_OPTIONS,
        requestId: 'req_test',
        apiVersion: API_VERSION,
        ...requested,
      } as const;
      const { submissionId } = (await acceptance.accept(organizationId, submission, null)).record;
      const outcome = { stageDurationsMs: {}, processingTimeMs: 12, proof: null };
      const committed = await submissions.commit(submissionId, { ...outcome, report: { ...REPORT, ...report } });
      return { submissionId, deliveryIds: committed?.deliveryIds ?? [] };
    },
    close: () => database.close(),
  };
}

export function attemptOf(begun: Begun) {
  if (begun.kind !== 'attempt') throw new Error(`It is ${begun.kind}.`);
  return begun.attempt;
}
