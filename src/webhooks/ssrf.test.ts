/** No address of a customer leads into this host or its networks: shown with a listener that is there to be reached. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAllowedAddress, type ReceiverRules } from './addresses.ts';
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

/** Ways to write this host. */
const LOOPBACK_HOSTS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.0.0.2',
  '127.255.255.254',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '0177.0x0.0.1',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7F.1',
  '0x7f.0x0.0x0.0x1',
  '00000177.1',
  '127.0.0.1.',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '１２７.0.0.1',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '0',
  '0.0.0.0',
  '0x0',
  '00',
  '0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  'a.b.localhost',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::0.0.0.1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7F00:1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:1::1]',
  '[2001:0:7f00:1::80ff:fffe]',
  '[2001::7f00:1]',
  '[fe80::1]',
  '[fe80::7f00:1]',
  '[::1%25lo]',
  '[fe80::1%25eth0]',
  '[fe80::1%25lo]',
];

/** Elsewhere, but not of the public Internet; written as a resolver answers. */
const SPECIAL_ADDRESSES = [
  '0.0.0.1',
  '0.255.255.255',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200', // metadata
  '100.127.255.254',
  '127.0.0.1',
  '127.0.0.53',
  '168.63.129.16', // platform service
  '169.254.0.1',
  '169.254.169.254', // metadata
  '169.254.170.2', // container credentials
  '169.254.170.23',
  '172.16.0.1',
  '172.17.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192', // metadata
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::2',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::ffff:8.8.8.8', // even a public one: IPv4 is to be called IPv4
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a00:1',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2', // Teredo
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:a9fe:a9fe::',
  '2002:a00:1::1',
  '2620:4f:8000::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254', // metadata
  'fd20:ce::254', // metadata
  'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'fe80::1',
  'fe80::1%lo',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff05::1:3',
];

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

const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address);

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

  test.each([
    'ftp://receiver.example/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'javascript:1',
    '//127.0.0.1/',
    'http:127.0.0.1/',
    'http:/127.0.0.1/',
    'http:\\\\127.0.0.1\\',
    'http://receiver.example\\@127.0.0.1/',
    'http://user:password@receiver.example/',
    'http://127.0.0.1#@receiver.example/',
    'http://receiver.example:25/',
    'http://receiver.example:22/',
    'http://receiver.example/#fragment',
    'http://receiver.example/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    'http://[::1]]/',
    'http://%00127.0.0.1/',
    '',
  ])('%j is no address at all', async (url) => {
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
    // The next attempt asks again, and judges what the name has become.
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
