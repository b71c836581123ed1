/**
 * The trace goes through Temporal by the SDK's own interceptors: it is in the headers of what the client starts, of the workflow and
 * of its activities. Only what is traced has them.
 */
import type { ClientInterceptors } from '@temporalio/client';
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry/lib/client/index.js';
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
} from '@temporalio/interceptors-opentelemetry/lib/worker/index.js';
import type { WorkerOptions } from '@temporalio/worker';
import type { Tracing } from '#src/tracing/tracing.ts';

export function tracedClient(): { interceptors: ClientInterceptors } {
  return { interceptors: { workflow: [new OpenTelemetryWorkflowClientInterceptor()] } };
}

/** For workers whose bundle of workflows is traced too (`worker/bundle.ts`). */
export function tracedWorker({ spans, resource }: Tracing): Pick<WorkerOptions, 'interceptors' | 'sinks'> {
  return {
    interceptors: { activity: [(ctx) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(ctx) })] },
    sinks: { exporter: makeWorkflowExporter(spans, resource) },
  };
}
