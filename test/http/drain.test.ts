/** Tests how long connections last: while they are idle, and at the end of a server with an unfinished answer. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import Koa from 'koa';
import pino from 'pino';
import { createHttpServer, drain } from '#api/http/server.ts';

test('an idle connection is open for as long as the setting says', async () => {
  const surroundings = { log: pino({ level: 'silent' }), publicUrl: 'https://fixpoint.test', keepAliveMs: 620_000 };
  const server = createHttpServer(new Koa(), surroundings).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const { headers } = await fetch(`http://127.0.0.1:${address.port}/`);
  expect(headers.get('keep-alive')).toBe('timeout=620');
  await drain(server, 1_000);
});

test('waits for a stream that has begun, and not for its connection to become old', async () => {
  const begun = Promise.withResolvers<ServerResponse>();
  const server = createServer({ keepAliveTimeout: 600_000 }, (_req, res) => {
    res.write('first');
    begun.resolve(res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const response = await fetch(`http://127.0.0.1:${address.port}/`);
  const stream = await begun.promise;
  const drained = drain(server, 600_000);
  stream.end(' last');
  expect(await response.text()).toBe('first last');
  await drained;
});
