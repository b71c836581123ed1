/** The client against servers that answer, refuse, hang up or take too long. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { NO_VALIDATOR, verapdf } from './verapdf.ts';

const DOCUMENT = new Blob(['%PDF-1.7']);
const CONFORMS = { report: { jobs: [{ validationResult: [{ compliant: true, details: { ruleSummaries: [] } }] }] } };
const SHORT = { deadlineMs: 500, absenceMs: 1_000 };

let close = () => {};
afterEach(() => close());

async function serverThat(listener: RequestListener): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
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
  const { url } = await serverThat((request, response) => {
    asked = [request.method, request.url, request.headers['content-type']?.split(';')[0]];
    response.end(JSON.stringify(CONFORMS));
  });
  expect(await verapdf(url).validate(DOCUMENT, '2b', SHORT)).toMatchObject({ compliant: true });
  expect(asked).toEqual(['POST', '/api/validate/2b', 'multipart/form-data']);
});

test('a service that starts again is waited for', async () => {
  let refusals = 2;
  const { url } = await serverThat((_request, response) => {
    if (refusals-- > 0) response.writeHead(503).end();
    else response.end(JSON.stringify(CONFORMS));
  });
  expect(await verapdf(url).validate(DOCUMENT, '2b', SHORT)).toMatchObject({ compliant: true });
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
