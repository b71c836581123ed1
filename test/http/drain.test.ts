/** The end of a server, while an answer is under way on a connection that was to be kept. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { drain } from '#api/http/server.ts';

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
