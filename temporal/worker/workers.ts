/** The workers of one process: one per regional pipeline queue, one for control work, and what they share. */
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import {
  createControlActivities,
  createDataActivities,
  createMailActivities,
  createPipelineActivities,
  createWebhookActivities,
} from '#activities/index.ts';
import { DATA_QUEUE } from '#domain/privacy/data-export.ts';
import { MAIL_QUEUE } from '#domain/accounts/mail.ts';
import { REGIONS, type Region } from '#domain/region.ts';
import type { Certifier } from '#src/proof/deletion-certificate.ts';
import type { SignFacts } from '#src/proof/facts.ts';
import type { IssueProof } from '#src/proof/issue.ts';
import { CONTROL_QUEUE, pipelineQueue } from '#domain/submission.ts';
import { WEBHOOK_QUEUE } from '#domain/webhooks/deliveries.ts';
import { metrics } from '#src/metrics/metrics.ts';
import { createOutputVerifiers, type OutputVerifiers } from '#src/parser-host/output-verifiers.ts';
import { createParserPool, type ParserPoolOptions } from '#src/parser-host/pool.ts';
import type { Validator } from '#src/validator/verapdf.ts';
import type { TemporalConfig } from '#src/config.ts';
import type { Mailer } from '#src/mail/smtp.ts';
import { NO_PAYMENTS, type Payments } from '#src/payments/port.ts';
import type { Send } from '#src/webhooks/send.ts';
import type { Tracing } from '#src/tracing/tracing.ts';
import { accountDeletionStore } from '#store/privacy/account-deletions.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { comparisonStore } from '#store/submissions/comparisons.ts';
import { batchStore } from '#store/submissions/batches.ts';
import { billingStore } from '#store/billing/billing.ts';
import { dueRounds } from '#store/maintenance/due-rounds.ts';
import { erasureStore } from '#store/privacy/erasures.ts';
import { exportContent } from '#store/privacy/export-content.ts';
import { exportStore } from '#store/privacy/exports.ts';
import { mailQueue, mailStore } from '#store/mail/mails.ts';
import { meteringStore } from '#store/billing/metering.ts';
import type { Database } from '#store/database/database.ts';
import { extendRetention } from '#store/submissions/extend-retention.ts';
import { purgeStore } from '#store/privacy/purge.ts';
import { referenceStore } from '#store/objects/references.ts';
import { printedStore } from '#store/proof/printed.ts';
import { restorationStore } from '#store/submissions/restoration.ts';
import { retentionStore } from '#store/submissions/retention.ts';
import type { Sealer } from '#src/keys/sealing.ts';
import { submissionStore } from '#store/submissions/submissions.ts';
import { unpaidWorkStore } from '#store/organizations/unpaid-work.ts';
import { underWayStore } from '#store/submissions/under-way.ts';
import { deliveryStore } from '#store/webhooks/deliveries.ts';
import { webhookLog } from '#store/webhooks/delivery-log.ts';
import { batchCalls } from '#temporal/client/batches.ts';
import { workflowBundle } from './bundle.ts';
import { watchDescriptors } from './descriptors.ts';
import { type KnownUnpaidWork, knownUnpaidWork } from './unpaid-work.ts';
import { submissionCalls } from '#temporal/client/client.ts';
import { connectionOptions } from '#temporal/client/connection.ts';
import { dataCalls } from '#temporal/client/privacy.ts';
import { deliveryCalls } from '#temporal/client/deliveries.ts';
import { executionCalls } from '#temporal/client/executions.ts';
import { registerSearchAttributes } from '#temporal/search-attributes.ts';
import { mailCalls } from '#temporal/client/mails.ts';
import { paymentCalls } from '#temporal/client/payments.ts';
import { reconcileSchedules } from '#temporal/schedules.ts';
import { roundCalls } from '#temporal/client/rounds.ts';
import { stateCalls } from '#temporal/client/states.ts';
import { tracedClient, tracedWorker } from '#temporal/tracing.ts';
import {
  becomeCurrent,
  type CurrentVersion,
  deploymentOf,
  restartStranded,
  type Versioning,
} from '#temporal/versioning.ts';

export interface WorkerDeps {
  readonly temporal: TemporalConfig;
  /** Without versions every worker that polls gets the work. */
  readonly versioning?: Versioning;
  /** The stores of all workers are made of it. */
  readonly database: Database;
  readonly artifacts: ArtifactStore;
  readonly issueProof: IssueProof;
  readonly signFacts: SignFacts;
  readonly spoolDir: string;
  /** The queue of this host, for documents in its spool directory; absent without a spool. */
  readonly statelessQueue?: string;
  readonly validator: Validator;
  readonly parser: Pick<
    ParserPoolOptions,
    'processes' | 'memoryMb' | 'idleMemoryMb' | 'trustAnchors' | 'sandbox' | 'entry' | 'deadlineMs'
  > & { readonly verifierEntry?: string };
  /** Without these, another process sends deliveries. */
  readonly webhooks?: { readonly sealer: Sealer; readonly send: Send };
  /** Without these, another process sends mail. */
  readonly mail?: { readonly sealer: Sealer; readonly mailer: Mailer };
  /** Without these, another process runs exports, erasures and deletions. */
  readonly data?: DataWorkerDeps;
  /** Without it the service takes no payments. */
  readonly payments?: Payments;
  readonly log: WorkerLog;
  /** Without it the worker traces nothing. */
  readonly tracing?: Tracing;
  /** The time that a complete batch waits for more documents; ten seconds by default. */
  readonly batchQuietMs?: number;
  /** All of them unless the regions are spread over processes. */
  readonly regions?: readonly Region[];
}

export interface DataWorkerDeps {
  readonly sealer: Sealer;
  readonly certify: Certifier;
  /** The address of the API in the link to a certificate. */
  readonly publicUrl: string;
}

export interface WorkerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface RunningWorkers {
  /** Resolves when all workers have stopped, rejects when one failed. */
  readonly stopped: Promise<void>;
  /** The numbers of documents with a parser, and of those that wait for one. */
  parsers(): { readonly busy: number; readonly waiting: number };
  /** Process ids of the parsers and of the verifiers. */
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

/** Mail servers take one mail after the other. */
const MAIL = { maxConcurrentWorkflowTaskPolls: 2, maxConcurrentActivityTaskExecutions: 5, maxCachedWorkflows: 20 };

/** Each activity streams, and is mostly waiting for the store. Exports use less than all of them (`export-slots.ts`). */
const DATA = { maxConcurrentActivityTaskExecutions: 10, maxConcurrentActivityTaskPolls: 2 };

/** Most of an attempt is waiting for the receiver, and a slow one has few of these slots. */
const WEBHOOKS = {
  maxConcurrentWorkflowTaskPolls: 4,
  maxConcurrentActivityTaskExecutions: 100,
  maxCachedWorkflows: 200,
};

export async function startWorkers(deps: WorkerDeps): Promise<RunningWorkers> {
  const { temporal, log } = deps;
  const options = await connectionOptions(temporal);
  const connection = await Connection.connect(options);
  const client = new Client({ connection, namespace: temporal.namespace, ...(deps.tracing && tracedClient()) });
  await registerSearchAttributes(client, connection);
  const native = await NativeConnection.connect(options);
  const { processes, memoryMb, sandbox, verifierEntry } = deps.parser;
  const onUnknown = (err: unknown) => log.warn({ err }, 'unpaid work not read or not recorded');
  const unpaid = knownUnpaidWork(unpaidWorkStore(deps.database), onUnknown);
  const mayOpen = watchDescriptors(log);
  // A document needs a parser and an output verifier.
  const idleMemoryMb = (deps.parser.idleMemoryMb ?? 0) / 2;
  const pool = createParserPool({
    ...deps.parser,
    idleMemoryMb,
    maxWaiting: MAX_WAITING_FOR_PARSER,
    unpaid,
    mayOpen,
    onFault: (fault) => {
      metrics.parserEnds.inc({ child: 'parser' });
      log.warn(fault, 'parser ended');
    },
  });
  const verifiers = createOutputVerifiers({
    processes,
    memoryMb,
    idleMemoryMb,
    maxWaiting: MAX_WAITING_FOR_PARSER,
    mayOpen,
    ...(sandbox && { sandbox }),
    ...(verifierEntry !== undefined && { entry: verifierEntry }),
    onFault: (fault) => {
      metrics.parserEnds.inc({ child: 'verifier' });
      log.warn(fault, 'output verifier ended');
    },
  });

  const workers = await createWorkers(deps, { client, native, pool, verifiers, setFree: unpaid.setFree });
  let version: CurrentVersion | null = null;
  const stopped = Promise.all(workers.map((worker) => worker.run())).then(async () => {
    unpaid.stop();
    await version?.stop();
    await Promise.all([pool.close(), verifiers.close()]);
    await native.close();
    await connection.close();
  });
  const shutdown = async () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    await stopped;
  };
  if (deps.versioning !== undefined) {
    const versioned = { ...deps.versioning, taskQueues: versionedQueues(deps) };
    const onCurrent = (taskQueue: string) => broughtUpToDate(client, taskQueue);
    const onError = (err: unknown) => log.warn({ err }, 'version of the workers not looked after');
    const onVersions = (taskQueue: string, count: number) =>
      metrics.workerVersions.set({ task_queue: taskQueue }, count);
    const onWaiting = (taskQueue: string, err: unknown) =>
      log.warn({ err, taskQueue, buildId: versioned.buildId }, 'start waits until Temporal knows this version');
    const becoming = becomeCurrent(client, { ...versioned, onCurrent, onError, onVersions, onWaiting });
    // A worker that fails meanwhile says why.
    version = await Promise.race([becoming, stopped.then(() => null)]).catch(async (error: unknown) => {
      await shutdown();
      throw error;
    });
  } else await reconcileSchedules(client);
  return {
    stopped,
    parsers: () => pool.status(),
    parserPids: () => [...pool.status().pids, ...verifiers.pids()],
    shutdown,
  };
}

/** The schedules are those of the version that carries out their rounds. */
async function broughtUpToDate(client: Client, taskQueue: string): Promise<void> {
  if (taskQueue === CONTROL_QUEUE) await reconcileSchedules(client);
}

/**
 * The queues with versions. The queue of stateless documents has none: only this host takes its work, callers wait for
 * two minutes, and the server limits the number of deployments.
 */
export function versionedQueues({ regions, webhooks, mail, data }: Pick<WorkerDeps, Optional>): string[] {
  return [
    ...(regions ?? REGIONS).map((region) => pipelineQueue(region)),
    ...(webhooks === undefined ? [] : [WEBHOOK_QUEUE]),
    ...(mail === undefined ? [] : [MAIL_QUEUE]),
    ...(data === undefined ? [] : [DATA_QUEUE]),
    CONTROL_QUEUE,
  ];
}

type Optional = 'regions' | 'webhooks' | 'mail' | 'data';

async function strandedRestarted({ versioning, log }: WorkerDeps, client: Client): Promise<number> {
  if (versioning === undefined) return 0;
  const onError = (err: unknown) => log.warn({ err }, 'workflow not restarted yet');
  return restartStranded(client, versioning.liveBuilds, onError);
}

type NewWorker = (taskQueue: string, options: Omit<WorkerOptions, 'taskQueue'>) => Promise<Worker>;

interface Shared {
  readonly client: Client;
  readonly native: NativeConnection;
  readonly pool: ReturnType<typeof createParserPool>;
  readonly verifiers: OutputVerifiers;
  readonly setFree: KnownUnpaidWork['setFree'];
}

async function createWorkers(deps: WorkerDeps, shared: Shared): Promise<Worker[]> {
  const { client, native, pool, verifiers, setFree } = shared;
  const { temporal, database, artifacts, issueProof, signFacts, spoolDir, statelessQueue, validator, log } = deps;
  const submissions = submissionStore(database);
  const base = {
    ...COMMON,
    connection: native,
    namespace: temporal.namespace,
    workflowBundle: await workflowBundle({ isTraced: deps.tracing !== undefined }),
    ...(deps.tracing && tracedWorker(deps.tracing)),
  } as const;
  const versioned = versionedQueues(deps);
  const newWorker: NewWorker = (taskQueue, options) =>
    Worker.create({
      ...base,
      ...options,
      taskQueue,
      ...(versioned.includes(taskQueue) && deploymentOf(taskQueue, deps.versioning)),
    });
  const calls = callsOf(client);
  const references = referenceStore(database);
  const retention = retentionStore(database, artifacts);
  const documents = {
    pool,
    verifiers,
    submissions,
    references,
    retention,
    restoration: restorationStore(database),
    printed: printedStore(database, artifacts),
    artifacts,
    issueProof,
    signFacts,
    spoolDir,
    validator,
    setFree,
  };
  const pipeline = createPipelineActivities({ ...documents, downstream: calls, log });
  const control = createControlActivities({
    submissions,
    signFacts,
    comparisons: comparisonStore(database),
    batches: batchStore(database),
    dueRounds: dueRounds(database),
    webhookLog: webhookLog(database),
    retention,
    underWay: underWayStore(database),
    restartStranded: () => strandedRestarted(deps, client),
    mailQueue: mailQueue(database),
    billing: billingStore(database),
    metering: meteringStore(database),
    payments: deps.payments ?? NO_PAYMENTS,
    extendRetention: (organizationId, limit) => extendRetention(database, organizationId, limit),
    ...calls,
    batchQuietMs: deps.batchQuietMs,
    log,
  });
  const pipelines = (deps.regions ?? REGIONS).map((region) =>
    newWorker(pipelineQueue(region), { ...PIPELINE, activities: pipeline }),
  );
  return Promise.all([
    ...pipelines,
    ...(statelessQueue === undefined ? [] : [newWorker(statelessQueue, { ...PIPELINE, activities: pipeline })]),
    ...(deps.webhooks === undefined ? [] : [webhookWorker(newWorker, deps, deps.webhooks)]),
    ...(deps.mail === undefined ? [] : [mailWorker(newWorker, deps, deps.mail)]),
    ...(deps.data === undefined ? [] : [dataWorker(newWorker, deps, deps.data, client)]),
    newWorker(CONTROL_QUEUE, { ...CONTROL, activities: control }),
  ]);
}

function callsOf(client: Client) {
  return {
    ...submissionCalls(client),
    ...batchCalls(client),
    ...deliveryCalls(client),
    ...mailCalls(client),
    ...paymentCalls(client),
    ...roundCalls(client),
    ...stateCalls(client),
  };
}

function webhookWorker(
  newWorker: NewWorker,
  { database, log }: WorkerDeps,
  { sealer, send }: NonNullable<WorkerDeps['webhooks']>,
): Promise<Worker> {
  const activities = createWebhookActivities({ deliveries: deliveryStore(database, sealer), send, log });
  return newWorker(WEBHOOK_QUEUE, { ...WEBHOOKS, activities });
}

function mailWorker(
  newWorker: NewWorker,
  { database, log }: WorkerDeps,
  { sealer, mailer }: NonNullable<WorkerDeps['mail']>,
): Promise<Worker> {
  const activities = createMailActivities({ mails: mailStore(database, sealer), mailer, log });
  return newWorker(MAIL_QUEUE, { ...MAIL, activities });
}

function dataWorker(
  newWorker: NewWorker,
  { database, artifacts, spoolDir, log }: WorkerDeps,
  { sealer, certify, publicUrl }: DataWorkerDeps,
  client: Client,
): Promise<Worker> {
  const mails = mailStore(database, sealer);
  const activities = createDataActivities({
    submissions: submissionStore(database),
    exports: exportStore(database),
    exportContent: exportContent(database),
    erasures: erasureStore(database, artifacts),
    deletions: accountDeletionStore(database, mails),
    purge: purgeStore(database, { mails, artifacts, sealer }),
    artifacts,
    certify,
    publicUrl,
    spoolDir,
    ...submissionCalls(client),
    ...batchCalls(client),
    ...dataCalls(client),
    ...deliveryCalls(client),
    ...executionCalls(client),
    ...mailCalls(client),
    log,
  });
  // This worker runs only activities. The workflows are on the control queue.
  return newWorker(DATA_QUEUE, { ...DATA, activities });
}
