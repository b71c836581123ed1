/** What the parser refuses before there is a request, as it is no HTTP: answered with a problem like any other. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type ErrorCode, ERRORS, ServiceError } from '#domain/problem-codes.ts';
import { headersOf, newRequestId } from './http.ts';
import { problemBody } from './problem.ts';

/** The keys are Node's codes of the fault; whatever else is wrong is `malformed_request`. */
const FAULTS: Readonly<Record<string, [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The path and the headers may have 16 KiB together, in 100 fields.'],
  HPE_INVALID_EOF_STATE: ['body_incomplete', 'The connection ended before the whole request had arrived.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['upload_stalled', 'The request did not arrive in time.'],
};

export function answerMalformedRequest(
  socket: Duplex,
  fault: NodeJS.ErrnoException,
  { log, publicUrl }: { readonly log: Logger; readonly publicUrl: string },
): void {
  const [code, detail] = FAULTS[fault.code ?? ''] ?? (['malformed_request', 'This is not HTTP/1.1.'] as const);
  const requestId = newRequestId();
  const { status } = ERRORS[code];
  log.info({ requestId, fault: fault.code, status }, 'unreadable request');
  const body = JSON.stringify(problemBody(new ServiceError(code, detail), { instance: '/', requestId, publicUrl }));
  const headers = {
    ...headersOf({ requestId }),
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
