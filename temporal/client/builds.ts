/** Which builds of the workers have documents under way, by what Temporal knows of them. */
import type { Client } from '@temporalio/client';
import { withDeadline } from './deadline.ts';

/** What only workers of its build can go on with. */
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
