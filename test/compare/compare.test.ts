/**
 * Tests POST /api/compare through a real socket, on a real Temporal, with workers whose parser children run the engine.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'minio';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { COMPARISON_PARTS, comparisonKey, comparisonWorkflowId, type StructuralDiffReport } from '#domain/compare.ts';
import { print } from '#src/print/print.ts';
import { book } from '#test/support/comparison/book.ts';
import { recordHistory } from '#test/support/history.ts';
import { startService } from '#test/support/service.ts';
import { conformingFetch } from '#test/support/conformance.ts';
import { type Api, brokenPdf, bytesOf, problemOf, sha256, startApi, type Tenant } from '#test/support/api.ts';
import { setUsage, usageOf } from '#test/support/usage.ts';
import { started } from '#test/support/started.ts';

let api: Api;
let tenant: Tenant;

const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  await service.workHere({ parser: { processes: 2, memoryMb: 1024 } });
  api = await startApi({ temporal: service.temporal });
  tenant = await api.newTenant();
});
afterAll(async () => {
  await api.close();
});

interface Parts {
  readonly file_a?: Uint8Array;
  readonly file_b?: Uint8Array;
  readonly [field: string]: Uint8Array | string;
}

function formOf(parts: Parts): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') form.append(name, part);
    else form.append(name, new Blob([Buffer.from(part)], { type: 'application/pdf' }), `${name}.pdf`);
  }
  return form;
}

function post(parts: Parts, headers: Record<string, string> = {}, url = api.url): Promise<Response> {
  const body = formOf(parts);
  return conformingFetch(`${url}/api/compare`, {
    method: 'POST',
    body,
    headers: { 'X-Api-Key': tenant.key, ...headers },
  });
}

async function reportOf(response: Response): Promise<StructuralDiffReport> {
  expect(response.status).toBe(200);
  return JSON.parse(await response.text());
}

async function comparisonIds(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { workflowId } of service.client.workflow.list({ query: "WorkflowType='compareDocuments'" })) {
    ids.push(workflowId.slice(comparisonWorkflowId('').length));
  }
  return ids;
}

/** The workflows that a request has started. Lists of workflows are delayed a little. */
async function startedBy(act: () => Promise<unknown>): Promise<string> {
  const before = new Set(await comparisonIds());
  await act();
  for (;;) {
    const [id] = (await comparisonIds()).filter((one) => !before.has(one));
    if (id !== undefined) return id;
    await delay(50);
  }
}

async function leftBehind(comparisonId: string): Promise<string[]> {
  const keys = COMPARISON_PARTS.map((part) => comparisonKey(comparisonId, part));
  const found = await Promise.all(keys.map(async (key) => (await api.artifacts.stat('eu-central-1', key)) && key));
  return found.filter((key) => key !== null);
}

const A = book({ pages: ['One page of words', 'Another page of words'], info: '/Title(Before)' });
const B = book({ pages: ['Another page of words'], info: '/Title(After)' });

test('two documents are compared, and nothing of them stays', async () => {
  let report: StructuralDiffReport | null = null;
  const id = await startedBy(async () => {
    const response = await post({ file_a: A, file_b: B });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    report = await reportOf(response);
  });
  expect(report).toEqual({
    summary: { totalChanges: 3, severity: 'major', identical: false },
    metadata: [{ field: 'Title', oldValue: 'Before', newValue: 'After' }],
    pages: {
      added: [],
      removed: [{ pageNumber: 1, contentHash: expect.stringMatching(/^[0-9a-f]{16}$/) }],
      reordered: [],
      modified: [],
      matches: [{ oldPosition: 2, newPosition: 1, match: 'page' }],
      totalA: 2,
      totalB: 1,
    },
    objects: { added: 0, removed: 2, totalA: 8, totalB: 6 },
    forms: [],
    annotations: [],
    security: [],
    fonts: [],
    warnings: [],
    ignored: [],
  });
  expect(await leftBehind(id)).toEqual([]);
  expect(await api.spooled()).toEqual([]);
  const { json } = await recordHistory(service.client.workflow.getHandle(comparisonWorkflowId(id)));
  expect(json).not.toContain(Buffer.from(A).toString('base64').slice(0, 24));
  expect(json.length).toBeLessThan(64 * 1024);
});

test('pages to print are given to those who name their media type, charged as the report, and nothing stays', async () => {
  const report = await reportOf(await post({ file_a: A, file_b: B }));
  const before = await usageOf(api.database, tenant.organizationId);
  let pages: Uint8Array = new Uint8Array();
  const id = await startedBy(async () => {
    const response = await post({ file_a: A, file_b: B }, { Accept: 'application/pdf' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    pages = await bytesOf(response);
  });
  const documentOf = (bytes: Uint8Array) => ({ sha256: sha256(bytes), sizeBytes: bytes.length });
  const facts = {
    service: 'https://fixpoint.test',
    before: documentOf(A),
    after: documentOf(B),
    normalizeFirst: false,
  };
  expect(sha256(pages)).toBe(sha256(await print({ kind: 'comparison', report, ...facts })));
  expect(await leftBehind(id)).toEqual([]);
  expect((await usageOf(api.database, tenant.organizationId)).used).toBe(before.used + 1);
});

test.each(['*/*', 'application/*', 'application/json, application/pdf;q=0.5'])(
  'the report is given to those who send Accept: %s',
  async (Accept) => {
    const response = await post({ file_a: A, file_b: B }, { Accept });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    await reportOf(response);
  },
);

test('with normalize_first a document is identical to itself saved otherwise', async () => {
  const [file_a, file_b] = await Promise.all([
    readFile('fixtures/pdf/g0-plain-0-classic.pdf'),
    readFile('fixtures/pdf/g0-plain-8-encrypted.pdf'),
  ]);
  const plain = await reportOf(await post({ file_a, file_b }));
  expect(plain.security).toEqual([{ field: 'Encrypted', oldValue: 'false', newValue: 'true' }]);
  const { summary } = await reportOf(await post({ file_a, file_b, normalize_first: 'true' }));
  expect(summary).toEqual({ totalChanges: 0, severity: 'none', identical: true });
});

test('a large report comes by way of the store too, and does not stay there', async () => {
  const keys = Array.from({ length: 2000 }, (_, index) => `/Key${index}(${'v'.repeat(40)})`).join('');
  let report: StructuralDiffReport | null = null;
  const id = await startedBy(async () => {
    report = await reportOf(await post({ file_a: book(), file_b: book({ info: keys }) }));
  });
  expect(report).toMatchObject({ summary: { totalChanges: 2001, severity: 'minor' } });
  expect(await service.client.workflow.getHandle(comparisonWorkflowId(id)).result()).toEqual({ kind: 'stored' });
  expect(await leftBehind(id)).toEqual([]);
});

test('what a killed process leaves under tmp/ the store removes by itself', async () => {
  const { endpoint, accessKey, secretKey, bucketPrefix } = inject('parts').s3;
  const { hostname, port } = new URL(endpoint);
  const client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey });
  const lifecycle = JSON.stringify(await client.getBucketLifecycle(`${bucketPrefix}eu-central-1`));
  expect(lifecycle).toContain('"Prefix":"tmp/"');
  expect(lifecycle).toContain('"Days":1');
});

test('a document that asks for a password is refused by name', async () => {
  const locked = await readFile('fixtures/pdf/aes-256-user.pdf');
  const problem = await problemOf(await post({ file_a: A, file_b: locked }));
  expect(problem).toMatchObject({
    status: 400,
    code: 'document_encrypted',
    failureCode: 'PASSWORD_REQUIRED',
    errors: [{ in: 'form', name: 'file_b', code: 'PASSWORD_REQUIRED' }],
  });
});

test('a document that cannot be read is refused by name', async () => {
  const problem = await problemOf(await post({ file_a: brokenPdf(), file_b: B }));
  expect(problem).toMatchObject({ status: 422, code: 'document_failed', errors: [{ name: 'file_a' }] });
});

test.each([
  [{ file_a: A }, ['file_b']],
  [{ file_b: B }, ['file_a']],
  [{ normalize_first: 'true' }, ['file_a', 'file_b']],
])('a missing file is named', async (parts: Parts, missing) => {
  const problem = await problemOf(await post(parts));
  expect(problem).toMatchObject({ status: 400, code: 'validation_failed' });
  expect(problem.errors?.map(({ name, code }) => [name, code])).toEqual(missing.map((name) => [name, 'required']));
  expect(await api.spooled()).toEqual([]);
});

test.each([
  ['X-Stateless', 'true'],
  ['Prefer', 'respond-async'],
  ['Prefer', 'wait=5'],
])('a header that asks for what a comparison does not do is refused: %s: %s', async (name, value) => {
  const problem = await problemOf(await post({ file_a: A, file_b: B }, { [name]: value }));
  expect(problem).toMatchObject({ status: 400, code: 'unknown_parameter', errors: [{ in: 'header', name }] });
  expect(await api.spooled()).toEqual([]);
});

test('fields are read strictly', async () => {
  const odd = await problemOf(await post({ file_a: A, file_b: B, normalize_first: 'maybe' }));
  expect(odd).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ name: 'normalize_first' }] });
  const misspelt = await problemOf(await post({ file_a: A, file_b: B, normalise_first: 'true' }));
  expect(misspelt).toMatchObject({ status: 400, code: 'unknown_parameter' });
  expect(misspelt.detail).toContain('normalize_first');
  const third = await problemOf(await post({ file_a: A, file_b: B, file_c: B }));
  expect(third).toMatchObject({ status: 400, code: 'unknown_parameter' });
  const notPdf = await problemOf(await post({ file_a: A, file_b: Buffer.from('hello') }));
  expect(notPdf).toMatchObject({ status: 400, code: 'not_a_pdf' });
  expect(await api.spooled()).toEqual([]);
});

test('only a form holds two files', async () => {
  const headers = { 'X-Api-Key': tenant.key, 'Content-Type': 'application/pdf' };
  const response = await fetch(`${api.url}/api/compare`, { method: 'POST', body: Buffer.from(A), headers });
  expect(await problemOf(response)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
});

test('each file may be as large as the plan allows, and no larger', async () => {
  const free = await api.newTenant({ planTier: 'free' });
  const large = (sizeBytes: number) => Buffer.concat([A, Buffer.alloc(sizeBytes - A.length, '\n')]);
  const limit = 5 * 1024 * 1024;
  const headers = { 'X-Api-Key': free.key };
  const refused = await problemOf(await post({ file_a: A, file_b: large(limit + 1) }, headers));
  expect(refused).toMatchObject({ status: 413, code: 'file_too_large', limitBytes: limit, planTier: 'free' });
  const { summary } = await reportOf(await post({ file_a: large(limit), file_b: large(limit) }, headers));
  expect(summary.identical).toBe(true);
});

test('the key needs the scope normalize, and may come as a Bearer credential', async () => {
  const reader = await api.newTenant({ scopes: ['read'] });
  expect(await problemOf(await post({ file_a: A, file_b: B }, { 'X-Api-Key': reader.key }))).toMatchObject({
    status: 403,
    code: 'insufficient_scope',
  });
  const bare = await fetch(`${api.url}/api/compare`, { method: 'POST', body: formOf({ file_a: A, file_b: B }) });
  expect(await problemOf(bare)).toMatchObject({ status: 401, code: 'missing_credentials' });
  const headers = { Authorization: `Bearer ${tenant.key}` };
  const bearer = await fetch(`${api.url}/api/compare`, {
    method: 'POST',
    body: formOf({ file_a: A, file_b: B }),
    headers,
  });
  expect(bearer.status).toBe(200);
});

test('a comparison is charged by what it does, and only when it is delivered', async () => {
  const own = await api.newTenant();
  const headers = { 'X-Api-Key': own.key };
  const used = async () => usageOf(api.database, own.organizationId);
  const { headers: answered } = await post({ file_a: A, file_b: B }, headers);
  expect(answered.get('ratelimit')).toMatch(/^"monthly-documents";r=49999;t=\d+$/);
  expect(await used()).toMatchObject({ used: 1, reserved: 0 });
  await post({ file_a: A, file_b: B, normalize_first: 'true' }, headers);
  expect(await used()).toMatchObject({ used: 3, reserved: 0 });
  expect((await post({ file_a: A, file_b: brokenPdf() }, headers)).status).toBe(422);
  expect(await used()).toMatchObject({ used: 3, reserved: 0, succeeded: 0 });
});

test('a comparison repeated with its key is made again and charged once', async () => {
  const own = await api.newTenant();
  const headers = { 'X-Api-Key': own.key, 'Idempotency-Key': 'k' };
  const first = await post({ file_a: A, file_b: B }, headers);
  const again = await post({ file_a: A, file_b: B, normalize_first: 'false' }, headers);
  expect([first, again].map((answer) => answer.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
  expect(await reportOf(again)).toEqual(await reportOf(first));
  const otherwise = await post({ file_a: B, file_b: A }, headers);
  expect(await problemOf(otherwise)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  // A key of normalize is another key.
  expect((await api.postForm(A, own, {}, { 'Idempotency-Key': 'k' })).status).toBe(200);
  const { used, reserved } = await usageOf(api.database, own.organizationId);
  expect(used + reserved).toBe(2);
});

test('a comparison beyond the quota of plan Free is refused', async () => {
  const own = await api.newTenant({ planTier: 'free' });
  const headers = { 'X-Api-Key': own.key, 'Idempotency-Key': 'k' };
  await setUsage(api.database, own.organizationId, { used: 99 });
  const two = { file_a: A, file_b: B, normalize_first: 'true' };
  const problem = await problemOf(await post(two, headers));
  expect(problem).toMatchObject({ status: 402, code: 'quota_exceeded', limit: 100, used: 99 });
  expect(problem['upgradeUrl']).toBe('https://fixpoint.test/portal/#/billing');
  expect((await post({ file_a: A, file_b: B }, headers)).status).toBe(200);
});

test('a comparison that takes too long is a 504, cancelled, and leaves nothing', async () => {
  const hasty = await startApi({ temporal: service.temporal, settings: { comparisonTimeoutMs: 1 } });
  try {
    const id = await startedBy(async () => {
      const problem = await problemOf(await post({ file_a: A, file_b: B }, {}, hasty.url));
      expect(problem).toMatchObject({ status: 504, code: 'processing_timeout', retryable: true });
    });
    const handle = service.client.workflow.getHandle(comparisonWorkflowId(id));
    await expect(handle.result()).rejects.toThrow(/cancelled/i);
    expect(await leftBehind(id)).toEqual([]);
  } finally {
    await hasty.close();
  }
});

test('a caller who leaves takes the comparison along', async () => {
  const pages = Array.from({ length: 4000 }, (_, index) => `Page ${index} of a long document`);
  const slow = { file_a: book({ pages }), file_b: book({ pages: pages.toReversed() }), normalize_first: 'true' };
  const leaving = new AbortController();
  const id = await startedBy(async () => {
    const asked = fetch(`${api.url}/api/compare`, {
      method: 'POST',
      body: formOf(slow),
      headers: { 'X-Api-Key': tenant.key },
      signal: leaving.signal,
    });
    asked.catch(() => undefined);
  });
  leaving.abort();
  const handle = service.client.workflow.getHandle(comparisonWorkflowId(id));
  await expect(handle.result()).rejects.toThrow(/cancelled/i);
  await expect.poll(() => leftBehind(id)).toEqual([]);
});
