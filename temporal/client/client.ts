/** Calls to Temporal. The connection is lazy: an unreachable server shows in `ready`. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Client,
  Connection,
  TerminatedFailure,
  type Workflow,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
  type WorkflowResultType,
  type WorkflowStartOptions,
} from '@temporalio/client';
import {
  COMPARISON_TIMEOUT_MS,
  type ComparisonInput,
  type ComparisonResult,
  comparisonWorkflowId,
} from '#domain/compare.ts';
import { SEARCH_ATTRIBUTES } from '#domain/search-attributes.ts';
import {
  pipelineQueue,
  type Priority,
  sizeLabel,
  STATELESS_TIMEOUT_MS,
  type SubmissionInput,
  type SubmissionResult,
  submissionWorkflowId,
} from '#domain/submission.ts';
import type { compareDocuments, submission } from '#workflows/index.ts';
import type { TemporalConfig } from '#src/config.ts';
import { type BatchCalls, batchCalls } from './batches.ts';
import { type BuildCalls, buildCalls } from './builds.ts';
import { type DataCalls, dataCalls } from './privacy.ts';
import { type DeliveryCalls, deliveryCalls } from './deliveries.ts';
import { type MailCalls, mailCalls } from './mails.ts';
import { type PaymentCalls, paymentCalls } from './payments.ts';
import { type PrintCalls, printCalls } from './prints.ts';
import { type ProgressCalls, progressCalls } from './progress.ts';
import { type RestorationCalls, restorationCalls } from './restorations.ts';
import { tracedClient } from '#temporal/tracing.ts';
import { connectionOptions } from './connection.ts';
import { isUnanswered, withDeadline } from './deadline.ts';

export interface TemporalClient
  extends
    BatchCalls,
    BuildCalls,
    DataCalls,
    DeliveryCalls,
    MailCalls,
    PaymentCalls,
    PrintCalls,
    ProgressCalls,
    RestorationCalls {
  /** Starts `doc-{submissionId}` on the region's queue. Starting it twice is harmless. */
  startSubmission(input: SubmissionInput, priority: Priority): Promise<void>;
  /** Resolves true when the submission reached a terminal state within the time, false otherwise. */
  awaitSubmission(submissionId: string, timeoutMs: number): Promise<boolean>;
  /**
   * Runs a stateless submission to its end on the given queue; null when the signal came first, and then it is
   * cancelled. Only to make an output once more it may run again and again.
   */
  runStateless(input: SubmissionInput, taskQueue: string, signal: AbortSignal): Promise<SubmissionResult | null>;
  /** Runs `compare-{comparisonId}` to its end; null when the signal came first, and then it is cancelled. */
  compare(input: ComparisonInput, signal: AbortSignal): Promise<ComparisonResult | null>;
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** A lower number is sooner; 5 is for maintenance. */
const PRIORITY_KEYS: Readonly<Record<Priority, number>> = { sync: 2, async: 3, batch: 4 };
const READY_TIMEOUT_MS = 2_000;
const CANCELLED_WITHIN_MS = 5_000;
const RETRY_MS = 500;
/** Nobody waits longer. A workflow that lives on would block the same document. */
const STATELESS_LIFE_MS = STATELESS_TIMEOUT_MS + 10_000;

/** @param isTraced whether started workflows belong to the trace of the caller */
export async function connectTemporal(config: TemporalConfig, isTraced = false): Promise<TemporalClient> {
  const { namespace } = config;
  const connection = Connection.lazy(await connectionOptions(config));
  const client = new Client({ connection, namespace, ...(isTraced && tracedClient()) });
  return {
    ...submissionCalls(client),
    ...batchCalls(client),
    ...buildCalls(client),
    ...dataCalls(client),
    ...deliveryCalls(client),
    ...mailCalls(client),
    ...paymentCalls(client),
    ...printCalls(client),
    ...progressCalls(client),
    ...restorationCalls(client),
    runStateless: (input, taskQueue, signal) => runStateless(client, input, taskQueue, signal),
    compare: (input, signal) => runComparison(client, input, signal),
    ready: async () => {
      const request = { namespace };
      await connection.withDeadline(Date.now() + READY_TIMEOUT_MS, () =>
        connection.workflowService.describeNamespace(request),
      );
    },
    close: () => connection.close(),
  };
}

/** The worker calls it too, which has a client of its own. */
export function submissionCalls(client: Client): Pick<TemporalClient, 'startSubmission' | 'awaitSubmission'> {
  return {
    async startSubmission(input, priority) {
      const start = () => client.workflow.start<typeof submission>('submission', startOptions(input, priority));
      try {
        await withDeadline(client, start);
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },

    async awaitSubmission(submissionId, timeoutMs) {
      const workflowId = submissionWorkflowId(submissionId);
      try {
        await client.withAbortSignal(AbortSignal.timeout(timeoutMs), () => resultOf(client, workflowId));
        return true;
      } catch (error) {
        if (error instanceof WorkflowFailedError) return true; // cancelled or terminated by an operator
        if (error instanceof WorkflowNotFoundError || isUnanswered(error)) return false;
        throw error;
      }
    },
  };
}

async function runComparison(
  client: Client,
  input: ComparisonInput,
  signal: AbortSignal,
): Promise<ComparisonResult | null> {
  const { comparisonId, organizationId, region, sizeBytesA, sizeBytesB, normalizeFirst } = input;
  const start = () =>
    client.workflow.start<typeof compareDocuments>('compareDocuments', {
      workflowId: comparisonWorkflowId(comparisonId),
      taskQueue: pipelineQueue(region),
      args: [input],
      workflowTaskTimeout: '5 seconds',
      // Ends the workflow of a caller that was killed while it waited.
      workflowExecutionTimeout: 2 * COMPARISON_TIMEOUT_MS,
      priority: { priorityKey: PRIORITY_KEYS.sync, fairnessKey: organizationId },
      typedSearchAttributes: [
        { key: SEARCH_ATTRIBUTES.OrgId, value: organizationId },
        { key: SEARCH_ATTRIBUTES.SizeBytes, value: sizeBytesA + sizeBytesB },
      ],
      staticSummary: `${sizeLabel(sizeBytesA)} and ${sizeLabel(sizeBytesB)} · ${region}${normalizeFirst ? ' · normalized' : ''}`,
    });
  const { workflowId } = await withDeadline(client, start);
  return resultUnless<typeof compareDocuments>(signal, client, workflowId);
}

/**
 * Answers the result of the last run: one whose build of the workers is gone is ended, and begins anew under the same
 * id.
 */
async function resultOf<T extends Workflow>(client: Client, workflowId: string): Promise<WorkflowResultType<T>> {
  for (;;) {
    const handle = client.workflow.getHandle<T>(workflowId);
    try {
      return await handle.result();
    } catch (error) {
      const wasEnded = error instanceof WorkflowFailedError && error.cause instanceof TerminatedFailure;
      if (!wasEnded || (await handle.describe()).status.name !== 'RUNNING') throw error;
    }
  }
}

/** The workflow's result, or null when the signal came first: then the workflow is cancelled. */
async function resultUnless<T extends Workflow>(
  signal: AbortSignal,
  client: Client,
  workflowId: string,
): Promise<WorkflowResultType<T> | null> {
  // The SDK does not look at a signal that came before the call.
  while (!signal.aborted) {
    try {
      return await client.withAbortSignal(signal, () => resultOf<T>(client, workflowId));
    } catch (error) {
      if (!signal.aborted && !isUnanswered(error)) throw error;
    }
    // The server was away for a moment: the workflow goes on, and so does the waiting.
    await delay(RETRY_MS, null, { signal }).catch(() => null);
  }
  await withDeadline(client, () => client.workflow.getHandle(workflowId).cancel());
  return null;
}

async function runStateless(
  client: Client,
  input: SubmissionInput,
  taskQueue: string,
  signal: AbortSignal,
): Promise<SubmissionResult | null> {
  const options = { ...startOptions(input, 'sync'), taskQueue, workflowExecutionTimeout: STATELESS_LIFE_MS };
  const again = input.spooled?.repeats === true ? `-again-${randomUUID()}` : '';
  const workflowId = options.workflowId + again;
  await startInsistently(client, { ...options, workflowId });
  const result = await resultUnless<typeof submission>(signal, client, workflowId);
  // The caller removes the files next: what is still at work must not leave another one behind.
  const end = () => resultOf(client, workflowId).catch(() => null);
  if (result === null) await client.withAbortSignal(AbortSignal.timeout(CANCELLED_WITHIN_MS), end);
  return result;
}

/** A start that was not answered may have happened: the second one finds the first, running or closed. */
async function startInsistently(client: Client, options: WorkflowStartOptions<typeof submission>): Promise<void> {
  const start = () => client.workflow.start<typeof submission>('submission', options);
  for (let attempt = 1; ; attempt++) {
    try {
      await withDeadline(client, start);
      return;
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return;
      if (attempt === 2 || !isUnanswered(error)) throw error;
    }
  }
}

function startOptions(input: SubmissionInput, priority: Priority): WorkflowStartOptions<typeof submission> {
  const { submissionId, organizationId, region, originalSha256, sizeBytes, options, batchId, spooled } = input;
  const { OrgId, BatchId, InputSha256, SizeBytes, Stateless } = SEARCH_ATTRIBUTES;
  return {
    workflowId: submissionWorkflowId(submissionId),
    taskQueue: pipelineQueue(region),
    args: [input],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowTaskTimeout: '5 seconds',
    // The workflow bounds processing itself, at 25 minutes. This only ends one that an operator forgot: the commit of
    // an outcome outlasts a long outage of the database, and no submission is left without one.
    workflowExecutionTimeout: '24 hours',
    priority: { priorityKey: PRIORITY_KEYS[priority], fairnessKey: organizationId },
    typedSearchAttributes: [
      { key: OrgId, value: organizationId },
      ...(batchId ? [{ key: BatchId, value: batchId }] : []),
      { key: InputSha256, value: originalSha256 },
      { key: SizeBytes, value: sizeBytes },
      { key: Stateless, value: spooled !== undefined },
    ],
    staticSummary: `${sizeLabel(sizeBytes)} · ${region} · ${options.signedPdfPolicy}`,
    staticDetails: optionsTable(options),
  };
}

function optionsTable(options: SubmissionInput['options']): string {
  const rows = Object.entries(options).map(([name, value]) => `| ${name} | ${value} |`);
  return ['| option | value |', '|---|---|', ...rows].join('\n');
}
