/**
 * Real stores, a separate namespace of a real Temporal, and workers: in this process, or in another one that can be
 * killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import proto from '@temporalio/proto';
import { API_VERSION, DEFAULT_OPTIONS, type NormalizeOptions, type StageName } from '#domain/pipeline.ts';
import { inputOf, type SubmissionInput, submissionWorkflowId } from '#domain/submission.ts';
import { NO_VALIDATOR } from '#src/validator/verapdf.ts';
import { acceptanceStore } from '#store/submissions/acceptance.ts';
import { type ArtifactStore, artifactStore, type S3Config } from '#store/objects/artifacts.ts';
import { organizationStore } from '#store/organizations/organizations.ts';
import type { Database } from '#store/database/database.ts';
import { connectDatabase } from '#store/orm.ts';
import { type SubmissionRecord, type SubmissionStore, submissionStore } from '#store/submissions/submissions.ts';
import { connectTemporal, type TemporalClient } from '#temporal/client/client.ts';
import { SCHEDULES } from '#temporal/schedules.ts';
import { type RunningWorkers, startWorkers, type WorkerDeps } from '#temporal/worker/workers.ts';
import type { submission } from '#workflows/index.ts';
import { factsSignerWith, issuerWith, newKey } from './builders/issuer.ts';
import { sha256 } from './parsers/fake-engine.ts';
import { quietRuntime } from './temporal-runtime.ts';
import { originalKey } from '#test/support/object-keys.ts';

const { Duration } = proto.google.protobuf;
export const FAKE_VERIFIER = `${import.meta.dirname}/parsers/fake-verifier.ts`;
export const FAKE_CHILD = `${import.meta.dirname}/parsers/fake-child.ts`;

type Named = Pick<SubmissionInput, 'submissionId'>;

export interface Service {
  readonly artifacts: ArtifactStore;
  readonly submissions: SubmissionStore;
  readonly temporal: TemporalClient;
  readonly client: Client;
  readonly database: Database;
  readonly spoolDir: string;
  /** The logs of the workers in this process. */
  readonly log: readonly string[];
  /** Accepts a document as the API does: stored bytes, a row, and the input of the workflow. */
  accept(document: Uint8Array, options?: Partial<NormalizeOptions>): Promise<SubmissionInput>;
  /** Accepts a document and starts its workflow. */
  submit(document: Uint8Array): Promise<SubmissionInput>;
  /** Resolves when the stage, or the admission, runs as a regular activity. */
  underWay(input: Named, stage: StageName | 'admit'): Promise<void>;
  handle(input: Named): WorkflowHandle<typeof submission>;
  /** Waits for the end of the workflow, then reads the row. */
  settled(input: SubmissionInput): Promise<SubmissionRecord>;
  workHere(deps?: Partial<WorkerDeps>): Promise<RunningWorkers>;
  /** Starts workers in a separate process. Resolves when they take work. */
  workElsewhere(settings?: Elsewhere): Promise<ChildProcess>;
  /** Stops all scheduled rounds, for tests that count the actions of a round. A worker must have been started. */
  pauseSchedules(): Promise<void>;
  close(): Promise<void>;
}

export interface Elsewhere {
  /** With it they send webhooks, and export and delete data. */
  readonly secretsKey?: string;
  readonly statelessQueue?: string;
  /** Another address of the same Temporal. */
  readonly temporalAddress?: string;
  /** Another address of the same database. */
  readonly databaseUrl?: string;
  /** Without it they have no version. */
  readonly buildId?: string;
  /** A program of `test/support/parsers`; the default follows the document. */
  readonly parser?: 'fake-child' | 'hanging-child' | 'lying-child';
}

/** The fields of vitest's `Parts`, repeated so that the recorder runs without vitest. */
export interface ServiceParts {
  readonly databaseUrl: string;
  readonly s3: S3Config;
  readonly temporal: { readonly address: string };
}

export async function startService(parts: ServiceParts): Promise<Service> {
  const { address } = parts.temporal;
  const connection = await Connection.connect({ address });
  const namespace = await newNamespace(connection);
  const client = new Client({ connection, namespace });
  const temporal = await connectTemporal({ address, namespace });
  const database = await connectDatabase(parts.databaseUrl);
  const artifacts = artifactStore(parts.s3);
  await artifacts.ensureBuckets();
  const acceptance = acceptanceStore(database);
  const submissions = submissionStore(database);
  const organizationId = await newOrganization(database);
  const spoolDir = await mkdtemp(join(tmpdir(), 'fixpoint-test-'));
  const log: string[] = [];
  const inProcess: RunningWorkers[] = [];
  const processes: ChildProcess[] = [];

  const handle = (input: Named) =>
    client.workflow.getHandle<typeof submission>(submissionWorkflowId(input.submissionId));
  const accept = async (document: Uint8Array, options: Partial<NormalizeOptions> = {}): Promise<SubmissionInput> => {
    const fields = {
      region: 'eu-central-1',
      originalSha256: sha256(document),
      sizeBytes: document.length,
      options: { ...DEFAULT_OPTIONS, ...options },
    } as const;
    const key = originalKey(organizationId, fields.originalSha256);
    await artifacts.putBytes(fields.region, key, document, 'application/pdf');
    const submission = { ...fields, requestId: randomUUID(), apiVersion: API_VERSION };
    const { record } = await acceptance.accept(organizationId, submission, null);
    return inputOf(record);
  };

  return {
    artifacts,
    submissions,
    temporal,
    client,
    database,
    spoolDir,
    log,
    handle,
    accept,
    async submit(document) {
      const input = await accept(document);
      await temporal.startSubmission(input, 'async');
      return input;
    },
    async underWay(input, stage) {
      for (;;) {
        const { pendingActivities } = (await handle(input).describe()).raw;
        if (pendingActivities?.some(({ activityType }) => activityType?.name === stage) === true) return;
        await delay(20);
      }
    },
    async settled(input) {
      await handle(input).result();
      const row = await submissions.find(organizationId, input.submissionId);
      if (row === null) throw new Error('The submission has no row.');
      return row;
    },
    async workHere(deps = {}) {
      quietRuntime([]);
      const note = (fields: object, message: string) => void log.push(`${message} ${JSON.stringify(fields)}`);
      const workers = await startWorkers({
        temporal: { address, namespace },
        database,
        artifacts,
        issueProof: issuerWith(newKey()),
        signFacts: factsSignerWith(newKey()),
        spoolDir,
        validator: NO_VALIDATOR,
        parser: { processes: 2, memoryMb: 1024, entry: FAKE_CHILD, verifierEntry: FAKE_VERIFIER },
        regions: ['eu-central-1'],
        log: { info: note, warn: note },
        ...deps,
      });
      inProcess.push(workers);
      return workers;
    },
    async workElsewhere({ temporalAddress = address, ...settings } = {}) {
      const { databaseUrl, s3 } = parts;
      const temporalThere = { address: temporalAddress, namespace };
      const child = await startProcess({ databaseUrl, s3, temporal: temporalThere, spoolDir, ...settings });
      processes.push(child);
      return child;
    },
    async pauseSchedules() {
      for (const { id } of SCHEDULES) await client.schedule.getHandle(id).pause();
    },
    async close() {
      for (const child of processes) child.kill('SIGKILL');
      await Promise.all(inProcess.map((workers) => workers.shutdown()));
      await temporal.close();
      await connection.close();
      await database.close();
      await rm(spoolDir, { recursive: true });
    },
  };
}

/** Each test file has its own kind of workers, which would take each other's tasks in one namespace. */
async function newNamespace({ workflowService }: Connection): Promise<string> {
  const namespace = `test-${randomUUID()}`;
  const day = Duration.fromObject({ seconds: 86_400 });
  await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: day });
  for (;;) {
    const known = await workflowService.listOpenWorkflowExecutions({ namespace }).catch(() => null);
    if (known !== null) return namespace;
    await delay(100);
  }
}

async function newOrganization(database: Database): Promise<string> {
  const slug = `test-${randomUUID()}`;
  const { id } = await organizationStore(database).create({ name: slug, slug, planTier: 'growth' });
  return id;
}

async function startProcess(settings: object): Promise<ChildProcess> {
  const child = spawn(process.execPath, [`${import.meta.dirname}/worker-process.ts`, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')]);
  if (line !== 'ready') throw new Error(`The worker process did not start: ${String(line)}`);
  return child;
}
