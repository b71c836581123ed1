/** Two organizations: neither route nor query shows one what is the other's, and PostgreSQL itself would refuse. */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { ApiKeyEntity } from '#store/organizations/api-keys.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import { schemaDrift } from '#store/orm.ts';
import { SubmissionEntity, submissionStore } from '#store/submissions/submissions.ts';
import { pdfSaying, startApi, submissionOf } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

let ourId: string;

const api = started(() => startApi());
const ours = started(() => api.newTenant());
const theirs = started(() => api.newTenant());

beforeAll(async () => {
  ourId = (await submissionOf(await api.postForm(pdfSaying('ours'), ours))).submissionId;
});

test('a submission of another organization does not exist', async () => {
  expect((await api.get(`/api/submissions/${ourId}`, ours)).status).toBe(200);
  expect((await api.get(`/api/submissions/${ourId}`, theirs)).status).toBe(404);
});

test('a query that forgets the organization sees its own rows only', async () => {
  const theirView = api.database.tenant(theirs.organizationId);
  expect(await theirView.find(SubmissionEntity, { id: ourId })).toEqual([]);
  const organizations = await theirView.find(OrganizationEntity, {});
  expect(organizations.map(({ id }) => id)).toEqual([theirs.organizationId]);
  const ourView = api.database.tenant(ours.organizationId);
  expect(await ourView.find(SubmissionEntity, { id: ourId })).toHaveLength(1);
});

describe("a tenant's written-out SQL is held to the same rows", () => {
  const theirRows = 'select id from submission';
  const whoAsks = `select current_user as role, current_setting('fixpoint.organization', true) as organization`;
  const themselves = () => [{ role: 'fixpoint_tenant', organization: theirs.organizationId }];

  test('within a transaction', async () => {
    await api.database.tenant(theirs.organizationId).transactional(async (em) => {
      expect(await em.execute(whoAsks)).toEqual(themselves());
      expect(await em.execute(theirRows)).toEqual([]);
      await em.transactional(async (inner) => expect(await inner.execute(theirRows)).toEqual([]));
    });
  });

  test('and outside of one', async () => {
    const em = api.database.tenant(theirs.organizationId);
    expect(await em.execute(whoAsks)).toEqual(themselves());
    expect(await em.execute(theirRows)).toEqual([]);
    expect(await em.fork().execute(theirRows)).toEqual([]);
    expect(await api.database.tenant(ours.organizationId).execute(theirRows)).toEqual([{ id: ourId }]);
  });

  test('and leaves nothing of the tenant to whoever uses the connection next', async () => {
    const [asked] = await api.database.system().execute<{ role: string; organization: string | null }[]>(whoAsks);
    expect(asked?.role).toBe('fixpoint_app');
    expect(asked?.organization || null).toBeNull();
  });
});

test('a tenant cannot write into another organization', async () => {
  const em = api.database.tenant(theirs.organizationId);
  const [own] = await api.database.tenant(ours.organizationId).find(SubmissionEntity, { id: ourId });
  if (!own) throw new Error('the submission is there');
  em.create(SubmissionEntity, { ...own, id: crypto.randomUUID() });
  await expect(em.flush()).rejects.toThrow(/row-level security/);
  expect(await submissionStore(api.database).withdraw(theirs.organizationId, ourId)).toBe(false);
});

test('a tenant sees its own keys only, and cannot give itself another plan', async () => {
  const ourView = api.database.tenant(ours.organizationId);
  const keys = await ourView.find(ApiKeyEntity, {});
  expect(keys.map(({ organizationId }) => organizationId)).toEqual([ours.organizationId]);
  const upgrade = ourView.nativeUpdate(OrganizationEntity, { id: ours.organizationId }, { planTier: 'pro' });
  await expect(upgrade).rejects.toThrow(/permission denied/);
});

test('without an organization there is nothing to see', async () => {
  await expect(api.database.tenant('').find(SubmissionEntity, {})).resolves.toEqual([]);
});

test('connections that are shared in turn never mix the organizations', async () => {
  const seen = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const { organizationId } = index % 2 ? ours : theirs;
      const rows = await api.database.tenant(organizationId).find(SubmissionEntity, {});
      return rows.every((row) => row.organizationId === organizationId) && rows.length === index % 2;
    }),
  );
  expect(seen.every(Boolean)).toBe(true);
});

test("the migrations make what the entities say; foreign keys are the migrations' own", async () => {
  const drift = (await schemaDrift(inject('parts').databaseOwnerUrl)).split('\n').filter((line) => line.trim() !== '');
  expect(drift.filter((line) => !/drop constraint "(\w+_fkey|report_submission)";$/.test(line))).toEqual([]);
});
