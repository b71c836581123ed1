/**
 * Worker Deployment Versioning: which build of the workers gets work, and what becomes of documents whose build is
 * gone. Every task queue is a deployment of its own, since regions, hosts and kinds of worker are replaced one by one.
 * `docs/decisions/0008-versions-of-workers.md`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, isGrpcServiceError } from '@temporalio/client';
import proto from '@temporalio/proto';
import type { WorkerOptions } from '@temporalio/worker';
import { MINUTE_MS } from '#domain/duration.ts';
import { PINNED } from './client/builds.ts';
import { withDeadline } from './client/deadline.ts';
import { deleteUnusedVersions, USUAL_MOST_VERSIONS } from './deployment-versions.ts';

/** Build ids of the live workers of each task queue. */
export type LiveBuilds = () => Promise<ReadonlyMap<string, ReadonlySet<string>>>;

export interface Versioning {
  readonly buildId: string;
  readonly liveBuilds: LiveBuilds;
  /** Versions that the server keeps of a queue at most; 100 by default. */
  readonly mostVersions?: number;
  /** The interval at which a worker checks whether its queues have a live version; 15 seconds by default. */
  readonly checkEveryMs?: number;
}

/**
 * The deployment that a worker states when it polls; absent without versions. Long workflows move to new versions by
 * themselves.
 */
export function deploymentOf(
  taskQueue: string,
  versioning: Versioning | undefined,
): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  if (versioning === undefined) return {};
  return {
    workerDeploymentOptions: {
      version: { deploymentName: taskQueue, buildId: versioning.buildId },
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'AUTO_UPGRADE',
    },
  };
}

export interface CurrentVersion {
  stop(): Promise<void>;
}

interface Terms extends Versioning {
  readonly taskQueues: readonly string[];
  /** Called when this build has become the current one of a queue. */
  readonly onCurrent: (taskQueue: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** The versions that the server keeps of a queue, as a share of the most, each time that they were counted. */
  readonly onVersions?: (taskQueue: string, share: number) => void;
  /** Is called now and then while the server does not know the build yet: perhaps it keeps no more versions. */
  readonly onWaiting?: (taskQueue: string, error: unknown) => void;
}

const CHECK_EVERY_MS = 15_000;
const REGISTERED_WITHIN_MS = 60_000;
/** A server that keeps no more versions takes a new one when it forgets an old one, minutes after the last poll of its workers. */
const VERSION_WITHIN_MS = 15 * MINUTE_MS;
const SAY_EVERY_MS = 5_000;
const COUNT_EVERY_MS = 10 * MINUTE_MS;
const POLL_MS = 200;
/**
 * Values of `google.rpc.Code`: not known to the server yet, as a version is for a moment after its workers have begun to
 * poll (NOT_FOUND, FAILED_PRECONDITION); the server is busy or away for a moment (DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED,
 * ABORTED, UNAVAILABLE); or it gives the call up while it is itself being started (CANCELLED).
 */
const NOT_YET: readonly number[] = [1, 4, 5, 8, 9, 10, 14];
/** DEADLINE_EXCEEDED and UNAVAILABLE mean that the server does not answer. */
const AWAY: readonly number[] = [4, 14];

/**
 * Makes this build the current version of its queues, so that the newest worker does the work. It then watches the
 * queues, and becomes current again when the newer version has no worker left, for example after a roll-back. Call it
 * when the workers poll.
 */
export async function becomeCurrent(client: Client, terms: Terms): Promise<CurrentVersion> {
  const { taskQueues, onCurrent, onError, onWaiting, checkEveryMs = CHECK_EVERY_MS } = terms;
  await Promise.all(
    taskQueues.map(async (taskQueue) => {
      const waiting = async (reason: unknown) => {
        onWaiting?.(taskQueue, reason);
        await deleteUnused(client, { ...terms, taskQueues: [taskQueue] }).catch(onError);
      };
      await untilReady(() => setCurrent(client, taskQueue, terms.buildId), VERSION_WITHIN_MS, waiting);
      await untilReady(() => onCurrent(taskQueue), REGISTERED_WITHIN_MS);
    }),
  );
  const stopping = new AbortController();
  const { signal } = stopping;
  const lookAfter = async () => {
    for (let countAt = 0; !signal.aborted;) {
      await sleep(checkEveryMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await takeOver(client, terms).catch(onError);
      if (signal.aborted || Date.now() < countAt) continue;
      const counted = () => void (countAt = Date.now() + COUNT_EVERY_MS);
      await deleteUnused(client, terms).then(counted, onError);
    }
  };
  const looking = lookAfter();
  return {
    async stop() {
      stopping.abort();
      await looking;
    },
  };
}

async function deleteUnused(client: Client, terms: Terms): Promise<void> {
  const { liveBuilds, mostVersions = USUAL_MOST_VERSIONS, buildId, taskQueues, onVersions } = terms;
  const live = await liveBuilds();
  for (const taskQueue of taskQueues) {
    const builds = new Set([...(live.get(taskQueue) ?? []), buildId]);
    const left = await deleteUnusedVersions(client, taskQueue, builds);
    onVersions?.(taskQueue, left / mostVersions);
  }
}

async function takeOver(client: Client, { buildId, liveBuilds, taskQueues, onCurrent }: Terms): Promise<void> {
  const live = await liveBuilds();
  for (const taskQueue of taskQueues) {
    const current = await currentBuild(client, taskQueue);
    if (current === buildId || (current !== null && live.get(taskQueue)?.has(current) === true)) continue;
    await setCurrent(client, taskQueue, buildId);
    // The next round finds this build current, and would not come back to it.
    await untilReady(() => onCurrent(taskQueue), REGISTERED_WITHIN_MS);
  }
}

async function currentBuild(client: Client, taskQueue: string): Promise<string | null> {
  const request = { namespace: client.options.namespace, deploymentName: taskQueue };
  const { workerDeploymentInfo } = await withDeadline(client, () =>
    client.workflowService.describeWorkerDeployment(request),
  );
  return workerDeploymentInfo?.routingConfig?.currentDeploymentVersion?.buildId ?? null;
}

async function setCurrent(client: Client, taskQueue: string, buildId: string): Promise<void> {
  const request = {
    namespace: client.options.namespace,
    deploymentName: taskQueue,
    buildId,
    identity: client.options.identity,
    ignoreMissingTaskQueues: true,
  };
  await withDeadline(client, () => client.workflowService.setWorkerDeploymentCurrentVersion(request));
}

/**
 * Repeats a safe call until the server can answer it, for example because the server is busy or does not know the
 * version yet. It waits for an unreachable server without a limit.
 */
async function untilReady(
  call: () => Promise<void>,
  withinMs: number,
  waiting: (error: unknown) => Promise<void> = async () => undefined,
): Promise<void> {
  let sayAt = Date.now() + SAY_EVERY_MS;
  for (let giveUpAt = Date.now() + withinMs; ;) {
    try {
      await call();
      return;
    } catch (error) {
      const code = codeOf(error);
      if (code === null || Date.now() > giveUpAt || !NOT_YET.includes(code)) throw error;
      if (AWAY.includes(code)) giveUpAt = Date.now() + withinMs;
      if (Date.now() >= sayAt) {
        await waiting(error);
        sayAt = Date.now() + SAY_EVERY_MS;
      }
      await sleep(POLL_MS);
    }
  }
}

/** Clients of schedules wrap what the server answered. */
function codeOf(error: unknown): number | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isGrpcServiceError(cause)) return cause.code;
  }
  return null;
}

/**
 * Starts workflows again that are pinned to a version without workers, with the current version. This is safe, because
 * pinned workflows write their outcome once. Returns their number. The next round repeats a failed restart.
 */
export async function restartStranded(
  client: Client,
  liveBuilds: LiveBuilds,
  onError: (error: unknown) => void,
): Promise<number> {
  let restarted = 0;
  for (const [taskQueue, builds] of await liveBuilds()) {
    const elsewhere = [...builds].map((build) => `TemporalWorkerDeploymentVersion != '${taskQueue}:${build}'`);
    const query = [PINNED, `TaskQueue = '${taskQueue}'`, ...elsewhere].join(' AND ');
    for await (const { workflowId, runId } of client.workflow.list({ query, pageSize: 100 })) {
      const isRestarted = await restart(client, { workflowId, runId }).catch(onError);
      if (isRestarted === true) restarted += 1;
    }
  }
  return restarted;
}

/**
 * Restarts by a reset to its first task: a run of the same id, input and search attributes takes its place in one step.
 */
async function restart(client: Client, workflowExecution: { workflowId: string; runId: string }): Promise<boolean> {
  const { namespace } = client.options;
  const { workflowId, runId } = workflowExecution;
  const soon = <T>(call: () => Promise<T>): Promise<T> => withDeadline(client, call);
  // The list is behind what happens: what has ended since is not to run again.
  const { status } = await soon(() => client.workflow.getHandle(workflowId, runId).describe());
  if (status.name !== 'RUNNING') return false;
  const first = await soon(() =>
    client.workflowService.getWorkflowExecutionHistory({
      namespace,
      execution: workflowExecution,
      maximumPageSize: 20,
    }),
  );
  const { EVENT_TYPE_WORKFLOW_TASK_COMPLETED } = proto.temporal.api.enums.v1.EventType;
  const task = first.history?.events?.find(({ eventType }) => eventType === EVENT_TYPE_WORKFLOW_TASK_COMPLETED);
  if (task?.eventId == null) return false;
  const reason = 'No worker of its version is left.';
  const where = { workflowExecution, workflowTaskFinishEventId: task.eventId };
  await soon(() => client.workflowService.resetWorkflowExecution({ namespace, ...where, reason, requestId: runId }));
  return true;
}
