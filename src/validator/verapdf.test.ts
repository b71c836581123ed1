/** The client against servers that answer, refuse, hang up or take too long. */
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { NO_VALIDATOR, ValidatorStarting, verapdf } from './verapdf.ts';

const DOCUMENT = new Blob(['%PDF-1.7']);
const CONFORMS = { report: { jobs: [{ validationResult: [{ compliant: true, details: { ruleSummaries: [] } }] }] } };
const SHORT = { deadlineMs: 500, absenceMs: 1_000 };

let close = () => {};
afterEach(() => close());

async function serverThat(
  listener: RequestListener,
  reads: (request: IncomingMessage) => unknown = () => undefined,
): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    reads(request);
    request.resume().once('end', () => listener(request, response));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, requests: () => requests };
}

test('the level is in the path and the document in a form', async () => {
  let asked: unknown[] = [];
  let body = Buffer.alloc(0);
  const { url } = await serverThat(
    (request, response) => {
      asked = [request.method, request.url, request.headers['content-type'], request.headers['content-length']];
      response.end(JSON.stringify(CONFORMS));
    },
    (request) => request.on('data', (chunk: Buffer) => void (body = Buffer.concat([body, chunk]))),
  );
  expect(await verapdf(url).validate(DOCUMENT, '2b', SHORT)).toMatchObject({ compliant: true });
  const type = String(asked[2]);
  expect(asked).toEqual([
    'POST',
    '/api/validate/2b',
    expect.stringMatching(/^multipart\/form-data; boundary=/),
    String(body.length),
  ]);
  const form = await new Response(body, { headers: { 'Content-Type': type } }).formData();
  const file = form.get('file');
  expect(file instanceof File && [file.name, file.type, await file.text()]).toEqual([
    'document.pdf',
    'application/pdf',
    '%PDF-1.7',
  ]);
});

/** Node's `fetch` has thrown here where nobody could catch it, which ends a worker. */
test('a service that hangs up while it is sent a document ends nothing but the answer', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('unhandledRejection', note);
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    setTimeout(() => socket.resetAndDestroy(), Math.random() * 3);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  close = () => void server.close();
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const document = await openAsBlob('fixtures/pdf/veraPDF_test_suite_6-8-3-4-t01-pass-a.pdf');
  for (let times = 0; times < 300; times++) {
    await verapdf(url).validate(document, '2b', { deadlineMs: 5_000, absenceMs: 0 });
  }
  process.off('unhandledRejection', note);
  expect(uncaught).toEqual([]);
});

test('a service that starts again is waited for', async () => {
  let refusals = 2;
  const { url } = await serverThat((_request, response) => {
    if (refusals-- > 0) response.writeHead(503).end();
    else response.end(JSON.stringify(CONFORMS));
  });
  expect(await verapdf(url).validate(DOCUMENT, '2b', SHORT)).toMatchObject({ compliant: true });
});

test('a service that says when to ask again is starting, which is an error of its own', async () => {
  const { url, requests } = await serverThat((_request, response) =>
    response.writeHead(503, { 'Retry-After': 2 }).end(),
  );
  await expect(verapdf(url).validate(DOCUMENT, '2b', SHORT)).rejects.toThrow(ValidatorStarting);
  expect(requests()).toBe(1);
});

test('a service that is not there is given up on', async () => {
  const { url } = await serverThat(() => undefined);
  close();
  expect(await verapdf(url).validate(DOCUMENT, '2b', SHORT)).toEqual({
    kind: 'unavailable',
    reason: 'the validator does not answer',
  });
});

test('a document that ends the service is not sent a third time', async () => {
  const { url, requests } = await serverThat((request) => void request.socket.destroy());
  const { kind } = await verapdf(url).validate(DOCUMENT, '2b', { deadlineMs: 5_000, absenceMs: 60_000 });
  expect([kind, requests()]).toEqual(['unreadable', 2]);
});

test('a document that takes too long is not asked about again', async () => {
  const silent = await serverThat(() => undefined);
  const verdict = await verapdf(silent.url).validate(DOCUMENT, '2b', SHORT);
  expect(verdict).toEqual({ kind: 'unreadable', reason: 'the document takes too long to validate' });
  expect(silent.requests()).toBe(1);
});

test('without a service there is nobody to ask', async () => {
  expect(NO_VALIDATOR.configured).toBe(false);
  expect(await NO_VALIDATOR.validate(DOCUMENT, '2b', SHORT)).toMatchObject({ kind: 'unavailable' });
});
