/**
 * Metrics of the SDK of Temporal: waiting in task queues, slots, cached workflows, failed calls. It exports that
 * itself, on an address of this host, from where it is read along with our own: operators have one address for a
 * worker.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface SdkMetrics {
  readonly address: string;
  readonly read: () => Promise<string>;
}

const LOOPBACK = '127.0.0.1';
const ANSWER_WITHIN_MS = 2_000;

export async function sdkMetricsEndpoint(): Promise<SdkMetrics> {
  const address = `${LOOPBACK}:${await freePort()}`;
  return {
    address,
    read: async () => {
      const answer = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
      return answer.ok ? answer.text() : '';
    },
  };
}

/** Returns a port without a listener. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
