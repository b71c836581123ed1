/**
 * Tests that batches are created, listed, read and closed, and that their counters follow their submissions exactly.
 */
import { connect } from 'node:net';
import { text as allOf } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { BatchBody } from '#src/bodies/batch.ts';
import type { PageBody } from '#api/http/paging.ts';
import type { SubmissionBody } from '#src/bodies/submission.ts';
import { brokenPdf, pdfSaying, problemOf, signedPdf, startApi, submissionOf } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());
const JSON_TYPE = { 'Content-Type': 'application/json' };

const post = (
  path: string,
  body: string | Uint8Array | null,
  who = tenant,
  headers: Record<string, string> = JSON_TYPE,
) =>
  fetch(api.url + path, {
    method: 'POST',
    body: typeof body === 'string' || body === null ? body : Buffer.from(body),
    headers: { 'X-Api-Key': who.key, ...headers },
  });

const create = (body: object, who = tenant) => post('/api/batches', JSON.stringify(body), who);

async function read<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

async function newBatch(body: object = {}, who = tenant): Promise<BatchBody> {
  return read(await create(body, who));
}

const get = async (id: string, who = tenant) => read<BatchBody>(await api.get(`/api/batches/${id}`, who));
const list = async (query: string, who = tenant) =>
  read<PageBody<BatchBody>>(await api.get(`/api/batches${query}`, who));

describe('POST /api/batches', () => {
  test('answers 201 with an open batch of zero counters, and where it is', async () => {
    const response = await create({ name: 'November invoices' });
    expect(response.status).toBe(201);
    const batch = await read<BatchBody>(response);
    expect(batch).toEqual({
      batchId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'November invoices',
      clientReference: null,
      metadata: {},
      status: 'open',
      total: 0,
      completed: 0,
      failed: 0,
      rejected: 0,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      createdBy: { type: 'api_key', id: expect.any(String) },
      expectedTotal: null,
      closedAt: null,
      completedAt: null,
      links: { self: `/api/batches/${batch.batchId}`, submissions: `/api/batches/${batch.batchId}/submissions` },
    });
    expect(response.headers.get('location')).toBe(`/api/batches/${batch.batchId}`);
    expect(await get(batch.batchId)).toEqual(batch);
  });

  test('gives a name of the day where none is given, and needs no body at all', async () => {
    const response = await post('/api/batches', null, tenant, {});
    expect(response.status).toBe(201);
    expect((await read<BatchBody>(response)).name).toMatch(/^batch-\d{4}-\d\d-\d\d-[0-9a-z]{4}$/);
    expect((await newBatch()).name).toMatch(/^batch-/);
  });

  test('takes names of 255 characters, counted as people count them', async () => {
    const name = '𝕏'.repeat(255);
    expect((await newBatch({ name })).name).toBe(name);
  });

  test.each([
    ['an empty name', { name: '' }, '/name', 'invalid_value'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, '/name', 'invalid_value'],
    ['a name with a line end', { name: 'a\nb' }, '/name', 'invalid_value'],
    ['a name with U+0000', { name: 'a\0b' }, '/name', 'invalid_value'],
    ['a name that is half of a character', { name: '\ud800' }, '/name', 'invalid_value'],
    ['a name that is a number', { name: 7 }, '/name', 'invalid_type'],
    ['a name that is null', { name: null }, '/name', 'invalid_type'],
    ['an expected total of none', { expected_total: 0 }, '/expected_total', 'out_of_range'],
    ['an expected total of a half', { expected_total: 1.5 }, '/expected_total', 'invalid_type'],
    ['an expected total without end', { expected_total: 1e9 }, '/expected_total', 'out_of_range'],
    ['an expected total as text', { expected_total: '3' }, '/expected_total', 'invalid_type'],
  ])('%s is refused by name', async (_what, body, name, code) => {
    expect(await problemOf(await create(body))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ in: 'body', name, code }],
    });
  });

  test.each(['http://example.com/', 'https://10.0.0.1/', 'ftp://example.com/', 'not a url', 'https://localhost/'])(
    'the webhook address %s is refused',
    async (webhook_url) => {
      expect(await problemOf(await create({ webhook_url }))).toMatchObject({
        status: 400,
        code: 'invalid_webhook_url',
        errors: [{ in: 'body', name: '/webhook_url' }],
      });
    },
  );

  test('an unknown name is refused with the nearest known one', async () => {
    const problem = await problemOf(await create({ webhook_uri: 'https://example.com/' }));
    expect(problem).toMatchObject({ status: 400, code: 'unknown_parameter', errors: [{ in: 'body' }] });
    expect(problem.detail).toContain('did you mean webhook_url?');
    expect(await problemOf(await create(JSON.parse('{"__proto__": 1}')))).toMatchObject({ code: 'unknown_parameter' });
    expect(await problemOf(await post('/api/batches?name=x', '{}'))).toMatchObject({ code: 'unknown_parameter' });
  });

  test.each(['', '{', '{"name": "x"', '[]', 'null', '"name"', '7', '{} {}', "{'name': 1}"])(
    'the body %j is refused',
    async (body) => {
      // An empty body with a media type counts as no body, which is allowed.
      const response = await post('/api/batches', body);
      if (body === '') return expect(response.status).toBe(201);
      expect(await problemOf(response)).toMatchObject({ status: 400, code: 'validation_failed' });
    },
  );

  test.each(['', '/00000000-0000-4000-8000-000000000000/close'])(
    'X-Stateless is refused at /api/batches%s',
    async (path) => {
      for (const value of ['true', 'false', 'x', '']) {
        const answer = await post(`/api/batches${path}`, '', tenant, { 'X-Stateless': value });
        expect(await problemOf(answer)).toMatchObject({ status: 400, errors: [{ in: 'header', name: 'X-Stateless' }] });
      }
    },
  );

  test('bytes that are not UTF-8 are refused', async () => {
    const latin1 = Buffer.from('{"name": "caf\xe9"}', 'latin1');
    expect(await problemOf(await post('/api/batches', latin1))).toMatchObject({ status: 400 });
  });

  test.each([
    [{ 'Content-Type': 'text/plain' }],
    [{ 'Content-Type': 'application/x-www-form-urlencoded' }],
    [{ 'Content-Type': 'application/json; charset=latin1' }],
    [{ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }],
  ])('%j is 415', async (headers) => {
    expect(await problemOf(await post('/api/batches', '{}', tenant, headers))).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    });
  });

  test('application/json in any case and with charset utf-8 is taken', async () => {
    expect(
      (await post('/api/batches', '{}', tenant, { 'Content-Type': 'Application/JSON; charset="UTF-8"' })).status,
    ).toBe(201);
  });

  test('more than 64 KiB is 413, announced or not', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(70_000) });
    expect(await problemOf(await post('/api/batches', body))).toMatchObject({
      status: 413,
      code: 'body_too_large',
      limitBytes: 65_536,
    });
    const unannounced = await fetch(`${api.url}/api/batches`, {
      method: 'POST',
      body: new Blob([body]).stream(),
      headers: { 'X-Api-Key': tenant.key, ...JSON_TYPE },
      duplex: 'half',
    });
    expect(await problemOf(unannounced)).toMatchObject({ status: 413, code: 'body_too_large' });
  });
});

test('a body that does not arrive is 408, and the connection is closed', async () => {
  const impatient = await startApi({ settings: { bodyTimeoutMs: 100 } });
  const { hostname, port } = new URL(impatient.url);
  const who = await impatient.newTenant();
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/batches HTTP/1.1\r\nHost: test\r\nX-Api-Key: ${who.key}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name": ',
  );
  const answer = await allOf(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"upload_stalled"');
  await impatient.close();
});

describe('the counters', () => {
  const send = async (pdf: Uint8Array, batch_id: string, headers: Record<string, string> = {}) =>
    submissionOf(await api.postForm(pdf, tenant, { batch_id }, headers));

  test('of a batch of three, one normalized, one failed, one rejected, are 1/1/1 and the batch is complete', async () => {
    const { batchId } = await newBatch();
    await send(pdfSaying('one of three'), batchId);
    await send(brokenPdf(), batchId);
    await send(signedPdf(), batchId);
    expect(await get(batchId)).toMatchObject({
      status: 'complete',
      total: 3,
      completed: 1,
      failed: 1,
      rejected: 1,
      completedAt: expect.any(String),
    });
  });

  test('count a document when it is accepted, and as in progress until it has ended', async () => {
    const { batchId } = await newBatch();
    api.runner.hold();
    const { submissionId } = await send(pdfSaying('under way'), batchId, { Prefer: 'respond-async' });
    expect(await get(batchId)).toMatchObject({ status: 'in_progress', total: 1, completed: 0, completedAt: null });
    api.runner.release();
    await api.get(`/api/submissions/${submissionId}?wait=30`, tenant);
    expect(await get(batchId)).toMatchObject({ status: 'complete', total: 1, completed: 1 });
  });

  test('go on when a complete batch gets another document', async () => {
    const { batchId } = await newBatch();
    await send(pdfSaying('first'), batchId);
    expect(await get(batchId)).toMatchObject({ status: 'complete' });
    api.runner.hold();
    const { submissionId } = await send(pdfSaying('second'), batchId, { Prefer: 'respond-async' });
    expect(await get(batchId)).toMatchObject({ status: 'in_progress', total: 2, completed: 1, completedAt: null });
    api.runner.release();
    await api.get(`/api/submissions/${submissionId}?wait=30`, tenant);
    expect(await get(batchId)).toMatchObject({ status: 'complete', total: 2, completed: 2 });
  });

  test('are exact when many documents come and end at once', async () => {
    const pro = await api.newTenant({ planTier: 'pro' });
    const { batchId } = await newBatch({}, pro);
    const documents = Array.from({ length: 30 }, (_, index) =>
      index % 3 === 0 ? signedPdf() : index % 3 === 1 ? brokenPdf() : pdfSaying(`one of many ${index}`),
    );
    const answers = await Promise.all(
      documents.map((pdf) => api.postForm(pdf, pro, { batch_id: batchId }, { Prefer: 'wait=30' })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
    await expect
      .poll(() => get(batchId, pro))
      .toMatchObject({ status: 'complete', total: 30, completed: 10, failed: 10, rejected: 10 });
  });

  test('do not count a request that was refused', async () => {
    const { batchId } = await newBatch();
    await problemOf(await api.postForm(Buffer.from('no pdf'), tenant, { batch_id: batchId }));
    await problemOf(await api.postForm(pdfSaying('typo'), tenant, { batch_id: batchId, linearise: 'true' }));
    expect(await get(batchId)).toMatchObject({ status: 'open', total: 0 });
  });

  test('do not count a document twice that was sent twice with one idempotency key', async () => {
    const { batchId } = await newBatch();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const [first, second] = [
      await send(pdfSaying('once'), batchId, headers),
      await send(pdfSaying('once'), batchId, headers),
    ];
    expect(second.submissionId).toBe(first.submissionId);
    expect(await get(batchId)).toMatchObject({ total: 1, completed: 1 });
  });

  test('wait for what was announced with expected_total', async () => {
    const { batchId } = await newBatch({ expected_total: 2 });
    await send(pdfSaying('announced'), batchId);
    expect(await get(batchId)).toMatchObject({ status: 'in_progress', total: 1, completed: 1, expectedTotal: 2 });
    await send(pdfSaying('announced too'), batchId);
    expect(await get(batchId)).toMatchObject({ status: 'complete', total: 2, completed: 2 });
  });

  test.each([crypto.randomUUID(), 'nonsense'])('batch_id=%s names no batch: 400', async (batch_id) => {
    const response = await api.postForm(pdfSaying('lost'), tenant, { batch_id });
    expect(await problemOf(response)).toMatchObject({ status: 400 });
  });

  test('another organization cannot add to a batch: it does not exist for it', async () => {
    const { batchId } = await newBatch({}, await api.newTenant());
    const response = await api.postForm(pdfSaying('foreign'), tenant, { batch_id: batchId });
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'batch_not_found' });
  });
});

describe('POST /api/batches/{id}/close', () => {
  const close = (id: string, who = tenant) => post(`/api/batches/${id}/close`, null, who, {});

  test('ends a batch: what is in it goes on, nothing can be added', async () => {
    const { batchId } = await newBatch({ expected_total: 9 });
    api.runner.hold();
    await api.postForm(pdfSaying('in time'), tenant, { batch_id: batchId }, { Prefer: 'respond-async' });
    const closed = await read<BatchBody>(await close(batchId));
    expect(closed).toMatchObject({ status: 'in_progress', total: 1, closedAt: expect.any(String) });
    const late = await api.postForm(pdfSaying('too late'), tenant, { batch_id: batchId });
    expect(await problemOf(late)).toMatchObject({ status: 409, code: 'batch_closed' });
    api.runner.release();
    await expect.poll(() => get(batchId)).toMatchObject({ status: 'complete', total: 1, completed: 1 });
  });

  test('can be said again, and changes nothing then', async () => {
    const { batchId } = await newBatch();
    const first = await read<BatchBody>(await close(batchId));
    expect(first).toMatchObject({ status: 'complete', total: 0 });
    expect(await read<BatchBody>(await close(batchId))).toEqual(first);
  });

  test('is 404 for a batch that is not there, or of others', async () => {
    const { batchId } = await newBatch({}, await api.newTenant());
    for (const id of [batchId, crypto.randomUUID(), 'nonsense']) {
      expect(await problemOf(await close(id))).toMatchObject({ status: 404, code: 'not_found', resource: 'batch' });
    }
  });
});

describe('GET /api/batches', () => {
  test('lists the newest first, in pages whose links lead to every batch exactly once', async () => {
    const own = await api.newTenant();
    const made: string[] = [];
    for (let index = 0; index < 5; index++) made.push((await newBatch({ name: `number ${index}` }, own)).batchId);

    const seen: string[] = [];
    let next: string | undefined = '/api/batches?page_size=2';
    while (next) {
      const response = await api.get(next, own);
      const page = await read<PageBody<BatchBody>>(response);
      expect(page).toMatchObject({ page_size: 2, total: 5 });
      seen.push(...page.items.map(({ batchId }) => batchId));
      next = linksIn(response)['next'];
    }
    expect(seen).toEqual(made.toReversed());
  });

  test('links to the first, the previous, the next and the last page', async () => {
    const own = await api.newTenant();
    for (let index = 0; index < 3; index++) await newBatch({}, own);
    const links = async (query: string) => linksIn(await api.get(`/api/batches${query}`, own));
    const at = (page: number) => `/api/batches?page=${page}&page_size=1`;
    expect(await links('?page=2&page_size=1')).toEqual({ first: at(1), prev: at(1), next: at(3), last: at(3) });
    expect(await links('?page=1&page_size=1')).toEqual({ first: at(1), next: at(2), last: at(3) });
    expect(await links('?page=9&page_size=1')).toEqual({ first: at(1), prev: at(3), last: at(3) });
    expect(await links('?status=open&page=3&page_size=1')).toMatchObject({
      last: '/api/batches?status=open&page=3&page_size=1',
    });
  });

  test('is an empty page after the last one, and for an organization without batches', async () => {
    expect(await list('?page=1000000')).toMatchObject({ items: [], page: 1_000_000, page_size: 20 });
    expect(await list('', await api.newTenant())).toEqual({
      items: [],
      page: 1,
      page_size: 20,
      total: 0,
      next_cursor: null,
    });
  });

  test('narrows by the status as it is at that moment', async () => {
    const own = await api.newTenant();
    const open = await newBatch({}, own);
    const complete = await newBatch({}, own);
    await api.postForm(pdfSaying('narrow'), own, { batch_id: complete.batchId });
    const ids = async (query: string) => (await list(query, own)).items.map(({ batchId }) => batchId);
    expect(await ids('?status=open')).toEqual([open.batchId]);
    expect(await ids('?status=complete')).toEqual([complete.batchId]);
    expect(await ids('?status=in_progress')).toEqual([]);
    expect(await ids('')).toEqual([complete.batchId, open.batchId]);
  });

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=one',
    'page=',
    'page=1e3',
    'page=99999999999',
    'page_size=0',
    'page_size=101',
    'page_size=x',
    'status=done',
    'status=',
    'page=1&page=2',
  ])('?%s is refused', async (query) => {
    expect(await problemOf(await api.get(`/api/batches?${query}`, tenant))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ in: 'query', name: query.split('=')[0] }],
    });
  });

  test('an unknown parameter is refused', async () => {
    expect(await problemOf(await api.get('/api/batches?pagesize=3', tenant))).toMatchObject({
      status: 400,
      code: 'unknown_parameter',
    });
  });
});

describe('GET /api/batches/{id}/submissions', () => {
  const submissions = async (id: string, query = '') =>
    read<PageBody<SubmissionBody>>(await api.get(`/api/batches/${id}/submissions${query}`, tenant));

  test('lists the results of its documents, newest first, and no others', async () => {
    const { batchId } = await newBatch();
    const send = async (pdf: Uint8Array) => submissionOf(await api.postForm(pdf, tenant, { batch_id: batchId }));
    const first = await send(pdfSaying('listed'));
    const second = await send(signedPdf());
    await api.postForm(pdfSaying('not of the batch'), tenant);

    const page = await submissions(batchId);
    expect(page).toMatchObject({ page: 1, page_size: 20, total: 2 });
    expect(page.items.map(({ submissionId }) => submissionId)).toEqual([second.submissionId, first.submissionId]);
    expect(page.items[1]).toMatchObject({
      status: 'SUCCESS',
      batchId,
      normalized: { sha256: first.normalized?.sha256, downloadUrl: expect.stringContaining('http') },
    });
    expect(await submissions(batchId, '?page=2&page_size=1')).toMatchObject({
      items: [{ submissionId: first.submissionId }],
      total: 2,
    });
  });

  test('narrows by status, output, risk, failure, reference and region', async () => {
    const { batchId } = await newBatch();
    const send = async (pdf: Uint8Array, fields = {}) =>
      submissionOf(await api.postForm(pdf, tenant, { batch_id: batchId, ...fields }));
    const good = await send(pdfSaying('narrowed'), { client_reference: 'narrow-4711' });
    const rejected = await send(signedPdf());
    const ids = async (query: string) => (await submissions(batchId, query)).items.map((one) => one.submissionId);
    expect(await ids('?status=SUCCESS')).toEqual([good.submissionId]);
    expect(await ids('?status=REJECTED')).toEqual([rejected.submissionId]);
    expect(await ids(`?normalized_sha256=${good.normalized?.sha256}`)).toEqual([good.submissionId]);
    expect(await ids(`?original_sha256=${rejected.original.sha256}`)).toEqual([rejected.submissionId]);
    expect(await ids('?risk_level=none')).toContain(good.submissionId);
    expect(await ids('?failure_code=POLICY_REJECTION')).toEqual([rejected.submissionId]);
    expect(await ids('?client_reference=narrow-4711')).toEqual([good.submissionId]);
    expect(await ids('?region=us-east-2')).toEqual([]);
    expect(await ids('?region=eu-central-1&from=2020-01-01&to=2999-01-01')).toHaveLength(2);
    expect(await problemOf(await api.get(`/api/batches/${batchId}/submissions?region=eu`, tenant))).toMatchObject({
      errors: [{ name: 'region', code: 'invalid_enum' }],
    });
  });

  test('is an empty page for an open batch, and refuses wrong pages', async () => {
    const { batchId } = await newBatch();
    expect(await submissions(batchId)).toEqual({ items: [], page: 1, page_size: 20, total: 0, next_cursor: null });
    expect(await problemOf(await api.get(`/api/batches/${batchId}/submissions?page=0`, tenant))).toMatchObject({
      status: 400,
    });
  });
});

describe('whose they are', () => {
  test('a batch that is not there, or of others, is 404', async () => {
    const { batchId } = await newBatch({}, await api.newTenant());
    for (const id of [batchId, crypto.randomUUID(), 'nonsense']) {
      for (const path of [`/api/batches/${id}`, `/api/batches/${id}/submissions`]) {
        expect(await problemOf(await api.get(path, tenant))).toMatchObject({
          status: 404,
          code: 'not_found',
          resource: 'batch',
        });
      }
    }
  });

  test('an id is taken in upper case too', async () => {
    const { batchId } = await newBatch();
    expect((await get(batchId.toUpperCase())).batchId).toBe(batchId);
  });

  test('either scope may read, only normalize may write', async () => {
    const reader = await api.newTenant({ scopes: ['read'] });
    const writer = await api.newTenant({ scopes: ['normalize'] });
    expect(await problemOf(await create({}, reader))).toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect((await list('', reader)).items).toEqual([]);
    const { batchId } = await newBatch({}, writer);
    expect((await get(batchId, writer)).batchId).toBe(batchId);
    const close = await post(`/api/batches/${batchId}/close`, null, reader, {});
    expect(await problemOf(close)).toMatchObject({ status: 403 });
  });

  test.each(['/api/batches', `/api/batches/${crypto.randomUUID()}`, `/api/batches/${crypto.randomUUID()}/submissions`])(
    '%s without a key is 401',
    async (path) => {
      expect(await problemOf(await api.get(path, null))).toMatchObject({ status: 401, code: 'missing_credentials' });
    },
  );

  test('a method that is not there is 405', async () => {
    const response = await fetch(`${api.url}/api/batches`, { method: 'DELETE', headers: { 'X-Api-Key': tenant.key } });
    expect(await problemOf(response)).toMatchObject({ status: 405 });
    expect(response.headers.get('allow')).toMatch(/GET/);
  });
});

/** RFC 8288: the targets of the header Link, by their relation. */
function linksIn(response: Response): Record<string, string> {
  const header = response.headers.get('link') ?? '';
  return Object.fromEntries(
    Array.from(header.matchAll(/<([^>]*)>; rel="(\w+)"/g), ([, target = '', relation = '']) => [relation, target]),
  );
}
