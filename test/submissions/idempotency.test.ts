/** Idempotency keys: the same request again is the same submission, and costs once. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { IdempotencyEntity } from '#store/submissions/idempotency.ts';
import { SubmissionEntity, type SubmissionOutcome, submissionStore } from '#store/submissions/submissions.ts';
import { REPORT } from '#test/support/builders/report.ts';
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
import { usageOf } from '#test/support/usage.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const withKey = (key: string) => ({ 'Idempotency-Key': key });
const isReplay = (response: Response) => response.headers.get('idempotent-replayed') === 'true';

const FAILED_BY_THE_SERVICE: SubmissionOutcome = {
  report: {
    ...REPORT,
    original: { sha256: sha256(pdfSaying('retry')), sizeBytes: pdfSaying('retry').length },
    status: 'FAILED',
    normalized: null,
    failure: { code: 'INTERNAL_ERROR', message: 'An unexpected error ended processing.', stage: null },
  },
  stageDurationsMs: {},
  processingTimeMs: 1,
  proof: null,
};

async function unlinked(response: Response) {
  const { normalized, ...rest } = await submissionOf(response);
  return { ...rest, normalized: normalized && { ...normalized, downloadUrl: null } };
}

describe('a key used again with the same request', () => {
  test('is answered with the same submission and charged once', async () => {
    const tenant = await api.newTenant();
    const first = await api.postForm(pdfSaying('again'), tenant, {}, withKey('order 66'));
    const second = await api.postForm(pdfSaying('again'), tenant, {}, withKey('order 66'));
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
    expect(second.status).toBe(200);
    expect(second.headers.get('x-submission-id')).toBe(first.headers.get('x-submission-id'));
    expect(await unlinked(second)).toEqual(await unlinked(first));
    expect(await usageOf(api.database, tenant.organizationId)).toMatchObject({ used: 1, reserved: 0, succeeded: 1 });
  });

  test('may come in the header, quoted in the header, in the field, or in both', async () => {
    const tenant = await api.newTenant();
    const post = (fields: Record<string, string>, headers: Record<string, string>) =>
      api.postForm(pdfSaying('ways'), tenant, fields, headers);
    const answers = [
      await post({}, withKey('a "b"\\')),
      await post({}, withKey('"a \\"b\\"\\\\"')),
      await post({ idempotency_key: 'a "b"\\' }, {}),
      await post({ 'later:idempotency_key': 'a "b"\\' }, withKey('a "b"\\')),
    ];
    const raw = await api.postRaw(pdfSaying('ways'), tenant, `?idempotency_key=${encodeURIComponent('a "b"\\')}`);
    expect([...answers, raw].map(isReplay)).toEqual([false, true, true, true, true]);
    expect(new Set([...answers, raw].map((answer) => answer.headers.get('x-submission-id'))).size).toBe(1);
    expect((await bytesOf(raw)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('gives a REJECTED or FAILED document its stored end again', async () => {
    const tenant = await api.newTenant();
    for (const [pdf, status, key] of [[signedPdf(), 'REJECTED', 'r'] as const, [brokenPdf(), 'FAILED', 'f'] as const]) {
      const first = await unlinked(await api.postForm(pdf, tenant, {}, withKey(key)));
      const again = await api.postForm(pdf, tenant, {}, withKey(key));
      expect(isReplay(again)).toBe(true);
      expect(await unlinked(again)).toEqual(first);
      expect(first.status).toBe(status);
    }
    expect(await usageOf(api.database, tenant.organizationId)).toMatchObject({ used: 0, rejected: 1, failed: 1 });
  });

  test('joins the one that is under way, waiting or not', async () => {
    const tenant = await api.newTenant();
    api.runner.hold();
    const post = (headers: Record<string, string>) => api.postForm(pdfSaying('join'), tenant, {}, headers);
    const first = post(withKey('j'));
    const later = await post({ ...withKey('j'), Prefer: 'respond-async' });
    const waiting = post(withKey('j'));
    expect(later.status).toBe(202);
    api.runner.release();
    const ids = [await first, later, await waiting].map((answer) => answer.headers.get('x-submission-id'));
    expect(new Set(ids).size).toBe(1);
    expect([(await first).status, (await waiting).status]).toEqual([200, 200]);
    expect(await unlinked(await waiting)).toEqual(await unlinked(await first));
  });

  test('answers an asynchronous caller with the result once there is one', async () => {
    const tenant = await api.newTenant();
    const headers = { ...withKey('late'), Prefer: 'respond-async' };
    const first = await api.postRaw(pdfSaying('late'), tenant, '', headers);
    const { submissionId, status } = await submissionOf(first);
    expect([first.status, status]).toEqual([202, 'PENDING']);
    await api.get(`/api/submissions/${submissionId}?wait=30`, tenant);
    const again = await api.postRaw(pdfSaying('late'), tenant, '', headers);
    expect([again.status, again.headers.get('preference-applied')]).toEqual([200, null]);
    expect(await submissionOf(again)).toMatchObject({ submissionId, status: 'SUCCESS' });
  });
});

describe('a key used otherwise', () => {
  test('with another file or another option is 422, and changes nothing', async () => {
    const tenant = await api.newTenant();
    await api.postForm(pdfSaying('mine'), tenant, { linearize: 'true' }, withKey('k'));
    const others = [
      await api.postForm(pdfSaying('other'), tenant, {}, withKey('k')),
      await api.postForm(pdfSaying('mine'), tenant, { linearize: 'false' }, withKey('k')),
      await api.postForm(pdfSaying('mine'), tenant, { region: 'us-east-2' }, withKey('k')),
    ];
    for (const other of others) {
      expect(await problemOf(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    }
    expect(await usageOf(api.database, tenant.organizationId)).toMatchObject({ used: 1, reserved: 0 });
    // A default that is written out is the same option, and where to report is none.
    const same = await api.postForm(pdfSaying('mine'), tenant, { webhook_url: 'https://example.com/' }, withKey('k'));
    expect(isReplay(same)).toBe(true);
  });

  test('options younger than the others mean their default where they are absent', async () => {
    const tenant = await api.newTenant();
    const post = (fields: Record<string, string>) => api.postForm(pdfSaying('extended'), tenant, fields, withKey('k'));
    const first = await post({});
    const id = first.headers.get('x-submission-id') ?? '';
    const row = await api.database.system().findOneOrFail(SubmissionEntity, { id });
    expect(row.options).toEqual(DEFAULT_OPTIONS);
    expect(isReplay(await post({ missing_glyph_policy: 'warn', embedded_files_policy: 'remove' }))).toBe(true);
    for (const other of [{ missing_glyph_policy: 'reject' }, { embedded_files_policy: 'keep_invoice' }]) {
      expect(await problemOf(await post(other))).toMatchObject({ code: 'idempotency_key_reused' });
    }
  });

  test('by another organization is a key of its own', async () => {
    const [ours, theirs] = [await api.newTenant(), await api.newTenant()];
    const first = await api.postForm(pdfSaying('shared'), ours, {}, withKey('k'));
    const second = await api.postForm(pdfSaying('shared'), theirs, {}, withKey('k'));
    expect(isReplay(second)).toBe(false);
    expect(second.headers.get('x-submission-id')).not.toBe(first.headers.get('x-submission-id'));
  });

  test('after 24 hours is a new one, and the old row does not stay', async () => {
    const tenant = await api.newTenant();
    const { organizationId } = tenant;
    const first = await api.postForm(pdfSaying('day'), tenant, {}, withKey('k'));
    const [row] = await api.database.system().find(IdempotencyEntity, { organizationId });
    expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(24 * 60 * 60 * 1000);
    await api.database.system().nativeUpdate(IdempotencyEntity, { organizationId }, { expiresAt: new Date() });
    const second = await api.postForm(pdfSaying('another day'), tenant, {}, withKey('k'));
    expect(second.status).toBe(200);
    expect(second.headers.get('x-submission-id')).not.toBe(first.headers.get('x-submission-id'));
    await api.database.system().nativeUpdate(IdempotencyEntity, { organizationId }, { expiresAt: new Date() });
    expect(await submissionStore(api.database).forgetKeys()).toBeGreaterThan(0);
    expect(await api.database.system().count(IdempotencyEntity, { organizationId })).toBe(0);
  });

  test('whose submission has been erased is a new one', async () => {
    const tenant = await api.newTenant();
    const headers = { ...withKey('k'), Prefer: 'respond-async' };
    api.runner.hold();
    const first = await submissionOf(await api.postForm(pdfSaying('erased'), tenant, {}, headers));
    await api.database.system().nativeDelete(SubmissionEntity, { id: first.submissionId });
    const answers = [
      await api.postForm(pdfSaying('erased'), tenant, {}, headers),
      await api.postForm(pdfSaying('erased'), tenant, {}, headers),
    ];
    api.runner.release();
    expect(answers.map(isReplay)).toEqual([false, true]);
    const [second, third] = await Promise.all(answers.map(submissionOf));
    expect(second?.submissionId).not.toBe(first.submissionId);
    expect(third?.submissionId).toBe(second?.submissionId);
  });

  test('after the service failed is a new one: the same request may succeed now', async () => {
    const tenant = await api.newTenant();
    api.runner.hold();
    const { submissionId } = await submissionOf(
      await api.postForm(pdfSaying('retry'), tenant, {}, { ...withKey('k'), Prefer: 'respond-async' }),
    );
    await submissionStore(api.database).commit(submissionId, FAILED_BY_THE_SERVICE);
    api.runner.release();
    const again = await api.postForm(pdfSaying('retry'), tenant, {}, withKey('k'));
    expect(isReplay(again)).toBe(false);
    expect(await submissionOf(again)).toMatchObject({ status: 'SUCCESS' });
    expect(await usageOf(api.database, tenant.organizationId)).toMatchObject({ used: 1, reserved: 0, failed: 1 });
  });
});

describe('a key', () => {
  test.each([
    ['of 256 characters', 'x'.repeat(256)],
    ['that is empty', '""'],
    ['with a letter beyond ASCII', 'clé'],
  ])('%s is refused', async (_what, key) => {
    const tenant = await api.newTenant();
    const problem = await problemOf(await api.postForm(pdfSaying('x'), tenant, {}, withKey(key)));
    expect(problem).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ name: 'Idempotency-Key' }] });
  });

  test('of 255 characters is taken; as a field the same rules apply', async () => {
    const tenant = await api.newTenant();
    expect((await api.postForm(pdfSaying('x'), tenant, {}, withKey('x'.repeat(255)))).status).toBe(200);
    const problem = await problemOf(await api.postForm(pdfSaying('x'), tenant, { idempotency_key: 'x'.repeat(256) }));
    expect(problem).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ name: 'idempotency_key' }] });
  });

  test('in the header that differs from the one in the form is refused', async () => {
    const tenant = await api.newTenant();
    const response = await api.postForm(pdfSaying('x'), tenant, { idempotency_key: 'a' }, withKey('b'));
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'idempotency_key_conflict' });
    expect(await api.database.system().count(SubmissionEntity, { organizationId: tenant.organizationId })).toBe(0);
  });

  test('is kept as a hash only', async () => {
    const tenant = await api.newTenant();
    await api.postForm(pdfSaying('secret'), tenant, {}, withKey('customer-4711'));
    const rows = await api.database.system().find(IdempotencyEntity, { organizationId: tenant.organizationId });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('4711');
  });

  test('of a request that was refused is free for the next one', async () => {
    const tenant = await api.newTenant();
    const refused = await api.postForm(Buffer.from('no document'), tenant, {}, withKey('k'));
    expect(await problemOf(refused)).toMatchObject({ status: 400, code: 'not_a_pdf' });
    const taken = await api.postForm(pdfSaying('document'), tenant, {}, withKey('k'));
    expect([taken.status, isReplay(taken)]).toEqual([200, false]);
  });
});
