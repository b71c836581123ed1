/** A submission through outages, in skipped time: what its workflow does when a store, or its worker, does not answer. */
import { ApplicationFailure, Context } from '@temporalio/activity';
import { Connection } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Settlement, SubmissionActivities } from '#activities/index.ts';
import { DEFAULT_OPTIONS, STAGE_NAMES } from '#domain/pipeline.ts';
import { SEARCH_ATTRIBUTES } from '#domain/search-attributes.ts';
import { pipelineQueue, type StageRecord, type SubmissionInput, submissionWorkflowId } from '#domain/submission.ts';
import { workflowBundle } from '#temporal/bundle.ts';
import type { submission } from '#workflows/index.ts';
import { startSkippedTime, type SkippedTime } from '#test/time-skipping.ts';
import { quietRuntime } from './runtime.ts';

quietRuntime([]);
const started = await startSkippedTime();
if ('missing' in started) console.info(`Tests of submissions in skipped time are left out: ${started.missing}`);

/** `temporal.api.enums.v1.IndexedValueType` */
const TYPES = { KEYWORD: 2, INT: 3, BOOL: 5 } as const;
const MINUTE_MS = 60_000;

/** As `activities/failure.ts` tells of a store that does not answer. */
const storeAway = () => ApplicationFailure.create({ type: 'STORAGE_ERROR', message: 'away' });
const forever = new Promise<never>(() => undefined);

describe.skipIf('missing' in started)('a submission', () => {
  if ('missing' in started) return;
  const time: SkippedTime = started;
  let worker: Worker;
  let working: Promise<unknown>;
  /** What the test has the activities do; each is told how often it was begun before. */
  let admit: (before: number) => ReturnType<SubmissionActivities['admit']>;
  let detect: (before: number) => Promise<void>;
  let begun: { admit: number; detect: number };
  let settlements: Settlement[];

  beforeAll(async () => {
    const connection = await Connection.connect({ address: time.address });
    const attributes = Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => [name, TYPES[type]]);
    const request = { namespace: 'default', searchAttributes: Object.fromEntries(attributes) };
    await connection.operatorService.addSearchAttributes(request);
    await connection.close();
    const stage = (name: (typeof STAGE_NAMES)[number]) => async (): Promise<StageRecord> => {
      if (name === 'PdfaDetection') await detect(begun.detect++);
      const lane = Context.current().info.isLocal ? 'express' : 'durable';
      return { name, result: 'passed', ended: false, durationMs: 1, lane };
    };
    const activities = {
      ...Object.fromEntries(STAGE_NAMES.map((name) => [name, stage(name)])),
      admit: () => admit(begun.admit++),
      commit: async (settlement: Settlement) => {
        settlements.push(settlement);
        const { failure } = settlement;
        const outcome = { failureCode: failure?.code ?? null, failedStage: failure?.stage ?? null };
        const nothing = { riskLevel: null, anomalyCount: 0, outputSha256: null };
        return { status: failure === null ? 'SUCCESS' : 'FAILED', ...outcome, ...nothing };
      },
    };
    const taskQueue = pipelineQueue('eu-central-1');
    const bundle = await workflowBundle();
    const options = { connection: time.native, namespace: 'default', taskQueue, workflowBundle: bundle, activities };
    worker = await Worker.create({ ...options, shutdownForceTime: '1 second' });
    working = worker.run().catch(() => undefined); // attempts that are lost never end
  });
  afterAll(async () => {
    worker.shutdown();
    await working;
    await time.close();
  });
  beforeEach(() => {
    begun = { admit: 0, detect: 0 };
    settlements = [];
    admit = async () => ({ attempts: 1, admittedAtMs: Date.now() });
    detect = async () => undefined;
  });

  /** Its outcome, and how many minutes of the server's time it took. */
  async function run(sizeBytes = 1_000) {
    const submissionId = crypto.randomUUID();
    const organizationId = crypto.randomUUID();
    const facts = {
      region: 'eu-central-1',
      originalSha256: 'a'.repeat(64),
      sizeBytes,
      options: DEFAULT_OPTIONS,
    } as const;
    const args: [SubmissionInput] = [{ submissionId, organizationId, ...facts }];
    const beginning = (await time.now()).getTime();
    const workflowId = submissionWorkflowId(submissionId);
    const options = { workflowId, taskQueue: pipelineQueue('eu-central-1'), args };
    const handle = await time.client.workflow.start<typeof submission>('submission', options);
    const outcome = await time.result(time.client.workflow.getHandle<() => ReturnType<typeof submission>>(workflowId));
    const { historyLength } = await handle.describe();
    return { outcome, minutes: ((await time.now()).getTime() - beginning) / MINUTE_MS, historyLength };
  }

  test('is let in once the database answers, minutes later, and its history stays short', async () => {
    admit = async (before) => {
      if (before < 20) throw storeAway();
      return { attempts: 2, admittedAtMs: Date.now() };
    };
    const { outcome, minutes, historyLength } = await run();
    expect(outcome).toMatchObject({ status: 'SUCCESS' });
    expect(minutes).toBeGreaterThan(5);
    expect(historyLength).toBeLessThan(100);
  });

  test('ends as STORAGE_ERROR when the database has not answered until its time is over', async () => {
    admit = () => Promise.reject(storeAway());
    const { outcome, minutes } = await run();
    expect(outcome).toMatchObject({ status: 'FAILED', failureCode: 'STORAGE_ERROR', failedStage: null });
    expect(minutes).toBeGreaterThan(23);
    expect(minutes).toBeLessThan(27);
    expect(settlements).toHaveLength(1);
    expect(begun.detect).toBe(0);
  });

  test('is tried again after attempts of which nothing was heard any more', { timeout: 120_000 }, async () => {
    admit = async () => ({ attempts: 2, admittedAtMs: Date.now() });
    detect = (before) => (before < 3 ? forever : Promise.resolve());
    const { outcome } = await run();
    expect(outcome).toMatchObject({ status: 'SUCCESS' });
    expect(begun.detect).toBe(4);
  });

  test('ends as WORKER_UNAVAILABLE when it takes down whoever works on it', { timeout: 120_000 }, async () => {
    admit = async () => ({ attempts: 2, admittedAtMs: Date.now() });
    detect = () => forever;
    const { outcome } = await run();
    expect(outcome).toMatchObject({ failureCode: 'WORKER_UNAVAILABLE', failedStage: 'PdfaDetection' });
    expect(begun.detect).toBe(6);
  });
});
