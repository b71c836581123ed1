/**
 * The erasure of one document or of all. Workflow id: `erase-{organizationId}-{hash or all}`. All state is in
 * PostgreSQL: each step asks there what is left to do, and the last one whether anything is.
 */
import { continueAsNew, proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { ErasureActivities } from '#activities/index.ts';
import { DATA_QUEUE } from '#domain/privacy/data-export.ts';
import type { ErasureInput } from '#domain/privacy/erasure.ts';

const { endMatched, erasePage, releaseErased, eraseExports, forgetErased, certifyErasure } =
  proxyActivities<ErasureActivities>({
    taskQueue: DATA_QUEUE,
    startToCloseTimeout: '10 minutes',
    heartbeatTimeout: '30 seconds',
    // The retries have no end, because the erasure was promised.
    retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
  });

/** A worker that was at a document when it was ended is done with it by then, and has put what it puts. */
const QUIET_MS = 60_000;
/** A page leaves some dozen events. */
const PAGES_OF_A_RUN = 50;

export async function erasure(input: ErasureInput): Promise<void> {
  await endRunning(input);
  for (let pages = 1; ; pages++) {
    const done = (await erasePage(input)) + (await releaseErased(input));
    if (done === 0) {
      await eraseExports(input);
      await forgetErased(input);
      if (await certifyErasure(input)) return;
      await endRunning(input);
    }
    setCurrentDetails(`Pages in this run: ${pages}.`);
    if (pages >= PAGES_OF_A_RUN) await continueAsNew<typeof erasure>(input);
  }
}

async function endRunning(input: ErasureInput): Promise<void> {
  if ((await endMatched(input)) > 0) await sleep(QUIET_MS, { summary: 'until workers finish their current work' });
}
