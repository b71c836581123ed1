/**
 * Tests the calls of the portal about an organization's data: their answers, the order of checks, and the view of
 * others.
 */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import { CONTENT_HASH_ALGORITHM } from '#engine/text/content-digest.ts';
import { SessionEntity } from '#store/accounts/sessions.ts';
import { DataExportEntity, exportStore } from '#store/privacy/exports.ts';
import { pdfSaying, type Person, problemOf, sha256, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { expectNoAuditEntry } from '#test/support/audit.ts';
import { started } from '#test/support/started.ts';

let tenant: Tenant;
let owner: Person;
let admin: Person;
let member: Person;

const api = started(() => startApi());
const stranger = started(async () => api.newMember(await api.newTenant(), { role: 'owner' }));

beforeEach(async () => {
  tenant = await api.newTenant();
  owner = await api.newMember(tenant, { role: 'owner' });
  admin = await api.newMember(tenant, { role: 'admin' });
  member = await api.newMember(tenant, { role: 'member' });
});

const json = async (response: Response) => JSON.parse(await response.text());
const NONE = randomUUID();

describe('an export', () => {
  const request = async (by = owner) => json(await api.portal('POST', '/api/portal/data-export', by));
  const read = (id: string, what: string, by = owner) => api.portal('GET', `/api/portal/data-export/${id}/${what}`, by);

  test('is pending, and the same one for whoever asks again', async () => {
    const answer = await api.portal('POST', '/api/portal/data-export', owner);
    expect(answer.status).toBe(202);
    const requested = await json(answer);
    expect(requested).toEqual({ exportId: expect.any(String), status: 'pending', requestedAt: expect.any(String) });
    expect(answer.headers.get('location')).toBe(`/api/portal/data-export/${requested.exportId}/status`);
    expect(await request(admin)).toEqual(requested);
    expect(await json(await read(requested.exportId, 'status', admin))).toEqual(requested);
    expect(await Promise.all([request(), request(admin), request()])).toEqual([requested, requested, requested]);
  });

  test('check 57: cannot be downloaded before it is complete, nor by others', async () => {
    const { exportId } = await request();
    expect(await problemOf(await read(exportId, 'download'))).toMatchObject({
      status: 400,
      code: 'export_not_ready',
      exportStatus: 'pending',
    });
    for (const what of ['status', 'download', 'link']) {
      expect(await problemOf(await read(exportId, what, stranger))).toMatchObject({ status: 404, resource: 'export' });
      expect((await read(NONE, what)).status).toBe(404);
      expect((await read('no-uuid', what)).status).toBe(404);
      expect(await problemOf(await read(exportId, what, member))).toMatchObject({ code: 'insufficient_role' });
    }
  });

  test('that has failed says so, and another one can be requested', async () => {
    const { exportId } = await request();
    await exportStore(api.database).end(tenant.organizationId, exportId);
    expect(await json(await read(exportId, 'status'))).toMatchObject({ status: 'failed' });
    expect(await problemOf(await read(exportId, 'download'))).toMatchObject({
      code: 'export_not_ready',
      exportStatus: 'failed',
    });
    const { exportId: another } = await request();
    expect(another).not.toBe(exportId);
    const list = await api.portal('GET', '/api/portal/data-export?page_size=1', owner);
    expect(await json(list)).toMatchObject({ items: [{ exportId: another, status: 'pending' }], total: 2 });
    expect(list.headers.get('link')).toContain('rel="next"');
    expect(await json(await api.portal('GET', '/api/portal/data-export', stranger))).toMatchObject({ items: [] });
  });

  test('has its times and size once it is completed, and is gone after a week', async () => {
    const { exportId, requestedAt } = await request();
    await exportStore(api.database).complete(
      tenant.organizationId,
      exportId,
      { sizeBytes: 1_234, sha256: 'ab'.repeat(32) },
      new Date(),
    );
    expect(await json(await read(exportId, 'status'))).toEqual({
      exportId,
      status: 'completed',
      requestedAt,
      completedAt: expect.any(String),
      expiresAt: expect.any(String),
      sizeBytes: 1_234,
      sha256: 'ab'.repeat(32),
    });
    const link = await json(await read(exportId, 'link'));
    const download = await read(exportId, 'download');
    const pathOf = (url: unknown) => new URL(String(url)).pathname;
    expect(pathOf(link.url)).toBe(pathOf(download.headers.get('location')));
    expect(Date.parse(link.expiresAt)).toBeGreaterThan(Date.now());
    const past = { expiresAt: new Date(Date.now() - 1) };
    await api.database.system().nativeUpdate(DataExportEntity, { id: exportId }, past);
    expect(await json(await read(exportId, 'status'))).toEqual({ exportId, status: 'expired', requestedAt });
    expect((await read(exportId, 'download')).status).toBe(404);
  });
});

describe('an erasure', () => {
  const erase = (body?: unknown, by = owner) => api.portal('POST', '/api/portal/erasure', by, body);
  const document = async (words: string) => submissionOf(await api.postForm(pdfSaying(words), tenant));

  test('finds a document by the hash of its original, its output or its text', async () => {
    const { original, normalized } = await document('one of two');
    await document('two of two');
    for (const hash of [original.sha256, normalized?.sha256, normalized?.contentHash]) {
      for (const contentHash of [`sha256:${hash}`, `sha256:${hash?.toUpperCase()}`]) {
        const answer = await erase({ contentHash, dryRun: true });
        expect(answer.status).toBe(200);
        expect(await json(answer)).toEqual({
          status: 'dry_run',
          message: expect.any(String),
          erasureId: null,
          matchedSubmissions: 1,
          matchedUnder: [{ pipelineSpec: PIPELINE_SPEC, contentHashAlgorithm: CONTENT_HASH_ALGORITHM, submissions: 1 }],
        });
      }
    }
    expect(await json(await erase({ scope: 'all', dryRun: true }))).toMatchObject({ matchedSubmissions: 2 });
    const nothing = { contentHash: `sha256:${sha256(Buffer.from('nothing'))}` };
    expect(await json(await erase(nothing, stranger))).toMatchObject({ status: 'scheduled', matchedSubmissions: 0 });
    expect(await json(await erase({ ...nothing, contentHash: `sha256:${original.sha256}` }, stranger))).toMatchObject({
      matchedSubmissions: 0,
    });
  });

  test('is scheduled once, shown to its organization, and covers what came before it was asked for again', async () => {
    await document('first');
    const answer = await erase();
    const { erasureId, ...scheduled } = await json(answer);
    expect(scheduled).toEqual({
      status: 'scheduled',
      message: expect.any(String),
      matchedSubmissions: 1,
      matchedUnder: [expect.objectContaining({ pipelineSpec: PIPELINE_SPEC, submissions: 1 })],
    });
    const path = answer.headers.get('location') ?? '';
    expect(path).toBe(`/api/portal/erasure/${erasureId}`);
    const before = await json(await api.portal('GET', path, admin));
    expect(before).toEqual({
      erasureId,
      status: 'scheduled',
      requestedAt: expect.any(String),
      completedAt: null,
      matchedSubmissions: 1,
      submissions: 0,
      objectsRemoved: 0,
      objectsShared: 0,
      exportsRemoved: 0,
      certificate: null,
    });
    await document('second');
    expect(await json(await erase(undefined, admin))).toMatchObject({ erasureId, matchedSubmissions: 2 });
    const after = await json(await api.portal('GET', path, owner));
    expect(Date.parse(after.requestedAt)).toBeGreaterThan(Date.parse(before.requestedAt));
    const listed = await json(await api.portal('GET', '/api/portal/erasure', admin));
    expect(listed).toEqual({ items: [after], page: 1, page_size: 20, total: 1, next_cursor: null });
    expect((await api.portal('GET', path, stranger)).status).toBe(404);
    expect((await api.portal('GET', `/api/portal/erasure/${NONE}`, owner)).status).toBe(404);
  });

  test.each([
    { contentHash: 'sha256:abc' },
    { contentHash: sha256(Buffer.from('no prefix')) },
    { contentHash: 5 },
    { contentHash: null },
    { scope: null },
    { scope: 'document' },
    {},
    { contentHash: undefined }, // equal after the conversion to JSON
    { dryRun: true },
    { dryRun: false },
    { scope: 'all', contentHash: `sha256:${sha256(Buffer.from('one'))}` },
    ['all'],
    null,
  ])('of %j is refused, and nothing is erased', async (body) => {
    await expectNoAuditEntry(api, tenant.organizationId, async () => {
      expect(await problemOf(await erase(body))).toMatchObject({ status: 400, code: 'validation_failed' });
    });
  });

  test.each([
    ['application/json', 400],
    ['application/x-www-form-urlencoded', 415],
  ])('whose body of %s got lost is refused, and nothing is erased', async (type, status) => {
    await expectNoAuditEntry(api, tenant.organizationId, async () => {
      const answer = await api.portal('POST', '/api/portal/erasure', owner, undefined, { 'Content-Type': type });
      expect(answer.status).toBe(status);
    });
  });

  test('without what is meant says which member is missing, and with both which is too many', async () => {
    const contentHash = `sha256:${sha256(Buffer.from('one'))}`;
    expect(await problemOf(await erase({}))).toMatchObject({
      errors: [{ in: 'body', name: '/contentHash', code: 'required' }],
    });
    expect(await problemOf(await erase({ scope: 'all', contentHash }))).toMatchObject({
      errors: [{ in: 'body', name: '/scope' }],
    });
  });

  test.each([
    ['no body', undefined],
    ['the scope', { scope: 'all' }],
    ['a hash', { contentHash: `sha256:${sha256(Buffer.from('one of everything'))}` }],
  ])('by %s takes a sign-in of the last hour; to count one document does not', async (_word, body) => {
    await document('one of everything');
    const earlier = { authTime: new Date(Date.now() - 61 * 60_000) };
    await api.database.system().nativeUpdate(SessionEntity, { id: owner.sessionId }, earlier);
    await expectNoAuditEntry(api, tenant.organizationId, async () => {
      expect(await problemOf(await erase(body))).toMatchObject({ status: 403, code: 'reauthentication_required' });
    });
    const one = { contentHash: `sha256:${sha256(Buffer.from('one'))}` };
    expect(await json(await erase({ ...one, dryRun: true }))).toMatchObject({
      status: 'dry_run',
      matchedSubmissions: 0,
    });
    expect(await json(await erase(body, admin))).toMatchObject({ status: 'scheduled' });
  });

  test('with another member is refused by its name, and by role before that', async () => {
    expect(await problemOf(await erase({ content_hash: 'x' }))).toMatchObject({ code: 'unknown_parameter' });
    expect(await problemOf(await erase({ content_hash: 'x' }, member))).toMatchObject({ code: 'insufficient_role' });
  });
});

describe('the deletion of an organization', () => {
  const request = (by = owner) => api.portal('DELETE', '/api/portal/data', by);
  const status = (by = owner) => api.portal('GET', '/api/portal/data-deletion/status', by);
  const cancel = (by = owner) => api.portal('DELETE', '/api/portal/data-deletion/cancel', by);

  test('is pending for 72 hours, and asking again changes nothing', async () => {
    const answer = await request();
    expect(answer.status).toBe(202);
    const { message, ...pending } = await json(answer);
    expect(message).toContain('cancel');
    expect(pending).toEqual({
      status: 'pending',
      requestedAt: expect.any(String),
      cancellableUntil: expect.any(String),
    });
    expect(Date.parse(pending.cancellableUntil) - Date.parse(pending.requestedAt)).toBe(72 * 3_600_000);
    expect(await json(await request())).toEqual({ message, ...pending });
    for (const by of [owner, admin, member]) {
      expect(await json(await status(by))).toEqual(pending);
      expect(await json(await api.portal('GET', '/api/portal/organization', by))).toMatchObject({ deletion: pending });
    }
    expect((await status(stranger)).status).toBe(404);
    // Every owner and admin gets one mail.
    for (const { email } of [owner, admin]) {
      const mails = await api.mails(email);
      expect(mails.map(({ subject }) => subject)).toEqual(['Your organization will be deleted in 72 hours']);
      expect(mails[0]?.text).toContain(new Date(pending.cancellableUntil).toUTCString());
    }
    expect(await api.mails(member.email)).toEqual([]);
  });

  test('is for owners who have signed in within the hour', async () => {
    for (const by of [admin, member]) {
      expect(await problemOf(await request(by))).toMatchObject({ status: 403, code: 'insufficient_role' });
    }
    const earlier = { authTime: new Date(Date.now() - 61 * 60_000) };
    await api.database.system().nativeUpdate(SessionEntity, { id: owner.sessionId }, earlier);
    expect(await problemOf(await request())).toMatchObject({ status: 403, code: 'reauthentication_required' });
    expect((await status()).status).toBe(404);
  });

  test('cannot be cancelled when there is none, nor by members, nor when it is too late', async () => {
    expect(await problemOf(await cancel())).toMatchObject({ status: 404, resource: 'deletion' });
    const { cancellableUntil } = await json(await request());
    expect(await problemOf(await cancel(member))).toMatchObject({ status: 403, code: 'insufficient_role' });
    // The runner of these tests always answers that it is too late, as the workflow does after 72 hours.
    expect(await problemOf(await cancel(admin))).toMatchObject({
      status: 400,
      code: 'cooling_off_expired',
      cancellableUntil,
    });
  });

  test('leaves a certificate that nobody can guess', async () => {
    expect((await api.portal('GET', `/api/deletion-certificates/${NONE}`, null)).status).toBe(404);
    expect((await api.portal('GET', '/api/deletion-certificates/1', null)).status).toBe(404);
  });
});
