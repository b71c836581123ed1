/** Measures a scene by the rows and the histories. */
import type { Client } from '@temporalio/client';
import type { Database } from '#store/database/database.ts';

export interface Recovery {
  /** Documents that were accepted before and had not ended. */
  readonly underWay: number;
  /** The seconds from the event to the end of the last of them. */
  readonly lastEndedS: number;
  /** The longest time without an ended document in the following minutes. */
  readonly longestPauseS: number;
}

const RECOVERY = `with moment as (select ?::timestamptz as at), ended as (
    select completed_at from submission, moment where completed_at >= at
    union all select at from moment
  ), under_way as (
    select completed_at - at as lasted from submission, moment where created_at < at and completed_at >= at
  ), pauses as (
    select completed_at - lag(completed_at) over (order by completed_at) as pause from ended
  )
  select (select count(*) from under_way)::int as "underWay",
    coalesce((select extract(epoch from max(lasted)) from under_way), 0)::float as "lastEndedS",
    coalesce((select extract(epoch from max(pause)) from pauses), 0)::float as "longestPauseS"`;

export async function recoveryAfter(database: Database, moment: Date): Promise<Recovery> {
  const [row] = await database.system().execute<Recovery[]>(RECOVERY, [moment]);
  if (row === undefined) throw new Error('PostgreSQL has answered nothing.');
  return row;
}

/** The number of documents that ended in each second of that time. */
export async function endedEachSecond(database: Database, since: Date, until: Date): Promise<number> {
  const [row] = await database
    .system()
    .execute<{ n: number }[]>(
      `select count(*)::int as n from submission where completed_at >= ? and completed_at < ?`,
      [since, until],
    );
  return (row?.n ?? 0) / ((until.getTime() - since.getTime()) / 1_000);
}

export interface Versions {
  /** Ended documents by the build that ran them. */
  readonly byBuild: ReadonlyMap<string, number>;
  /** The workflows with tasks from more than one build. */
  readonly mixed: readonly string[];
}

/** The builds of documents that started after this time. */
export async function versionsSince(client: Client, moment: Date): Promise<Versions> {
  const byBuild = new Map<string, number>();
  const mixed: string[] = [];
  const query = `WorkflowType = 'submission' AND StartTime > '${moment.toISOString()}' AND ExecutionStatus = 'Completed'`;
  for await (const { workflowId, runId } of client.workflow.list({ query })) {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    const builds = new Set(
      (events ?? []).flatMap(({ workflowTaskCompletedEventAttributes: task }) => {
        // The queue of a host has no versions, because a stateless document ends where it started.
        return task == null ? [] : [task.deploymentVersion?.buildId ?? 'no version, stateless'];
      }),
    );
    if (builds.size > 1) mixed.push(workflowId);
    for (const build of builds) byBuild.set(build, (byBuild.get(build) ?? 0) + 1);
  }
  return { byBuild, mixed };
}
