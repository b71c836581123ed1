/** The runtime of the SDK with little logging, because tests cause faults on purpose. */
import { Runtime, type RuntimeOptions } from '@temporalio/worker';

type Signals = NonNullable<RuntimeOptions['shutdownSignals']>;

let installed = false;

/** In a test process vitest handles signals. In a worker process they stop the workers, as in production. */
export function quietRuntime(shutdownSignals: Signals): void {
  if (installed) return;
  installed = true;
  const drop = () => undefined;
  Runtime.install({
    logger: { log: drop, trace: drop, debug: drop, info: drop, warn: drop, error: drop },
    telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' }, forward: {} } },
    shutdownSignals,
  });
}
