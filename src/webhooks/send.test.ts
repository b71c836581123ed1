/** One attempt, seen from the receiver and from the log; verified by the reference library of Standard Webhooks. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { createSigner } from '#test/support/builders/signer.ts';
import { createSender, type Sending } from './send.ts';

const LOCAL = { http: true, loopback: true };
const SECRET = Buffer.alloc(32, 7);
const OLD_SECRET = Buffer.alloc(32, 8);
const encodeSecret = (secret: Buffer) => `whsec_${secret.toString('base64')}`;

const closing: Array<() => void> = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

async function receiver(answer: RequestListener, server = createServer()): Promise<{ url: string; got: Received[] }> {
  const got: Received[] = [];
  server.on('request', (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=1`, got };
}

const status = (code: number, headers: Record<string, string> = {}, body = '') =>
  receiver((_request, response) => void response.writeHead(code, headers).end(body));

function sending(url: string, more: Partial<Sending> = {}): Sending {
  const body = JSON.stringify({ type: 'normalization.success', words: 'Grüße' });
  return { url, id: 'evt_0123', sentAt: new Date(), body, secrets: [SECRET], attempt: 3, ...more };
}

const send = createSender({ rules: LOCAL });

describe('what the receiver gets', () => {
  test('is verified by the standardwebhooks library', async () => {
    const { url, got } = await status(204);
    expect(await send(sending(url))).toMatchObject({ error: null, statusCode: 204 });
    const [{ headers, body } = { headers: {}, body: '' }] = got;
    expect(new Webhook(encodeSecret(SECRET)).verify(body, plain(headers))).toEqual(JSON.parse(sending(url).body));
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Fixpoint-Webhooks/1',
      'webhook-id': 'evt_0123',
      'webhook-attempt': '3',
      host: new URL(url).host,
    });
  });

  test('is signed with both secrets while a rotation lasts', async () => {
    const { url, got } = await status(200);
    await send(sending(url, { secrets: [SECRET, OLD_SECRET] }));
    const [{ headers, body } = { headers: {}, body: '' }] = got;
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const secret of [SECRET, OLD_SECRET]) new Webhook(encodeSecret(secret)).verify(body, plain(headers));
    expect(() => new Webhook(encodeSecret(Buffer.alloc(32, 9))).verify(body, plain(headers))).toThrow(
      'No matching signature',
    );
  });

  test('is not verified with a byte changed, another id or an old time', async () => {
    const { url, got } = await status(200);
    await send(sending(url));
    await send(sending(url, { sentAt: new Date(Date.now() - 6 * 60_000) }));
    const [fresh, old] = got;
    if (!fresh || !old) throw new Error('two deliveries were made');
    const verify = (body: string, headers: Received['headers']) =>
      new Webhook(encodeSecret(SECRET)).verify(body, plain(headers));
    expect(() => verify(`${fresh.body} `, fresh.headers)).toThrow('No matching signature');
    expect(() => verify(fresh.body, { ...fresh.headers, 'webhook-id': 'evt_4567' })).toThrow('No matching signature');
    expect(() => verify(old.body, old.headers)).toThrow('too old');
  });
});

describe('the answer', () => {
  test.each([200, 201, 202, 204, 299])('%i is a success', async (code) => {
    expect(await send(sending((await status(code)).url))).toMatchObject({ error: null, statusCode: code });
  });

  test.each([
    [301, 'redirect'],
    [400, 'http_status'],
    [410, 'endpoint_gone'],
    [429, 'http_status'],
    [500, 'http_status'],
    [503, 'http_status'],
  ])('%i is %s', async (code, error) => {
    const { url } = await status(code, {}, 'no');
    expect(await send(sending(url))).toEqual({ error, statusCode: code, responseBody: 'no', retryAfterMs: null });
  });

  test('is kept up to a thousand characters, as text a database takes', async () => {
    const { url } = await status(500, {}, `a\0${'é'.repeat(40_000)}`);
    const { responseBody } = await send(sending(url));
    expect(responseBody).toBe(`a\uFFFD${'é'.repeat(1022)}`);
  });

  test('is not read for longer than there is something to learn', async () => {
    let sent = 0;
    const { url } = await receiver((_request, response) => {
      const more = () => {
        if (response.destroyed) return;
        sent += 1024;
        response.write('x'.repeat(1024), () => setImmediate(more));
      };
      response.writeHead(200);
      more();
    });
    expect(await send(sending(url))).toMatchObject({ error: null, statusCode: 200 });
    expect(sent).toBeLessThan(8_000_000);
  });

  test.each([
    ['120', 120_000],
    ['0', 0],
    ['-1', null],
    ['1e3', null],
    ['soon', null],
    ['99999999999999', null],
  ])('with Retry-After: %s', async (value, retryAfterMs) => {
    const { url } = await status(503, { 'retry-after': value });
    expect(await send(sending(url))).toMatchObject({ retryAfterMs });
  });

  test('with Retry-After as a date', async () => {
    const sentAt = new Date('2026-11-21T10:00:00Z');
    const { url } = await status(503, { 'retry-after': 'Sat, 21 Nov 2026 10:02:00 GMT' });
    expect(await send(sending(url, { sentAt }))).toMatchObject({ retryAfterMs: 120_000 });
  });
});

describe('no answer', () => {
  const impatient = createSender({ rules: LOCAL, timeoutMs: 300 });

  test('within the time', async () => {
    const { url } = await receiver(() => undefined);
    expect(await impatient(sending(url))).toMatchObject({ error: 'timeout', statusCode: null });
  });

  test('because headers come a byte at a time', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer));
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await impatient(sending(url))).toMatchObject({ error: 'timeout' });
  });

  test('after a status that says it all: the body may never end', async () => {
    const { url } = await receiver((_request, response) => void response.writeHead(200).write('so '));
    expect(await impatient(sending(url))).toMatchObject({ error: null, statusCode: 200, responseBody: 'so ' });
  });

  test('when nothing listens', async () => {
    const { url } = await status(200);
    for (const close of closing.splice(0)) close();
    expect(await send(sending(url))).toMatchObject({ error: 'connection_failed', statusCode: null });
  });

  test('when the host is no name', async () => {
    const unresolved = createSender({ rules: LOCAL, resolve: async () => [] });
    const answer = await unresolved(sending('http://receiver.invalid./'));
    expect(answer).toMatchObject({ error: 'dns_failure', statusCode: null });
  });

  test.each([
    'not HTTP at all\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    '',
  ])('of HTTP: %j', async (bytes) => {
    const server = createTcpServer((socket) => socket.on('error', () => undefined).end(bytes)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await send(sending(url))).toMatchObject({ error: 'connection_failed', statusCode: null });
  });

  test('when the caller has given up', async () => {
    const { url } = await receiver(() => undefined);
    await expect(send(sending(url), AbortSignal.timeout(100))).rejects.toThrow();
  });
});

describe('TLS', () => {
  const signer = createSigner({ commonName: 'receiver.example' });
  const pem = `-----BEGIN CERTIFICATE-----\n${signer.certificate.toString('base64')}\n-----END CERTIFICATE-----\n`;
  const key = signer.key.export({ type: 'pkcs8', format: 'pem' });
  const resolve = async () => ['127.0.0.1'];

  async function tlsReceiver() {
    const names: Array<string | false> = [];
    const server = createTlsServer({ cert: pem, key });
    server.on('secureConnection', (socket) => names.push(socket.servername ?? false));
    const { url } = await receiver((_request, response) => void response.writeHead(200).end(), server);
    return { port: new URL(url).port, names };
  }

  test('goes to the looked-up address, with the name in the handshake and in the request', async () => {
    const { port, names } = await tlsReceiver();
    const strict = createSender({ rules: { http: false, loopback: true }, resolve, ca: pem });
    const answer = await strict(sending(`https://receiver.example:${port}/`));
    expect(answer).toMatchObject({ error: null, statusCode: 200 });
    expect(names).toEqual(['receiver.example']);
  });

  test('fails for a certificate of another name, or of nobody known', async () => {
    const { port } = await tlsReceiver();
    const trusting = createSender({ rules: LOCAL, resolve, ca: pem });
    expect(await trusting(sending(`https://other.example:${port}/`))).toMatchObject({ error: 'tls_error' });
    expect(await trusting(sending(`https://127.0.0.1:${port}/`))).toMatchObject({ error: 'tls_error' });
    const ordinary = createSender({ rules: LOCAL, resolve });
    expect(await ordinary(sending(`https://receiver.example:${port}/`))).toMatchObject({ error: 'tls_error' });
  });

  test('is not left out because it fails', async () => {
    const { url, got } = await status(200);
    const answer = await createSender({ rules: LOCAL, resolve })(sending(url.replace('http:', 'https:')));
    expect(answer).toMatchObject({ error: 'tls_error' });
    expect(got).toEqual([]);
  });
});

test('the next address is tried when one does not answer', async () => {
  const { url, got } = await status(200);
  const { port } = new URL(url);
  const resolve = async () => ['127.0.0.9', '127.0.0.1'];
  const answer = await createSender({ rules: LOCAL, resolve })(sending(`http://two.example:${port}/`));
  expect(answer).toMatchObject({ error: null });
  expect(got).toHaveLength(1);
});

function plain(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
