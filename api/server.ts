/** The HTTP server around the app: limits of connections, unread bodies, and an orderly end. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type Koa from 'koa';
import type { State } from './http.ts';

const HEADERS_TIMEOUT_MS = 10_000;
/** 100 MiB at 1 Mbit/s, with the stall watch of the upload as the finer limit. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
/** Longer than the usual 60 s of proxies, so that they, not we, close idle connections. */
const KEEP_ALIVE_MS = 65_000;
/** How long the rest of a refused upload is read, so that its sender gets to see the answer. */
const LINGER_MS = 5_000;

export function createHttpServer(app: Koa<State>): Server {
  const handle = app.callback();
  const listener = (req: IncomingMessage, res: ServerResponse) => {
    boundUnreadBody(req, res);
    void handle(req, res);
  };
  const limits = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  };
  const server = createServer(limits, listener);
  server.maxHeadersCount = 100;
  // `Expect: 100-continue` is answered by whoever wants the body, after the caller has been let in.
  server.on('checkContinue', listener);
  return server;
}

function boundUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  res.once('finish', () => {
    if (req.complete) return;
    req.resume();
    const timer = setTimeout(() => req.destroy(), LINGER_MS);
    req.once('close', () => clearTimeout(timer));
  });
}

/** Stops listening, lets the requests in flight finish, and cuts off what is left after the time. */
export async function drain(server: Server, graceMs: number): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(timer);
}
