/** Tests GET /api/submissions, and the content of a submission with its report. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { PageBody } from '#api/http/paging.ts';
import type { SubmissionBody } from '#src/bodies/submission.ts';
import { STAGE_NAMES } from '#domain/pipeline.ts';
import { brokenPdf, pdfSaying, problemOf, sha256, signedPdf, startApi, submissionOf } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());

async function read<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

const list = async (query: string, who = tenant) =>
  read<PageBody<SubmissionBody>>(await api.get(`/api/submissions${query}`, who));
const idsIn = async (query: string, who = tenant) =>
  (await list(query, who)).items.map(({ submissionId }) => submissionId);
const send = async (pdf: Uint8Array, who = tenant) => submissionOf(await api.postForm(pdf, who));

describe('GET /api/submissions', () => {
  let normalized: string;
  let rejected: string;
  let failed: string;
  let between: string;

  const mine = started(() => api.newTenant());

  beforeAll(async () => {
    normalized = (await send(pdfSaying('listed'), mine)).submissionId;
    between = (await read<SubmissionBody>(await api.get(`/api/submissions/${normalized}`, mine))).completedAt ?? '';
    rejected = (await send(signedPdf(), mine)).submissionId;
    failed = (await send(brokenPdf(), mine)).submissionId;
  });

  test('lists the newest first, with all that one submission says', async () => {
    const page = await list('', mine);
    expect(page).toMatchObject({ page: 1, page_size: 20, total: 3 });
    expect(page.items.map(({ submissionId }) => submissionId)).toEqual([failed, rejected, normalized]);
    const one = await read<SubmissionBody>(await api.get(`/api/submissions/${rejected}`, mine));
    expect(page.items[1]).toEqual(one);
  });

  test('narrows by output, risk and code of failure', async () => {
    const { normalized: output } = await read<SubmissionBody>(await api.get(`/api/submissions/${normalized}`, mine));
    expect(await idsIn(`?normalized_sha256=${output?.sha256}`, mine)).toEqual([normalized]);
    expect(await idsIn('?risk_level=none', mine)).toContain(normalized);
    expect(await idsIn('?risk_level=critical', mine)).toEqual([]);
    expect(await idsIn('?failure_code=POLICY_REJECTION', mine)).toEqual([rejected]);
    expect(await problemOf(await api.get('/api/submissions?risk_level=odd', mine))).toMatchObject({
      errors: [{ name: 'risk_level', code: 'invalid_enum' }],
    });
  });

  test('narrows by status, time of acceptance and original', async () => {
    expect(await idsIn('?status=SUCCESS', mine)).toEqual([normalized]);
    expect(await idsIn('?status=REJECTED', mine)).toEqual([rejected]);
    expect(await idsIn('?status=PENDING', mine)).toEqual([]);
    const moment = encodeURIComponent(between);
    expect(await idsIn(`?from=${moment}`, mine)).toEqual([failed, rejected]);
    expect(await idsIn(`?to=${moment}`, mine)).toEqual([normalized]);
    expect(await idsIn(`?from=${moment}&to=${moment}`, mine)).toEqual([]);
    expect(await idsIn(`?from=2020-01-01&to=2020-01-02`, mine)).toEqual([]);
    const hash = sha256(signedPdf());
    expect(await idsIn(`?original_sha256=${hash}`, mine)).toEqual([rejected]);
    expect(await idsIn(`?original_sha256=sha256:${hash.toUpperCase()}&status=FAILED`, mine)).toEqual([]);
    expect(await idsIn(`?batch_id=${crypto.randomUUID()}`, mine)).toEqual([]);
  });

  test('leads by its links to every submission exactly once, with the filter', async () => {
    const response = await api.get('/api/submissions?from=2020-01-01&page=2&page_size=1', mine);
    expect(response.headers.get('link')).toBe(
      [1, 1, 3, 3]
        .map((page, index) => {
          const relation = ['first', 'prev', 'next', 'last'][index];
          return `</api/submissions?from=2020-01-01&page=${page}&page_size=1>; rel="${relation}"`;
        })
        .join(', '),
    );
    const pages = [1, 2, 3, 4].map((page) => idsIn(`?page=${page}&page_size=1`, mine));
    expect(await Promise.all(pages)).toEqual([[failed], [rejected], [normalized], []]);
  });

  test('shows nothing of others', async () => {
    expect(await list('', await api.newTenant())).toMatchObject({ items: [], total: 0 });
    expect(await idsIn(`?original_sha256=${sha256(signedPdf())}`)).toEqual([]);
  });

  test.each([
    'status=success',
    'from=yesterday',
    'from=2026-13-01',
    'to=2026-11-21T10:00',
    'from=0000-01-01',
    'from=0001-01-01T00:00:00%2B01:00',
    'to=9999-12-31T23:59:59-00:01',
    'original_sha256=abc',
    'batch_id=7',
    'page=0',
    'page_size=101',
  ])('?%s is refused by name', async (query) => {
    expect(await problemOf(await api.get(`/api/submissions?${query}`, tenant))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ in: 'query', name: query.split('=')[0] }],
    });
  });

  test('an unknown parameter is refused, and a key is needed', async () => {
    expect(await problemOf(await api.get('/api/submissions?state=x', tenant))).toMatchObject({
      code: 'unknown_parameter',
    });
    expect(await problemOf(await api.get('/api/submissions', null))).toMatchObject({ status: 401 });
  });
});

describe('a submission that is read back', () => {
  test('says when it was, which batch it belongs to, and where to read on', async () => {
    const { submissionId, ...answered } = await send(pdfSaying('read back'));
    const body = await read<SubmissionBody>(await api.get(`/api/submissions/${submissionId}`, tenant));
    expect(body).toMatchObject({
      status: answered.status,
      original: answered.original,
      batchId: null,
      createdAt: expect.stringMatching(/Z$/),
      createdBy: { type: 'api_key', id: expect.any(String) },
      completedAt: expect.stringMatching(/Z$/),
      links: {
        self: `/api/submissions/${submissionId}`,
        report: `/api/submissions/${submissionId}/report`,
        attestation: `/api/attestations/${body.normalized?.sha256}?original=${answered.original.sha256}`,
        certificate: `/api/certificates/${body.normalized?.sha256}?original=${answered.original.sha256}`,
        verify: `/api/verify/${body.normalized?.sha256}?original=${answered.original.sha256}`,
        original: `/api/submissions/${submissionId}/original`,
        revisions: `/api/submissions/${submissionId}/revisions`,
        evidence: `/api/submissions/${submissionId}/evidence`,
        events: `/api/submissions/${submissionId}/events`,
      },
    });
    for (const path of Object.values(body.links)) expect((await api.get(path ?? '', tenant)).status).toBe(200);
    const { items } = await read<{ items: SubmissionBody[] }>(await api.get('/api/submissions?page_size=1', tenant));
    expect(items[0]?.links).toEqual(body.links);
  });

  test('has no report and no attestation before its end', async () => {
    api.runner.hold();
    const pending = await submissionOf(
      await api.postForm(pdfSaying('not yet'), tenant, {}, { Prefer: 'respond-async' }),
    );
    const self = `/api/submissions/${pending.submissionId}`;
    expect(await read<SubmissionBody>(await api.get(self, tenant))).toMatchObject({
      completedAt: null,
      links: {
        self,
        report: null,
        attestation: null,
        original: `${self}/original`,
        revisions: null,
        evidence: null,
        events: `${self}/events`,
      },
    });
    const report = await api.get(`${self}/report`, tenant);
    expect(report.headers.get('retry-after')).toBe('2');
    expect(await problemOf(report)).toMatchObject({ status: 404, code: 'not_found', resource: 'report' });
    api.runner.release();
  });
});

describe('GET /api/submissions/{id}/report', () => {
  const reportOf = async (id: string, who = tenant) =>
    read<Record<string, unknown>>(await api.get(`/api/submissions/${id}/report`, who));

  test('of a normalized document is the one that its output leads to', async () => {
    const { submissionId, normalized } = await send(pdfSaying('reported'));
    const report = await reportOf(submissionId);
    expect(report).toMatchObject({ submissionId, outputHash: `sha256:${normalized?.sha256}` });
    expect(report).toEqual(await read(await api.get(`/api/reports/${normalized?.sha256}`, tenant)));
  });

  test('of a rejected document tells of the stages that ran, and of no output', async () => {
    const { submissionId } = await send(signedPdf());
    const { stages, outputHash } = await reportOf(submissionId);
    expect(outputHash).toBeNull();
    expect(stages).toMatchObject(STAGE_NAMES.map((name, stage) => ({ stage, name })));
  });

  test('of a document that could not be normalized is there too', async () => {
    const { submissionId } = await send(brokenPdf());
    expect(await reportOf(submissionId)).toMatchObject({ submissionId, outputHash: null });
  });

  test('of others, or of nothing, is 404; and it takes the scope read', async () => {
    const { submissionId } = await send(pdfSaying('mine alone'));
    const other = await api.newTenant();
    for (const id of [submissionId, crypto.randomUUID(), 'nonsense']) {
      const response = await api.get(`/api/submissions/${id}/report`, other);
      expect(await problemOf(response)).toMatchObject({ status: 404, resource: 'submission' });
    }
    const writer = await api.newTenant({ scopes: ['normalize'] });
    expect(await problemOf(await api.get(`/api/submissions/${submissionId}/report`, writer))).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
    });
  });
});
