/** No address of a customer leads into this host or its networks: shown with a listener that is there to be reached. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAllowedAddress, type ReceiverRules } from './addresses.ts';
import { bracketed, LOOPBACK_HOSTS, NO_RECEIVERS, SPECIAL_ADDRESSES } from '#test/support/forbidden-receivers.ts';
import type { Resolve } from './resolve.ts';
import { createSender, type Sending } from './send.ts';

/** As lenient as production never is about schemes, so that the scheme is not what refuses. */
const RULES: ReceiverRules = { http: true, loopback: false };
const LOOPBACK: ReceiverRules = { http: true, loopback: true };

let listener: Server;
let port: number;
let connections = 0;

beforeAll(async () => {
  // All of 127.0.0.0/8 and ::1 reach it: a vector that gets through is counted.
  listener = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  }).listen(0, '::');
  await once(listener, 'listening');
  ({ port } = listener.address() as AddressInfo);
});
afterAll(() => listener.close());

const sending = (url: string): Sending => ({
  url,
  id: 'evt_1',
  sentAt: new Date(),
  body: '{}',
  secrets: [Buffer.alloc(32, 1)],
  attempt: 1,
});

const never: Resolve = async () => [];
const answering =
  (...addresses: readonly string[]): Resolve =>
  async () =>
    addresses;

/** A receiver that is allowed, and notes which host it was called. */
async function startReceiver(statusOf: (path: string) => number, headers: Record<string, string> = {}) {
  const hosts: string[] = [];
  const server = createHttpServer((request, response) => {
    hosts.push(request.headers.host ?? '');
    response.writeHead(statusOf(request.url ?? ''), headers).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, hosts, close: async () => void server.close() };
}

async function refused(url: string, resolve: Resolve = never): Promise<void> {
  const answer = await createSender({ rules: RULES, resolve, timeoutMs: 2_000 })(sending(url));
  expect({ url, error: answer.error }).toEqual({ url, error: 'blocked_address' });
}

describe('the listener', () => {
  test('is reached at every kind of loopback address by who is allowed to', async () => {
    const send = createSender({ rules: LOOPBACK });
    const before = connections;
    for (const host of ['127.0.0.1', '127.1', '2130706433', '127.255.255.254', 'localhost', '[::1]']) {
      expect(await send(sending(`http://${host}:${port}/`))).toMatchObject({ error: null, statusCode: 200 });
    }
    expect(connections).toBe(before + 6);
  });

  test('is reached by a careless program with the addresses that are refused below', async () => {
    const before = connections;
    for (const host of ['127.0.0.53', '0.0.0.0', '::', '::ffff:127.0.0.1']) {
      const socket = connect(port, host);
      await once(socket, 'connect');
      socket.destroy();
    }
    await expect.poll(() => connections).toBe(before + 4);
  });
});

describe('nothing is connected', () => {
  let before: number;
  beforeAll(() => {
    before = connections;
  });

  test('there are more than a hundred ways in', () => {
    expect(2 * LOOPBACK_HOSTS.length + 2 * SPECIAL_ADDRESSES.length).toBeGreaterThan(200);
  });

  test.each(LOOPBACK_HOSTS)('this host, written as %s', async (host) => {
    await refused(`http://${host}:${port}/`);
    await refused(`https://${host}:${port}/`);
  });

  test.each(SPECIAL_ADDRESSES)('%s, written or resolved', async (address) => {
    await refused(`http://${bracketed(address)}:${port}/`);
    await refused(`http://receiver.example:${port}/`, answering(address));
  });

  test.each(SPECIAL_ADDRESSES)('%s behind a public address of the same name', async (address) => {
    await refused(`http://receiver.example:${port}/`, answering('93.184.216.34', address));
    await refused(`http://receiver.example:${port}/`, answering(address, '2606:2800:220:1::1'));
  });

  test.each(NO_RECEIVERS)('%j is no address at all', async (url) => {
    await refused(url, answering('127.0.0.1'));
  });

  test('an address of more than 2048 characters is none', async () => {
    const url = 'http://receiver.example/';
    await refused(url.padEnd(2049, 'a'), answering('127.0.0.1'));
    await refused(`${url}${'ä'.repeat(400)}`, answering('127.0.0.1'));
  });

  test('a name is asked for once an attempt: the connection is to what was looked at', async () => {
    const receiver = await startReceiver(() => 200);
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    let asked = 0;
    const rebinding: Resolve = async () => answers[asked++] ?? [];
    const url = `http://rebinding.example:${receiver.port}/`;
    const lenient = createSender({ rules: LOOPBACK, resolve: rebinding });
    expect(await lenient(sending(url))).toMatchObject({ error: null, statusCode: 200 });
    expect(asked).toBe(1);
    expect(receiver.hosts).toEqual([`rebinding.example:${receiver.port}`]);
    // The next attempt asks again, and checks what the name resolves to then.
    const strict = createSender({ rules: RULES, resolve: rebinding });
    expect(await strict(sending(url))).toMatchObject({ error: 'blocked_address' });
    expect(asked).toBe(2);
    expect(receiver.hosts).toHaveLength(1);
    await receiver.close();
  });

  test('a name without an address, or without an answer, is a failure of DNS', async () => {
    const failing: Resolve = () => Promise.reject(new Error('SERVFAIL'));
    for (const resolve of [never, failing]) {
      const send = createSender({ rules: RULES, resolve });
      expect(await send(sending('http://receiver.example/'))).toMatchObject({ error: 'dns_failure' });
    }
  });

  test('a redirect is an answer, wherever it points', async () => {
    const receiver = await startReceiver((path) => Number(path.slice(1)), { location: `http://127.0.0.1:${port}/` });
    const send = createSender({ rules: LOOPBACK });
    for (const statusCode of [300, 301, 302, 303, 304, 307, 308]) {
      const answer = await send(sending(`http://127.0.0.1:${receiver.port}/${statusCode}`));
      expect(answer).toMatchObject({ error: 'redirect', statusCode });
    }
    expect(receiver.hosts).toHaveLength(7);
    await receiver.close();
  });

  test('a proxy of the environment is not asked', async () => {
    const receiver = await startReceiver(() => 200);
    const proxy = `http://127.0.0.1:${port}`;
    const script = `
      import { createSender } from ${JSON.stringify(`${import.meta.dirname}/send.ts`)};
      const send = createSender({ rules: { http: true, loopback: true }, resolve: async () => ['127.0.0.1'] });
      const sending = { id: 'evt_1', sentAt: new Date(), body: '{}', secrets: [Buffer.alloc(32)], attempt: 1 };
      console.log(JSON.stringify(await send({ ...sending, url: 'http://receiver.example:${receiver.port}/' })));`;
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
    const proxies = Object.fromEntries(names.map((name) => [name, proxy]));
    const env = { PATH: process.env['PATH'], NODE_USE_ENV_PROXY: '1', ...proxies };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
    expect(JSON.parse(stdout)).toMatchObject({ error: null, statusCode: 200 });
    expect(receiver.hosts).toHaveLength(1);
    await receiver.close();
  });

  afterAll(() => {
    expect(connections).toBe(before);
  });
});

test('addresses of the public Internet are allowed', () => {
  const all = [
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
    '2001:4860:4860::8888',
  ];
  expect(all.filter((address) => !isAllowedAddress(address, RULES))).toEqual([]);
});

test('the switch for development opens loopback and nothing else', () => {
  const open = SPECIAL_ADDRESSES.filter((address) => isAllowedAddress(address, LOOPBACK));
  expect(open).toEqual(['127.0.0.1', '127.0.0.53', '::1']);
});
