/**
 * A worker for the floor of orchestration with the settings of the service's workers: `floor-worker.ts ADDRESS QUEUE`.
 */
import { resolve } from 'node:path';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';

const [address = '', taskQueue = ''] = process.argv.slice(2);
const drop = () => undefined;
Runtime.install({
  logger: { log: drop, trace: drop, debug: drop, info: drop, warn: drop, error: drop },
  telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' }, forward: {} } },
});
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address }),
  taskQueue,
  workflowsPath: resolve(import.meta.dirname, 'floor-workflow.ts'),
  activities: { nothing: async () => undefined },
  workflowThreadPoolSize: 1,
  maxConcurrentWorkflowTaskExecutions: 16,
  maxConcurrentWorkflowTaskPolls: 10,
  nonStickyToStickyPollRatio: 0.5,
  maxConcurrentLocalActivityExecutions: 100,
  maxCachedWorkflows: 200,
});
process.send?.('ready');
await worker.run();
