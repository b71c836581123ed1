/** GET /api/artifacts/{hash}: the bytes, to those who may have them. */
import { beforeAll, expect, test } from 'vitest';
import { ArtifactRefEntity } from '#store/objects/references.ts';
import { bytesOf, pdfSaying, problemOf, sha256, startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

let bytes: Buffer;
let hash: string;

const api = started(() => startApi());
const tenant = started(() => api.newTenant());

beforeAll(async () => {
  bytes = await bytesOf(await api.postRaw(pdfSaying('artifact'), tenant));
  hash = sha256(bytes);
});

const get = (headers: Record<string, string> = {}, who = tenant) => api.get(`/api/artifacts/${hash}`, who, headers);

test('is the PDF, as an attachment, with its hash', async () => {
  const response = await get();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'content-disposition': 'attachment; filename="normalized.pdf"',
    'x-content-hash': hash,
    etag: `"${hash}"`,
    'accept-ranges': 'bytes',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  });
  expect((await bytesOf(response)).equals(bytes)).toBe(true);
});

test('may be asked for in upper case and with the prefix of a report', async () => {
  expect((await api.get(`/api/artifacts/${hash.toUpperCase()}`, tenant)).status).toBe(200);
  expect((await api.get(`/api/artifacts/sha256:${hash}`, tenant)).status).toBe(200);
});

test('check 37: HEAD has the headers and no body', async () => {
  const response = await fetch(`${api.url}/api/artifacts/${hash}`, {
    method: 'HEAD',
    headers: { 'X-Api-Key': tenant.key },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  expect(await response.text()).toBe('');
});

test('check 37: is not sent again to those who have it', async () => {
  for (const tag of [`"${hash}"`, `W/"${hash}"`, `"other", "${hash}"`, '*']) {
    const response = await get({ 'If-None-Match': tag });
    expect(response.status).toBe(304);
    expect(response.headers.get('etag')).toBe(`"${hash}"`);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
  }
  expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200);
});

test.each([`"%s"`, '*', `"other", "%s"`])('If-Match: %j lets it through', async (header) => {
  const response = await get({ 'If-Match': header.replaceAll('%s', hash) });
  expect(response.status).toBe(200);
  expect((await bytesOf(response)).equals(bytes)).toBe(true);
});

test.each(['"other"', 'W/"%s"', ''])('If-Match: %j does not, with or without a range', async (header) => {
  for (const more of [{}, { Range: 'bytes=0-9' }, { 'If-None-Match': '*' }]) {
    const response = await get({ 'If-Match': header.replaceAll('%s', hash), ...more });
    expect(await problemOf(response)).toMatchObject({ status: 412, code: 'precondition_failed' });
  }
});

test('times of modification are conditions too', async () => {
  const since = (await get({})).headers.get('last-modified') ?? '';
  const before = new Date(Date.parse(since) - 1000).toUTCString();
  expect(await problemOf(await get({ 'If-Unmodified-Since': before }))).toMatchObject({ status: 412 });
  expect((await get({ 'If-Unmodified-Since': since })).status).toBe(200);
  expect((await get({ 'If-Unmodified-Since': 'yesterday' })).status).toBe(200);
  expect((await get({ 'If-Unmodified-Since': before, 'If-Match': '*' })).status).toBe(200);
  expect((await get({ 'If-Modified-Since': since })).status).toBe(304);
  expect((await get({ 'If-Modified-Since': before })).status).toBe(200);
  expect((await get({ 'If-Modified-Since': since, 'If-None-Match': '"other"' })).status).toBe(200);
});

test.each([
  ['bytes=0-9', 0, 10],
  ['bytes=5-', 5, undefined],
  ['bytes=-7', -7, undefined],
  ['bytes=0-999999999', 0, undefined],
])('check 37: Range %s is served as 206', async (range, from, to) => {
  const response = await get({ Range: range });
  expect(response.status).toBe(206);
  const expected = bytes.subarray(from, to);
  const first = from < 0 ? bytes.length + from : from;
  expect(response.headers.get('content-range')).toBe(`bytes ${first}-${first + expected.length - 1}/${bytes.length}`);
  expect((await bytesOf(response)).equals(expected)).toBe(true);
});

test.each(['bytes=0-1,3-4', 'lines=1-2', 'bytes=9-5', 'bytes=-', 'nonsense'])('Range %s is ignored', async (range) => {
  const response = await get({ Range: range });
  expect(response.status).toBe(200);
  expect((await bytesOf(response)).equals(bytes)).toBe(true);
});

test('a range for another version is ignored', async () => {
  expect((await get({ Range: 'bytes=0-9', 'If-Range': '"other"' })).status).toBe(200);
  expect((await get({ Range: 'bytes=0-9', 'If-Range': `"${hash}"` })).status).toBe(206);
});

test.each(['bytes=999999999-', 'bytes=-0'])('Range %s is not satisfiable', async (range) => {
  const response = await get({ Range: range });
  expect(response.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
  expect(await problemOf(response)).toMatchObject({ status: 416, code: 'range_not_satisfiable' });
});

test('check 36: belongs to the organizations that made it: 403 for another one, 404 when nobody did', async () => {
  const other = await api.newTenant();
  expect(await problemOf(await get({}, other))).toMatchObject({ status: 403, code: 'artifact_forbidden' });
  await api.postRaw(pdfSaying('artifact'), other);
  expect((await get({}, other)).status).toBe(200);
  const absent = await problemOf(await api.get(`/api/artifacts/${'0'.repeat(64)}`, tenant));
  expect(absent).toMatchObject({ status: 404, code: 'not_found', resource: 'artifact' });
});

test.each(['xyz', 'a'.repeat(63), 'a'.repeat(65), `md5:${'a'.repeat(64)}`])('%s is not found', async (name) => {
  expect((await api.get(`/api/artifacts/${name}`, tenant)).status).toBe(404);
});

test('check 36: is gone after its time, for its owner too, whoever else still has it', async () => {
  const brief = await api.newTenant();
  await api.postRaw(pdfSaying('artifact'), brief);
  expect((await get({}, brief)).status).toBe(200);
  const own = { organizationId: brief.organizationId, sha256: hash };
  await api.database.system().nativeUpdate(ArtifactRefEntity, own, { expiresAt: new Date(Date.now() - 1000) });
  expect(await problemOf(await get({}, brief))).toMatchObject({ status: 404, code: 'not_found' });
});
