/**
 * A load balancer before several APIs. It distributes connections to the ready ones in order and breaks those of an API
 * that no longer answers, as any proxy does.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { LOOPBACK, statusOf } from '#dev/network.ts';

export interface Balancer {
  readonly endpoint: string;
  add(endpoint: string): void;
  remove(endpoint: string): void;
  /** Sends it no new connection. Its existing connections continue. */
  drain(endpoint: string): void;
  close(): Promise<void>;
}

interface Target {
  readonly url: URL;
  readonly links: Set<Socket>;
  missed: number;
  isDraining: boolean;
}

const CHECK_EVERY_MS = 500;
/** The number of missing answers in a row that are tolerated. */
const MISSED_AT_MOST = 6;

export async function startBalancer(): Promise<Balancer> {
  const targets = new Map<string, Target>();
  let turn = 0;
  const server = createServer((inbound) => {
    const ready = [...targets.values()].filter((target) => target.missed === 0 && !target.isDraining);
    // A single API gets the connection even if it is not ready.
    const among = ready.length > 0 ? ready : [...targets.values()];
    const target = among[turn++ % Math.max(1, among.length)];
    if (target === undefined) return void inbound.destroy();
    const outbound = connect(Number(target.url.port), target.url.hostname);
    target.links.add(outbound);
    for (const [socket, other] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      socket.on('error', () => undefined);
      socket.on('close', (isByError) => {
        target.links.delete(outbound);
        if (isByError) other.destroy();
      });
      socket.pipe(other);
    }
  });
  await once(server.listen(0, LOOPBACK), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const breakOff = (target: Target) => target.links.forEach((link) => link.destroy(new Error('Its host is gone.')));
  const watching = setInterval(() => {
    for (const target of targets.values()) {
      void statusOf(`${target.url.origin}/livez`).then((status) => {
        target.missed = status === 200 ? 0 : target.missed + 1;
        // A single API is waited for.
        if (target.missed === MISSED_AT_MOST && targets.size > 1) breakOff(target);
      });
    }
  }, CHECK_EVERY_MS);
  return {
    endpoint: `http://${LOOPBACK}:${port}`,
    add: (endpoint) =>
      void targets.set(endpoint, { url: new URL(endpoint), links: new Set(), missed: 0, isDraining: false }),
    remove: (endpoint) => {
      const target = targets.get(endpoint);
      targets.delete(endpoint);
      if (target !== undefined) breakOff(target);
    },
    drain: (endpoint) => {
      const target = targets.get(endpoint);
      if (target !== undefined) target.isDraining = true;
    },
    async close() {
      clearInterval(watching);
      server.close();
      for (const target of targets.values()) breakOff(target);
    },
  };
}
