/** Tests bad requests over the whole API: each rejection uses our own words and names the field. */
import { expect, test } from 'vitest';
import { pdfSaying, type Person, problemOf, startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());
const owner = started(() => api.newMember(tenant));

/** Typical words of Zod, Busboy, JSON.parse, Node, PostgreSQL and JavaScript. */
const FOREIGN =
  /\b(?:invalid (?:input|option|string|type|enum|uuid|email|url|iso)|expected|received|unrecognized|too (?:small|big)|at position|unexpected (?:token|end|field)|multipart:|undefined|nan|\[object|null value|violates|column|syntax|zod|typeerror|cannot read)\b/i;

type Ask = readonly [method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>];

const ofKey: readonly Ask[] = [
  ['GET', '/api/submissions?page=0'],
  ['GET', '/api/submissions?page=x&page_size=1e3'],
  ['GET', '/api/submissions?status=done'],
  ['GET', '/api/submissions?batch_id=mine'],
  ['GET', '/api/submissions?client_reference='],
  ['GET', '/api/submissions?from=yesterday&colour=1'],
  ['GET', '/api/submissions/not-an-id'],
  ['GET', '/api/batches?status=maybe'],
  ['GET', '/api/reports/xyz'],
  ['GET', '/api/attestations/xyz'],
  ['GET', '/api/verify/xyz?original=1'],
  ['POST', '/api/batches', []],
  ['POST', '/api/batches', 'text'],
  ['POST', '/api/batches', { name: '' }],
  ['POST', '/api/batches', { name: 5, expected_total: 1.5, metadata: [], client_reference: 'a\nb' }],
  ['POST', '/api/batches', { webhook_url: 5 }],
  ['POST', '/api/batches', { webhook_url: 'nowhere' }],
  ['POST', '/api/batches', { metadata: { 'a b': 'x' } }],
  ['POST', '/api/batches', {}, { 'Content-Type': 'text/plain' }],
  ['POST', '/api/batches', {}, { 'Idempotency-Key': 'ä' }],
  ['POST', '/api/normalize', {}],
  ['POST', '/api/normalize', {}, { 'Content-Type': 'multipart/form-data' }],
  ['POST', '/api/normalize?linearize=x&region=mars&metadata={&batch_id=1', 'x', { 'Content-Type': 'application/pdf' }],
  ['POST', '/api/normalize', {}, { 'Content-Type': 'multipart/form-data; boundary=b' }],
  ['POST', '/api/compare', {}, { 'Content-Type': 'application/pdf' }],
  ['POST', '/api/compare', {}, { 'Content-Type': 'multipart/form-data; boundary=b' }],
];

const ofMember: readonly Ask[] = [
  ['POST', '/api/auth/login', {}],
  ['POST', '/api/auth/login', { email: 'nobody', password: 5 }],
  ['POST', '/api/auth/register', { email: 'a@b', password: 1, organizationName: '' }],
  ['POST', '/api/auth/verify-email', { token: 5 }],
  ['POST', '/api/auth/reset-password', { token: '', password: '' }],
  ['POST', '/api/auth/change-password', { currentPassword: null }],
  ['POST', '/api/portal/api-keys', { name: 'x', scopes: 'read', expiresAt: 'soon' }],
  ['POST', '/api/portal/api-keys', { name: 'x', scopes: ['read', 'read'], expiresAt: '2020-01-01T00:00:00Z' }],
  ['POST', '/api/portal/team/invite', { email: 5, role: 'king' }],
  ['PUT', '/api/portal/organization', { name: '', slug: 'A' }],
  ['PUT', '/api/portal/organization/settings', { default_region: 'mars', allowed_regions: [], contact_email: 'x' }],
  ['POST', '/api/portal/webhooks', { url: 5, events: [1], active: 'yes' }],
  ['POST', '/api/portal/webhooks/not-an-id/test'],
  ['POST', '/api/portal/erasure', { contentHash: 'x', dryRun: 'yes' }],
  ['POST', '/api/portal/erasure', { scope: 'some' }],
  ['GET', '/api/portal/audit-log?from=yesterday&page_size=0'],
  ['GET', '/api/portal/stats?days=many'],
  ['POST', '/api/billing/checkout-session', { tier: 'gold', interval: 'week', successUrl: 5, cancelUrl: '' }],
  ['POST', '/api/billing/portal-session', { returnUrl: 'javascript:alert(1)' }],
];

const rows = (asks: readonly Ask[]) =>
  asks.map((ask) => [`${ask[0]} ${ask[1]} ${JSON.stringify(ask[2] ?? null)}`, ask] as const);

async function judge(ask: Ask, person: Pick<Person, 'token'> | null, headers: Record<string, string>): Promise<void> {
  const [method, path, body, more] = ask;
  const problem = await problemOf(await api.portal(method, path, person, body, { ...headers, ...more }));
  expect(problem.status).toBeGreaterThanOrEqual(400);
  expect(problem.status).toBeLessThan(500);
  const errors = problem.errors ?? [];
  for (const sentence of [problem.detail, ...errors.map(({ detail }) => detail)]) {
    expect(sentence).not.toMatch(FOREIGN);
    expect(sentence.trim()).not.toBe('');
    expect(sentence).not.toMatch(/^\/|^\w+: /); // a field has the name that its sender used
  }
  if (problem.code === 'validation_failed') expect(errors.length).toBeGreaterThan(0);
}

test.each(rows(ofKey))('by a key: %s', (_, ask) => judge(ask, null, { 'X-Api-Key': tenant.key }));
test.each(rows(ofMember))('by a member: %s', (_, ask) => judge(ask, owner, {}));

test('by a form that is damaged: the refusal is ours', async () => {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(pdfSaying('words'))]), 'words.pdf');
  const whole = await new Response(form).arrayBuffer();
  const headers = { 'X-Api-Key': tenant.key, 'Content-Type': 'multipart/form-data; boundary=another' };
  const refused = await fetch(`${api.url}/api/normalize`, { method: 'POST', headers, body: whole });
  const { code, detail } = await problemOf(refused);
  expect([code, FOREIGN.test(detail)]).toEqual(['malformed_upload', false]);
});
