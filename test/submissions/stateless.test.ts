/** Tests `X-Stateless: true` over HTTP: answers, rejections and remaining data. */
import { describe, expect, inject, test } from 'vitest';
import type { Database } from '#store/database/database.ts';
import type { SubmissionRecord } from '#store/submissions/submissions.ts';
import { submissionStore } from '#store/submissions/submissions.ts';
import { startTcpProxy, throughProxy } from '#test/support/tcp-proxy.ts';
import {
  brokenPdf,
  bytesOf,
  pdfSaying,
  problemOf,
  sha256,
  signedPdf,
  startApi,
  submissionOf,
} from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());
const STATELESS = { 'X-Stateless': 'true' };

async function rowOf(response: Response): Promise<SubmissionRecord | null> {
  const id = response.headers.get('x-submission-id') ?? '';
  return submissionStore(api.database).find(tenant.organizationId, id);
}

describe('the answer', () => {
  test('of a raw body is the PDF, the same bytes as with state', async () => {
    const stateful = await bytesOf(await api.postRaw(pdfSaying('raw'), tenant));
    const response = await api.postRaw(pdfSaying('raw'), tenant, '', STATELESS);
    expect(response.status).toBe(200);
    const bytes = await bytesOf(response);
    expect(bytes.equals(stateful)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'x-content-hash': sha256(bytes),
      etag: `"${sha256(bytes)}"`,
      'content-disposition': 'attachment; filename="normalized.pdf"',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(response.headers.get('link')).toBeNull();
    expect(await api.spooled()).toEqual([]);
  });

  test('of a form is a NormalizeResponse with the PDF inside, or the PDF where Accept asks for it', async () => {
    const pdf = pdfSaying('form');
    const { normalized, status } = await submissionOf(await api.postForm(pdf, tenant, {}, STATELESS));
    expect(status).toBe('SUCCESS');
    const [head, data = ''] = normalized?.downloadUrl?.split(',') ?? [];
    expect(head).toBe('data:application/pdf;base64');
    expect(sha256(Buffer.from(data, 'base64'))).toBe(normalized?.sha256);

    const asPdf = await api.postForm(pdf, tenant, {}, { ...STATELESS, Accept: 'application/pdf' });
    expect(asPdf.headers.get('content-type')).toBe('application/pdf');
    expect(sha256(await bytesOf(asPdf))).toBe(normalized?.sha256);
    expect(await api.spooled()).toEqual([]);
  });

  test('tells of a document that is rejected or fails as always, and leaves nothing in the spool', async () => {
    const rejected = await api.postForm(signedPdf(), tenant, {}, STATELESS);
    expect(await submissionOf(rejected)).toMatchObject({ status: 'REJECTED', normalized: null });
    const failed = await problemOf(await api.postRaw(brokenPdf(), tenant, '', STATELESS));
    expect(failed).toMatchObject({ status: 422, code: 'document_failed' });
    const asPdf = await api.postForm(signedPdf(), tenant, {}, { ...STATELESS, Accept: 'application/pdf' });
    expect(await problemOf(asPdf)).toMatchObject({ status: 422, code: 'document_rejected' });
    expect(await api.spooled()).toEqual([]);
  });
});

describe('check 25: refused', () => {
  test('with an asynchronous answer or a webhook, which nothing could be told of', async () => {
    const prefer = { ...STATELESS, Prefer: 'respond-async' };
    expect(await problemOf(await api.postRaw(pdfSaying('async'), tenant, '', prefer))).toMatchObject({
      status: 400,
      code: 'stateless_conflict',
    });
    const webhook = { webhook_url: 'https://receiver.example/hook' };
    expect(await problemOf(await api.postForm(pdfSaying('hook'), tenant, webhook, STATELESS))).toMatchObject({
      status: 400,
      code: 'stateless_conflict',
    });
    expect(await api.spooled()).toEqual([]);
  });

  test.each(['no', '2', 'yes', ''])('with the value %j', async (value) => {
    const problem = await problemOf(await api.postRaw(pdfSaying('value'), tenant, '', { 'X-Stateless': value }));
    expect(problem).toMatchObject({ status: 400, errors: [{ in: 'header', name: 'X-Stateless' }] });
  });
});

test('afterwards the submission has its facts and no link, and neither artifact, report nor attestation exists', async () => {
  const posted = await submissionOf(await api.postForm(pdfSaying('afterwards'), tenant, {}, STATELESS));
  const read = await submissionOf(await api.get(`/api/submissions/${posted.submissionId}`, tenant));
  expect(read).toMatchObject({
    status: 'SUCCESS',
    original: posted.original,
    normalized: { ...posted.normalized, downloadUrl: null },
    security: posted.security,
    validation: posted.validation,
    links: { attestation: null },
  });
  for (const kind of ['artifacts', 'reports', 'attestations']) {
    expect((await api.get(`/api/${kind}/${posted.normalized?.sha256}`, tenant)).status).toBe(404);
  }
});

test('a replay with the same idempotency key makes the same bytes again, and no second submission', async () => {
  const headers = { ...STATELESS, 'Idempotency-Key': 'stateless-again' };
  const first = await api.postRaw(pdfSaying('again'), tenant, '', headers);
  const again = await api.postRaw(pdfSaying('again'), tenant, '', headers);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.headers.get('x-submission-id')).toBe(first.headers.get('x-submission-id'));
  expect((await bytesOf(again)).equals(await bytesOf(first))).toBe(true);
  expect(await rowOf(again)).toMatchObject({ stateless: true, attempts: 1 });
});

test('out of time is 504: one that never had its turn leaves no row, no file and no charge', async () => {
  const hasty = await startApi({ settings: { statelessTimeoutMs: 700 } });
  const free = await hasty.newTenant({ planTier: 'free' });
  hasty.runner.hold();
  const occupying = await hasty.postForm(pdfSaying('occupies'), free, {}, { Prefer: 'respond-async' });
  expect(occupying.status).toBe(202);
  const response = await hasty.postRaw(pdfSaying('waits in vain'), free, '', STATELESS);
  expect(await problemOf(response)).toMatchObject({ status: 504, code: 'processing_timeout' });
  expect(await hasty.spooled()).toEqual([]);
  const list: { total: number } = JSON.parse(await (await hasty.get('/api/submissions', free)).text());
  expect(list.total).toBe(1);
  hasty.runner.release();
  await hasty.close();
});

test('a database that is away for a while delays the answer', async () => {
  const { databaseUrl } = inject('parts');
  const proxy = await startTcpProxy(new URL(databaseUrl));
  let looks = 0;
  const view = (database: Database): Database => ({
    ...database,
    tenant(organizationId) {
      looks += 1;
      return database.tenant(organizationId);
    },
  });
  const own = await startApi({ databaseUrl: throughProxy(databaseUrl, proxy), view });
  const free = await own.newTenant({ planTier: 'free' });
  own.runner.hold();
  const answers = ['first', 'waits for its place'].map((words) => own.postRaw(pdfSaying(words), free, '', STATELESS));
  const count = 'select count(*)::int as count from submission where organization_id = ?';
  const accepted = () => own.database.system().execute(count, [free.organizationId]);
  await expect.poll(accepted).toEqual([{ count: 2 }]);
  proxy.shut();
  const before = looks;
  await expect.poll(() => looks).toBeGreaterThan(before + 3);
  await proxy.reopen();
  own.runner.release();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  await own.close();
  await proxy.close();
});
