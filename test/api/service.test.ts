/** What every answer has in common, health, and outages: an outage is 503, never 500. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfSaying, problemOf, startApi, submissionOf } from './harness.ts';
import type { Api, Tenant } from './harness.ts';

let api: Api;
let tenant: Tenant;

beforeAll(async () => {
  api = await startApi();
  tenant = await api.newTenant();
});
afterAll(() => api.close());

describe('every answer', () => {
  test('has the request id of the caller when it is a plain one, else a new one', async () => {
    const own = await api.get('/livez', null, { 'X-Request-Id': 'my-own.id_1' });
    expect(own.headers.get('x-request-id')).toBe('my-own.id_1');
    for (const id of ['', 'a b', 'x'.repeat(129), '<script>']) {
      const made = await api.get('/livez', null, { 'X-Request-Id': id });
      expect(made.headers.get('x-request-id')).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
    }
  });

  test('has the version, is not to be kept and not to be guessed at', async () => {
    const { headers } = await api.get('/livez', null);
    expect(Object.fromEntries(headers)).toMatchObject({
      'api-version': '2026-11-21',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
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

describe('health', () => {
  test('is ok when everything answers', async () => {
    expect(await (await api.get('/livez', null)).json()).toEqual({ status: 'ok' });
    const ready = await api.get('/readyz', null);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ status: 'ok', checks: { database: 'ok', temporal: 'ok', storage: 'ok' } });
  });

  test('is not ready while the process ends', async () => {
    const ending = await startApi({ accepting: () => false });
    const ready = await ending.get('/readyz', null);
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'draining' }]);
    expect((await ending.get('/livez', null)).status).toBe(200);
    await ending.close();
  });
});

describe('an outage', () => {
  const unavailable = { status: 503, code: 'service_unavailable', retryable: true };

  test('of the database is 503 within seconds, and shows in readiness', async () => {
    const cut = await startApi({ databaseUrl: 'postgresql://postgres@127.0.0.1:9/none' });
    const startedAt = performance.now();
    const response = await cut.get(`/api/submissions/${crypto.randomUUID()}`, tenant);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await problemOf(response)).toMatchObject(unavailable);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
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
    const [row] = await api.database.system().getConnection().execute(sql, [organizationId]);
    return row.count;
  };
});
