/** Lists the builds of the workers that have documents in progress, as Temporal knows them. */
import type { Client } from '@temporalio/client';
import { withDeadline } from './deadline.ts';

/** Only workers of the same build can continue these workflows. */
export const PINNED = `ExecutionStatus = 'Running' AND TemporalWorkflowVersioningBehavior = 'Pinned'`;

export type BuildCalls = ReturnType<typeof buildCalls>;

export function buildCalls(client: Client) {
  return {
    /** Counts of pinned workflows under way, by the id of their build; none of a build that has none. */
    async pinnedByBuild(): Promise<ReadonlyMap<string, number>> {
      const counts = new Map<string, number>();
      await withDeadline(client, async () => {
        for await (const { searchAttributes } of client.workflow.list({ query: PINNED })) {
          // `queue:build`
          const [version] = searchAttributes['TemporalWorkerDeploymentVersion'] ?? [];
          const build = String(version).split(':').at(-1) ?? '';
          counts.set(build, (counts.get(build) ?? 0) + 1);
        }
      });
      return counts;
    },
  };
}
