/** Starts exports, erasures and deletions that nobody has started. Run by the schedule `sched-data-sweep`. */
import { proxyActivities } from '@temporalio/workflow';
import type { DataSweepActivities } from '#activities/index.ts';
import { DATA_QUEUE } from '#domain/privacy/data-export.ts';

const { sweepData } = proxyActivities<DataSweepActivities>({
  taskQueue: DATA_QUEUE,
  startToCloseTimeout: '50 seconds',
  heartbeatTimeout: '10 seconds',
  // The next round is a minute away.
  retry: { maximumAttempts: 1 },
});

export async function dataSweep(): Promise<number> {
  return sweepData();
}
