/**
 * Tests GET /api/submissions/{id}/original: the sent bytes for their sender, in a form that browsers do not open by
 * accident.
 */
import { beforeAll, expect, test } from 'vitest';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import { bytesOf, pdfSaying, problemOf, sha256, startApi, submissionOf } from '#test/support/api.ts';
import { originalKey } from '#test/support/object-keys.ts';
import { started } from '#test/support/started.ts';

const REGION = 'eu-central-1';

let id: string;

const sent = Buffer.from(pdfSaying('original'));

const api = started(() => startApi());
const tenant = started(() => api.newTenant());

beforeAll(async () => {
  id = await submit(sent);
});

async function submit(pdf: Uint8Array, fields: Record<string, string> = {}): Promise<string> {
  return (await submissionOf(await api.postForm(pdf, tenant, fields))).submissionId;
}

const get = (headers: Record<string, string> = {}, submission = id, who = tenant) =>
  api.get(`/api/submissions/${submission}/original`, who, headers);

test('is what was sent, as an attachment that no browser opens and nobody keeps', async () => {
  const response = await get();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(sent.length),
    'content-disposition': `attachment; filename="${id}-original.pdf"`,
    'x-content-hash': sha256(sent),
    etag: `"${sha256(sent)}"`,
    'accept-ranges': 'bytes',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect(response.headers.get('link')).toBeNull();
  expect((await bytesOf(response)).equals(sent)).toBe(true);
});

test('is given in ranges, and not again to those who have it', async () => {
  const range = await get({ Range: 'bytes=5-9' });
  expect(range.status).toBe(206);
  expect(range.headers.get('content-range')).toBe(`bytes 5-9/${sent.length}`);
  expect((await bytesOf(range)).equals(sent.subarray(5, 10))).toBe(true);
  const known = await get({ 'If-None-Match': `"${sha256(sent)}"` });
  expect(known.status).toBe(304);
  expect(known.headers.get('cache-control')).toBe('no-store');
  expect(await problemOf(await get({ 'If-Match': '"other"' }))).toMatchObject({ status: 412 });
  const longAgo = 'Sun, 06 Nov 1994 08:49:37 GMT';
  expect(await problemOf(await get({ 'If-Unmodified-Since': longAgo }))).toMatchObject({ status: 412 });
  expect(await problemOf(await get({ Range: 'bytes=999999-' }))).toMatchObject({ code: 'range_not_satisfiable' });
});

test('HEAD has the headers and no body', async () => {
  const url = `${api.url}/api/submissions/${id}/original`;
  const response = await fetch(url, { method: 'HEAD', headers: { 'X-Api-Key': tenant.key } });
  expect(response.headers.get('content-length')).toBe(String(sent.length));
  expect(await response.text()).toBe('');
});

test('is there however the submission ended, and while it is under way', async () => {
  const broken = Buffer.from('%PDF-1.7\nnothing of a document follows, by itself\n');
  expect((await bytesOf(await get({}, await submit(broken)))).equals(broken)).toBe(true);
  const waiting = Buffer.from(pdfSaying('held'));
  api.runner.hold();
  const pending = await submissionOf(await api.postForm(waiting, tenant, {}, { Prefer: 'respond-async' }));
  expect((await bytesOf(await get({}, pending.submissionId))).equals(waiting)).toBe(true);
  api.runner.release();
});

test('is of nobody else', async () => {
  const other = await api.newTenant();
  await api.postForm(sent, other);
  expect(await problemOf(await get({}, id, other))).toMatchObject({ status: 404, resource: 'submission' });
});

test('takes a key that may read', async () => {
  const writer = await api.newTenant({ scopes: ['normalize'] });
  expect(await problemOf(await get({}, id, writer))).toMatchObject({ status: 403, code: 'insufficient_scope' });
});

test('is not there of a stateless submission', async () => {
  const response = await api.postRaw(pdfSaying('stateless original'), tenant, '', { 'X-Stateless': 'true' });
  const stateless = response.headers.get('x-submission-id') ?? '';
  expect(await problemOf(await get({}, stateless))).toMatchObject({ status: 404, resource: 'original' });
});

test('is gone once it is erased', async () => {
  const erased = await submit(pdfSaying('erased original'));
  const facts = { originalSha256: null, report: null, timeline: null, erasedAt: new Date() };
  await api.database.system().nativeUpdate(SubmissionEntity, { id: erased }, facts);
  expect(await problemOf(await get({}, erased))).toMatchObject({ status: 404, resource: 'original' });
});

test('that the store has lost, or holds damaged, is not given for another', async () => {
  const pdf = Buffer.from(pdfSaying('damaged original'));
  const damaged = await submit(pdf);
  const key = originalKey(tenant.organizationId, sha256(pdf));
  await api.artifacts.replace(REGION, key, Buffer.from('something else'), 'application/pdf');
  expect(await problemOf(await get({}, damaged))).toMatchObject({ status: 503, code: 'service_unavailable' });
  expect(await problemOf(await get({ Range: 'bytes=0-3' }, damaged))).toMatchObject({ status: 503 });
  await api.artifacts.remove(REGION, key);
  expect(await problemOf(await get({}, damaged))).toMatchObject({ status: 404, resource: 'original' });
});
