/** Tests answers with a slow reader: the API ends them and releases their resources. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import Koa from 'koa';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { disposeAtEnd } from '#api/http/disconnect-signal.ts';
import type { State } from '#api/http/http.ts';
import { inPieces } from '#api/http/connection/in-pieces.ts';
import { LEAST_BYTES_PER_SECOND, STALL_MS, watchRate } from '#api/http/connection/least-rate.ts';
import { createHttpServer, drain } from '#api/http/server.ts';

describe('the least rate', () => {
  afterEach(() => void vi.useRealTimers());

  /** Whether bytes with these times of progress count as too slow within two minutes. */
  function isSlow(movedAt: (second: number) => number | null): boolean {
    vi.useFakeTimers();
    const onSlow = vi.fn();
    let second = 0;
    const watch = watchRate({ stallMs: STALL_MS, movedBytes: () => movedAt(second), onSlow });
    for (; second < 120; second++) vi.advanceTimersByTime(1_000);
    watch[Symbol.dispose]();
    return onSlow.mock.calls.length > 0;
  }

  test.each([
    ['stand still', true, () => 0],
    ['move below the rate', true, (second: number) => second * (LEAST_BYTES_PER_SECOND - 50)],
    ['move above the rate', false, (second: number) => second * (LEAST_BYTES_PER_SECOND + 50)],
    ['move in one lump each half of the time', false, (second: number) => Math.floor(second / 15) * 64 * 1024],
    ['stand still after a quick beginning', true, (second: number) => Math.min(second, 30) * 1_000_000],
    ['are not there', false, () => null],
    ['wait for a moment at a time', false, (second: number) => (second % 20 < 10 ? null : 0)],
  ])('is too high for bytes that %s: %s', (_words, expected, movedAt) => {
    expect(isSlow(movedAt)).toBe(expected);
  });
});

/** More than the system buffers for a reader that does not read. */
const LARGE = Buffer.alloc(48 * 1024 * 1024, 'x');

describe('an answer', () => {
  const held = new Set<string>();
  let server: Server;
  let port: number;

  beforeAll(async () => {
    const app = new Koa<State>();
    app.silent = true;
    app.use(inPieces());
    app.use((ctx) => {
      held.add(ctx.path);
      disposeAtEnd(ctx, { [Symbol.dispose]: () => void held.delete(ctx.path) });
      ctx.body = LARGE;
    });
    const log = pino({ level: 'silent' });
    server = createHttpServer(app, { log, publicUrl: 'https://fixpoint.test', keepAliveMs: 65_000, stallMs: 1_500 });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(() => drain(server, 1_000));

  async function ask(path: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {}); // the service resets the connection
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`);
    return socket;
  }

  test('whose reader stands still is ended, and gives back what it holds', async () => {
    const socket = await ask('/unread');
    socket.pause();
    await expect.poll(() => held.has('/unread')).toBe(true);
    await expect.poll(() => held.has('/unread'), { timeout: 20_000 }).toBe(false);
    socket.destroy();
  });

  test('whose reader takes some of it each moment arrives as a whole, however long that takes', async () => {
    const socket = await ask('/slow');
    let bytes = 0;
    // Eight MiB every 400 milliseconds take longer than the period of the rate.
    let left = 0;
    const timer = setInterval(() => {
      left = 8 * 1024 * 1024;
      socket.resume();
    }, 400);
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      left -= chunk.length;
      if (left <= 0) socket.pause();
    });
    await once(socket, 'close');
    clearInterval(timer);
    expect(bytes).toBeGreaterThan(LARGE.length);
  });
});
