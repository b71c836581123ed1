/** One attempt at a delivery: one POST over one connection, redirects not followed, everything bounded. */
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { DeliveryError } from '#domain/webhooks/deliveries.ts';
import type { ReceiverRules } from './addresses.ts';
import { openSocket } from './connect.ts';
import { DeliveryFailure } from './failure.ts';
import { type Resolve, resolveByDns, vettedAddresses } from './resolve.ts';
import { type Message, signatureHeaders } from './signature.ts';
import { checkReceiver } from './url.ts';

export interface Sending extends Message {
  readonly url: string;
  /** Told to the receiver; from 1. */
  readonly attempt: number;
}

export interface Answer {
  /** Null for a success. */
  readonly error: DeliveryError | null;
  readonly statusCode: number | null;
  /** The beginning of it, as text that a database takes. */
  readonly responseBody: string | null;
  readonly retryAfterMs: number | null;
}

export type Send = (sending: Sending, signal?: AbortSignal) => Promise<Answer>;

export interface SenderOptions {
  readonly rules: ReceiverRules;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  /** Certificates to trust besides the well-known authorities; for tests. */
  readonly ca?: string;
}

const USER_AGENT = 'Fixpoint-Webhooks/1';
const TIMEOUT_MS = 15_000;
const MAX_READ_BYTES = 16 * 1024;
const MAX_KEPT_CHARS = 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/** Fails for no reason of the receiver's: what it does, or does not, is the answer. */
export function createSender(options: SenderOptions): Send {
  const { timeoutMs = TIMEOUT_MS } = options;
  return async (sending, signal) => {
    const late = AbortSignal.timeout(timeoutMs);
    const limit = signal ? AbortSignal.any([late, signal]) : late;
    try {
      return await attempt(sending, options, limit);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof DeliveryFailure)) throw error;
      const reason = late.aborted && error.reason === 'connection_failed' ? 'timeout' : error.reason;
      return { error: reason, statusCode: null, responseBody: null, retryAfterMs: null };
    }
  };
}

async function attempt(sending: Sending, options: SenderOptions, signal: AbortSignal): Promise<Answer> {
  const { rules, resolve = resolveByDns, ca } = options;
  // Again at every attempt: rules and what is accepted may have become stricter since.
  const url = checkReceiver(sending.url, rules);
  if (typeof url === 'string') throw new DeliveryFailure('blocked_address');
  const addresses = await vettedAddresses(url, rules, resolve, signal);
  const socket = await openSocket({ url, addresses, rules, ...(ca === undefined ? {} : { ca }) }, signal);
  try {
    const response = await post(socket, url, sending, signal);
    const { statusCode = 0, headers } = response;
    const body = await beginningOf(response, signal);
    return {
      error: errorOf(statusCode),
      statusCode,
      responseBody: body,
      retryAfterMs: retryAfterMs(headers['retry-after'], sending.sentAt),
    };
  } finally {
    socket.destroy();
  }
}

function post(socket: Socket, url: URL, sending: Sending, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const failed = (cause?: unknown) =>
    reject(new DeliveryFailure(signal.aborted ? 'timeout' : 'connection_failed', { cause }));
  const outgoing = request({
    createConnection: () => socket,
    method: 'POST',
    path: url.pathname + url.search,
    setHost: false,
    headers: { Host: url.host, ...headersOf(sending) },
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  });
  outgoing.once('response', resolve).on('error', failed).once('close', failed);
  // A receiver that wants another protocol gets none.
  outgoing.once('upgrade', (_response, other) => {
    other.destroy();
    failed();
  });
  outgoing.end(sending.body);
  return promise;
}

function headersOf(sending: Sending): Record<string, string> {
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(sending.body)),
    'user-agent': USER_AGENT,
    'webhook-attempt': String(sending.attempt),
    ...signatureHeaders(sending),
    connection: 'close',
  };
}

/** What came until the end, the limit or the time: the verdict is the status, and that is known. */
async function beginningOf(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.length;
      if (size >= MAX_READ_BYTES || signal.aborted) break;
    }
  } catch {
    // broken off: the beginning is all there is
  }
  const text = Buffer.concat(chunks).subarray(0, MAX_READ_BYTES).toString('utf8');
  return text.replaceAll('\0', '\uFFFD').slice(0, MAX_KEPT_CHARS).toWellFormed();
}

function errorOf(statusCode: number): DeliveryError | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  if (statusCode === 410) return 'endpoint_gone';
  return statusCode >= 300 && statusCode < 400 ? 'redirect' : 'http_status';
}

/** RFC 9110, section 10.2.3: seconds or a date. */
function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
