/**
 * A gateway between a client and the service that simulates faults: it answers itself, delays answers and resets
 * connections.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './cases.ts';

/** The path to the service for one case, with its faults. */
export interface Way {
  readonly baseUrl: string;
  /** The number of requests that the case counts. */
  readonly requests: number;
  readonly keys: ReadonlySet<string>;
}

export interface Gateway {
  open(on: string | undefined, faults: readonly Fault[]): Way;
  close(): Promise<void>;
}

interface OpenWay {
  readonly on: string;
  readonly faults: Fault[];
  readonly keys: Set<string>;
  requests: number;
}

export async function startGateway(service: string): Promise<Gateway> {
  const ways = new Map<string, OpenWay>();
  const server = createServer((request, response) => {
    const [, name = '', path = ''] = /^\/([^/]+)(.*)$/.exec(request.url ?? '') ?? [];
    const way = ways.get(name);
    if (!way) return void response.writeHead(404).end();
    serve(service + path, way, request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    open(on = '', faults) {
      const name = randomUUID();
      const way: OpenWay = { on, faults: [...faults], keys: new Set(), requests: 0 };
      ways.set(name, way);
      return {
        baseUrl: `http://127.0.0.1:${port}/${name}`,
        keys: way.keys,
        get requests() {
          return way.requests;
        },
      };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function serve(url: string, way: OpenWay, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', headers } = request;
  const isMeant = `${method} ${new URL(url).pathname}`.startsWith(way.on);
  let fault: Fault = {};
  if (isMeant) {
    way.requests += 1;
    const key = headers['idempotency-key'];
    if (typeof key === 'string') way.keys.add(key);
    fault = way.faults.shift() ?? {};
  }
  if (fault.early) return void request.socket.resetAndDestroy();
  const body = await bodyOf(request);
  if (!fault.after && fault.cut) return void request.socket.resetAndDestroy();
  if (!fault.after && fault.answer !== undefined) return refuse(response, fault);
  const answer = await fetch(url, {
    method,
    headers: forwarded(headers),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
    redirect: 'manual',
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (fault.cut) return void request.socket.resetAndDestroy();
  if (fault.answer !== undefined) return refuse(response, fault);
  if (fault.slowMs !== undefined) await sleep(fault.slowMs);
  for (const [name, value] of answer.headers) if (!HOP.has(name)) response.appendHeader(name, value);
  response.statusCode = answer.status;
  if (!fault.half) return void response.end(bytes);
  response.setHeader('Content-Length', bytes.length);
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => request.socket.destroySoon());
}

/** These headers belong to one connection, or to a body that has been read. */
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding', 'host']);

function forwarded(headers: IncomingMessage['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    HOP.has(name) || name === 'accept-encoding' || value === undefined ? [] : [[name, String(value)]],
  );
}

function refuse(response: ServerResponse, { answer = 503, code, retryAfter }: Fault): void {
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
  response.statusCode = answer;
  if (code === undefined) {
    response.setHeader('Content-Type', 'text/html');
    return void response.end('<h1>Bad gateway</h1>');
  }
  response.setHeader('Content-Type', 'application/problem+json');
  const type = `https://fixpoint.example/problems/${code}`;
  response.end(
    JSON.stringify({
      type,
      title: code,
      status: answer,
      code,
      requestId: 'req_0',
      retryable: code !== 'quota_exceeded',
    }),
  );
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
