/**
 * Organizations with one of everything. Another organization must never see any id, name, address or hash of theirs.
 */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { EVENT_TYPES } from '#domain/webhooks/deliveries.ts';
import type { MemberRole } from '#domain/accounts/permissions.ts';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import { PaymentEventEntity } from '#store/billing/billing.ts';
import { exportStore } from '#store/privacy/exports.ts';
import { CrossTenantProbeEntity } from '#store/organizations/cross-tenant-probes.ts';
import { OneTimeTokenEntity } from '#store/accounts/one-time-tokens.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import { PasskeyEntity, RecoveryCodeEntity, TotpEntity } from '#store/accounts/factor-rows.ts';
import { SessionEntity, sessionStore } from '#store/accounts/sessions.ts';
import { deliveryStore } from '#store/webhooks/deliveries.ts';
import { WebhookPauseEntity } from '#store/webhooks/rows.ts';
import type { Party } from './matrix.ts';
import { type Api, brokenPdf, pdfSaying, type Person, signedPdf, submissionOf } from '#test/support/api.ts';

export interface TestParty extends Party {
  readonly members: Readonly<Record<MemberRole, Person>>;
}

const EXPIRES = new Date(Date.now() + 60 * 60 * 1000);

export async function newParty(api: Api): Promise<TestParty> {
  const mark = randomUUID();
  const tenant = await api.newTenant();
  const { organizationId } = tenant;
  const people = {
    owner: await api.newMember(tenant, { role: 'owner', email: `owner-${mark}@party.example` }),
    admin: await api.newMember(tenant, { role: 'admin', email: `admin-${mark}@party.example` }),
    member: await api.newMember(tenant, { role: 'member', email: `member-${mark}@party.example` }),
  };
  const { owner } = people;
  const ask = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await api.portal(method, path, owner, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };

  await ask('PUT', '/api/portal/organization', { name: `Party ${mark}`, slug: `party-${mark.slice(0, 30)}` });
  await ask('PUT', '/api/portal/organization/settings', { contact_email: `contact-${mark}@party.example` });
  const billing = { paymentCustomerId: `cus_${mark}`, paymentSubscriptionId: `sub_${mark}` };
  await api.database.system().nativeUpdate(OrganizationEntity, { id: organizationId }, billing);
  const keys = await keysOf(api, organizationId, mark);
  const webhook = await ask<{ id: string }>('POST', '/api/portal/webhooks', {
    url: `https://${mark}.party.example/hook`,
    events: EVENT_TYPES,
  });
  await ask('GET', '/api/portal/webhooks/signing-secret');
  const documents = await documentsOf(api, tenant, mark);
  const delivery = await deadDelivery(api, owner, webhook.id);
  const address = `invited-${mark}@party.example`;
  const invited = await ask<{ invitationId: string }>('POST', '/api/portal/team/invite', {
    email: address,
    role: 'member',
  });
  const exported = await ask<{ exportId: string }>('POST', '/api/portal/data-export');
  const hash = mark.replaceAll('-', '').repeat(2);
  const archive = { sizeBytes: 1, sha256: hash };
  await exportStore(api.database).complete(organizationId, exported.exportId, archive, new Date());
  const contentHash = `sha256:${hash}`;
  const erasure = await ask<{ erasureId: string }>('POST', '/api/portal/erasure', { contentHash });
  const deletion = await deletionOf(api, owner);
  await rest(api, people.member, webhook.id, mark);
  const passkey = await secondFactorsOf(api, people.member, mark);
  return {
    organizationId,
    members: people,
    keys: keys.full,
    ids: {
      ...documents,
      ...delivery,
      apiKey: keys.id,
      member: people.member.id,
      address: people.member.email,
      session: people.member.sessionId,
      invitation: invited.invitationId,
      webhook: webhook.id,
      export: exported.exportId,
      erasure: erasure.erasureId,
      deletion,
      idempotency: `key-${mark}`,
      paymentEvent: `evt_payment_${mark}`,
      passkey,
    },
  };
}

async function keysOf(api: Api, organizationId: string, mark: string) {
  const store = apiKeyStore(api.database);
  const make = (scopes: ('normalize' | 'read')[]) =>
    store.create(organizationId, { name: `Key of ${mark}`, scopes, expiresAt: null });
  const [normalize, read, both] = [await make(['normalize']), await make(['read']), await make(['normalize', 'read'])];
  const full = { normalize: normalize.fullKey, read: read.fullKey, 'normalize+read': both.fullKey };
  return { full, id: (await make(['read'])).apiKey.id };
}

/** One document with each end, in a batch with an address. */
async function documentsOf(api: Api, tenant: { organizationId: string; key: string }, mark: string) {
  const created = await fetch(`${api.url}/api/batches`, {
    method: 'POST',
    headers: { 'X-Api-Key': tenant.key, 'Content-Type': 'application/json', 'Idempotency-Key': `key-${mark}` },
    body: JSON.stringify({ name: `Batch of ${mark}`, webhook_url: `https://batch-${mark}.party.example/` }),
  });
  const { batchId: batch }: { batchId: string } = JSON.parse(await created.text());
  const fields = { batch_id: batch, webhook_url: `https://request-${mark}.party.example/` };
  for (const pdf of [brokenPdf(), signedPdf()]) await api.postForm(pdf, tenant, fields);
  const pdf = pdfSaying(`Document of ${mark}`);
  const sent = await submissionOf(
    await api.postForm(pdf, tenant, { ...fields, idempotency_key: `key-${mark}` }, { Prefer: 'respond-async' }),
  );
  await api.runner.awaitSubmission(sent.submissionId, 30_000);
  const { normalized, original } = await submissionOf(await api.get(`/api/submissions/${sent.submissionId}`, tenant));
  const output = normalized?.sha256 ?? expect.fail('the document was not normalized');
  const report = await api.get(`/api/submissions/${sent.submissionId}/report`, tenant);
  const { pages }: { pages: { fingerprint: string }[] } = JSON.parse(await report.text());
  const fingerprint = pages[0]?.fingerprint ?? expect.fail('the page has no fingerprint');
  return { batch, submission: sent.submissionId, original: original.sha256, output, fingerprint };
}

async function deadDelivery(api: Api, owner: Person, webhookId: string) {
  const response = await api.portal('GET', `/api/portal/webhooks/${webhookId}/deliveries`, owner);
  const { items }: { items: { id: string; eventId: string }[] } = JSON.parse(await response.text());
  const [{ id, eventId } = expect.fail('nobody was told of the document')] = items;
  const deliveries = deliveryStore(api.database, api.sealer);
  await deliveries.begin(id, new Date());
  await deliveries.giveUp(id, 'dead');
  return { delivery: id, event: eventId };
}

async function deletionOf(api: Api, owner: Person): Promise<string> {
  await api.portal('DELETE', '/api/portal/data', owner);
  await api.portal('DELETE', '/api/portal/data-deletion/cancel', owner);
  const rows: { id: string }[] = await api.database
    .system()
    .execute('select id from account_deletion where organization_id = ?', [owner.organizationId]);
  return rows[0]?.id ?? expect.fail('no deletion was asked for');
}

/** Things that only time, mistakes and the payment provider create. */
async function rest(api: Api, { organizationId, id: memberId }: Person, target: string, mark: string): Promise<void> {
  const em = api.database.system();
  await sessionStore(api.database).open({ organizationId, memberId, userAgent: `Browser of ${mark}` });
  const token = { memberId, purpose: 'reset-password' as const, organizationId, sha256: mark.repeat(2) };
  await em.insert(OneTimeTokenEntity, { ...token, expiresAt: EXPIRES });
  await em.insert(WebhookPauseEntity, { organizationId, target, pausedUntil: EXPIRES, pauseMs: 1 });
  const event = { id: `evt_payment_${mark}`, organizationId, type: 'invoice.paid', receivedAt: new Date() };
  await em.insert(PaymentEventEntity, { ...event, appliedAt: null });
  const [key] = await apiKeyStore(api.database).list(organizationId);
  const hit = { organizationId, callerId: key?.id ?? '', hour: new Date(), sha256: mark };
  await em.insert(CrossTenantProbeEntity, hit);
}

/** One second factor of each kind, as if it had just been used. Returns the id of the passkey. */
async function secondFactorsOf(api: Api, { organizationId, id: memberId }: Person, mark: string): Promise<string> {
  const em = api.database.system();
  const of = { organizationId, memberId };
  const id = randomUUID();
  const key = { credentialId: `credential-${mark}`, publicKey: `key-${mark}`, signCount: 0, transports: [] };
  await em.insert(PasskeyEntity, { ...of, ...key, id, name: `Passkey of ${mark}`, createdAt: new Date() });
  const sealedSecret = api.sealer.seal(Buffer.from(mark), memberId);
  await em.insert(TotpEntity, { ...of, sealedSecret, sealedCandidate: sealedSecret, createdAt: new Date() });
  await em.insert(RecoveryCodeEntity, { ...of, sha256: mark.repeat(2) });
  await em.nativeUpdate(SessionEntity, of, { secondFactorAt: new Date() });
  return id;
}

/** Every table with an organization, and its number of rows for this one. */
export async function rowsOf(api: Api, organizationId: string): Promise<Map<string, Record<string, unknown>[]>> {
  const em = api.database.system();
  const tables: { name: string }[] = await em.execute(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and a.attname = 'organization_id' and c.relnamespace = 'public'::regnamespace
      order by c.relname`,
  );
  const found = new Map<string, Record<string, unknown>[]>();
  for (const { name } of tables) {
    found.set(name, await em.execute(`select * from "${name}" where organization_id = ?`, [organizationId]));
  }
  found.set('organization', await em.execute(`select * from organization where id = ?`, [organizationId]));
  return found;
}

/** Shorter texts are words and no secrets. */
const MIN_CHARS = 8;

/** Every text in the rows of one organization that the other one does not have. */
export async function canariesOf(api: Api, owner: Party, stranger: Party): Promise<string[]> {
  const known = textsOf(await rowsOf(api, stranger.organizationId));
  const own = textsOf(await rowsOf(api, owner.organizationId));
  return [...own].filter((text) => text.length >= MIN_CHARS && !known.has(text));
}

function textsOf(value: unknown, texts = new Set<string>()): Set<string> {
  if (typeof value === 'string') addText(value, texts);
  // Answers contain bytes as hexadecimal digits.
  else if (value instanceof Uint8Array) texts.add(Buffer.from(value).toString('hex'));
  else if (value instanceof Map) for (const one of value.values()) textsOf(one, texts);
  else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    for (const one of Object.values(value)) textsOf(one, texts);
  }
  return texts;
}

/** Bodies of webhooks are JSON texts. */
function addText(text: string, texts: Set<string>): void {
  if (!text.startsWith('{"')) texts.add(text);
  else textsOf(JSON.parse(text), texts);
}
