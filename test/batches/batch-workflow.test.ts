/** Tests when the workflow of a batch reads its state, in skipped time. The test defines the state. */
import type { WorkflowHandle } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BatchActivities, BatchLook } from '#activities/index.ts';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import { workflowBundle } from '#temporal/worker/bundle.ts';
import type { batch } from '#workflows/index.ts';
import { settleSignal } from '#workflows/messages.ts';
import { startSkippedTime, type SkippedTime } from '#test/support/time-skipping.ts';
import { quietRuntime } from '#test/support/temporal-runtime.ts';
import { requires } from '#test/support/requires.ts';

quietRuntime([]);
const started = await startSkippedTime();

const QUIET: BatchLook = { kind: 'quiet', waitMs: 10_000 };
const IDLE: BatchLook = { kind: 'idle' };
const NOTICED: BatchLook = { kind: 'noticed' };

describe('the workflow of a batch', requires('Java and Maven', !('missing' in started)), () => {
  if ('missing' in started) return;
  const time: SkippedTime = started;
  let worker: Worker;
  let working: Promise<void>;
  /** The times of the reads in milliseconds of the server's time. */
  let looks: number[];
  let see: (look: number) => BatchLook | Promise<BatchLook>;

  beforeAll(async () => {
    const activities: BatchActivities = {
      async lookAtBatch() {
        looks.push((await time.now()).getTime());
        return see(looks.length);
      },
      settleOverdue: async () => 3,
    };
    worker = await Worker.create({
      connection: time.native,
      namespace: 'default',
      taskQueue: CONTROL_QUEUE,
      workflowBundle: await workflowBundle(),
      activities,
    });
    working = worker.run();
  });
  afterAll(async () => {
    worker.shutdown();
    await working;
    await time.close();
  });
  beforeEach(() => {
    looks = [];
  });

  /** The pauses between the reads. A busy machine adds real time, which is tolerated. */
  const expectPauses = (seconds: readonly number[]) => {
    const pauses = looks.slice(1).map((at, index) => (at - (looks[index] ?? 0)) / 1_000);
    expect(pauses).toHaveLength(seconds.length);
    for (const [index, planned] of seconds.entries()) {
      expect(pauses[index]).toBeGreaterThan(planned - 0.1);
      expect(pauses[index]).toBeLessThan(planned + 3);
    }
  };

  const call = (workflowId: string): Promise<WorkflowHandle<typeof batch>> =>
    time.client.workflow.signalWithStart<typeof batch>('batch', {
      workflowId,
      taskQueue: CONTROL_QUEUE,
      args: [crypto.randomUUID()],
      signal: settleSignal,
    });

  test('looks at once, waits as long as it is told, and ends with the notice', async () => {
    see = (look) => (look === 1 ? QUIET : NOTICED);
    await time.result(await call('batch-told'));
    expectPauses([10]);
  });

  test('ends when there is nothing to tell', async () => {
    see = () => IDLE;
    await time.result(await call('batch-idle'));
    expect(looks).toHaveLength(1);
  });

  test('waits again for as long as documents keep coming', async () => {
    see = (look) => (look <= 5 ? { kind: 'quiet', waitMs: look * 5_000 } : NOTICED);
    await time.result(await call('batch-fed'));
    expectPauses([5, 10, 15, 20, 25]);
  });

  test('looks at once when it is called within its wait', async () => {
    see = (look) => (look === 1 ? QUIET : NOTICED);
    const handle = await call('batch-called');
    await expect.poll(() => looks.length).toBe(1);
    await time.skip(4_000);
    await call('batch-called');
    await time.result(handle);
    expectPauses([4]);
  });

  test('looks again when it was called while it looked', async () => {
    const looking = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<BatchLook>();
    see = (look) => {
      if (look > 1) return NOTICED;
      looking.resolve();
      return seen.promise;
    };
    const handle = await call('batch-busy');
    await looking.promise;
    await call('batch-busy');
    seen.resolve(IDLE);
    await time.result(handle);
    expect(looks).toHaveLength(2);
  });

  test('can be called again after its end', async () => {
    see = () => NOTICED;
    await time.result(await call('batch-again'));
    await time.result(await call('batch-again'));
    expect(looks).toHaveLength(2);
  });

  test('looks until the database answers', async () => {
    see = (look) => {
      if (look < 4) throw new Error('no database');
      return NOTICED;
    };
    await time.result(await call('batch-outage'));
    expect(looks).toHaveLength(4);
  });

  test('begins a new history before its own becomes long', async () => {
    see = (look) => (look < 700 ? QUIET : NOTICED);
    const handle = await call('batch-long');
    const { runId } = await handle.describe();
    await time.result(handle);
    const last = await handle.describe();
    expect(last.runId).not.toBe(runId);
    expect(last.historyLength).toBeLessThan(500);
  });

  test('the sweep says how many it called', async () => {
    const options = { workflowId: 'batch-sweep', taskQueue: CONTROL_QUEUE };
    expect(await time.result(await time.client.workflow.start<() => Promise<number>>('batchSweep', options))).toBe(3);
  });
});
