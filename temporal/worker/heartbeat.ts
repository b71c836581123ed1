/** A worker's word that it lives, again and again until it ends. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BeatingWorker, HEARTBEAT_MS, type WorkerHeartbeats } from '#store/database/worker-heartbeats.ts';

export interface Heartbeat {
  stop(): Promise<void>;
}

/** Throws when the first one fails; what happens to later ones is told to `onError`. */
export async function startHeartbeat(
  heartbeats: WorkerHeartbeats,
  worker: BeatingWorker,
  onError: (error: unknown) => void,
  everyMs = HEARTBEAT_MS,
): Promise<Heartbeat> {
  const workerId = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const goOn = async () => {
    while (true) {
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await heartbeats.beat(workerId, worker).catch(onError);
    }
  };
  await heartbeats.beat(workerId, worker);
  const beating = goOn();
  return {
    async stop() {
      stopping.abort();
      await beating;
      await heartbeats.end(workerId).catch(onError);
    },
  };
}
