/**
 * The live workers and the isolation of their parsers, which each worker reports. Times come from the database, so
 * that a wrong clock of a host does not make a dead worker live.
 */
import { defineEntity } from '@mikro-orm/core';
import { PARSER_ISOLATIONS, type ParserIsolation } from '#domain/parser-isolation.ts';
import type { Database } from './database.ts';

const p = defineEntity.properties;

export const WorkerHeartbeatEntity = defineEntity({
  name: 'WorkerHeartbeat',
  tableName: 'worker_heartbeat',
  properties: {
    workerId: p.uuid().primary(),
    parserIsolation: p.enum(PARSER_ISOLATIONS),
    parserWalls: p.array(),
    /** The build of the code, and the task queues of the worker. */
    buildId: p.text(),
    taskQueues: p.array(),
    startedAt: p.datetime(),
    seenAt: p.datetime(),
  },
});

export interface LiveWorker {
  readonly parserIsolation: ParserIsolation;
  readonly parserWalls: readonly string[];
}

export interface BeatingWorker extends LiveWorker {
  readonly buildId: string;
  readonly taskQueues: readonly string[];
}

export type WorkerHeartbeats = ReturnType<typeof workerHeartbeats>;

/** A worker that missed two beats is not there. */
export const HEARTBEAT_MS = 10_000;
const LIVE_SECONDS = (3 * HEARTBEAT_MS) / 1000;

const BEAT = `
  insert into worker_heartbeat (worker_id, parser_isolation, parser_walls, build_id, task_queues, started_at, seen_at)
  values (?, ?, array(select value from json_array_elements_text(?::json)), ?,
    array(select value from json_array_elements_text(?::json)), now(), now())
  on conflict (worker_id) do update set seen_at = excluded.seen_at`;

/** Removes rows of killed workers, and skips locked rows. */
const CLEAR = `
  delete from worker_heartbeat where worker_id in (
    select worker_id from worker_heartbeat where seen_at < now() - interval '1 hour' limit 10 for update skip locked)`;

const LIVE = `
  select parser_isolation as "parserIsolation", parser_walls as "parserWalls" from worker_heartbeat
  where seen_at > now() - make_interval(secs => ?) order by started_at desc, worker_id limit 100`;

const YOUNGEST_BUILD = `
  select build_id as build from worker_heartbeat
  where seen_at > now() - make_interval(secs => ?) order by started_at desc, worker_id limit 1`;

const LIVE_BUILDS = `
  select task_queue as "taskQueue", array_agg(distinct build_id) as builds
  from worker_heartbeat, unnest(task_queues) as task_queue
  where seen_at > now() - make_interval(secs => ?) group by task_queue order by task_queue`;

export function workerHeartbeats(db: Database) {
  return {
    async beat(workerId: string, { parserIsolation, parserWalls, buildId, taskQueues }: BeatingWorker): Promise<void> {
      const em = db.system();
      const queues = JSON.stringify(taskQueues);
      await em.execute(BEAT, [workerId, parserIsolation, JSON.stringify(parserWalls), buildId, queues]);
      await em.execute(CLEAR);
    },
    /** The worker has ended: nothing more is said of it. */
    async end(workerId: string): Promise<void> {
      await db.system().nativeDelete(WorkerHeartbeatEntity, { workerId });
    },
    /** Answers the build of the worker that was started last, of those that were seen of late. */
    async youngestBuild(): Promise<string | null> {
      const [row] = await db.system().execute<{ build: string }[]>(YOUNGEST_BUILD, [LIVE_SECONDS]);
      return row?.build ?? null;
    },
    /** Answers the workers that were seen of late, the newest first; not more than a hundred. */
    live: (): Promise<LiveWorker[]> => db.system().execute<LiveWorker[]>(LIVE, [LIVE_SECONDS]),
    /** Answers, of the workers that were seen of late, which builds take work of each task queue. */
    async liveBuilds(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
      const rows = await db.system().execute<{ taskQueue: string; builds: string[] }[]>(LIVE_BUILDS, [LIVE_SECONDS]);
      return new Map(rows.map(({ taskQueue, builds }) => [taskQueue, new Set(builds)]));
    },
  };
}
