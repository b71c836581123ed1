import { expect, test } from 'vitest';
import type { ApiKey, Webhook } from '#portal/api/answers.ts';
import { type Known, mattersOf } from './attention.ts';
import { firstSteps, NEWEST } from './first-steps.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const key = (changes: Partial<ApiKey> = {}): ApiKey => ({
  id: '0c7f2f0a-0000-4000-8000-000000000001',
  name: 'Archive',
  keyPrefix: 'fxp_1234',
  scopes: ['normalize'],
  createdAt: '2026-11-20T12:00:00Z',
  expiresAt: null,
  isActive: true,
  lastUsedAt: null,
  ...changes,
});
const webhook = (disabledReason: Webhook['disabledReason'] = null): Webhook => ({
  id: '0c7f2f0a-0000-4000-8000-000000000002',
  url: 'https://receiver.example/',
  events: ['normalization.success'],
  active: disabledReason === null,
  createdAt: '2026-11-20T12:00:00Z',
  lastDeliveryAt: null,
  disabledReason,
});
const quota = (used: number, overageAllowed = true): NonNullable<Known['quota']> => ({
  planTier: 'free',
  limit: 100,
  used,
  remaining: Math.max(0, 100 - used),
  overageAllowed,
  startsAt: '2026-11-01T00:00:00Z',
  resetsAt: '2026-12-01T00:00:00Z',
  maxFileBytes: 1,
  concurrentJobs: 1,
});
const textsOf = (known: Known) => mattersOf(known, NOW).map(({ text }) => text);

test('where all is well, and where nothing is known, nothing needs attention', () => {
  expect(textsOf({})).toEqual([]);
  expect(textsOf({ quota: quota(79), keys: [key()], webhooks: [webhook()], dead: [], failed: 0 })).toEqual([]);
});

test.each([
  [quota(80), '80 of 100 documents of this period are used (80 %).'],
  [quota(100), '100 of 100 documents of this period are used: further ones are billed one by one.'],
  [quota(100, false), '100 of 100 documents of this period are used: new ones are refused until it ends.'],
])('a plan that is nearly used up, or wholly, is told', (known, text) => {
  expect(textsOf({ quota: known })).toEqual([text]);
});

test('a pace that will not last is told where further documents are refused', () => {
  const projection = { atEnd: 150, limitAt: new Date('2026-11-27T00:00:00Z') };
  expect(textsOf({ quota: quota(50, false), projection })).toHaveLength(1);
  expect(textsOf({ quota: quota(50, true), projection })).toEqual([]);
});

test('what was switched off, what did not arrive and what failed is told, each with its page', () => {
  const known = { webhooks: [webhook('gone'), webhook()], dead: [{}, {}], failed: 3, isUnconfirmed: true };
  expect(mattersOf(known, NOW).map(({ to, text }) => [to, text])).toEqual([
    ['/security', 'Your e-mail address is not confirmed. Until then you can read everything and change nothing.'],
    ['/webhooks', '1 webhook was disabled: the service sends nothing there.'],
    ['/webhooks', '2 deliveries did not arrive.'],
    ['/documents', '3 documents failed in the last seven days.'],
  ]);
});

test('a deletion that is pending comes first', () => {
  const deletion = {
    status: 'pending',
    requestedAt: '2026-11-22T12:00:00Z',
    cancellableUntil: '2026-11-25T12:00:00Z',
  } as const;
  expect(textsOf({ deletion, isUnconfirmed: true })[0]).toContain('in 2 days');
});

test('keys that expire soon or were never used are told, and revoked ones are not', () => {
  const old = '2026-09-01T00:00:00Z';
  const soon = '2026-12-01T00:00:00Z';
  expect(textsOf({ keys: [key({ expiresAt: soon }), key({ createdAt: old })] })).toEqual([
    '1 API key will expire within two weeks.',
    '1 API key older than a month and never used. Revoke keys that nobody needs.',
  ]);
  expect(textsOf({ keys: [key({ createdAt: old, isActive: false, expiresAt: soon })] })).toEqual([]);
});

const nothing = { keys: [], documents: [], webhooks: [], team: [], invitations: [] };
const doneOf = (made: Parameters<typeof firstSteps>[0]) =>
  firstSteps(made)?.flatMap(({ name, isDone }) => (isDone ? [name] : []));
const by = (type: 'api_key' | 'member') => ({ createdBy: { type, id: '0c7f2f0a-0000-4000-8000-000000000003' } });

test('a step is done when the thing is there', () => {
  expect(doneOf(nothing)).toEqual([]);
  expect(doneOf({ ...nothing, keys: [key()], webhooks: [webhook()], invitations: [{}] })).toEqual([
    'key',
    'webhook',
    'invite',
  ]);
});

test('a document counts when a key has sent it, and not when a person has', () => {
  expect(doneOf({ ...nothing, documents: [by('member')] })).toEqual([]);
  expect(doneOf({ ...nothing, documents: [by('member'), by('api_key')] })).toEqual(['document']);
});

test('behind the newest documents the use of a key counts', () => {
  const documents = Array.from({ length: NEWEST }, () => by('member'));
  const used = key({ lastUsedAt: '2026-11-21T12:00:00Z' });
  expect(doneOf({ ...nothing, documents, keys: [key()] })).toEqual(['key']);
  expect(doneOf({ ...nothing, documents, keys: [used] })).toEqual(['key', 'document']);
});

test('nothing is said while something is unknown', () => {
  expect(firstSteps({ ...nothing, team: undefined })).toBeNull();
});

test('a forged document is named first, by its verdict', () => {
  const verdict = { sentence: 'Page 1 was changed after Alice Example signed it.' };
  const forged = { submissionId: 's1', metadata: { filename: 'contract.pdf' }, clientReference: null, verdict };
  const flagged = Array.from({ length: 4 }, () => forged) as unknown as NonNullable<Known['flagged']>;
  const [first, ...others] = mattersOf({ flagged, failed: 1, dead: [{}] }, NOW);
  expect(first).toMatchObject({
    tone: 'danger',
    text: 'contract.pdf: Page 1 was changed after Alice Example signed it.',
    params: { submissionId: 's1' },
  });
  expect(others.map(({ tone }) => tone)).toEqual(['danger', 'danger', 'danger', 'caution', 'caution']);
  expect(others[2]).toMatchObject({ to: '/documents', search: { verdict_level: 'danger' } });
});
