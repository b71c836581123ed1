/**
 * Tests requests whose sender stops in the middle: the answer names this if there is one, and the log reports no fault
 * of the service.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pdfSaying, startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly status?: number;
  readonly path?: string;
}

const lines: Line[] = [];

const api = started(() => startApi({ log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }) }));
const tenant = started(() => api.newTenant());

beforeEach(() => void lines.splice(0));
afterEach(async () => {
  await expect.poll(() => api.spooled()).toEqual([]);
});
const PDF = Buffer.from(pdfSaying('broken off'));
const FORM = Buffer.concat([
  Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'),
  PDF,
]);
const KINDS = [
  ['a raw body', '/api/normalize', 'application/pdf', PDF],
  ['a form', '/api/normalize', 'multipart/form-data; boundary=b', FORM],
  ['JSON', '/api/batches', 'application/json', Buffer.from('{"name":')],
] as const;
const LENGTHS = [
  ['Content-Length', (body: Buffer) => ({ header: `Content-Length: ${body.length + 10}`, sent: body })],
  [
    'chunks',
    (body: Buffer) => ({
      header: 'Transfer-Encoding: chunked',
      sent: Buffer.concat([Buffer.from(`${(body.length + 10).toString(16)}\r\n`), body]),
    }),
  ],
] as const;

/** Sends a part of the body and waits until the API reads it. */
async function begin(path: string, type: string, header: string, sent: Buffer): Promise<Socket> {
  const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  const asking = `X-Api-Key: ${tenant.key}\r\nContent-Type: ${type}\r\n${header}\r\nExpect: 100-continue`;
  socket.write(`POST ${path} HTTP/1.1\r\nHost: fixpoint.test\r\n${asking}\r\n\r\n`);
  const [go] = await once(socket, 'data');
  expect(String(go)).toMatch(/^HTTP\/1\.1 100 /);
  socket.write(sent);
  return socket;
}

const recorded = (path: string) => expect.poll(() => lines.find((line) => line.path === path)).toBeDefined();

describe.each(KINDS)('%s', (_, path, type, body) => {
  test.each(LENGTHS)('that ends before its end by %s is incomplete', async (_words, lengthOf) => {
    const { header, sent } = lengthOf(body);
    const socket = await begin(path, type, header, sent);
    socket.end();
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'body_incomplete', retryable: true });
    await recorded(path);
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  });

  test.each(LENGTHS)('whose connection is reset, by %s, is no fault of the service', async (_words, lengthOf) => {
    const { header, sent } = lengthOf(body);
    const socket = await begin(path, type, header, sent);
    socket.resetAndDestroy();
    await recorded(path);
    expect(lines.find((line) => line.path === path)?.status).toBe(499);
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  });
});
