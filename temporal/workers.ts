/** The workers of one process: one per regional pipeline queue, one for control work, and what they share. */
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createControlActivities, createPipelineActivities } from '#activities/index.ts';
import { REGIONS, type Region } from '#domain/region.ts';
import type { IssueProof } from '#src/attest/issue.ts';
import { CONTROL_QUEUE, pipelineQueue } from '#domain/submission.ts';
import { createParserPool, type ParserPoolOptions } from '#src/engine-host/pool.ts';
import type { Validator } from '#src/validator/verapdf.ts';
import type { ArtifactStore } from '#store/artifacts.ts';
import type { SubmissionStore } from '#store/submissions.ts';
import { workflowBundle } from './bundle.ts';
import { submissionCalls, type TemporalConfig } from './client.ts';
import { prepareNamespace } from './setup.ts';

export interface WorkerDeps {
  readonly temporal: TemporalConfig;
  readonly submissions: SubmissionStore;
  readonly artifacts: ArtifactStore;
  readonly issueProof: IssueProof;
  readonly spoolDir: string;
  readonly validator: Validator;
  readonly parser: Pick<ParserPoolOptions, 'processes' | 'memoryMb' | 'entry' | 'deadlineMs'>;
  readonly log: WorkerLog;
  /** All of them unless the regions are spread over processes. */
  readonly regions?: readonly Region[];
}

export interface WorkerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface RunningWorkers {
  /** Resolves when all workers have stopped, rejects when one failed. */
  readonly stopped: Promise<void>;
  /** Process ids of the parser children. */
  parserPids(): readonly number[];
  shutdown(): Promise<void>;
}

/** Documents wait in Temporal's queues, not here: these only smooth what is between two polls. */
const MAX_WAITING_FOR_PARSER = 200;

const COMMON = {
  // A sticky task of a worker that was killed waits this long before another worker may take it.
  stickyQueueScheduleToStartTimeout: '1 second',
  shutdownGraceTime: '20 seconds',
  workflowThreadPoolSize: 1,
} satisfies Partial<WorkerOptions>;

/** Express work happens inside workflow tasks; durable stages stay local by eager dispatch, given free slots. */
const PIPELINE = {
  maxConcurrentWorkflowTaskExecutions: 16,
  maxConcurrentWorkflowTaskPolls: 10,
  nonStickyToStickyPollRatio: 0.5,
  maxConcurrentActivityTaskExecutions: 100,
  maxConcurrentLocalActivityExecutions: 100,
  maxCachedWorkflows: 200,
};

const CONTROL = { maxConcurrentWorkflowTaskPolls: 2, maxConcurrentActivityTaskPolls: 2, maxCachedWorkflows: 20 };

export async function startWorkers(deps: WorkerDeps): Promise<RunningWorkers> {
  const { temporal, log } = deps;
  const connection = await Connection.connect({ address: temporal.address });
  const client = new Client({ connection, namespace: temporal.namespace });
  await prepareNamespace(client, connection);
  const native = await NativeConnection.connect({ address: temporal.address });
  const pool = createParserPool({
    ...deps.parser,
    maxWaiting: MAX_WAITING_FOR_PARSER,
    onFault: (fault) => log.warn(fault, 'parser ended'),
  });
  log.info({ walls: pool.walls }, 'parser sandbox');

  const workers = await createWorkers(deps, { client, native, pool });
  const stopped = Promise.all(workers.map((worker) => worker.run())).then(async () => {
    await pool.close();
    await native.close();
    await connection.close();
  });
  return {
    stopped,
    parserPids: () => pool.status().pids,
    async shutdown() {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await stopped;
    },
  };
}

interface Shared {
  readonly client: Client;
  readonly native: NativeConnection;
  readonly pool: ReturnType<typeof createParserPool>;
}

async function createWorkers(deps: WorkerDeps, { client, native, pool }: Shared): Promise<Worker[]> {
  const { temporal, submissions, artifacts, issueProof, spoolDir, validator, log } = deps;
  const base = {
    ...COMMON,
    connection: native,
    namespace: temporal.namespace,
    workflowBundle: await workflowBundle(),
  } as const;
  const pipeline = createPipelineActivities({ pool, submissions, artifacts, issueProof, spoolDir, validator, log });
  const { startSubmission } = submissionCalls(client);
  const control = createControlActivities({ submissions, startSubmission, log });
  const pipelines = (deps.regions ?? REGIONS).map((region) =>
    Worker.create({ ...base, ...PIPELINE, taskQueue: pipelineQueue(region), activities: pipeline }),
  );
  return Promise.all([
    ...pipelines,
    Worker.create({ ...base, ...CONTROL, taskQueue: CONTROL_QUEUE, activities: control }),
  ]);
}
