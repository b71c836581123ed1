/**
 * The export of an organization's data. Workflow id: `export-{exportId}`. It ends with the archive: seven days after
 * its completion, or as soon as it is cancelled.
 */
import {
  ActivityCancellationType,
  CancellationScope,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  sleep,
} from '@temporalio/workflow';
import type { ExportActivities } from '#activities/index.ts';
import { DATA_QUEUE, EXPORT_KEPT_MS, type ExportInput } from '#domain/privacy/data-export.ts';

const { writeExport } = proxyActivities<ExportActivities>({
  taskQueue: DATA_QUEUE,
  // Half a terabyte takes its time; a worker that died is noticed by its heartbeat.
  startToCloseTimeout: '12 hours',
  scheduleToCloseTimeout: '24 hours',
  heartbeatTimeout: '30 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

const { endExport } = proxyActivities<ExportActivities>({
  taskQueue: DATA_QUEUE,
  startToCloseTimeout: '1 minute',
  // The retries have no end, because an outage of the store must not keep an expired archive.
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes' },
});

export async function dataExport(input: ExportInput): Promise<'expired' | 'failed'> {
  const end = () => CancellationScope.nonCancellable(() => endExport(input));
  try {
    const isKept = await writeExport.executeWithOptions({ summary: 'the archive' }, [input]);
    if (!isKept) return 'failed';
  } catch (error) {
    await end();
    if (isCancellation(error)) throw error;
    return 'failed';
  }
  setCurrentDetails('Completed; the archive is kept for seven days.');
  try {
    await sleep(EXPORT_KEPT_MS, { summary: 'the archive expires' });
  } finally {
    await end();
  }
  return 'expired';
}
