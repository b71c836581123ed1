/**
 * Prints an attestation, the certificate of a deletion, or a comparison. Workflow id: `print-{id}`, so that two who ask at
 * once wait for one page.
 */
import { proxyActivities } from '@temporalio/workflow';
import type { PrintActivities } from '#activities/index.ts';
import { PRINT_TIMEOUT_MS, type PrintInput, type PrintOutcome } from '#domain/printing.ts';
import { classifyFailure } from '#workflows/submission/failure-kind.ts';

/** One kill may be bad luck on a loaded host. A later caller starts a new run. */
const MAX_KILLS = 2;

const { printPages } = proxyActivities<PrintActivities>({
  startToCloseTimeout: '45 seconds',
  scheduleToCloseTimeout: PRINT_TIMEOUT_MS,
  heartbeatTimeout: '5 seconds',
  retry: { maximumAttempts: 5, initialInterval: 200, backoffCoefficient: 2 },
});

export async function print(input: PrintInput): Promise<PrintOutcome> {
  for (let kills = 1; ; kills++) {
    try {
      return await printPages(input);
    } catch (error) {
      if (classifyFailure(error, null).code !== 'PARSER_KILLED' || kills === MAX_KILLS) throw error;
    }
  }
}
