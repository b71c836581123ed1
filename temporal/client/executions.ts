/** Temporal's histories of an organization. They contain ids and hashes, and are removed with the documents. */
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { withDeadline } from './deadline.ts';

/** Ending what runs takes the server its time. */
const DELETION_TIMEOUT_MS = 10_000;
const UUID = /^[0-9a-f-]{36}$/i;
const SHA256 = /^[0-9a-f]{64}$/;
/** `google.rpc.Code` */
const NOT_FOUND = 5;

export function executionCalls(client: Client) {
  const remove = async (workflowExecution: { readonly workflowId: string; readonly runId?: string }) => {
    const { workflowService } = client;
    const request = { namespace: client.options.namespace, workflowExecution };
    try {
      await withDeadline(client, () => workflowService.deleteWorkflowExecution(request), DELETION_TIMEOUT_MS);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  };
  return {
    /** Ends it if it runs, and removes its history. Nothing when there is none. */
    deleteExecution: (workflowId: string): Promise<void> => remove({ workflowId }),

    /**
     * Deletes every run of all executions of the organization but these, or of one document. Returns the number of
     * running ones. The server ends them at once, but lists them until it deletes them.
     */
    async deleteExecutionsOf(
      organizationId: string,
      { except, sha256 }: { readonly except: readonly string[]; readonly sha256?: string },
    ): Promise<number> {
      let running = 0;
      const query = queryOf(organizationId, sha256);
      for await (const { workflowId, runId, status } of client.workflow.list({ query, pageSize: 200 })) {
        if (except.includes(workflowId)) continue;
        await remove({ workflowId, runId });
        if (status.name === 'RUNNING') running += 1;
      }
      return running;
    },
  };
}

/** Ids and hashes alone come into a query. */
function queryOf(organizationId: string, sha256: string | undefined): string {
  if (!UUID.test(organizationId) || (sha256 !== undefined && !SHA256.test(sha256))) {
    throw new Error('This is not an id or a hash.');
  }
  const ofOrganization = `OrgId = '${organizationId}'`;
  if (sha256 === undefined) return ofOrganization;
  return `${ofOrganization} AND (InputSha256 = '${sha256}' OR OutputSha256 = '${sha256}')`;
}

function isNotFound(error: unknown): boolean {
  if (error instanceof WorkflowNotFoundError) return true;
  return error instanceof Error && Reflect.get(error, 'code') === NOT_FOUND;
}
