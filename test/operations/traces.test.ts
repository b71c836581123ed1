/**
 * Tests that a local collector of traces gets one trace of a document: request, workflow, stages, commit and webhook.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { STAGE_NAMES } from '#domain/pipeline.ts';
import { startTracing, type Tracing } from '#src/tracing/tracing.ts';
import { createSender } from '#src/webhooks/send.ts';
import { connectTemporal, type TemporalClient } from '#temporal/client/client.ts';
import { type Api, pdfSaying, startApi, submissionOf } from '#test/support/api.ts';
import { type Receiver, startReceiver, startWebhooks, type Webhooks } from '#test/support/deliveries.ts';
import { type Service, startService } from '#test/support/service.ts';

/** A span in the JSON form of OTLP (opentelemetry-proto, trace.proto). */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
  readonly links?: readonly { readonly traceId: string }[];
}

const LOCAL = { http: true, loopback: true };
const CALLERS_TRACE = '0af7651916cd43dd8448eb211c80319c';

const spans: Span[] = [];
let collector: Server;
let tracing: Tracing;
let service: Service;
let webhooks: Webhooks;
let temporal: TemporalClient;
let api: Api;
let receiver: Receiver;

beforeAll(async () => {
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      spans.push(...spansOf(body));
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const address = collector.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${port}`;
  tracing = startTracing({ name: 'fixpoint-worker', version: '0.0.0' }, { warn: () => undefined });

  service = await startService(inject('parts'));
  webhooks = await startWebhooks(inject('parts').databaseUrl);
  receiver = await startReceiver();
  const send = createSender({ rules: LOCAL });
  const parser = { processes: 1, memoryMb: 1024 };
  await service.workHere({ parser, tracing, webhooks: { sealer: webhooks.sealer, send } });
  await service.pauseSchedules();
  const { namespace } = service.client.options;
  temporal = await connectTemporal({ address: inject('parts').temporal.address, namespace }, true);
  api = await startApi({ temporal, settings: { receivers: LOCAL } });
});
afterAll(async () => {
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  await api.close();
  await temporal.close();
  await webhooks.close();
  await receiver.close();
  await service.close();
  collector.close();
});

test('one trace leads from the request through the workflow and its stages to the webhook', async () => {
  const tenant = await api.newTenant();
  const headers = { Prefer: 'respond-async', traceparent: `00-${CALLERS_TRACE}-b7ad6b7169203331-01` };
  const fields = { webhook_url: `${receiver.url}/traced` };
  const response = await api.postForm(pdfSaying('traced'), tenant, fields, headers);
  expect(response.status).toBe(202);
  const { submissionId } = await submissionOf(response);
  await expect.poll(() => receiver.calls.length).toBe(1);
  await expect.poll(() => namesOf(rootOf(submissionId))).toContain('RunWorkflow:deliver');

  const root = rootOf(submissionId);
  expect(root.name).toBe('POST /api/normalize');
  expect(attribute(root, 'fixpoint.request_id')).toBe(response.headers.get('X-Request-Id'));
  const names = namesOf(root);
  for (const stage of STAGE_NAMES) expect(names).toContain(`RunActivity:${stage}`);
  for (const name of ['StartWorkflow:submission', 'RunWorkflow:submission', 'RunActivity:commit']) {
    expect(names).toContain(name);
  }
  expect(names).toContain('RunActivity:attemptDelivery');

  // Every span belongs to the request.
  const mine = spans.filter(({ traceId }) => traceId === root.traceId);
  const ids = new Set(mine.map(({ spanId }) => spanId));
  expect(mine.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId))).toEqual([root]);
});

test('a caller has no say in the id of the trace: theirs is a link', () => {
  const request = spans.find(({ name }) => name === 'POST /api/normalize');
  expect(request?.traceId).not.toBe(CALLERS_TRACE);
  expect(request?.links?.map(({ traceId }) => traceId)).toEqual([CALLERS_TRACE]);
});

test('no span says who somebody is, or what a file is called', () => {
  const text = JSON.stringify(spans);
  expect(text).not.toContain('fxp_');
  expect(text).not.toContain('traced.pdf');
  expect(text).not.toContain(receiver.url);
});

function rootOf(submissionId: string): Span {
  const root = spans.find((span) => attribute(span, 'fixpoint.submission_id') === submissionId);
  return root ?? { traceId: '', spanId: '', name: 'none yet', attributes: [] };
}

function namesOf({ traceId }: Span): string[] {
  void tracing.spans.forceFlush();
  return spans.filter((span) => span.traceId === traceId).map(({ name }) => name);
}

function attribute({ attributes }: Span, wanted: string): string | undefined {
  return attributes.find(({ key }) => key === wanted)?.value.stringValue;
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

function spansOf(body: unknown): readonly Span[] {
  return (body as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
}
