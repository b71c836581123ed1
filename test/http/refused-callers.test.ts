import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ServiceError } from '#domain/problem-codes.ts';
import { problems } from '#api/http/problem.ts';
import type { State } from '#api/http/http.ts';
import { holdBackRefused, MOST_REFUSALS } from '#api/admission/refused-callers.ts';

let nowMs = 0;
/** The number of calls that reached the work, and the times of delayed answers. */
let worked = 0;
let heldMs: number[] = [];
let isFull = true;
let organizationId: string | undefined;
let url = '';
let close: () => void;

beforeEach(async () => {
  [nowMs, worked, heldMs, isFull, organizationId] = [0, 0, [], true, 'organization'];
  const app = new Koa<State>();
  app.use(problems(pino({ enabled: false }), 'https://fixpoint.test'));
  const wait = async (ms: number) => void heldMs.push(ms);
  app.use(holdBackRefused({ now: () => nowMs, wait }));
  app.use((ctx) => {
    worked += 1;
    if (organizationId !== undefined) ctx.state.organizationId = organizationId;
    if (isFull) throw new ServiceError('too_many_at_once', 'One API key may have at most 60 uploads under way.');
    ctx.body = 'done';
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has such an address.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close();
});
afterEach(() => close());

const call = (key: string, method = 'POST') => fetch(url, { method, headers: { 'X-Api-Key': key } });
const flood = async (key: string) => {
  for (let at = 0; at < MOST_REFUSALS; at++) await call(key);
};

test('a caller who was refused many times and comes again is answered late, without any work', async () => {
  await flood('a');
  expect([worked, heldMs]).toEqual([MOST_REFUSALS, []]);
  const answer = await call('a');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5']);
  expect([worked, heldMs]).toEqual([MOST_REFUSALS, [5_000]]);
});

test('nobody else waits, nor does the caller for calls of another method', async () => {
  await flood('a');
  isFull = false;
  expect((await call('b')).status).toBe(200);
  expect((await call('a', 'GET')).status).toBe(200);
  expect(heldMs).toEqual([]);
});

test('a caller who waits as Retry-After says is served again', async () => {
  await flood('a');
  await call('a');
  isFull = false;
  nowMs += 5_000;
  expect((await call('a')).status).toBe(429);
  nowMs += 10_001;
  expect((await call('a')).status).toBe(200);
});

test('another spelling of the same credential does not make another caller', async () => {
  await flood('a');
  const spellings = [
    { Authorization: 'Bearer a' },
    { Authorization: 'bEARER   a' },
    { Authorization: 'Basic b', 'X-Api-Key': 'a' },
    { Authorization: 'Bearer a', 'X-Api-Key': 'invented' },
  ];
  for (const headers of spellings) await fetch(url, { method: 'POST', headers });
  expect([worked, heldMs.length]).toEqual([MOST_REFUSALS, spellings.length]);
});

test('a credential that lets nobody in is not remembered', async () => {
  organizationId = undefined;
  await flood('invented');
  await call('invented');
  expect(heldMs).toEqual([]);
});

test('refusals that are spread over time hold nothing back', async () => {
  for (let at = 0; at < 3 * MOST_REFUSALS; at++) {
    await call('a');
    nowMs += 100;
  }
  expect(heldMs).toEqual([]);
});
