/** Tests that texts are compressed for callers that accept gzip, without a change of content. */
import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { bytesOf, pdfSaying, startApi, submissionOf } from '#test/support/api.ts';
import { ask, PASSWORD, registered } from '#test/support/accounts.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());

/** The raw answer, because fetch would decode it. */
async function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const call = request(api.url + path, { method, headers: { 'X-Api-Key': tenant.key, ...headers } }).end();
  const [response] = await once(call, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

const GZIP = { 'Accept-Encoding': 'gzip' };

describe('a large text', () => {
  /** The name of the portal's script contains its hash. */
  async function scriptOfThePortal(): Promise<string> {
    const [name] = /assets\/[^"]+\.js/.exec(String((await raw('/portal/')).body)) ?? [];
    return `/portal/${name}`;
  }

  test.each([
    ['/openapi.json', async () => '/openapi.json'],
    ['/problems', async () => '/problems'],
    ['a script of the portal', scriptOfThePortal],
  ])('such as %s is the same, and shorter', async (_, pathOf) => {
    const path = await pathOf();
    const plain = await raw(path);
    const packed = await raw(path, { 'Accept-Encoding': 'br, gzip;q=0.8' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
    expect([plain, packed].map(({ headers, body }) => Number(headers['content-length']) - body.length)).toEqual([0, 0]);
    for (const { headers } of [plain, packed]) expect(headers.vary).toContain('Accept-Encoding');
    expect(packed.headers['content-type']).toBe(plain.headers['content-type']);
  });

  test.each(['identity', 'gzip;q=0', 'br', ''])('comes as it is to who takes %j', async (encodings) => {
    const { headers } = await raw('/openapi.json', { 'Accept-Encoding': encodings });
    expect(headers['content-encoding']).toBeUndefined();
  });

  test('has one weak validator for all its codings, and is 304 by it', async () => {
    const plain = await raw('/openapi.json');
    const packed = await raw('/openapi.json', GZIP);
    expect(packed.headers.etag).toBe(plain.headers.etag);
    expect(packed.headers.etag).toMatch(/^W\//);
    const known = { 'If-None-Match': packed.headers.etag ?? '' };
    for (const coding of [{}, GZIP]) {
      const again = await raw('/openapi.json', { ...known, ...coding });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, packed.headers.etag]);
      expect(again.headers.vary).toContain('Accept-Encoding');
    }
  });

  test('is described by HEAD as GET has it', async () => {
    const head = await raw('/openapi.json', GZIP, 'HEAD');
    const get = await raw('/openapi.json', GZIP);
    expect(head.body.length).toBe(0);
    expect([head.headers['content-encoding'], head.headers['content-length']]).toEqual(['gzip', `${get.body.length}`]);
  });
});

describe('what is not compressed', () => {
  test('is a document: its bytes, length and hash stay', async () => {
    const { normalized } = await submissionOf(await api.postForm(pdfSaying('packed'), tenant));
    const path = `/api/artifacts/${normalized?.sha256}`;
    const { headers, body } = await raw(path, GZIP);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['x-content-hash']).toBe(normalized?.sha256);
    expect(body.equals(await bytesOf(await api.get(path, tenant)))).toBe(true);
  });

  test('is a short text', async () => {
    const { headers } = await raw('/api/quota', GZIP);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toContain('Accept-Encoding');
  });

  test('is an answer with a cookie, whose token nobody shall guess by its length', async () => {
    const { headers } = await ask(api, 'login', { email: await registered(api), password: PASSWORD });
    expect(headers.get('set-cookie')).not.toBeNull();
    expect(headers.get('content-encoding')).toBeNull();
  });
});
