/** Requests that are refused before the app sees them, since they are no HTTP of this server: each is answered with a problem. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type ErrorCode, ERRORS, ServiceError } from '#domain/problem-codes.ts';
import { headersOf, newRequestId } from './http.ts';
import { problemBody } from './problem.ts';

/** The keys are Node's codes of the faults. Every other fault is `malformed_request`. */
const FAULTS: Readonly<Record<string, [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The path and the headers may have 16 KiB together, in 100 fields.'],
  HPE_INVALID_EOF_STATE: ['body_incomplete', 'The connection ended before the whole request had arrived.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['upload_stalled', 'The request did not arrive in time.'],
};

interface Surroundings {
  readonly log: Logger;
  readonly publicUrl: string;
}

/** The time in which the peer of a refused connection may close its end. */
const LINGER_MS = 5_000;

export function answerMalformedRequest(socket: Duplex, fault: NodeJS.ErrnoException, surroundings: Surroundings): void {
  const [code, detail] = FAULTS[fault.code ?? ''] ?? (['malformed_request', 'This is not HTTP/1.1.'] as const);
  endWith(socket, refusalOf(new ServiceError(code, detail), surroundings, fault.code));
}

/** RFC 9110, section 9.3.6: CONNECT asks for a tunnel, and this is no proxy. Node hands over the bare connection. */
export function refuseConnect(socket: Duplex, surroundings: Surroundings): void {
  socket.on('error', () => socket.destroy());
  endWith(
    socket,
    refusalOf(new ServiceError('not_implemented', 'CONNECT is not a method of this service.'), surroundings),
  );
  socket.resume();
}

/**
 * RFC 9112, section 6.1: chunked is the one transfer coding that this server reads, and no body has it twice. Node takes any list
 * that ends with it. Answers whether the request was refused.
 */
export function refusesTransferCoding(req: IncomingMessage, res: ServerResponse, surroundings: Surroundings): boolean {
  const codings = (req.headers['transfer-encoding'] ?? 'chunked').toLowerCase().split(',');
  const unknown = codings.map((coding) => coding.trim()).find((coding) => coding !== 'chunked');
  if (unknown === undefined && codings.length === 1) return false;
  const error =
    unknown === undefined
      ? new ServiceError('malformed_request', 'A body may be chunked once.')
      : new ServiceError('not_implemented', 'The only transfer coding of this service is chunked.');
  const { status, headers, body } = refusalOf(error, surroundings);
  res.writeHead(status, headers).end(body);
  return true;
}

interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function refusalOf(error: ServiceError, { log, publicUrl }: Surroundings, fault?: string): Refusal {
  const requestId = newRequestId();
  const { status } = ERRORS[error.code];
  log.info({ requestId, fault, status }, 'unreadable request');
  const body = JSON.stringify(problemBody(error, { instance: '/', requestId, publicUrl }));
  const headers = {
    ...headersOf({ requestId }),
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { status, headers, body };
}

function endWith(socket: Duplex, { status, headers, body }: Refusal): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
