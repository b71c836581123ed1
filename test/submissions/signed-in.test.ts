/** Tests that signed-in people can do the same as programs with an API key, for the same organization. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { BatchBody } from '#src/bodies/batch.ts';
import type { SubmissionBody } from '#src/bodies/submission.ts';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import { deactivateOrganization } from '#store/organizations/deactivation.ts';
import { sessionStore } from '#store/accounts/sessions.ts';
import { jsonOf } from '#test/support/audit.ts';
import { bytesOf, pdfSaying, problemOf, sha256, startApi, submissionOf } from '#test/support/api.ts';
import type { Person, Tenant } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

let tenant: Tenant;
let member: Person;

const api = started(() => startApi());

async function newScene(): Promise<void> {
  tenant = await api.newTenant();
  member = await api.newMember(tenant, { role: 'member' });
}

const submission = async (id: string, who: Tenant | Person) =>
  jsonOf<SubmissionBody>(await api.get(`/api/submissions/${id}`, who));
const keyId = async () => (await apiKeyStore(api.database).findByKey(tenant.key))?.apiKey.id;

describe('a member', () => {
  beforeAll(newScene);

  test('sends a document into a batch of their own, waits for it, and downloads what came of it', async () => {
    const batch = await jsonOf<BatchBody>(await api.portal('POST', '/api/batches', member, { name: 'By hand' }));
    expect(batch.createdBy).toEqual({ type: 'member', id: member.id });

    const fields = { batch_id: batch.batchId, client_reference: '4711' };
    const sent = await api.postForm(pdfSaying('By hand'), member, fields, { Prefer: 'respond-async' });
    expect(sent.status).toBe(202);
    expect(sent.headers.get('ratelimit')).toMatch(/^"monthly-documents";r=\d+;t=\d+$/);
    const { submissionId } = await submissionOf(sent);
    const ended = await submissionOf(await api.get(`/api/submissions/${submissionId}?wait=30`, member));
    expect(ended).toMatchObject({ status: 'SUCCESS', clientReference: '4711' });

    const hash = ended.normalized?.sha256 ?? '';
    expect(sha256(await bytesOf(await api.get(`/api/artifacts/${hash}`, member)))).toBe(hash);
    expect(sha256(await bytesOf(await fetch(ended.normalized?.downloadUrl ?? '')))).toBe(hash);
    expect(await jsonOf(await api.get(`/api/verify/${hash}`, member))).toMatchObject({ valid: true });
    expect(await jsonOf(await api.get('/api/quota', member))).toMatchObject({ used: 1 });
    expect(await jsonOf(await api.get('/api/quota', tenant))).toMatchObject({ used: 1 });
  });

  test('sends a file as it is and gets the PDF', async () => {
    const response = await api.postRaw(Buffer.from(pdfSaying('As it is')), member);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(sha256(await bytesOf(response))).toBe(response.headers.get('x-content-hash'));
  });

  test('sees and closes what keys of the organization made, and each says who made it', async () => {
    const { submissionId } = await submissionOf(await api.postForm(pdfSaying('By a program'), tenant));
    const createdBy = { type: 'api_key', id: await keyId() };
    expect(await submission(submissionId, member)).toMatchObject({ createdBy });
    const batch = await jsonOf<BatchBody>(
      await api.portal('POST', '/api/batches', null, {}, { 'X-Api-Key': tenant.key }),
    );
    const closed = await api.portal('POST', `/api/batches/${batch.batchId}/close`, member);
    expect(await jsonOf(closed)).toMatchObject({ status: 'complete', createdBy });
  });

  test('is seen by keys that may read, and by no key that only sends', async () => {
    const { submissionId } = await submissionOf(await api.postForm(pdfSaying('Mine'), member));
    const sender = { name: 'Sender', scopes: ['normalize' as const], expiresAt: null };
    const { fullKey } = await apiKeyStore(api.database).create(tenant.organizationId, sender);
    expect(await submission(submissionId, tenant)).toMatchObject({ createdBy: { type: 'member', id: member.id } });
    expect((await api.get(`/api/submissions/${submissionId}`, { ...tenant, key: fullKey })).status).toBe(404);
  });

  test('repeats a request of a key by its idempotency key, and it of theirs: one submission, charged once', async () => {
    for (const [first, second] of [
      [tenant, member],
      [member, tenant],
    ] as const) {
      const same = { idempotency_key: crypto.randomUUID() };
      const pdf = pdfSaying(`Sent by both ${same.idempotency_key}`);
      const made = await submissionOf(await api.postForm(pdf, first, same));
      const { used } = await jsonOf<{ used: number }>(await api.get('/api/quota', member));
      const replayed = await api.postForm(pdf, second, same);
      expect(replayed.headers.get('idempotent-replayed')).toBe('true');
      expect(await submissionOf(replayed)).toMatchObject({ submissionId: made.submissionId });
      expect(await jsonOf(await api.get('/api/quota', member))).toMatchObject({ used });
    }
  });

  test('has the organization told of what became of their document, as it is of those of keys', async () => {
    const owner = await api.newMember(tenant);
    const requested = { url: 'https://receiver.example/', events: ['normalization.success'] };
    const { id } = await jsonOf<{ id: string }>(await api.portal('POST', '/api/portal/webhooks', owner, requested));
    const sent = await api.postForm(pdfSaying('Tell them'), member, {}, { Prefer: 'respond-async' });
    const { submissionId } = await submissionOf(sent);
    await api.runner.awaitSubmission(submissionId, 30_000);
    const deliveries = await jsonOf<{ items: object[] }>(
      await api.portal('GET', `/api/portal/webhooks/${id}/deliveries`, member),
    );
    expect(deliveries.items).toEqual([expect.objectContaining({ submissionId })]);
  });

  test('who was removed is let in no more, and what they sent still names them', async () => {
    const leaver = await api.newMember(tenant, { role: 'member' });
    const { submissionId } = await submissionOf(await api.postForm(pdfSaying('Farewell'), leaver));
    expect((await api.portal('DELETE', `/api/portal/team/${leaver.id}`, leaver)).status).toBe(200);
    const refused = await api.get(`/api/submissions/${submissionId}`, leaver);
    expect(await problemOf(refused)).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(await submission(submissionId, member)).toMatchObject({ createdBy: { type: 'member', id: leaver.id } });
  });
});

/** A raw upload whose second half follows this action, after the caller was accepted. */
async function interrupted(who: Tenant | Person, meanwhile: () => Promise<unknown>): Promise<Response> {
  const pdf = pdfSaying(`Interrupted ${crypto.randomUUID()}`);
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(pdf.subarray(0, 20));
      await expect.poll(() => api.spooled()).toHaveLength(1);
      await meanwhile();
      controller.enqueue(pdf.subarray(20));
      controller.close();
    },
  });
  return api.postRaw(body, who);
}

describe('while a document is on its way', () => {
  beforeAll(newScene);

  test('the sign-in may end: who calls is looked at when the request begins', async () => {
    const { organizationId, id, sessionId } = member;
    const response = await interrupted(member, () => sessionStore(api.database).end(organizationId, id, sessionId));
    expect(response.status).toBe(200);
    expect(await problemOf(await api.get('/api/submissions', member))).toMatchObject({ code: 'invalid_token' });
  });

  test('the organization may be deactivated, which members and keys are told in words of their own', async () => {
    for (const [kind, refusal] of [
      ['member', { status: 409, code: 'organization_inactive' }],
      ['key', { status: 401, code: 'api_key_revoked' }],
    ] as const) {
      await newScene();
      const who = kind === 'member' ? member : tenant;
      const response = await interrupted(who, () => deactivateOrganization(api.database, tenant.organizationId));
      expect(await problemOf(response)).toMatchObject(refusal);
    }
  });
});
