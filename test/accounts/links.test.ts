/** Download links: presigned for the address under which callers reach the store, short-lived, and for one object. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { bytesOf, pdfSaying, sha256, startApi, submissionOf } from '#test/support/api.ts';
import type { Api, Tenant } from '#test/support/api.ts';

let api: Api;
let tenant: Tenant;
let publicEndpoint: string;

beforeAll(async () => {
  // Another name of the same server, as a proxy before it would be.
  const { port } = new URL(inject('parts').s3.endpoint);
  publicEndpoint = `http://localhost:${port}`;
  api = await startApi({ s3: { publicEndpoint } });
  tenant = await api.newTenant();
});
afterAll(() => api.close());

async function newLink(words: string): Promise<{ link: URL; hash: string }> {
  const { normalized } = await submissionOf(await api.postForm(pdfSaying(words), tenant));
  return { link: new URL(normalized?.downloadUrl ?? ''), hash: normalized?.sha256 ?? '' };
}

test('a link leads to the public endpoint, for 15 minutes, to the document as an attachment', async () => {
  const { link, hash } = await newLink('linked');
  expect(link.origin).toBe(publicEndpoint);
  expect(link.searchParams.get('X-Amz-Expires')).toBe('900');
  const response = await fetch(link);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="normalized.pdf"',
    'cache-control': 'private, no-store',
  });
  expect(sha256(await bytesOf(response))).toBe(hash);
});

test('a link is for its object, its host and its headers alone', async () => {
  const { link } = await newLink('bound');
  const { link: other } = await newLink('other');
  const elsewhere = new URL(link);
  elsewhere.pathname = other.pathname;
  const renamed = new URL(link);
  renamed.searchParams.set('response-content-disposition', 'inline');
  const privately = new URL(link);
  privately.hostname = '127.0.0.1';
  for (const forged of [elsewhere, renamed, privately]) expect((await fetch(forged)).status).toBe(403);
  expect((await fetch(link, { method: 'DELETE' })).status).toBe(403);
});

test('every read makes a new one, and none is kept', async () => {
  const { submissionId } = await submissionOf(await api.postForm(pdfSaying('read again'), tenant));
  const read = async () => submissionOf(await api.get(`/api/submissions/${submissionId}`, tenant));
  expect((await fetch((await read()).normalized?.downloadUrl ?? '')).status).toBe(200);
  const stored = await api.database
    .system()
    .execute(`select row_to_json(s)::text as row from submission s where id = ?`, [submissionId]);
  expect(JSON.stringify(stored)).not.toContain('X-Amz');
});
