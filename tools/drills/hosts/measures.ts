/** What the rows and the histories say of how it went. */
import type { Client } from '@temporalio/client';
import type { Database } from '#store/database/database.ts';

export interface Recovery {
  /** Documents that were accepted before, and had not ended. */
  readonly underWay: number;
  /** From the moment until the last of them had ended, in seconds. */
  readonly lastEndedS: number;
  /** The longest time in which no document ended, in the minutes after it. */
  readonly longestPauseS: number;
}

const RECOVERY = `with ended as (
    select completed_at from submission where completed_at >= $1::timestamptz
    union all select $1::timestamptz
  ), pauses as (
    select completed_at - lag(completed_at) over (order by completed_at) as pause from ended
  )
  select (select count(*) from submission where created_at < $1::timestamptz and completed_at >= $1::timestamptz)::int as under_way,
    coalesce((select extract(epoch from max(completed_at) - $1::timestamptz) from submission
      where created_at < $1::timestamptz and completed_at >= $1::timestamptz), 0)::float as last_ended,
    coalesce((select extract(epoch from max(pause)) from pauses), 0)::float as longest_pause`;

export async function recoveryAfter(database: Database, moment: Date): Promise<Recovery> {
  const [row] = await database
    .system()
    .execute<{ under_way: number; last_ended: number; longest_pause: number }[]>(
      RECOVERY.replaceAll('$1', `'${moment.toISOString()}'`),
    );
  if (row === undefined) throw new Error('PostgreSQL has answered nothing.');
  return { underWay: row.under_way, lastEndedS: row.last_ended, longestPauseS: row.longest_pause };
}

/** Documents that ended in that time, each second. */
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
  /** Workflows whose tasks more than one build has completed. */
  readonly mixed: readonly string[];
}

/** Of the documents that began after the moment. */
export async function versionsSince(client: Client, moment: Date): Promise<Versions> {
  const byBuild = new Map<string, number>();
  const mixed: string[] = [];
  const query = `WorkflowType = 'submission' AND StartTime > '${moment.toISOString()}' AND ExecutionStatus = 'Completed'`;
  for await (const { workflowId, runId } of client.workflow.list({ query })) {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    const builds = new Set(
      (events ?? []).flatMap(({ workflowTaskCompletedEventAttributes: task }) => {
        // The queue of a host has no versions: what is stateless ends where it is.
        return task == null ? [] : [task.deploymentVersion?.buildId ?? 'no version, stateless'];
      }),
    );
    if (builds.size > 1) mixed.push(workflowId);
    for (const build of builds) byBuild.set(build, (byBuild.get(build) ?? 0) + 1);
  }
  return { byBuild, mixed };
}
