import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from './sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  const recipient = { url: 'http://127.0.0.1:9/', secret: 'whsec_test' };
  sandbox = await startSandbox({ port: 0, secretKey: 'sk_test_1', recipient });
});
afterAll(() => sandbox.close());

test.each([
  ['/v1/products', { Authorization: 'Bearer sk_test_1' }],
  ['/checkout/none', {}],
])('%s is answered to this machine, and not to a page whose name leads here', async (path, headers) => {
  const statusOf = async (host: string) => {
    const asked = request(sandbox.url + path, { headers: { ...headers, Host: host } }).end();
    const [response] = await once(asked, 'response');
    response.resume();
    return response.statusCode;
  };
  const { host, port } = new URL(sandbox.url);
  expect(await statusOf(host)).not.toBe(421);
  expect(await statusOf(`localhost:${port}`)).not.toBe(421);
  expect(await statusOf(`rebound.example:${port}`)).toBe(421);
  expect(await statusOf('rebound.example')).toBe(421);
});
