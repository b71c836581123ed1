/** An organization with content for every page, and another one without content. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, vi } from 'vitest';
import { EVENT_TYPES } from '#domain/webhooks/deliveries.ts';
import type { Person } from '#test/support/api.ts';
import { startReceiver } from '#test/support/deliveries.ts';
import { fixture, type Portal, startPortal } from '#test/support/portal.ts';
import { setUsage } from '#test/support/usage.ts';

export interface Stage {
  readonly portal: Portal;
  readonly owner: Person;
  readonly admin: Person;
  readonly member: Person;
  /** The owner of another organization. */
  readonly stranger: Person;
  /** The id of a contract that was changed after it was signed. */
  readonly forged: string;
  readonly failed: string;
  readonly rejected: string;
  readonly batchId: string;
  readonly webhookId: string;
  close(): Promise<void>;
}

export const FORGED = fixture('demo/contract-changed-after-signing.pdf');
export const SIGNED = fixture('demo/contract-signed.pdf');
export const LOCKED = fixture('pdf/aes-256-user.pdf');

export async function setStage(): Promise<Stage> {
  const portal = await startPortal();
  const { api } = portal;
  const owner = await portal.newOwner();
  const admin = await portal.newMember(owner, { role: 'admin' });
  const member = await portal.newMember(owner, { role: 'member' });
  const stranger = await portal.newOwner();
  const receiver = await startReceiver();
  receiver.answer(410);

  const ask = async <Answer>(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> => {
    const response = await api.portal('POST', path, owner, body, headers);
    expect(response.ok, `${path}: ${response.status}`).toBe(true);
    return JSON.parse(await response.text());
  };
  const send = async (path: string, fields: Record<string, string> = {}): Promise<string> => {
    const named = { metadata: JSON.stringify({ name: basename(path) }), ...fields };
    const response = await api.postForm(readFileSync(path), owner, named, { Prefer: 'wait=50' });
    // A rejected document is a submission too, and the problem contains it.
    const { submissionId, submission } = JSON.parse(await response.text());
    return submissionId ?? submission.submissionId;
  };

  const webhook = { url: receiver.url, events: EVENT_TYPES };
  const { id: webhookId } = await ask<{ id: string }>('/api/portal/webhooks', webhook);
  await ask('/api/portal/api-keys', { name: 'Archive', scopes: ['normalize', 'read'] });
  await ask('/api/portal/team/invite', { email: 'grace@person.example', role: 'member' });
  const batch = { name: 'Contracts of May', expected_total: 2 };
  const { batchId } = await ask<{ batchId: string }>('/api/batches', batch, { 'Idempotency-Key': 'batch' });
  for (const name of ['pdf/hello.pdf', 'pdf/form.pdf']) await send(fixture(name), { batch_id: batchId });
  const failed = await send(LOCKED);
  const rejected = await send(SIGNED, { signed_pdf_policy: 'reject' });
  await send(SIGNED, { signed_pdf_policy: 'strip' });
  const forged = await send(FORGED, { signed_pdf_policy: 'strip' });
  // The receiver answers that it is gone, which ends the delivery at once.
  await api.postForm(readFileSync(fixture('pdf/clean-classic.pdf')), owner, {}, { Prefer: 'respond-async' });
  const dead = async () => (await api.portal('GET', '/api/portal/webhooks/dead', owner)).text();
  await vi.waitFor(async () => expect(JSON.parse(await dead())).toHaveLength(1), { timeout: 30_000 });
  await setUsage(api.database, owner.organizationId, { used: 25 });
  await ask('/api/portal/data-export', {});
  return {
    portal,
    owner,
    admin,
    member,
    stranger,
    forged,
    failed,
    rejected,
    batchId,
    webhookId,
    async close() {
      await receiver.close();
      await portal.close();
    },
  };
}
