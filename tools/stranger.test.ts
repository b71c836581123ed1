/** Tests the first visitor of a service whose parts are still starting. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { anyFreePort } from '#dev/network.ts';
import { mailTo } from './stranger.ts';

test('a mail is read from a catcher that starts later', async () => {
  const port = await anyFreePort();
  const found = mailTo(`http://127.0.0.1:${port}`, 'ada@person.example');
  const server = createServer(({ url }, response) => {
    response.end(url === '/1' ? 'The mail' : '<tr><a href="/1">ada@person.example</a>');
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  expect(await found).toBe('The mail');
  server.close();
});
