/** The HTTP server around the app: limits of connections, slow readers, unread bodies, and an orderly end. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import type { Logger } from 'pino';
import type { State } from './http.ts';
import { ANSWER_STALL_MS, watchRate } from './connection/least-rate.ts';
import { answerMalformedRequest, refuseConnect, refusesTransferCoding } from './malformed-request.ts';
import { rememberPeerAddress } from './connection/peer-address.ts';

const HEADERS_TIMEOUT_MS = 10_000;
/** 100 MiB at 1 Mbit/s, with the stall watch of the upload as the finer limit. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
/** The time in which the rest of a refused upload is read, so that its sender sees the answer. */
const LINGER_MS = 5_000;

interface Surroundings {
  readonly log: Logger;
  readonly publicUrl: string;
  /** A proxy that sends a request on a connection that is being closed answers its caller with an error. */
  readonly keepAliveMs: number;
  /** The time over which an answer must be read at the least rate; `ANSWER_STALL_MS` by default. */
  readonly stallMs?: number | undefined;
}

export function createHttpServer(app: Koa<State>, surroundings: Surroundings): Server {
  const handle = app.callback();
  const answers = new WeakMap<Duplex, ServerResponse>();
  const listener = (req: IncomingMessage, res: ServerResponse) => {
    req.url = originForm(req.url ?? '');
    boundUnreadBody(req, res);
    answers.set(req.socket, res);
    if (refusesTransferCoding(req, res, surroundings)) return;
    void handle(req, res);
  };
  const limits = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: surroundings.keepAliveMs,
    requireHostHeader: false, // the app does, and says so
  };
  const server = createServer(limits, listener);
  server.maxHeadersCount = 100;
  // The reader of the body answers `Expect: 100-continue`, after the check of the caller.
  server.on('checkContinue', listener);
  // Any other expectation may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', listener);
  server.on('connect', (_req, socket) => refuseConnect(socket, surroundings));
  server.on('connection', (socket) => {
    rememberPeerAddress(socket);
    endSlowReader(socket, surroundings);
  });
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    const isAnswering = answers.get(socket)?.headersSent === true && !answers.get(socket)?.writableFinished;
    if (fault.code === 'ECONNRESET' || !socket.writable || isAnswering) socket.destroy(fault);
    else answerMalformedRequest(socket, fault, surroundings);
  });
  return server;
}

/** Without this, an answer to a stalled reader would hold its memory and shares as long as the connection. */
function endSlowReader(socket: Socket, { log, stallMs = ANSWER_STALL_MS }: Surroundings): void {
  const watch = watchRate({
    stallMs,
    movedBytes: () => (socket.writableLength === 0 ? null : socket.bytesWritten - socket.writableLength),
    onSlow(seconds) {
      log.info({ seconds, unreadBytes: socket.writableLength }, 'answer ended, since its reader was too slow');
      socket.destroy();
    },
  });
  socket.once('close', () => watch[Symbol.dispose]());
}

const NOWHERE = '/*';

/**
 * RFC 9112, section 3.2: what is sent to a proxy has scheme and host, and a server must take it too. A
 * target without a path becomes a path that does not exist, so that the following code can rely on a path.
 */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const url = /^https?:/i.test(target) ? URL.parse(target) : null;
  return url ? url.pathname + url.search : NOWHERE;
}

function boundUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  res.once('finish', () => {
    if (req.complete) return;
    req.resume();
    const timer = setTimeout(() => req.destroy(), LINGER_MS);
    req.once('close', () => clearTimeout(timer));
  });
}

const SWEEP_EVERY_MS = 250;

/** Stops listening, lets the requests in flight finish, and cuts off what is left after the time. */
export async function drain(server: Server, graceMs: number): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  // The head of an answer under way has promised to keep its connection: nobody closes that one when the answer ends.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(timer);
  clearInterval(sweep);
}
