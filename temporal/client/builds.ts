/** Which builds of the workers have documents under way, by what Temporal knows of them. */
import { Client, Connection } from '@temporalio/client';
import type { TemporalConfig } from '#src/config.ts';
import { connectionOptions } from './connection.ts';
import { withDeadline } from './deadline.ts';

export interface BuildCalls {
  /** Workflows that only workers of a build can go on with: their counts, by its id. Those that have ended are not known. */
  pinnedByBuild(): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

export async function connectBuilds(config: TemporalConfig): Promise<BuildCalls> {
  const connection = Connection.lazy(await connectionOptions(config));
  const client = new Client({ connection, namespace: config.namespace });
  return {
    async pinnedByBuild() {
      const query = `ExecutionStatus = 'Running' AND TemporalWorkflowVersioningBehavior = 'Pinned'`;
      const counts = new Map<string, number>();
      await withDeadline(client, async () => {
        for await (const { searchAttributes } of client.workflow.list({ query })) {
          // `queue:build`
          const [version] = searchAttributes['TemporalWorkerDeploymentVersion'] ?? [];
          const build = String(version).split(':').at(-1) ?? '';
          counts.set(build, (counts.get(build) ?? 0) + 1);
        }
      });
      return counts;
    },
    close: () => connection.close(),
  };
}
