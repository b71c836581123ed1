/** Runs the empty workflow beside the service on its Temporal server. */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { cpuMs } from '#tools/bench/measure.ts';
import { percentile } from '#tools/figures.ts';
import { tree } from './cpu.ts';
import type { Instance } from './instance.ts';
import { inLanes } from './load.ts';

export interface FloorFigures {
  readonly workflowsPerSecond: number;
  readonly p50: number;
  /** The milliseconds of processor time per workflow. */
  readonly clientMs: number;
  readonly workerMs: number;
  readonly temporalMs: number;
}

const WARM = 50;

/** @param inFlight the numbers of parallel workflows, with one measurement for each */
export async function measureFloorOfOrchestration(
  { temporalAddress, pids }: Pick<Instance, 'temporalAddress' | 'pids'>,
  { activities, count, inFlight }: { activities: number; count: number; inFlight: readonly number[] },
): Promise<FloorFigures[]> {
  const taskQueue = `bench-floor-${randomUUID()}`;
  const worker = fork(resolve(import.meta.dirname, 'floor-worker.ts'), [temporalAddress, taskQueue]);
  await once(worker, 'message');
  const connection = await Connection.connect({ address: temporalAddress });
  const client = new Client({ connection });
  const runOne = async (): Promise<void> => {
    await client.workflow.execute('floor', { taskQueue, workflowId: `floor-${randomUUID()}`, args: [activities] });
  };
  const read = () => ({ client: cpuMs(), worker: tree(worker.pid ?? 0), temporal: tree(pids.temporal ?? 0) });
  const figures: FloorFigures[] = [];
  try {
    await inLanes(Array.from({ length: WARM }), 8, runOne);
    for (const width of inFlight) {
      const before = read();
      const { times, seconds } = await inLanes(Array.from({ length: count }), width, runOne);
      const after = read();
      figures.push({
        workflowsPerSecond: count / seconds,
        p50: percentile(times, 0.5),
        clientMs: (after.client - before.client) / count,
        workerMs: (after.worker - before.worker) / count,
        temporalMs: (after.temporal - before.temporal) / count,
      });
    }
    return figures;
  } finally {
    await connection.close();
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }
}
