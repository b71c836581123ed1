/** Tests hostile, broken and oversized uploads: they are rejected with a reason and leave nothing on the disk. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { brokenPdf, pdfSaying, problemOf, sha256, startApi, submissionOf } from '#test/support/api.ts';
import type { Api } from '#test/support/api.ts';
import { originalKey } from '#test/support/object-keys.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant({ planTier: 'free' }));

afterEach(async () => {
  expect(await api.spooled()).toEqual([]);
});
const FREE_LIMIT = 5 * 1024 * 1024;

describe('what is not a PDF', () => {
  test.each([
    ['an empty body', Buffer.alloc(0)],
    ['text', Buffer.from('hello')],
    ['a header that comes too late', Buffer.concat([Buffer.alloc(8188), Buffer.from('%PDF-1.7')])],
  ])('%s is refused', async (_word, bytes) => {
    for (const response of [await api.postRaw(bytes, tenant), await api.postForm(bytes, tenant)]) {
      expect(await problemOf(response)).toMatchObject({ status: 400, code: 'not_a_pdf' });
    }
  });

  test('a header that ends with byte 8,192 is taken', async () => {
    const late = Buffer.concat([Buffer.alloc(8187), brokenPdf()]);
    expect((await api.postForm(late, tenant)).status).toBe(200);
  });
});

describe('the size limit of the plan', () => {
  const tooLarge = { status: 413, code: 'file_too_large', limitBytes: FREE_LIMIT, planTier: 'free' };

  test('refuses an announced size without reading the body', async () => {
    const call = request(`${api.url}/api/normalize`, {
      method: 'POST',
      headers: { 'X-Api-Key': tenant.key, 'Content-Type': 'application/pdf', 'Content-Length': FREE_LIMIT + 1 },
    });
    call.flushHeaders();
    const [response] = await once(call, 'response');
    expect(response.statusCode).toBe(413);
    call.destroy();
  });

  test('is counted while reading when nothing was announced', async () => {
    const chunk = Buffer.alloc(64 * 1024, 32);
    const stream = new ReadableStream({
      start: (controller) => controller.enqueue(brokenPdf()),
      pull: (controller) => controller.enqueue(chunk), // without end
    });
    expect(await problemOf(await api.postRaw(stream, tenant))).toMatchObject(tooLarge);
  });

  test('is told to a sender who does not stop for the answer', async () => {
    const huge = Buffer.concat([brokenPdf(), Buffer.alloc(12 * 1024 * 1024)]);
    expect(await problemOf(await api.postRaw(huge, tenant))).toMatchObject(tooLarge);
    expect(await problemOf(await api.postForm(huge, tenant))).toMatchObject(tooLarge);
  });

  test('holds for the file of a form to the byte', async () => {
    const exact = Buffer.concat([brokenPdf(), Buffer.alloc(FREE_LIMIT - brokenPdf().length)]);
    expect((await api.postForm(exact, tenant, {}, { Prefer: 'respond-async' })).status).toBe(202);
    expect(await problemOf(await api.postForm(Buffer.concat([exact, Buffer.from('x')]), tenant))).toMatchObject(
      tooLarge,
    );
  });
});

describe('a form', () => {
  const post = (body: string | Buffer, type = 'multipart/form-data; boundary=b') =>
    fetch(`${api.url}/api/normalize`, {
      method: 'POST',
      body,
      headers: { 'X-Api-Key': tenant.key, 'Content-Type': type },
    });
  const filePart = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.pdf"\r\n\r\n%PDF-1.7 x\r\n`;

  test.each([
    ['that ends in a header', '--b\r\nContent-Disposition: form-da'],
    ['of garbage', 'garbage'],
    ['of nothing', ''],
  ])('%s is malformed', async (_word, body) => {
    expect(await problemOf(await post(body))).toMatchObject({ status: 400, code: 'malformed_upload' });
  });

  test.each([
    ['that ends in the middle of the file', filePart('file')],
    ['that ends in the middle of a field', '--b\r\nContent-Disposition: form-data; name="region"\r\n\r\neu'],
    ['that ends in a file that nobody has asked for', filePart('other')],
  ])('%s is incomplete', async (_word, body) => {
    expect(await problemOf(await post(body))).toMatchObject({ status: 400, code: 'body_incomplete' });
  });

  test('without a boundary is malformed', async () => {
    const response = await post(`${filePart('file')}--b--`, 'multipart/form-data');
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'malformed_upload' });
  });

  test('without a file is told so', async () => {
    const response = await post('--b\r\nContent-Disposition: form-data; name="linearize"\r\n\r\ntrue\r\n--b--\r\n');
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ name: 'file', code: 'required' }] });
  });

  test('with two files is told so', async () => {
    const problem = await problemOf(await post(`${filePart('file')}${filePart('file')}--b--\r\n`));
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ name: 'file', code: 'duplicate' }] });
  });

  test('with the file under another name is told the right one', async () => {
    const problem = await problemOf(await post(`${filePart('files')}--b--\r\n`));
    expect(problem).toMatchObject({
      status: 400,
      code: 'unknown_parameter',
      errors: [{ name: 'files' }, { name: 'file' }],
    });
    expect(problem.detail).toContain('did you mean file?');
  });

  test.each(['', '; filename="a.pdf"'])('with a part that has no name%s is refused', async (filename) => {
    const part = `--b\r\nContent-Disposition: form-data${filename}\r\n\r\nx\r\n`;
    const problem = await problemOf(await post(`${part}${filePart('file')}--b--\r\n`));
    expect(problem).toMatchObject({ status: 400, code: 'unknown_parameter', errors: [{ in: 'form', name: '' }] });
  });

  test('with very many fields, or a very long one, is refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, 'x']));
    expect((await api.postForm(pdfSaying('x'), tenant, many)).status).toBe(400);
    expect((await api.postForm(pdfSaying('x'), tenant, { region: 'x'.repeat(5000) })).status).toBe(400);
  });
});

describe('the content type', () => {
  test.each([['application/json'], ['text/plain'], ['application/octet-stream']])('%s is refused', async (type) => {
    const response = await api.postRaw(pdfSaying('x'), tenant, '', { 'Content-Type': type });
    expect(await problemOf(response)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  test('may not hide a compressed body', async () => {
    const response = await api.postRaw(pdfSaying('x'), tenant, '', { 'Content-Encoding': 'gzip' });
    expect(response.status).toBe(415);
  });
});

test('an upload that breaks off leaves no file', async () => {
  const call = request(`${api.url}/api/normalize`, {
    method: 'POST',
    headers: { 'X-Api-Key': tenant.key, 'Content-Type': 'application/pdf', 'Content-Length': 100_000 },
  });
  call.on('error', () => {}); // the test aborts it
  call.write(pdfSaying('broken off'));
  await expect.poll(() => api.spooled()).toHaveLength(1);
  call.destroy();
  await expect.poll(() => api.spooled()).toEqual([]);
});

test('what is stored is what was sent, to the byte', async () => {
  const sent = Buffer.concat([brokenPdf(), randomBytes(3_000_000)]);
  for (const response of [await api.postForm(sent, tenant), await api.postForm(sent, tenant, { linearize: '0' })]) {
    const { original } = await submissionOf(response);
    expect(original).toEqual({ sha256: sha256(sent), sizeBytes: sent.length });
    const key = originalKey(tenant.organizationId, original.sha256);
    expect(sha256(await api.artifacts.getBytes('eu-central-1', key))).toBe(original.sha256);
  }
});

test('an upload that stands still is ended', async () => {
  const impatient = await startApi({ settings: { stallMs: 200 } });
  const { key } = await impatient.newTenant();
  const call = request(`${impatient.url}/api/normalize`, {
    method: 'POST',
    headers: { 'X-Api-Key': key, 'Content-Type': 'application/pdf', 'Content-Length': 100_000 },
  });
  call.on('error', () => {}); // the service closes the connection
  call.write(pdfSaying('stands still'));
  const [response] = await once(call, 'response');
  expect(response.statusCode).toBe(408);
  expect(await impatient.spooled()).toEqual([]);
  await impatient.close();
});

describe('an upload without end', () => {
  let impatient: Api;
  let key: string;
  beforeAll(async () => {
    impatient = await startApi({ settings: { stallMs: 1_500 } });
    ({ key } = await impatient.newTenant());
  });
  afterAll(() => impatient.close());

  /** Sends a piece every hundred milliseconds until there is an answer or no piece is left. */
  async function trickle(pieces: number, bytesOfPiece: number): Promise<{ status: number; body: string }> {
    const head = pdfSaying('trickles');
    const size = head.length + pieces * bytesOfPiece;
    const call = request(`${impatient.url}/api/normalize`, {
      method: 'POST',
      headers: { 'X-Api-Key': key, 'Content-Type': 'application/pdf', 'Content-Length': size, Prefer: 'respond-async' },
    });
    call.on('error', () => {}); // the service closes the connection
    call.write(head);
    let sent = 0;
    const timer = setInterval(() => {
      if (sent < pieces) call.write(Buffer.alloc(bytesOfPiece, 32));
      sent += 1;
      if (sent === pieces) call.end();
    }, 100);
    const [response] = await once(call, 'response');
    clearInterval(timer);
    const chunks: Buffer[] = await Array.fromAsync(response);
    call.destroy();
    return { status: response.statusCode, body: Buffer.concat(chunks).toString() };
  }

  test('is ended when it comes slower than a kibibyte a second', async () => {
    const { status, body } = await trickle(10_000, 1);
    expect(status).toBe(408);
    expect(JSON.parse(body)).toMatchObject({ code: 'upload_stalled', retryable: true });
    expect(await impatient.spooled()).toEqual([]);
  });

  test('is taken when it is slow and faster than that', async () => {
    expect((await trickle(20, 8 * 1024)).status).toBe(202);
  });
});

test('a caller who asks first is not let to send a body without a key', async () => {
  const call = request(`${api.url}/api/normalize`, {
    method: 'POST',
    headers: { Expect: '100-continue', 'Content-Type': 'application/pdf', 'Content-Length': 1000 },
  });
  const went = vi.fn();
  call.on('continue', went);
  call.flushHeaders();
  const [response] = await once(call, 'response');
  expect(response.statusCode).toBe(401);
  expect(went).not.toHaveBeenCalled();
  call.destroy();
});

test('a caller who asks first and has a key is let to send', async () => {
  const pdf = pdfSaying('asked first');
  const call = request(`${api.url}/api/normalize`, {
    method: 'POST',
    headers: {
      Expect: '100-continue',
      'X-Api-Key': tenant.key,
      'Content-Type': 'application/pdf',
      'Content-Length': pdf.length,
    },
  });
  call.flushHeaders();
  await once(call, 'continue');
  call.end(pdf);
  const [response] = await once(call, 'response');
  expect(response.statusCode).toBe(200);
  response.resume();
});
