/** Requests of the API to Temporal about printed pages. */
import { type Client, WorkflowFailedError } from '@temporalio/client';
import { ownerOf, PRINT_TIMEOUT_MS, type PrintInput, type PrintOutcome, printWorkflowId } from '#domain/printing.ts';
import { SEARCH_ATTRIBUTES } from '#domain/search-attributes.ts';
import { pipelineQueue } from '#domain/submission.ts';
import type { print } from '#workflows/index.ts';
import { isUnanswered, withDeadline } from './deadline.ts';

export type PrintCalls = ReturnType<typeof printCalls>;

/** Somebody waits for it. */
const PRIORITY_KEY = 2;

export function printCalls(client: Client) {
  return {
    /**
     * Runs `print-{id}`, or waits for the running one. Null if the signal came first, or if it failed. A signal ends
     * the waiting alone: others may wait for the same page.
     */
    async print(input: PrintInput, signal: AbortSignal): Promise<PrintOutcome | null> {
      const start = () =>
        client.workflow.start<typeof print>('print', {
          workflowId: printWorkflowId(input),
          taskQueue: pipelineQueue(input.region),
          args: [input],
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowTaskTimeout: '5 seconds',
          workflowExecutionTimeout: 2 * PRINT_TIMEOUT_MS,
          priority: { priorityKey: PRIORITY_KEY, fairnessKey: ownerOf(input) },
          // The deletion of an organization finds the workflow by this attribute.
          ...(input.kind !== 'deletion' && {
            typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.OrgId, value: input.organizationId }],
          }),
          staticSummary: `Printed ${input.kind}`,
        });
      const handle = await withDeadline(client, start);
      if (signal.aborted) return null;
      try {
        return await client.withAbortSignal(signal, () => handle.result());
      } catch (error) {
        if (signal.aborted || error instanceof WorkflowFailedError || isUnanswered(error)) return null;
        throw error;
      }
    },
  };
}
