/** Requests of the service to Temporal about exports, erasures and deletions of organizations. */
import {
  ApplicationFailure,
  type Client,
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowStartOptions,
  WorkflowUpdateFailedError,
} from '@temporalio/client';
import { COOLING_OFF_EXPIRED, type DeletionInput, deletionWorkflowId } from '#domain/privacy/account-deletion.ts';
import { type ExportInput, exportWorkflowId } from '#domain/privacy/data-export.ts';
import { type ErasureInput, type ErasureScope, erasureWorkflowId } from '#domain/privacy/erasure.ts';
import { SEARCH_ATTRIBUTES } from '#domain/search-attributes.ts';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import type { accountDeletion, dataExport, erasure } from '#workflows/index.ts';
import { cancelUpdate } from '#workflows/messages.ts';
import { withDeadline } from './deadline.ts';

export type DataCalls = ReturnType<typeof dataCalls>;

/** This is maintenance, which waits anyway. */
const PRIORITY_KEY = 5;
/** The call waits until the cancellation is in the row. */
const CANCEL_TIMEOUT_MS = 15_000;

export function dataCalls(client: Client) {
  const soon = <T>(call: () => Promise<T>): Promise<T> => withDeadline(client, call);
  return {
    /** Starts `export-{exportId}`. Harmless to repeat; one that was ended by force begins anew. */
    async startExport(input: ExportInput): Promise<void> {
      const start = () =>
        client.workflow.start<typeof dataExport>('dataExport', {
          ...common(input.organizationId, 'Export of data'),
          workflowId: exportWorkflowId(input.exportId),
          args: [input],
          workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
        });
      try {
        await soon(start);
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },

    /** Starts `erase-{organizationId}-{scope}`. Harmless while it runs. */
    async startErasure(input: ErasureInput, scope: ErasureScope): Promise<void> {
      await soon(() =>
        client.workflow.start<typeof erasure>('erasure', {
          ...common(input.organizationId, scope === 'all' ? 'Erasure of everything' : 'Erasure of a document'),
          workflowId: erasureWorkflowId(input.organizationId, scope),
          args: [input],
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        }),
      );
    },

    /** Starts `delete-{organizationId}`. Harmless while it runs. */
    async startDeletion(input: DeletionInput): Promise<void> {
      await soon(() => client.workflow.start<typeof accountDeletion>('accountDeletion', deletionOptions(input)));
    },

    /** Answers false when it is too late. Starts the workflow first where that has not happened yet. */
    async cancelDeletion(input: DeletionInput, memberId: string): Promise<boolean> {
      const cancel = () => {
        const startWorkflowOperation = new WithStartWorkflowOperation<typeof accountDeletion>(
          'accountDeletion',
          deletionOptions(input),
        );
        const options = { startWorkflowOperation, args: [memberId] satisfies [string] };
        return client.workflow.executeUpdateWithStart(cancelUpdate, options);
      };
      try {
        await client.withDeadline(Date.now() + CANCEL_TIMEOUT_MS, cancel);
        return true;
      } catch (error) {
        if (isTooLate(error)) return false;
        throw error;
      }
    },
  };
}

function common(organizationId: string, staticSummary: string) {
  return {
    taskQueue: CONTROL_QUEUE,
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
    priority: { priorityKey: PRIORITY_KEY, fairnessKey: organizationId },
    typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.OrgId, value: organizationId }],
    staticSummary,
  } satisfies Partial<WorkflowStartOptions>;
}

function deletionOptions(input: DeletionInput) {
  return {
    ...common(input.organizationId, 'Deletion of the organization'),
    workflowId: deletionWorkflowId(input.organizationId),
    args: [input] satisfies [DeletionInput],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
  };
}

function isTooLate(error: unknown): boolean {
  if (!(error instanceof WorkflowUpdateFailedError)) return false;
  return error.cause instanceof ApplicationFailure && error.cause.type === COOLING_OFF_EXPIRED;
}
