/** Tests a submission through outages, in skipped time: its workflow when a store or its worker does not answer. */
import { ApplicationFailure, Context } from '@temporalio/activity';
import { Connection } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PipelineOutcome, SubmissionActivities } from '#activities/index.ts';
import { DEFAULT_OPTIONS, PIPELINE_SPEC, STAGE_NAMES, type StageName } from '#domain/pipeline.ts';
import { SEARCH_ATTRIBUTES } from '#domain/search-attributes.ts';
import { pipelineQueue, type StageRecord, type SubmissionInput, submissionWorkflowId } from '#domain/submission.ts';
import { workflowBundle } from '#temporal/worker/bundle.ts';
import type { submission } from '#workflows/index.ts';
import { startSkippedTime, type SkippedTime } from '#test/support/time-skipping.ts';
import { quietRuntime } from '#test/support/temporal-runtime.ts';
import { requires } from '#test/support/requires.ts';

quietRuntime([]);
const started = await startSkippedTime();

/** `temporal.api.enums.v1.IndexedValueType` */
const TYPES = { KEYWORD: 2, INT: 3, BOOL: 5 } as const;
const MINUTE_MS = 60_000;

/** The failure of `activities/failure.ts` for a store that does not answer. */
const storeAway = () => ApplicationFailure.create({ type: 'STORAGE_ERROR', message: 'away' });
const forever = new Promise<never>(() => undefined);

describe('a submission', requires('Java and Maven', !('missing' in started)), () => {
  if ('missing' in started) return;
  const time: SkippedTime = started;
  let worker: Worker;
  let working: Promise<unknown>;
  /** The test's behaviour of each activity, which gets the number of earlier attempts. */
  let admit: (before: number) => ReturnType<SubmissionActivities['admit']>;
  let detect: (before: number) => Promise<void>;
  let begun: { admit: number; detect: number };
  let outcomes: PipelineOutcome[];
  let stages: { name: StageName; pipelineSpec: string | undefined }[];
  let meetParser: (at: StageName | 'commit', input: SubmissionInput) => void;

  beforeAll(async () => {
    const connection = await Connection.connect({ address: time.address });
    const attributes = Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => [name, TYPES[type]]);
    const request = { namespace: 'default', searchAttributes: Object.fromEntries(attributes) };
    await connection.operatorService.addSearchAttributes(request);
    await connection.close();
    const stage =
      (name: StageName) =>
      async (input: SubmissionInput): Promise<StageRecord> => {
        if (name === 'PdfaDetection') await detect(begun.detect++);
        stages.push({ name, pipelineSpec: input.pipelineSpec });
        meetParser(name, input);
        const lane = Context.current().info.isLocal ? 'express' : 'durable';
        return { name, result: 'passed', ended: false, durationMs: 1, lane };
      };
    const activities = {
      ...Object.fromEntries(STAGE_NAMES.map((name) => [name, stage(name)])),
      admit: () => admit(begun.admit++),
      commit: async (outcome: PipelineOutcome) => {
        outcomes.push(outcome);
        meetParser('commit', outcome.submission);
        const { failure } = outcome;
        const ending = { failureCode: failure?.code ?? null, failedStage: failure?.stage ?? null };
        const nothing = { riskLevel: null, anomalyCount: 0, outputSha256: null };
        return { status: failure === null ? 'SUCCESS' : 'FAILED', ...ending, ...nothing };
      },
    };
    const taskQueue = pipelineQueue('eu-central-1');
    const bundle = await workflowBundle();
    const options = { connection: time.native, namespace: 'default', taskQueue, workflowBundle: bundle, activities };
    worker = await Worker.create({ ...options, shutdownForceTime: '1 second' });
    working = worker.run().catch(() => undefined); // lost attempts never end
  });
  afterAll(async () => {
    worker.shutdown();
    await working;
    await time.close();
  });
  beforeEach(() => {
    begun = { admit: 0, detect: 0 };
    outcomes = [];
    stages = [];
    meetParser = () => undefined;
    admit = async () => ({ attempts: 1, admittedAtMs: Date.now() });
    detect = async () => undefined;
  });

  /** The result, and its minutes of the server's time. */
  async function run(sizeBytes = 1_000) {
    const submissionId = crypto.randomUUID();
    const organizationId = crypto.randomUUID();
    const facts = {
      region: 'eu-central-1',
      originalSha256: 'a'.repeat(64),
      sizeBytes,
      options: DEFAULT_OPTIONS,
    } as const;
    const args: [SubmissionInput] = [{ submissionId, organizationId, ...facts, pipelineSpec: 'norm-1' }];
    const beginning = (await time.now()).getTime();
    const workflowId = submissionWorkflowId(submissionId);
    const options = { workflowId, taskQueue: pipelineQueue('eu-central-1'), args };
    const handle = await time.client.workflow.start<typeof submission>('submission', options);
    const outcome = await time.result(time.client.workflow.getHandle<() => ReturnType<typeof submission>>(workflowId));
    const minutes = ((await time.now()).getTime() - beginning) / MINUTE_MS;
    const { events } = await handle.fetchHistory();
    const pauses = (events ?? []).filter(({ timerStartedEventAttributes }) => timerStartedEventAttributes != null);
    return { outcome, minutes, historyLength: events?.length ?? 0, pauses: pauses.length };
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
    expect(outcomes).toHaveLength(1);
    expect(begun.detect).toBe(0);
  });

  test('is tried again after attempts of which nothing was heard any more', async () => {
    admit = async () => ({ attempts: 2, admittedAtMs: Date.now() });
    detect = (before) => (before < 3 ? forever : Promise.resolve());
    const { outcome } = await run();
    expect(outcome).toMatchObject({ status: 'SUCCESS' });
    expect(begun.detect).toBe(4);
  });

  test('ends as WORKER_UNAVAILABLE when it takes down whoever works on it', async () => {
    admit = async () => ({ attempts: 2, admittedAtMs: Date.now() });
    detect = () => forever;
    const { outcome } = await run();
    expect(outcome).toMatchObject({ failureCode: 'WORKER_UNAVAILABLE', failedStage: 'PdfaDetection' });
    expect(begun.detect).toBe(6);
  });

  describe('that meets parsers of another pipeline', () => {
    /** The failure of `activities/failure.ts` for a child that did not take the document. */
    const mismatch = (stage: StageName | null) =>
      ApplicationFailure.create({
        type: 'WORKER_UNAVAILABLE',
        message: 'another pipeline',
        nonRetryable: true,
        details: [{ stage, pipelineSpec: PIPELINE_SPEC }],
      });
    const specsOf = (from = 0) => new Set(stages.slice(from).map(({ pipelineSpec }) => pipelineSpec));
    const order = () => stages.map(({ name }) => name);

    test('before its first stage goes through theirs at once', async () => {
      meetParser = (at, { pipelineSpec }) => {
        if (at !== 'commit' && pipelineSpec !== PIPELINE_SPEC) throw mismatch(at);
      };
      const { outcome, pauses } = await run();
      expect(outcome).toMatchObject({ status: 'SUCCESS' });
      expect(pauses).toBe(0);
      expect(specsOf(1)).toEqual(new Set([PIPELINE_SPEC]));
      expect(outcomes[0]?.submission.pipelineSpec).toBe(PIPELINE_SPEC);
    });

    test('in the middle waits for one of its own', async () => {
      let met = 0;
      meetParser = (at) => {
        if (at === 'AcroFormHandling' && ++met < 3) throw mismatch(at);
      };
      const { outcome, pauses } = await run();
      expect(outcome).toMatchObject({ status: 'SUCCESS' });
      expect(pauses).toBe(2);
      expect(specsOf()).toEqual(new Set(['norm-1']));
      expect(order().filter((name) => name === 'PdfaDetection')).toHaveLength(1);
    });

    test('in the middle, and a minute later still, begins anew with theirs, wholly', async () => {
      const isLate = (at: string) => STAGE_NAMES.findIndex((name) => name === at) >= 5;
      meetParser = (at, { pipelineSpec }) => {
        if (isLate(at) && pipelineSpec === 'norm-1') throw mismatch('AcroFormHandling');
      };
      const { outcome, pauses } = await run();
      expect(outcome).toMatchObject({ status: 'SUCCESS' });
      expect(pauses).toBe(4);
      expect(order().slice(-STAGE_NAMES.length)).toEqual([...STAGE_NAMES]);
      expect(specsOf(-STAGE_NAMES.length)).toEqual(new Set([PIPELINE_SPEC]));
      expect(outcomes[0]?.records).toHaveLength(STAGE_NAMES.length);
    });

    test('at its end begins anew with theirs as well', async () => {
      meetParser = (at, { pipelineSpec }) => {
        if (at === 'commit' && pipelineSpec === 'norm-1') throw mismatch(null);
      };
      const { outcome } = await run();
      expect(outcome).toMatchObject({ status: 'SUCCESS' });
      expect(outcomes.at(-1)?.submission.pipelineSpec).toBe(PIPELINE_SPEC);
      expect(order().filter((name) => name === 'ContentHash')).toHaveLength(2);
      expect(specsOf(-STAGE_NAMES.length)).toEqual(new Set([PIPELINE_SPEC]));
    });
  });
});
