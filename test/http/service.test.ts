/** Tests the common properties of all answers, the health, and outages: an outage gives 503, never 500. */
import { connect } from 'node:net';
import { text as allOf } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import { pdfSaying, problemOf, startApi, submissionOf } from '#test/support/api.ts';
import type { Tenant } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());

describe('every answer', () => {
  test('has a request id of its own, whatever the caller calls the request', async () => {
    const ids = [
      'my-own.id_1',
      'my-own.id_1',
      'req_01KAMZ3J8Q4X1V5T9C2W7E6R0B',
      '',
      'a b',
      'x'.repeat(129),
      '<script>',
    ];
    const answers = await Promise.all(ids.map((id) => api.get('/api/nothing', null, { 'X-Request-Id': id })));
    const ours = answers.map(({ headers }) => headers.get('x-request-id'));
    for (const [at, answer] of answers.entries()) {
      expect(ours[at]).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
      expect((await problemOf(answer)).requestId).toBe(ours[at]);
    }
    expect(new Set([...ours, ...ids]).size).toBe(ids.length + new Set(ids).size);
  });

  test.each(['my-own.id_1', 'x'.repeat(128), '7'])('tells the caller’s own id %s back beside it', async (id) => {
    for (const path of ['/livez', '/api/nothing', '/api/submissions']) {
      const { headers } = await api.get(path, null, { 'X-Request-Id': id });
      expect(headers.get('x-client-request-id')).toBe(id);
      expect(headers.get('x-request-id')).not.toBe(id);
    }
  });

  test.each([
    ['none', {}],
    ['an empty one', { 'X-Request-Id': '' }],
    ['one with a space', { 'X-Request-Id': 'a b' }],
    ['one that is too long', { 'X-Request-Id': 'x'.repeat(129) }],
    ['one with markup', { 'X-Request-Id': '<script>' }],
    ['one that is in the other header', { 'X-Client-Request-Id': 'mine' }],
  ])('tells nothing back of %s', async (_word, headers) => {
    const answer = await api.get('/livez', null, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-client-request-id')).toBeNull();
  });

  test('of two ids in one request has neither', async () => {
    const two = 'GET /livez HTTP/1.1\r\nHost: test\r\nX-Request-Id: one\r\nX-Request-Id: two\r\n';
    expect(await answerTo(two + END)).not.toMatch(/^X-Client-Request-Id/im);
  });

  test('has the version, is not to be kept and not to be guessed at', async () => {
    const { headers } = await api.get('/livez', null);
    expect(Object.fromEntries(headers)).toMatchObject({
      'api-version': '2026-11-21',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test('tells which versions there are', async () => {
    expect(await (await api.get('/version', null)).json()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      apiVersion: '2026-11-21',
      pipelineSpec: PIPELINE_SPEC,
    });
  });

  test('is a refusal when another version is asked for', async () => {
    expect((await api.get('/livez', null, { 'Api-Version': '2026-11-21' })).status).toBe(200);
    const problem = await problemOf(await api.get('/livez', null, { 'Api-Version': '2020-01-01' }));
    expect(problem).toMatchObject({ status: 400, code: 'unsupported_api_version', supported: ['2026-11-21'] });
  });

  test('is a problem with all its members when it is a refusal', async () => {
    const response = await api.get('/api/nothing', tenant);
    expect(await problemOf(response)).toEqual({
      type: 'https://fixpoint.test/problems/not_found',
      title: 'Not found',
      status: 404,
      detail: 'There is nothing at this path.',
      instance: '/api/nothing',
      code: 'not_found',
      requestId: response.headers.get('x-request-id'),
      retryable: false,
    });
  });
});

test.each([
  ['GET', '/api/normalize', 'POST'],
  ['DELETE', '/api/submissions/x', 'HEAD, GET'],
  ['PUT', `/api/artifacts/${'0'.repeat(64)}`, 'HEAD, GET'],
  ['POST', '/livez', 'HEAD, GET'],
])('%s %s is 405 with Allow', async (method, path, allow) => {
  const response = await fetch(api.url + path, { method });
  expect(response.headers.get('allow')).toBe(allow);
  expect(await problemOf(response)).toMatchObject({ status: 405, code: 'method_not_allowed' });
});

/** The raw answer to these bytes. */
async function answerTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes, 'latin1');
  return allOf(socket);
}

const END = 'Connection: close\r\n\r\n';

describe('a request target', () => {
  test.each([
    ['/livez', 200],
    ['/livez#part', 200],
    ['http://proxy.example/livez', 200],
    ['HTTPS://proxy.example/livez', 200],
    ['http://[/livez', 404],
    ['ftp://host.example/livez', 404],
    ['//livez', 404],
    ['//[/livez', 404],
    ['/%ff', 404],
    ['/\\..\\livez', 404],
    ['*', 404],
  ])('%s is answered with %i', async (target, status) => {
    const answer = await answerTo(`GET ${target} HTTP/1.1\r\nHost: test\r\n${END}`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    if (status === 404) expect(answer).toContain('"code":"not_found"');
    expect((await api.get('/livez', null)).status).toBe(200);
  });

  test.each(['a b', '[', 'host:99999', 'user@host', ''])(
    'is read without the header Host, be it "%s"',
    async (host) => {
      const head = `GET /api/batches?page=7 HTTP/1.1\r\nHost: ${host}\r\nX-Api-Key: ${tenant.key}\r\n`;
      const answer = await answerTo(head + END);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toContain('</api/batches?page=1&page_size=20>; rel="first"');
    },
  );
});

describe('what is no request', () => {
  test.each([
    ['no HTTP at all', '\x16\x03\x01\r\n\r\n', 'malformed_request'],
    ['a target that is none', `GET livez HTTP/1.1\r\nHost: test\r\n${END}`, 'malformed_request'],
    ['a control character', `GET /livez HTTP/1.1\r\nHost: test\r\nX-A: \0\r\n${END}`, 'malformed_request'],
    [
      'two lengths',
      `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n${END}`,
      'malformed_request',
    ],
    [
      'a broken chunk',
      `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n${END}z\r\n`,
      'malformed_request',
    ],
    [
      'packed chunks',
      `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n${END}0\r\n\r\n`,
      'not_implemented',
    ],
    [
      'chunks of chunks',
      `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n${END}0\r\n\r\n`,
      'malformed_request',
    ],
    [
      'chunks twice',
      `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n${END}0\r\n\r\n`,
      'malformed_request',
    ],
    ['a tunnel', `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n${END}`, 'not_implemented'],
    ...['Authorization', 'Content-Type', 'If-Modified-Since', 'If-Unmodified-Since'].map((name) => [
      `two fields ${name}`,
      `GET /livez HTTP/1.1\r\nHost: a\r\n${name}: a\r\n${name}: a\r\n${END}`,
      'malformed_request',
    ]),
    ['no Host', `GET /livez HTTP/1.1\r\n${END}`, 'malformed_request'],
    ['two of them', `GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n${END}`, 'malformed_request'],
    [
      'a header of 20 kB',
      `GET /livez HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n${END}`,
      'headers_too_large',
    ],
  ])('%s is a problem as others are', async (_what, bytes, code) => {
    const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n');
    const problem: Record<string, unknown> = JSON.parse(body);
    expect(problem).toMatchObject({ code, instance: expect.stringMatching(/^\//), retryable: false });
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${String(problem['status'])} `));
    expect(head).toContain(`X-Request-Id: ${String(problem['requestId'])}`);
    expect(head).toContain('Content-Type: application/problem+json');
    expect((await api.get('/livez', null)).status).toBe(200);
  });

  test('a body of one chunked coding, in any letters, is one', async () => {
    const head =
      'POST /api/batches HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: Chunked\r\n';
    const answer = await answerTo(`${head}X-Api-Key: ${tenant.key}\r\n${END}2\r\n{}\r\n0\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
  });

  test('an expectation that nobody knows is none', async () => {
    expect(await answerTo(`GET /livez HTTP/1.1\r\nHost: test\r\nExpect: magic\r\n${END}`)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test.each([
  ['https://fixpoint.example', 'max-age=31536000'],
  ['http://127.0.0.1:8080', null],
])('a service at %s has browsers stay with HTTPS: %s', async (publicUrl, header) => {
  const own = await startApi({ settings: { publicUrl } });
  for (const path of ['/livez', '/nowhere']) {
    expect((await own.get(path, null)).headers.get('strict-transport-security')).toBe(header);
  }
  await own.close();
});

describe('health', () => {
  test('is ok when everything answers', async () => {
    expect(await (await api.get('/livez', null)).json()).toEqual({ status: 'ok' });
    const ready = await api.get('/readyz', null);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ok',
      checks: { database: 'ok', temporal: 'ok', storage: 'ok' },
      workers: 0,
    });
  });

  test('is not ready while the process ends', async () => {
    const ending = await startApi({ accepting: () => false });
    const ready = await ending.get('/readyz', null);
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'draining' }]);
    expect((await ending.get('/livez', null)).status).toBe(200);
    await ending.close();
  });

  test('is not alive once only a new process can serve', async () => {
    const stuck = await startApi({ alive: () => false });
    const live = await stuck.get('/livez', null);
    expect([live.status, await live.json()]).toEqual([503, { status: 'stuck' }]);
    await stuck.close();
  });
});

describe('an outage', () => {
  const unavailable = { status: 503, code: 'service_unavailable', retryable: true };

  test('of the database is 503, and shows in readiness', async () => {
    const cut = await startApi({ databaseUrl: 'postgresql://postgres@127.0.0.1:9/none' });
    const response = await cut.get(`/api/submissions/${crypto.randomUUID()}`, tenant);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await problemOf(response)).toMatchObject(unavailable);
    const ready = await cut.get('/readyz', null);
    expect(await ready.json()).toMatchObject({ checks: { database: 'unavailable', storage: 'ok' } });
    await cut.close();
  });

  test('of the store refuses documents, and leaves no submission behind', async () => {
    const cut = await startApi({ s3: { endpoint: 'http://127.0.0.1:9' } });
    const own = await cut.newTenant();
    expect(await problemOf(await cut.postForm(pdfSaying('x'), own))).toMatchObject(unavailable);
    expect(await submissionCount(own)).toBe(0);
    expect(await cut.spooled()).toEqual([]);
    await cut.close();
  });

  test('of Temporal delays documents and loses none: accepted is accepted', async () => {
    const own = await api.newTenant();
    api.runner.fail(new Error('14 UNAVAILABLE'));
    const response = await api.postForm(pdfSaying('x'), own);
    api.runner.fail(null);
    expect(response.status).toBe(202);
    expect(await submissionOf(response)).toMatchObject({ status: 'PENDING' });
    expect(await submissionCount(own)).toBe(1);
  });

  const submissionCount = async ({ organizationId }: Tenant) => {
    const sql = 'select count(*)::int as count from submission where organization_id = ?';
    const [row] = await api.database.system().execute<{ count: number }[]>(sql, [organizationId]);
    return row?.count;
  };
});
