/**
 * Check 24: stateless mode on a real Temporal with a real worker. The test searches the content of the documents
 * everywhere: in the buckets, in the spool directory, in the histories, in the database and in the logs.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { EXPRESS_MAX_BYTES, submissionWorkflowId } from '#domain/submission.ts';
import type { Database } from '#store/database/database.ts';
import { artifactStore, type S3Config } from '#store/objects/artifacts.ts';
import { SubmissionEntity, type SubmissionRecord, submissionStore } from '#store/submissions/submissions.ts';
import { listBuckets } from '#test/support/buckets.ts';
import { type Api, bytesOf, problemOf, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { fakeDocument, type Script, sha256 } from '#test/support/parsers/fake-engine.ts';
import { type Service, startService } from '#test/support/service.ts';
import { activitiesIn, recordHistory } from '#test/support/history.ts';

const CANARY = 'a sentence that belongs to the customer alone';
const STATELESS = { 'X-Stateless': 'true' };
const QUEUE = `pdf-stateless-${randomUUID()}`;

let service: Service;
let api: Api;
let tenant: Tenant;
let spoolDir: string;
let s3: S3Config;
const apiLog: string[] = [];

beforeAll(async () => {
  s3 = { ...inject('parts').s3, bucketPrefix: `stateless-${randomUUID().slice(0, 8)}-` };
  spoolDir = await mkdtemp(join(tmpdir(), 'fixpoint-stateless-'));
  service = await startService(inject('parts'));
  await service.workHere({ spoolDir, statelessQueue: QUEUE, artifacts: artifactStore(s3) });
  const log = pino({ level: 'trace' }, { write: (line) => void apiLog.push(line) });
  const settings = { spoolDir, statelessQueue: QUEUE, statelessTimeoutMs: 20_000 };
  api = await startApi({ temporal: service.temporal, s3, settings, log });
  tenant = await api.newTenant();
});
afterAll(async () => {
  await api.close();
  await service.close();
  await rm(spoolDir, { recursive: true });
});

/** A fake document with the header that the API requires and the words that must not remain. */
function document(script: Script, paddingBytes = 0): Buffer {
  const salted = { ...script, salt: `%PDF-1.7 ${randomUUID()}` };
  return Buffer.concat([fakeDocument(salted, paddingBytes), Buffer.from(`\n${CANARY}\n`)]);
}

const rowOf = async (response: Response): Promise<SubmissionRecord> => {
  const id = response.headers.get('x-submission-id') ?? '';
  const row = await submissionStore(api.database).find(tenant.organizationId, id);
  if (!row) throw new Error('The submission has no row.');
  return row;
};

/** The text, and its base64 at each of the three byte offsets. */
function traces(text: string): string[] {
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.from(text)
      .subarray(shift, shift + 30)
      .toString('base64'),
  );
  return [text, ...shifted];
}

async function expectNoTrace(record: SubmissionRecord): Promise<void> {
  expect(Object.values(await listBuckets(s3)).flat()).toEqual([]);
  expect(await readdir(spoolDir)).toEqual([]);
  const workflowId = submissionWorkflowId(record.submissionId);
  const { json } = await recordHistory(service.client.workflow.getHandle(workflowId));
  const stored: unknown = await api.database
    .system()
    .execute(`select row_to_json(s)::text as row from submission s where id = ?`, [record.submissionId]);
  const everything = [json, JSON.stringify(stored), ...service.log, ...apiLog].join('\n');
  for (const trace of traces(CANARY)) expect(everything).not.toContain(trace);
  const decoded = [...json.matchAll(/"data": "([^"]+)"/g)].map(([, data = '']) =>
    Buffer.from(data, 'base64').toString(),
  );
  expect(decoded.join('\n')).not.toContain(CANARY);
  expect(decoded.join('\n')).not.toContain(spoolDir);
  for (const table of ['artifact_ref', 'original_ref', 'report', 'attestation', 'webhook_event']) {
    const rows: unknown[] = await api.database
      .system()
      .execute(`select 1 from ${table} where organization_id = ?`, [tenant.organizationId]);
    expect(rows).toEqual([]);
  }
}

test.each([
  ['small document, express lane', 0],
  ['large document, durable lane', EXPRESS_MAX_BYTES],
])('check 24: nothing of a %s stays but its metadata', async (_name, paddingBytes) => {
  const pdf = document({ at: 'FinalRewrite', act: 'pass' }, paddingBytes);
  const response = await api.postRaw(pdf, tenant, '', STATELESS);
  expect(response.status).toBe(200);
  const bytes = await bytesOf(response);
  expect(bytes.equals(Buffer.concat([pdf, Buffer.from('%CANONICAL\n')]))).toBe(true);

  const record = await rowOf(response);
  expect(record).toMatchObject({
    status: 'SUCCESS',
    stateless: true,
    originalSha256: sha256(pdf),
    sizeBytes: pdf.length,
  });
  expect(record.report?.normalized?.sha256).toBe(sha256(bytes));
  await expectNoTrace(record);

  const handle = service.client.workflow.getHandle(submissionWorkflowId(record.submissionId));
  expect((await handle.describe()).taskQueue).toBe(QUEUE);
  expect(activitiesIn((await recordHistory(handle)).events)).toContain('commit');
});

test('a form gets it as a data link, and reading the submission later gives none', async () => {
  const posted = await submissionOf(
    await api.postForm(document({ at: 'FinalRewrite', act: 'pass' }), tenant, {}, STATELESS),
  );
  const [, data = ''] = posted.normalized?.downloadUrl?.split(',') ?? [];
  expect(sha256(Buffer.from(data, 'base64'))).toBe(posted.normalized?.sha256);
  const read = await submissionOf(await api.get(`/api/submissions/${posted.submissionId}`, tenant));
  expect(read.normalized).toEqual({ ...posted.normalized, downloadUrl: null });
});

test('a document that fails leaves nothing either', async () => {
  const response = await api.postForm(document({ at: 'StructuralRepair', act: 'fail' }), tenant, {}, STATELESS);
  expect(await submissionOf(response.clone())).toMatchObject({ status: 'FAILED', normalized: null });
  await expectNoTrace(await rowOf(response));
});

test('a parser that dies is replaced, also without state', async () => {
  const response = await api.postForm(document({ at: 'AcroFormHandling', act: 'die' }), tenant, {}, STATELESS);
  expect(await submissionOf(response.clone())).toMatchObject({ status: 'FAILED', failure: { code: 'PARSER_KILLED' } });
  await expectNoTrace(await rowOf(response));
});

test('a replay makes the bytes again in a run of its own, and the row stays as it is', async () => {
  const pdf = document({ at: 'FinalRewrite', act: 'pass' });
  const headers = { ...STATELESS, 'Idempotency-Key': randomUUID() };
  const first = await api.postRaw(pdf, tenant, '', headers);
  const before = await rowOf(first);
  const again = await api.postRaw(pdf, tenant, '', headers);
  expect((await bytesOf(again)).equals(await bytesOf(first))).toBe(true);
  expect(await rowOf(again)).toEqual(before);
  await expectNoTrace(before);
});

test('out of time is 504; the run is cancelled, recorded as failed, free of charge, and its files are gone', async () => {
  const hasty = await startApi({
    temporal: service.temporal,
    s3,
    settings: { spoolDir, statelessQueue: QUEUE, statelessTimeoutMs: 1_500 },
  });
  const hanging = document({ at: 'FinalRewrite', act: 'hang' }, EXPRESS_MAX_BYTES);
  const response = await hasty.postRaw(hanging, tenant, '', STATELESS);
  expect(await problemOf(response)).toMatchObject({ status: 504, code: 'processing_timeout' });
  expect(await readdir(spoolDir)).toEqual([]);
  const row = async () =>
    hasty.database.system().execute(
      `select s.status, s.report -> 'failure' ->> 'code' as code, q.state from submission s join quota_entry q using (id)
          where s.original_sha256 = ?`,
      [sha256(hanging)],
    );
  await expect.poll(row).toEqual([{ status: 'FAILED', code: 'CANCELLED', state: 'released' }]);
  await hasty.close();
});

test('a worker killed at work is succeeded by another one of its host, and the caller gets the bytes', async () => {
  const other = await startService(inject('parts'));
  const statelessQueue = `pdf-stateless-${randomUUID()}`;
  const doomed = await other.workElsewhere({ statelessQueue });
  const settings = { spoolDir: other.spoolDir, statelessQueue };
  const beside = await startApi({ temporal: other.temporal, settings });
  const pdf = document({ at: 'FinalRewrite', act: 'linger', ms: 2_000 }, EXPRESS_MAX_BYTES);
  const answer = beside.postRaw(pdf, await beside.newTenant(), '', STATELESS);
  const id = async () => {
    const found = await beside.database.system().findOne(SubmissionEntity, { originalSha256: sha256(pdf) });
    return found?.status === 'IN_PROGRESS' ? found.id : null;
  };
  await expect.poll(id).not.toBeNull();
  doomed.kill('SIGKILL');
  await other.workHere({ statelessQueue });
  const bytes = await bytesOf(await answer);
  expect(bytes.equals(Buffer.concat([pdf, Buffer.from('%CANONICAL\n')]))).toBe(true);
  expect(await readdir(other.spoolDir)).toEqual([]);
  await beside.close();
  await other.close();
});

test('a caller who leaves takes the document along', async () => {
  const hanging = document({ at: 'FinalRewrite', act: 'hang' }, EXPRESS_MAX_BYTES);
  const leaving = new AbortController();
  const request = fetch(`${api.url}/api/normalize`, {
    method: 'POST',
    body: hanging,
    headers: { 'X-Api-Key': tenant.key, 'Content-Type': 'application/pdf', ...STATELESS },
    signal: leaving.signal,
  });
  await expect.poll(() => readdir(spoolDir)).toHaveLength(1);
  leaving.abort();
  await expect(request).rejects.toThrow();
  await expect.poll(() => readdir(spoolDir)).toEqual([]);
});

test('whoever has sent it again when the first caller leaves is asked to send it once more', async () => {
  const hanging = document({ at: 'FinalRewrite', act: 'hang' }, EXPRESS_MAX_BYTES);
  const headers = { ...STATELESS, 'Idempotency-Key': randomUUID() };
  // The first is cancelled long before the timeout of the second.
  const settings = { spoolDir, statelessQueue: QUEUE, statelessTimeoutMs: 100_000 };
  let looks = 0;
  const counted = (database: Database): Database => ({
    ...database,
    tenant(organizationId) {
      looks += 1;
      return database.tenant(organizationId);
    },
  });
  const patient = await startApi({ temporal: service.temporal, s3, settings, view: counted });
  const leaving = new AbortController();
  const first = fetch(`${patient.url}/api/normalize`, {
    method: 'POST',
    body: hanging,
    headers: { 'X-Api-Key': tenant.key, 'Content-Type': 'application/pdf', ...headers },
    signal: leaving.signal,
  });
  const status = async () =>
    (await api.database.system().findOne(SubmissionEntity, { originalSha256: sha256(hanging) }))?.status;
  await expect.poll(status).toBe('IN_PROGRESS');
  const again = patient.postRaw(hanging, tenant, '', headers);
  // It has joined when it reads the row repeatedly, because the admission takes only a few reads.
  const before = looks;
  await expect.poll(() => looks - before).toBeGreaterThan(20);
  leaving.abort();
  await expect(first).rejects.toThrow();
  expect(await problemOf(await again)).toMatchObject({ status: 503, code: 'service_unavailable', retryable: true });
  await patient.close();
});
