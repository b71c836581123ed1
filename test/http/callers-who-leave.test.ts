import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Koa from 'koa';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientAddresses } from '#api/auth/client-address.ts';
import { disposeAtEnd } from '#api/http/disconnect-signal.ts';
import type { State } from '#api/http/http.ts';
import { readMultipart } from '#api/http/multipart.ts';
import { createHttpServer, drain } from '#api/http/server.ts';

const server = createServer();
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

/** A request with its answer, and the ways in which the caller ends the connection. */
async function called(head = 'GET / HTTP/1.1') {
  const asked = once(server, 'request');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(`${head}\r\nHost: fixpoint.test\r\n\r\n`);
  const [req, res] = (await asked) as [IncomingMessage, ServerResponse];
  return { req, res, socket };
}

function heldBy() {
  const held = { count: 1, [Symbol.dispose]: () => void held.count-- };
  return held;
}

test('a lease ends with the answer', async () => {
  const { req, res, socket } = await called();
  const lease = heldBy();
  disposeAtEnd({ req, res }, lease);
  expect(lease.count).toBe(1);
  res.end('done');
  await once(res, 'close');
  expect(lease.count).toBe(0);
  socket.destroy();
});

test('a lease that is taken after its caller has left ends at once', async () => {
  const { req, res, socket } = await called();
  socket.destroy();
  await once(res, 'close');
  const lease = heldBy();
  disposeAtEnd({ req, res }, lease);
  expect(lease.count).toBe(0);
});

test('a form whose sender has left before it is read is refused, and what it holds is free', async () => {
  const { req, res, socket } = await called(
    'POST / HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000',
  );
  socket.destroy();
  await once(res, 'close');
  await expect(readMultipart(req, new Map())).rejects.toThrow();
});

test('a caller who has left still has the address at which the connection began', async () => {
  const seen = Promise.withResolvers<string>();
  const app = new Koa<State>();
  app.silent = true; // the reset is expected
  app.use(async (ctx) => {
    await once(ctx.res, 'close');
    seen.resolve(clientAddresses([])(ctx).network);
  });
  const log = pino({ level: 'silent' });
  const own = createHttpServer(app, { log, publicUrl: 'https://fixpoint.test', keepAliveMs: 65_000 });
  await once(own.listen(0, '127.0.0.1'), 'listening');
  const { port } = own.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}); // the connection is reset
  socket.write('GET / HTTP/1.1\r\nHost: fixpoint.test\r\n\r\n', () => socket.resetAndDestroy());
  expect(await seen.promise).toBe('127.0.0.1');
  await drain(own, 1_000);
});
