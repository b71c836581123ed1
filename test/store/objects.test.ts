/** Tests the promises of the stores: one end per submission, hostile strings, whole objects, the demo tenant. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, PIPELINE_SPEC } from '#domain/pipeline.ts';
import type { PlanTier } from '#domain/billing/plan.ts';
import { acceptanceStore } from '#store/submissions/acceptance.ts';
import { unpaidWorkStore } from '#store/organizations/unpaid-work.ts';
import { apiKeyStore, isWellFormedApiKey, mintApiKey } from '#store/organizations/api-keys.ts';
import { seedDemo } from '#store/demo.ts';
import { deactivateOrganization } from '#store/organizations/deactivation.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import { outputStore } from '#store/submissions/outputs.ts';
import {
  type NewSubmission,
  submissionStore,
  type SubmissionOutcome,
  type SubmissionStore,
} from '#store/submissions/submissions.ts';
import { normalize } from '#test/support/normalize.ts';
import { pdfSaying, sha256, startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

let submissions: SubmissionStore;

const api = started(() => startApi());
const tenant = started(() => api.newTenant({ planTier: 'starter' }));

beforeAll(async () => {
  submissions = submissionStore(api.database);
});

const ORIGINAL_SHA256 = sha256(Buffer.from('original'));

async function create(owner = tenant, changes: Partial<NewSubmission> = {}) {
  const submission = {
    region: 'us-east-2',
    originalSha256: ORIGINAL_SHA256,
    sizeBytes: 8,
    options: DEFAULT_OPTIONS,
    requestId: 'req_test',
    apiVersion: '2026-11-21',
    ...changes,
  } as const;
  return (await acceptanceStore(api.database).accept(owner.organizationId, submission, null)).record;
}

async function outcomeOf(words: string): Promise<SubmissionOutcome> {
  const { report } = await normalize(pdfSaying(words), DEFAULT_OPTIONS);
  const ofTheRow = { ...report, original: { sha256: ORIGINAL_SHA256, sizeBytes: 8 } };
  return { report: ofTheRow, stageDurationsMs: { FinalRewrite: 12 }, processingTimeMs: 34, proof: null };
}

describe('a submission', () => {
  test('is admitted again and again until it has ended, and then not any more', async () => {
    const { submissionId } = await create();
    expect(await submissions.admit(submissionId)).toMatchObject({ attempts: 1 });
    expect(await submissions.admit(submissionId)).toMatchObject({ attempts: 2 });
    await submissions.commit(submissionId, await outcomeOf('ends'));
    expect(await submissions.admit(submissionId)).toBeNull();
    expect(await submissions.admit(crypto.randomUUID())).toBeNull();
  });

  test('tells at its admission how often within a day the same one has cost parsers', async () => {
    const owner = await api.newTenant({ planTier: 'starter' });
    const costly = { ...(await outcomeOf('costly')), costlyFailureOf: PIPELINE_SPEC };
    const ended = async (outcome: SubmissionOutcome, changes = {}) => {
      const { submissionId } = await create(owner, changes);
      await submissions.commit(submissionId, outcome);
      return submissionId;
    };
    const admitted = async (spec: string = PIPELINE_SPEC, changes = {}, whose = owner) => {
      const { submissionId } = await create(whose, changes);
      return (await submissions.admit(submissionId, spec))?.costlyFailures;
    };

    expect(await admitted()).toBe(0);
    await ended(await outcomeOf('usual'));
    expect(await admitted()).toBe(0);
    const first = await ended(costly);
    await ended(costly, { options: { ...DEFAULT_OPTIONS, linearize: false } });
    expect(await admitted()).toBe(1);
    await ended(costly);
    expect(await admitted()).toBe(2);
    // There is none for another specification, other options or another organization.
    expect(await admitted('norm-1')).toBe(0);
    expect(await admitted(PIPELINE_SPEC, { options: { ...DEFAULT_OPTIONS, linearize: false } })).toBe(1);
    expect(await admitted(PIPELINE_SPEC, {}, tenant)).toBe(0);

    const yesterday = `update "submission" set "completed_at" = now() - interval '25 hours' where "id" = ?`;
    await api.database.system().execute(yesterday, [first]);
    expect(await admitted()).toBe(1);
  });

  test.each([
    ['free', true],
    ['starter', false],
  ] as const)('answers at its admission whether its organization pays: %s', async (planTier, isFree) => {
    const owner = await api.newTenant({ planTier });
    const admitted = await submissions.admit((await create(owner)).submissionId);
    expect(admitted).toMatchObject({ organizationId: owner.organizationId, isFree });
  });

  test('answers at its admission what of the unpaid work of its organization is left', async () => {
    const owner = await api.newTenant({ planTier: 'starter' });
    const unpaid = unpaidWorkStore(api.database);
    const admitted = async () => (await submissions.admit((await create(owner)).submissionId))?.unpaidWorkMs ?? NaN;
    const age = (interval: string) =>
      api.database
        .system()
        .execute(`update "organization" set "unpaid_work_at" = now() - ?::interval where "id" = ?`, [
          interval,
          owner.organizationId,
        ]);

    expect(await admitted()).toBe(0);
    await unpaid.add(owner.organizationId, 8_000);
    await age('10 minutes');
    expect(await admitted()).toBeCloseTo(4_000, -2);
    await unpaid.add(owner.organizationId, 4_000);
    expect(await admitted()).toBeCloseTo(8_000, -2);
    expect((await unpaid.list()).get(owner.organizationId)).toBeCloseTo(8_000, -2);
    // After a year the rest is too small for a number of PostgreSQL.
    await age('1 year');
    expect(await admitted()).toBeCloseTo(0);
    expect((await unpaid.list()).has(owner.organizationId)).toBe(false);
  });

  test('ends once: of many commits, together or one after another, the first one counts', async () => {
    const { submissionId } = await create();
    const outcomes = await Promise.all(['one', 'two', 'three', 'four'].map(outcomeOf));
    await Promise.all(outcomes.map((outcome) => submissions.commit(submissionId, outcome)));
    const first = await submissions.find(tenant.organizationId, submissionId);
    for (const outcome of outcomes) await submissions.commit(submissionId, outcome);
    expect(await submissions.find(tenant.organizationId, submissionId)).toEqual(first);
    expect(first).toMatchObject({ status: 'SUCCESS', processingTimeMs: 34, stageDurationsMs: { FinalRewrite: 12 } });

    const outputs = outcomes.map(({ report }) => report.normalized?.sha256 ?? '');
    const found = await Promise.all(
      outputs.map((hash) => outputStore(api.database).findReport(tenant.organizationId, hash)),
    );
    expect(found.filter((report) => report !== null)).toHaveLength(1);
  });

  test('takes no outcome of another document, whoever brings it', async () => {
    const { submissionId } = await create();
    const outcome = await outcomeOf('somebody else’s');
    const original = { sha256: sha256(Buffer.from('somebody else’s')), sizeBytes: 8 };
    const commit = submissions.commit(submissionId, { ...outcome, report: { ...outcome.report, original } });
    await expect(commit).rejects.toThrow('another document');
    expect(await submissions.find(tenant.organizationId, submissionId)).toMatchObject({ status: 'PENDING' });
    const hash = outcome.report.normalized?.sha256 ?? '';
    expect(await outputStore(api.database).findArtifact(tenant.organizationId, hash)).toBeNull();
  });

  test('keeps its output for as long as the plan says', async () => {
    const { submissionId } = await create();
    const outcome = await outcomeOf('thirty days');
    await submissions.commit(submissionId, outcome);
    const found = await outputStore(api.database).findArtifact(
      tenant.organizationId,
      outcome.report.normalized?.sha256 ?? '',
    );
    if (!found) throw new Error('the reference is there');
    const days = (found.expiresAt.getTime() - found.createdAt.getTime()) / 86_400_000;
    expect(days).toBe(30);
  });

  test('made again under a smaller plan does not lose time', async () => {
    const outcome = await outcomeOf('again');
    const hash = outcome.report.normalized?.sha256 ?? '';
    const expiry = async () => {
      const { submissionId } = await create();
      await submissions.commit(submissionId, outcome);
      const found = await outputStore(api.database).findArtifact(tenant.organizationId, hash);
      return found?.expiresAt.getTime() ?? 0;
    };
    const plan = (planTier: PlanTier) =>
      api.database.system().nativeUpdate(OrganizationEntity, { id: tenant.organizationId }, { planTier });

    const first = await expiry();
    await plan('free');
    expect(await expiry()).toBe(first);
    await plan('starter');
    expect(await expiry()).toBeGreaterThan(first);
  });

  test('takes a report whose strings no database would', async () => {
    const { submissionId } = await create();
    const outcome = await outcomeOf('hostile');
    const hostile = {
      code: 'CORRUPT_UNRECOVERABLE',
      message: 'nul \0 and half a pair \ud800 <b>',
      stage: null,
    } as const;
    await submissions.commit(submissionId, {
      ...outcome,
      report: { ...outcome.report, status: 'FAILED', normalized: null, failure: hostile },
    });
    const record = await submissions.find(tenant.organizationId, submissionId);
    expect(record?.report?.failure?.message).toBe('nul \uFFFD and half a pair \uFFFD <b>');
  });

  test('is found by the sweep while nobody has begun it, and can be withdrawn until then', async () => {
    const { submissionId } = await create();
    const unstarted = async () => (await submissions.listUnstarted(-1_000, 1_000)).map((row) => row.submissionId);
    expect(await unstarted()).toContain(submissionId);
    expect(await submissions.listUnstarted(60_000, 1_000)).not.toContainEqual(
      expect.objectContaining({ submissionId }),
    );
    await submissions.admit(submissionId);
    expect(await unstarted()).not.toContain(submissionId);
    expect(await submissions.withdraw(tenant.organizationId, submissionId)).toBe(false);

    const fresh = await create();
    expect(await submissions.withdraw(tenant.organizationId, fresh.submissionId)).toBe(true);
    expect(await submissions.admit(fresh.submissionId)).toBeNull();
  });
});

describe('the object store', () => {
  const key = `originals/te/${crypto.randomUUID()}.pdf`;
  const bytes = Buffer.alloc(20 * 1024 * 1024, 'twenty MiB, so more than one part ');

  test('takes a file and gives it back whole, in memory, on disk and in part', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fixpoint-store-'));
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    await writeFile(from, bytes);
    const content = { sha256: sha256(bytes), sizeBytes: bytes.length };
    await api.artifacts.putFile('us-east-2', key, { path: from, ...content }, 'application/pdf');
    expect(await api.artifacts.stat('us-east-2', key)).toEqual({ sizeBytes: bytes.length });

    await api.artifacts.getFile('us-east-2', key, to);
    expect((await readFile(to)).equals(bytes)).toBe(true);
    expect((await stat(to)).mode & 0o777).toBe(0o600);
    expect(Buffer.from(await api.artifacts.getBytes('us-east-2', key)).equals(bytes)).toBe(true);
    const part = await api.artifacts.read('us-east-2', key, content, { first: 5, last: 7 });
    expect(Buffer.concat(await part.toArray()).toString()).toBe(bytes.subarray(5, 8).toString());
    await rm(folder, { recursive: true });
  });

  test('does not have what nobody put there', async () => {
    const absent = `originals/no/${crypto.randomUUID()}.pdf`;
    expect(await api.artifacts.stat('us-east-2', absent)).toBeNull();
    await expect(api.artifacts.getBytes('us-east-2', absent)).rejects.toMatchObject({ code: 'NoSuchKey' });
    await expect(api.artifacts.stream('us-east-2', absent)).rejects.toMatchObject({ code: 'NoSuchKey' });
  });
});

describe('a key', () => {
  test('has the announced shape, and a checksum that catches every single wrong character', () => {
    const key = mintApiKey();
    expect(key).toMatch(/^fxp_[0-9A-Za-z]{42}$/);
    expect(isWellFormedApiKey(key)).toBe(true);
    for (let index = 4; index < key.length; index++) {
      const wrong = key.slice(0, index) + (key[index] === 'a' ? 'b' : 'a') + key.slice(index + 1);
      expect(isWellFormedApiKey(wrong)).toBe(false);
    }
  });
});

test('the demo tenant is made once, and its working key is kept', async () => {
  const first = await seedDemo(api.database);
  expect(await seedDemo(api.database, first)).toEqual(first);
  const found = await apiKeyStore(api.database).findByKey(first.apiKey);
  expect(found).toMatchObject({
    apiKey: { scopes: ['normalize', 'read'], isActive: true },
    organization: { id: first.organizationId, name: 'Demo', planTier: 'growth' },
  });
  const second = await seedDemo(api.database);
  expect(second.organizationId).toBe(first.organizationId);
  expect(second.password).not.toBe(first.password);
});

test('the demo tenant can be deactivated, and the service starts all the same', async () => {
  const before = await seedDemo(api.database);
  await deactivateOrganization(api.database, before.organizationId);
  expect(await seedDemo(api.database, before)).toEqual(before);
  expect(await seedDemo(api.database)).toMatchObject({ organizationId: before.organizationId, apiKey: '' });
});
