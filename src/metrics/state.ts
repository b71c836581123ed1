/** The gauges that nobody sets as things happen: how things stand in the service, which PostgreSQL knows, and with the parsers. */
import type { Logger } from 'pino';
import type { ServiceStates } from '#store/maintenance/service-state.ts';
import { metrics } from './metrics.ts';

export function setParserGauges({ busy, waiting }: { readonly busy: number; readonly waiting: number }): void {
  metrics.parsersBusy.set(busy);
  metrics.parsersWaiting.set(waiting);
}

/** Several who look at the same time, or one after the other, cost one question. */
const FRESH_MS = 5_000;

export function stateGauges(states: ServiceStates, log: Pick<Logger, 'warn'>): () => Promise<void> {
  let asked = -Infinity;
  let answer: Promise<void> = Promise.resolve();
  return () => {
    const now = performance.now();
    if (now - asked < FRESH_MS) return answer;
    asked = now;
    answer = collect(states, log);
    return answer;
  };
}

/** What was found last stays where PostgreSQL does not answer, and a gauge of its own says so. */
async function collect(states: ServiceStates, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    const state = await states.find();
    metrics.oldestPendingSeconds.set(state.oldestPendingSeconds);
    metrics.submissionsUnderWay.set(state.submissionsUnderWay);
    metrics.webhookBacklog.set(state.webhookBacklog);
    metrics.webhookOldestDueSeconds.set(state.webhookOldestDueSeconds);
    metrics.mailOldestSeconds.set(state.mailOldestSeconds);
    metrics.deletionOverdueSeconds.set(state.deletionOverdueSeconds);
    metrics.erasureOldestSeconds.set(state.erasureOldestSeconds);
    metrics.usageUntoldSeconds.set(state.usageUntoldSeconds);
    metrics.workersLive.set(state.workersLive);
    metrics.signingKeyAgeSeconds.set(state.signingKeyAgeSeconds);
    metrics.stateCollected.set(1);
  } catch (err) {
    metrics.stateCollected.set(0);
    log.warn({ err }, 'state not collected for metrics');
  }
}
