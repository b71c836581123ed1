/** Tests POST /api/normalize: inputs, outputs and rejections. */
import { describe, expect, test } from 'vitest';
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
import { verdictWithoutReport } from '#domain/verdict/verdict.ts';
import { invoicePdf } from '#test/support/builders/invoice.ts';
import { artifactKey, originalKey } from '#test/support/object-keys.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());

describe('a form', () => {
  test('is answered with the whole result when the document is small', async () => {
    const pdf = pdfSaying('small');
    const response = await api.postForm(pdf, tenant);
    expect(response.status).toBe(200);
    const body = await submissionOf(response);
    expect(Object.keys(body).toSorted()).toEqual([
      'apiVersion',
      'failure',
      'normalized',
      'original',
      'processingTimeMs',
      'requestId',
      'security',
      'status',
      'submissionId',
      'tamperAnalysis',
      'validation',
      'verdict',
      'warnings',
    ]);
    expect(body).toMatchObject({
      apiVersion: '2026-11-21',
      requestId: response.headers.get('x-request-id'),
      status: 'SUCCESS',
      original: { sha256: sha256(pdf), sizeBytes: pdf.length },
      failure: null,
    });
  });

  test('leads to a link that downloads the normalized bytes without a key', async () => {
    const { normalized } = await submissionOf(await api.postForm(pdfSaying('link'), tenant));
    const download = await fetch(normalized?.downloadUrl ?? '');
    const bytes = await bytesOf(download);
    expect(sha256(bytes)).toBe(normalized?.sha256);
    expect(bytes.length).toBe(normalized?.sizeBytes);
    expect(download.headers.get('content-disposition')).toBe('attachment; filename="normalized.pdf"');
  });

  test('gives the same output hash for the same document, whoever sends it', async () => {
    const other = await api.newTenant();
    const first = await submissionOf(await api.postForm(pdfSaying('twice'), tenant));
    const second = await submissionOf(await api.postForm(pdfSaying('twice'), other));
    expect(second.normalized?.sha256).toBe(first.normalized?.sha256);
    expect(second.submissionId).not.toBe(first.submissionId);
  });

  test('takes options that stand after the file', async () => {
    const body = await submissionOf(await api.postForm(pdfSaying('after'), tenant, { 'later:linearize': 'false' }));
    expect(body.normalized?.linearized).toBe(false);
  });

  test('with a signed document and no policy is REJECTED, still with 200', async () => {
    const response = await api.postForm(signedPdf(), tenant);
    expect(response.status).toBe(200);
    expect(await submissionOf(response)).toMatchObject({
      status: 'REJECTED',
      normalized: null,
      security: { digitalSignaturesDetected: true, signatureCount: 1 },
      failure: { code: 'POLICY_REJECTION', stage: 'DigitalSignatureDetection' },
    });
  });

  test('with a document beyond repair is FAILED, still with 200', async () => {
    const response = await api.postForm(brokenPdf(), tenant);
    expect(response.status).toBe(200);
    const body = await submissionOf(response);
    expect(body).toMatchObject({ status: 'FAILED', normalized: null });
    expect(body.failure?.code).toMatch(/^[A-Z_]+$/);
  });
});

describe('a raw body', () => {
  test('is answered with the PDF and headers to check it by', async () => {
    const response = await api.postRaw(pdfSaying('raw'), tenant);
    expect(response.status).toBe(200);
    const bytes = await bytesOf(response);
    const hash = sha256(bytes);
    const digest = Buffer.from(hash, 'hex').toString('base64');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'x-content-hash': hash,
      'repr-digest': `sha-256=:${digest}:`,
      etag: `"${hash}"`,
      'content-disposition': 'attachment; filename="normalized.pdf"',
      link: `</api/reports/${hash}>; rel="describedby"`,
      'x-content-type-options': 'nosniff',
    });
    const id = response.headers.get('x-submission-id');
    const found = await submissionOf(await api.get(`/api/submissions/${id}`, tenant));
    expect(found.normalized?.sha256).toBe(hash);
  });

  test('has its options in the query', async () => {
    const response = await api.postRaw(pdfSaying('query'), tenant, '?linearize=0');
    const found = await api.get(`/api/submissions/${response.headers.get('x-submission-id')}`, tenant);
    expect((await submissionOf(found)).normalized?.linearized).toBe(false);
  });

  test.each([
    ['rejected', signedPdf(), 'document_rejected', 'REJECTED'],
    ['failed', brokenPdf(), 'document_failed', 'FAILED'],
  ])('that is %s is answered with a 422 problem that has the submission', async (_word, pdf, code, status) => {
    const response = await api.postRaw(pdf, tenant);
    expect(response.status).toBe(422);
    const problem = await problemOf(response);
    expect(problem.code).toBe(code);
    expect(problem.submission).toMatchObject({ status, normalized: null });
  });
});

describe('an answer before the end', () => {
  const pending = {
    status: 'PENDING',
    processingTimeMs: 0,
    normalized: null,
    security: {},
    validation: {},
    tamperAnalysis: null,
    verdict: verdictWithoutReport('waiting'),
    warnings: [],
    failure: null,
  };

  test('is 202 with exactly the pending shape when the caller prefers it so', async () => {
    const response = await api.postForm(pdfSaying('async'), tenant, {}, { Prefer: 'respond-async' });
    expect(response.status).toBe(202);
    const { apiVersion, requestId, submissionId, original, ...rest } = await submissionOf(response);
    expect(rest).toEqual(pending);
    expect([apiVersion, requestId]).toEqual(['2026-11-21', response.headers.get('x-request-id')]);
    expect(original).toEqual({ sha256: sha256(pdfSaying('async')), sizeBytes: pdfSaying('async').length });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'preference-applied': 'respond-async',
      location: `/api/submissions/${submissionId}`,
      'retry-after': '2',
    });
  });

  test('is JSON for a raw body too', async () => {
    const response = await api.postRaw(pdfSaying('raw async'), tenant, '', { Prefer: 'respond-async' });
    expect(response.status).toBe(202);
    expect(await submissionOf(response)).toMatchObject(pending);
  });

  test('is given when the document is larger than what is done at once', async () => {
    const small = await startApi({ settings: { syncMaxBytes: 100 } });
    const response = await small.postForm(pdfSaying('large'), await small.newTenant());
    expect(response.status).toBe(202);
    await small.close();
  });

  test('is given when the time is over, and wait sets the time', async () => {
    api.runner.hold();
    const late = await api.postForm(pdfSaying('late'), tenant, {}, { Prefer: 'wait=1' });
    api.runner.release();
    expect(late.status).toBe(202);
    expect(late.headers.get('preference-applied')).toBe('wait=1');
  });

  test('is not given when wait is long enough for a large document', async () => {
    const small = await startApi({ settings: { syncMaxBytes: 100 } });
    const response = await small.postForm(pdfSaying('waited'), await small.newTenant(), {}, { Prefer: 'wait=50' });
    expect(response.status).toBe(200);
    await small.close();
  });
});

describe('options', () => {
  test.each([
    ['linearize', 'yes'],
    ['remove_annotations', 'on'],
    ['signed_pdf_policy', 'ignore'],
    ['pdfa_policy', ''],
    ['missing_glyph_policy', 'ignore'],
    ['embedded_files_policy', 'keep'],
  ])('%s=%s is refused by name', async (name, value) => {
    for (const response of [
      await api.postForm(pdfSaying('x'), tenant, { [name]: value }),
      await api.postRaw(pdfSaying('x'), tenant, `?${name}=${value}`),
    ]) {
      expect(response.status).toBe(400);
      const problem = await problemOf(response);
      expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ name, code: 'invalid_enum' }] });
    }
  });

  test('a misspelt name is refused with the nearest one', async () => {
    const problem = await problemOf(await api.postForm(pdfSaying('x'), tenant, { signed_pdf_polcy: 'strip' }));
    expect(problem).toMatchObject({ status: 400, code: 'unknown_parameter' });
    expect(problem.detail).toContain('did you mean signed_pdf_policy?');
  });

  test('a name given twice is refused', async () => {
    const problem = await problemOf(await api.postRaw(pdfSaying('x'), tenant, '?linearize=1&linearize=1'));
    expect(problem).toMatchObject({ status: 400, errors: [{ in: 'query', name: 'linearize', code: 'duplicate' }] });
  });

  test.each([
    ['batch_id', 'not-a-uuid', 'validation_failed', 'invalid_format'],
    ['batch_id', '00000000-0000-0000-0000-00000000000', 'validation_failed', 'invalid_format'],
    ['webhook_url', 'http://example.com/', 'invalid_webhook_url', 'invalid_webhook_url'],
    ['webhook_url', 'https://169.254.169.254/', 'invalid_webhook_url', 'invalid_webhook_url'],
    ['idempotency_key', '', 'validation_failed', 'invalid_format'],
    ['region', 'mars-1', 'invalid_region', 'invalid_region'],
  ])('%s=%s is refused by name', async (name, value, code, reason) => {
    for (const response of [
      await api.postForm(pdfSaying('x'), tenant, { [name]: value }),
      await api.postRaw(pdfSaying('x'), tenant, `?${name}=${encodeURIComponent(value)}`),
    ]) {
      expect(await problemOf(response)).toMatchObject({ status: 400, code, errors: [{ name, code: reason }] });
    }
  });

  test('a batch that does not exist, or is not ours, is refused', async () => {
    const batch_id = crypto.randomUUID();
    const response = await api.postForm(pdfSaying('x'), tenant, { batch_id });
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'batch_not_found' });
  });

  test('a webhook of the longest length allowed is taken', async () => {
    const webhook_url = `https://example.com/${'p'.repeat(2048 - 20)}`;
    expect((await api.postForm(pdfSaying('long'), tenant, { webhook_url })).status).toBe(200);
  });

  test('strip removes the signatures and says so', async () => {
    const body = await submissionOf(await api.postForm(signedPdf(), tenant, { signed_pdf_policy: 'strip' }));
    expect(body).toMatchObject({ status: 'SUCCESS', security: { digitalSignaturesRemoved: true } });
  });

  test('embedded_files_policy keeps the invoice and says which, remove is the default', async () => {
    const [kept, removed] = [
      await api.postRaw(Buffer.from(invoicePdf()), tenant, '?embedded_files_policy=keep_invoice'),
      await api.postForm(Buffer.from(invoicePdf()), tenant),
    ];
    const reportOf = async (response: Response) => {
      const id = response.headers.get('x-submission-id');
      const headers = { 'X-Api-Key': tenant.key };
      return JSON.parse(await (await fetch(`${api.url}/api/submissions/${id}/report`, { headers })).text());
    };
    const { kept: invoice, removed: none } = (await reportOf(kept)).embeddedFiles;
    expect([invoice.name, none.count]).toEqual(['factur-x.xml', 0]);
    const { kept: nothing, removed: files } = (await reportOf(removed)).embeddedFiles;
    expect([nothing, files.listed[0].sha256]).toEqual([null, invoice.sha256]);
  });

  test.each(['TRUE!', 'yes', '2'])('X-Stateless: %s is refused', async (value) => {
    const problem = await problemOf(await api.postForm(pdfSaying('x'), tenant, {}, { 'X-Stateless': value }));
    expect(problem).toMatchObject({ status: 400, errors: [{ in: 'header', name: 'X-Stateless' }] });
  });

  test('of a form may stand in the query, unless the two contradict each other', async () => {
    const send = (query: string, fields: Readonly<Record<string, string>> = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([Buffer.from(pdfSaying('beside'))]), 'x.pdf');
      return fetch(`${api.url}/api/normalize${query}`, {
        method: 'POST',
        body: form,
        headers: { 'X-Api-Key': tenant.key },
      });
    };
    const { normalized } = await submissionOf(await send('?linearize=0', { linearize: '0' }));
    expect(normalized?.linearized).toBe(false);
    expect((await submissionOf(await send('?linearize=false'))).normalized?.sha256).toBe(normalized?.sha256);
    expect(await problemOf(await send('?linearize=0', { linearize: '1' }))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ in: 'form', name: 'linearize', code: 'conflict' }],
    });
    expect(await problemOf(await send('?linearise=0'))).toMatchObject({
      code: 'unknown_parameter',
      errors: [{ in: 'query', name: 'linearise' }],
    });
  });

  test('are all judged at once, and a name that nobody knows hides no other fault', async () => {
    const wrong = { linearise: 'true', linearize: 'perhaps', batch_id: 'mine' };
    const problem = await problemOf(await api.postForm(pdfSaying('x'), tenant, wrong));
    expect(problem).toMatchObject({
      status: 400,
      code: 'unknown_parameter',
      errors: [
        { in: 'form', name: 'linearise', code: 'unknown_parameter' },
        { name: 'linearize', code: 'invalid_enum', detail: 'linearize must be true or false' },
        { name: 'batch_id', code: 'invalid_format', detail: 'batch_id must be a UUID' },
      ],
    });
  });
});

describe('the region', () => {
  const hostOf = async (response: Response) => (await submissionOf(response)).normalized?.downloadUrl ?? '';

  test('is the requested one, else the default of the organization, else the home region', async () => {
    const european = await api.newTenant({ defaultRegion: 'us-east-2' });
    expect(await hostOf(await api.postForm(pdfSaying('r1'), european, { region: 'ca-central-1' }))).toContain(
      'ca-central-1',
    );
    expect(await hostOf(await api.postForm(pdfSaying('r2'), european))).toContain('us-east-2');
    expect(await hostOf(await api.postForm(pdfSaying('r3'), tenant))).toContain('eu-central-1');
  });

  test('is the first allowed one where home is not allowed', async () => {
    const canadian = await api.newTenant({ allowedRegions: ['ca-central-1'] });
    expect(await hostOf(await api.postForm(pdfSaying('r4'), canadian))).toContain('ca-central-1');
  });

  test('keeps the document out of every other bucket', async () => {
    const pdf = pdfSaying('only here');
    const { original, normalized } = await submissionOf(await api.postForm(pdf, tenant, { region: 'us-east-2' }));
    const keys = [
      originalKey(tenant.organizationId, original.sha256),
      artifactKey(tenant.organizationId, normalized?.sha256 ?? ''),
    ];
    for (const key of keys) {
      expect(await api.artifacts.stat('us-east-2', key)).not.toBeNull();
      expect(await api.artifacts.stat('eu-central-1', key)).toBeNull();
      expect(await api.artifacts.stat('ca-central-1', key)).toBeNull();
    }
  });

  test('must exist and be allowed', async () => {
    const canadian = await api.newTenant({ allowedRegions: ['ca-central-1'] });
    const unknown = await problemOf(await api.postForm(pdfSaying('x'), canadian, { region: 'mars-1' }));
    expect(unknown).toMatchObject({ status: 400, code: 'invalid_region' });
    const problem = await problemOf(await api.postForm(pdfSaying('x'), canadian, { region: 'us-east-2' }));
    expect(problem).toMatchObject({ status: 400, code: 'region_not_allowed', allowedRegions: ['ca-central-1'] });
  });
});
