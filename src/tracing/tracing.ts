/**
 * Traces by OpenTelemetry, where `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector: one trace from a request through the workflow and
 * its stages to the webhooks. Whatever asks OpenTelemetry for spans without this gets some that nobody keeps.
 */
import { diag, type DiagLogger, DiagLogLevel } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { Resource } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace-base';

export interface Tracing {
  readonly resource: Resource;
  readonly spans: SpanProcessor;
  /** Sends what has not been sent yet. Never rejects. */
  close(): Promise<void>;
}

export interface TracedService {
  readonly name: 'fixpoint-api' | 'fixpoint-worker';
  readonly version: string;
}

interface Log {
  warn(fields: object, message: string): void;
}

/** The exporter reads the standard variables itself: the endpoint, headers, certificates, and the sampler. */
export function startTracing({ name, version }: TracedService, log: Log): Tracing {
  diag.setLogger(toLog(log), DiagLogLevel.ERROR);
  const resource = new Resource({ 'service.name': name, 'service.version': version });
  const spans = new BatchSpanProcessor(new OTLPTraceExporter());
  const provider = new BasicTracerProvider({ resource, spanProcessors: [spans] });
  provider.register({
    contextManager: new AsyncLocalStorageContextManager().enable(),
    propagator: new W3CTraceContextPropagator(),
  });
  return { resource, spans, close: () => provider.shutdown().catch(() => undefined) };
}

/** What OpenTelemetry cannot do is worth a line, and never a document. */
function toLog(log: Log): DiagLogger {
  const ignore = () => undefined;
  const warn = (message: string) => log.warn({ reason: message }, 'traces not exported');
  return { error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
}
