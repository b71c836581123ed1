/** `GET /metrics`, on a port of its own: what operators see is not for callers. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { isAllowedHost } from './allowed-hosts.ts';

export interface MetricsEndpoint {
  readonly port: number;
  close(): void;
}

export interface MetricsAddress {
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  /** Public names under which Prometheus asks, besides addresses and private names. */
  readonly names?: readonly string[];
}

export interface Scrape {
  readonly registry: Pick<Registry, 'metrics' | 'contentType'>;
  /** Sets the gauges that nobody sets as things happen. */
  readonly refresh?: () => Promise<void> | void;
  /** Metrics of another part of the process. They are left out while it does not answer. */
  readonly others?: () => Promise<string>;
}

/** Answers in the text format of Prometheus. */
export async function serveMetrics(
  { host, port, names = [] }: MetricsAddress,
  scrape: Scrape,
): Promise<MetricsEndpoint> {
  const server = createServer(({ url, method, headers }, response) => {
    const end = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'Content-Type': type, Connection: 'close' }).end(body);
    if (!isAllowedHost(headers.host ?? '', names)) {
      return void end(421, 'text/plain', 'METRICS_HOSTS does not have the host of this request.\n');
    }
    if (url !== '/metrics' || method !== 'GET') return void end(404, 'text/plain', 'The metrics are at /metrics.\n');
    void textOf(scrape).then(
      (text) => end(200, scrape.registry.contentType, text),
      () => end(500, 'text/plain', 'The metrics could not be collected.\n'),
    );
  });
  server.unref(); // a process that has done its work does not stay for it
  await once(server.listen(port, host), 'listening');
  return { port: portOf(server), close: () => server.close() };
}

async function textOf({ registry, refresh, others }: Scrape): Promise<string> {
  await refresh?.();
  return (await registry.metrics()) + ((await others?.().catch(() => '')) ?? '');
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
