/** What callers note beside a document or a batch comes back wherever the document is told of. */
import { describe, expect, test } from 'vitest';
import { pdfSaying, problemOf, startApi, submissionOf } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());
const json = async (response: Response) => JSON.parse(await response.text());
const NOTES = { client_reference: 'Rechnung 4711 €', metadata: '{"department":"billing","case.no":"7"}' };
const NOTED = { clientReference: 'Rechnung 4711 €', metadata: { department: 'billing', 'case.no': '7' } };

describe('a submission', () => {
  test('has them in its answer, when it is read back, and in lists', async () => {
    const answer = await submissionOf(await api.postForm(pdfSaying('noted'), tenant, NOTES));
    expect(answer).toMatchObject(NOTED);
    expect(await json(await api.get(`/api/submissions/${answer.submissionId}`, tenant))).toMatchObject(NOTED);
    const query = `?client_reference=${encodeURIComponent(NOTED.clientReference)}`;
    const { items } = await json(await api.get(`/api/submissions${query}`, tenant));
    expect(items).toEqual([expect.objectContaining({ submissionId: answer.submissionId, ...NOTED })]);
    expect(await json(await api.get('/api/submissions?client_reference=4712', tenant))).toMatchObject({ items: [] });
    expect(await json(await api.get(`/api/submissions${query}`, await api.newTenant()))).toMatchObject({ items: [] });
  });

  test('without them says so', async () => {
    const { submissionId, ...answer } = await submissionOf(await api.postForm(pdfSaying('plain'), tenant));
    expect(answer).not.toHaveProperty('metadata');
    const readBack = await json(await api.get(`/api/submissions/${submissionId}`, tenant));
    expect(readBack).toMatchObject({ clientReference: null, metadata: {} });
  });

  test('takes them as query parameters of a raw body too', async () => {
    const query = new URLSearchParams(NOTES);
    const raw = await api.postRaw(pdfSaying('raw'), tenant, `?${query.toString()}`);
    expect(raw.status).toBe(200);
    const id = raw.headers.get('x-submission-id') ?? '';
    expect(await json(await api.get(`/api/submissions/${id}`, tenant))).toMatchObject(NOTED);
  });

  test('is another request under the same idempotency key when they differ', async () => {
    const send = (notes: Readonly<Record<string, string>>) =>
      api.postForm(pdfSaying('keyed'), tenant, notes, { 'Idempotency-Key': 'noted' });
    const first = await submissionOf(await send(NOTES));
    const same = { ...NOTES, metadata: '{ "case.no": "7", "department": "billing" }' };
    expect((await submissionOf(await send(same))).submissionId).toBe(first.submissionId);
    for (const other of [{}, { ...NOTES, client_reference: '1' }, { ...NOTES, metadata: '{}' }]) {
      expect(await problemOf(await send(other))).toMatchObject({ code: 'idempotency_key_reused' });
    }
  });

  test.each([
    ['no JSON', 'department'],
    ['a list', '["a"]'],
    ['a number under a name', '{"a":1}'],
    ['a name of other characters', '{"a b":"c"}'],
    ['a name of 41 characters', `{"${'a'.repeat(41)}":"b"}`],
    ['a value of 501 characters', `{"a":"${'b'.repeat(501)}"}`],
    ['21 entries', JSON.stringify(Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, ''])))],
    ['what PostgreSQL does not keep', String.raw`{"a":"\u0000"}`],
    ['half of a pair', String.raw`{"a":"\ud800"}`],
  ])('is refused with metadata of %s', async (_, metadata) => {
    expect(await problemOf(await api.postForm(pdfSaying('x'), tenant, { metadata }))).toMatchObject({
      status: 400,
      errors: [{ in: 'form', name: 'metadata' }],
    });
  });

  test('says which name of the metadata comes twice, or cannot be taken', async () => {
    const refusal = async (metadata: string) => {
      const problem = await problemOf(await api.postForm(pdfSaying('x'), tenant, { metadata }));
      expect(problem).toMatchObject({ status: 400, errors: [{ in: 'form', name: 'metadata' }] });
      return problem.detail;
    };
    expect(await refusal('{"a":"1","b":"2","a":"1"}')).toBe('metadata has the name "a" more than once');
    expect(await refusal(String.raw`{"a":"1","\u0061":"2"}`)).toBe('metadata has the name "a" more than once');
    expect(await refusal('{"__proto__":"1"}')).toBe('metadata must not have the name "__proto__"');
  });

  test('keeps metadata under the names that every object of JavaScript has', async () => {
    const metadata = { constructor: 'Bau AG', toString: 'a', hasOwnProperty: 'b', prototype: 'c' };
    const { submissionId } = await submissionOf(
      await api.postForm(pdfSaying('names'), tenant, { metadata: JSON.stringify(metadata) }),
    );
    const { metadata: readBack } = await json(await api.get(`/api/submissions/${submissionId}`, tenant));
    expect(new Map(Object.entries(readBack))).toEqual(new Map(Object.entries(metadata)));
  });

  describe('that is not UTF-8', () => {
    const LATIN = Buffer.from('Müller', 'latin1');

    const formWith = (name: string, value: Buffer, header = '') => {
      const part = (disposition: string, bytes: Uint8Array) => [
        Buffer.from(`--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
        bytes,
        Buffer.from('\r\n'),
      ];
      return Buffer.concat([
        ...part('name="file"; filename="a.pdf"', pdfSaying('encoded')),
        ...part(`name="${name}"${header}`, value),
        Buffer.from('--b--\r\n'),
      ]);
    };
    const post = (body: Buffer) =>
      fetch(`${api.url}/api/normalize`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { 'X-Api-Key': tenant.key, 'Content-Type': 'multipart/form-data; boundary=b' },
      });

    test.each(['', '\r\nContent-Type: text/plain; charset=utf-8', '\r\nContent-Type: text/plain; charset=iso-8859-1'])(
      'is refused as a field of a form%j',
      async (header) => {
        expect(await problemOf(await post(formWith('client_reference', LATIN, header)))).toMatchObject({
          status: 400,
          code: 'validation_failed',
          errors: [{ in: 'form', name: 'client_reference', code: 'invalid_encoding' }],
        });
        const metadata = Buffer.concat([Buffer.from('{"name":"'), LATIN, Buffer.from('"}')]);
        expect(await problemOf(await post(formWith('metadata', metadata, header)))).toMatchObject({
          errors: [{ in: 'form', name: 'metadata', code: 'invalid_encoding' }],
        });
        const answer = await submissionOf(await post(formWith('client_reference', Buffer.from('Müller �'), header)));
        expect(answer.clientReference).toBe('Müller �');
      },
    );

    test.each(['M%FCller', '%zz', '100%', '%u00e9', '%c3%'])('is refused in a query: %s', async (text) => {
      const raw = await api.postRaw(pdfSaying('x'), tenant, `?client_reference=${text}&linearize=true`);
      const errors = [{ in: 'query', name: 'client_reference', code: 'invalid_encoding' }];
      expect(await problemOf(raw)).toMatchObject({ status: 400, errors });
      const list = await api.get(`/api/submissions?client_reference=${text}`, tenant);
      expect(await problemOf(list)).toMatchObject({ status: 400, errors });
    });
  });

  test('takes as much metadata as there may be, counted in code points', async () => {
    const most = Object.fromEntries(Array.from({ length: 19 }, (_, index) => [`name-${index}`, 'ü'.repeat(250)]));
    const fields = {
      metadata: JSON.stringify({ ...most, last: '🙂'.repeat(500) }),
      client_reference: '🙂'.repeat(255),
    };
    expect(await submissionOf(await api.postForm(pdfSaying('most'), tenant, fields))).toMatchObject({
      metadata: most,
      clientReference: fields.client_reference,
    });
  });
});

describe('a batch', () => {
  const create = async (body: object) => {
    const headers = { 'X-Api-Key': tenant.key, 'Content-Type': 'application/json' };
    return fetch(`${api.url}/api/batches`, { method: 'POST', headers, body: JSON.stringify(body) });
  };

  test('has them too, and is found by its reference', async () => {
    const body = { client_reference: 'run-7', metadata: { team: 'billing' } };
    const { batchId, ...batch } = await json(await create(body));
    expect(batch).toMatchObject({ clientReference: 'run-7', metadata: { team: 'billing' } });
    const { items } = await json(await api.get('/api/batches?client_reference=run-7', tenant));
    expect(items).toEqual([{ batchId, ...batch }]);
    expect(await json(await api.get('/api/batches?client_reference=run-8', tenant))).toMatchObject({ items: [] });
  });

  test('shows of its submissions those that are asked for', async () => {
    const { batchId: batch_id } = await json(await create({}));
    await submissionOf(await api.postForm(pdfSaying('of a batch'), tenant, { ...NOTES, batch_id }));
    const among = async (query: string) =>
      (await json(await api.get(`/api/batches/${batch_id}/submissions${query}`, tenant))).total;
    expect(await among('?status=SUCCESS')).toBe(1);
    expect(await among('?status=FAILED')).toBe(0);
    expect(await among('?client_reference=other')).toBe(0);
  });

  test('is refused with metadata that would lose a member', async () => {
    const headers = { 'X-Api-Key': tenant.key, 'Content-Type': 'application/json' };
    const send = (body: string) => fetch(`${api.url}/api/batches`, { method: 'POST', headers, body });
    expect(await problemOf(await send('{"metadata":{"__proto__":"x"}}'))).toMatchObject({
      status: 400,
      errors: [{ in: 'body', name: '/metadata/__proto__', code: 'unknown_parameter' }],
    });
    expect(await problemOf(await send('{"metadata":{"a":"x","a":"y"}}'))).toMatchObject({
      errors: [{ in: 'body', name: '/metadata/a', code: 'duplicate' }],
    });
  });

  test('is refused with other metadata', async () => {
    expect(await problemOf(await create({ metadata: { a: 1 } }))).toMatchObject({
      errors: [{ in: 'body', name: '/metadata/a' }],
    });
  });
});
