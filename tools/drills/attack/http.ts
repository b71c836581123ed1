/** Requests of an attacker: from any address of this host, with any header, or with bytes that are no valid request. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { connect as plainConnect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { connect as tlsConnect } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';

/** `Response` rejects a body for these statuses. */
const WITHOUT_BODY = new Set([204, 205, 304]);
const TIMEOUT_MS = 60_000;

/**
 * Returns the answer as `fetch` does, without following redirects, and sends `Host` unchanged. On loopback each call
 * uses a separate address unless it names one.
 */
export async function ask(url: string, init: RequestInit = {}, from = someLoopbackAddress()): Promise<Response> {
  const target = new URL(url);
  const encoded = new Response(init.body ?? null);
  const body = Buffer.from(await encoded.arrayBuffer());
  const type = encoded.headers.get('content-type');
  const isTyped = new Headers(init.headers).has('content-type');
  const request = (target.protocol === 'https:' ? tlsRequest : plainRequest)(target, {
    method: init.method?.toUpperCase() ?? 'GET',
    headers: {
      ...(type !== null && !isTyped && { 'content-type': type }),
      ...(body.length > 0 && { 'content-length': body.length }),
      ...Object.fromEntries(new Headers(init.headers)),
    },
    agent: false,
    ...(isLoopback(target) && { host: '127.0.0.1', localAddress: from }),
    signal: init.signal ?? AbortSignal.timeout(TIMEOUT_MS),
  });
  request.end(body);
  const [answer]: IncomingMessage[] = await once(request, 'response');
  if (answer === undefined) throw new Error('There is no answer.');
  const bytes = await buffer(answer);
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const { statusCode = 0 } = answer;
  return new Response(WITHOUT_BODY.has(statusCode) ? null : bytes, { status: statusCode, headers });
}

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname.startsWith('127.');
}

/** All of 127.0.0.0/8 is this host, and limits count each address separately. */
export function someLoopbackAddress(): string {
  return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** A raw connection without a client. */
export async function open(baseUrl: string): Promise<Socket> {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isTls = protocol === 'https:';
  const to = { host: hostname, port: Number(port || (isTls ? 443 : 80)) };
  const socket = isTls ? tlsConnect({ ...to, servername: hostname }) : plainConnect(to);
  await once(socket, isTls ? 'secureConnect' : 'connect');
  // A reset is a valid result.
  socket.on('error', () => undefined);
  return socket;
}

/** Resolves at the end of the connection, whatever the cause. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
  });
}

const WAIT_MS = 3_000;

/** Sends the bytes unchanged and returns all received data until the other side closes or the time is over. */
export async function sendRaw(baseUrl: string, bytes: string | Uint8Array): Promise<string> {
  const socket = await open(baseUrl);
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  await Promise.race([closed(socket), sleep(WAIT_MS)]);
  socket.destroy();
  return received;
}

/** The statuses of all answers in the received text. */
export function statusesOf(received: string): number[] {
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}
