/** Concurrency is a queue: as many documents at a time as the plan says, the others in their order, none refused. */
import { describe, expect, test } from 'vitest';
import type { PlanTier } from '#domain/billing/plan.ts';
import { deactivateOrganization } from '#store/organizations/deactivation.ts';
import { OrganizationEntity } from '#store/organizations/organizations.ts';
import { SubmissionEntity, type SubmissionOutcome, submissionStore } from '#store/submissions/submissions.ts';
import { REPORT } from '#test/support/builders/report.ts';
import { pdfSaying, problemOf, sha256, startApi, submissionOf } from '#test/support/api.ts';
import type { Tenant } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const LATER = { Prefer: 'respond-async' };

async function sendMany(tenant: Tenant, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const response = await api.postForm(pdfSaying(`slot ${index}`), tenant, {}, LATER);
    expect(response.status).toBe(202);
    ids.push((await submissionOf(response)).submissionId);
  }
  return ids;
}

/** Which of them hold a slot now. */
async function holders({ organizationId }: Tenant, ids: readonly string[]): Promise<number[]> {
  const held = { organizationId, grantedAt: { $ne: null }, completedAt: null };
  const rows = await api.database.system().find(SubmissionEntity, held);
  return rows.map(({ id }) => ids.indexOf(id)).toSorted((a, b) => a - b);
}

/** Of one that `sendMany` has sent. */
function outcome(index: number): SubmissionOutcome {
  const pdf = pdfSaying(`slot ${index}`);
  const report = { ...REPORT, original: { sha256: sha256(pdf), sizeBytes: pdf.length } };
  return { report, stageDurationsMs: {}, processingTimeMs: 1, proof: null };
}

describe('of the documents of an organization', () => {
  test.each<[PlanTier, number]>([
    ['free', 1],
    ['starter', 5],
    ['growth', 10],
    ['pro', 20],
  ])('plan %s has %i under way at a time', async (planTier, slots) => {
    const tenant = await api.newTenant({ planTier });
    api.runner.hold();
    const ids = await sendMany(tenant, slots + 2);
    expect(await holders(tenant, ids)).toEqual(Array.from({ length: slots }, (_, index) => index));
    api.runner.release();
    const last = await api.get(`/api/submissions/${ids.at(-1)}?wait=50`, tenant);
    expect(await submissionOf(last)).toMatchObject({ status: 'SUCCESS' });
  });

  test('the one that ends gives its slot to the oldest that waits', async () => {
    const tenant = await api.newTenant({ planTier: 'free' });
    const submissions = submissionStore(api.database);
    api.runner.hold();
    const ids = await sendMany(tenant, 3);
    for (const [index, id] of ids.entries()) {
      expect(await holders(tenant, ids)).toEqual([index]);
      const committed = await submissions.commit(id, outcome(index));
      expect(committed?.granted.map(({ submissionId }) => submissionId)).toEqual(ids.slice(index + 1, index + 2));
    }
    api.runner.release();
  });

  test('no two ends at a time give the same slot twice', async () => {
    const tenant = await api.newTenant({ planTier: 'growth' });
    const submissions = submissionStore(api.database);
    api.runner.hold();
    const ids = await sendMany(tenant, 30);
    const granted: string[] = [];
    for (let from = 0; from < 30; from += 10) {
      const ends = ids.slice(from, from + 10).map((id, index) => submissions.commit(id, outcome(from + index)));
      for (const end of await Promise.all(ends)) granted.push(...(end?.granted ?? []).map((row) => row.submissionId));
      expect(await holders(tenant, ids)).toHaveLength(from < 20 ? 10 : 0);
    }
    expect(granted.toSorted()).toEqual(ids.slice(10).toSorted());
    api.runner.release();
  });

  test('those of another do not take a slot away', async () => {
    const [busy, idle] = [await api.newTenant({ planTier: 'free' }), await api.newTenant({ planTier: 'free' })];
    api.runner.hold();
    const ids = [...(await sendMany(busy, 2)), ...(await sendMany(idle, 1))];
    expect([await holders(busy, ids), await holders(idle, ids)]).toEqual([[0], [2]]);
    api.runner.release();
  });
});

describe('a caller who waits', () => {
  test('waits for the slot too, and gets the result', async () => {
    const tenant = await api.newTenant({ planTier: 'free' });
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((words) => api.postForm(pdfSaying(`wait ${words}`), tenant)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const answer of answers) expect(await submissionOf(answer)).toMatchObject({ status: 'SUCCESS' });
  });

  test('and gets no slot in time is answered 202, and is told of the end like any other', async () => {
    const tenant = await api.newTenant({ planTier: 'free' });
    api.runner.hold();
    await sendMany(tenant, 1);
    const response = await api.postForm(pdfSaying('no slot'), tenant, {}, { Prefer: 'wait=1' });
    expect(response.status).toBe(202);
    const { submissionId: id } = await submissionOf(response);
    const row = await api.database.system().findOneOrFail(SubmissionEntity, { id });
    expect(row).toMatchObject({ status: 'PENDING', grantedAt: null, asynchronous: true });
    api.runner.release();
  });

  test('until the end is not told of it as well', async () => {
    const tenant = await api.newTenant();
    const { submissionId: id } = await submissionOf(await api.postForm(pdfSaying('told'), tenant));
    expect(await api.database.system().findOneOrFail(SubmissionEntity, { id })).toMatchObject({ asynchronous: false });
  });
});

test('a slot nobody was there to give is given by the sweep', async () => {
  const tenant = await api.newTenant({ planTier: 'free' });
  const { organizationId } = tenant;
  api.runner.hold();
  const ids = await sendMany(tenant, 4);
  await api.database.system().nativeUpdate(OrganizationEntity, { id: organizationId }, { planTier: 'starter' });
  await submissionStore(api.database).grantDue();
  expect(await holders(tenant, ids)).toEqual([0, 1, 2, 3]);
  api.runner.release();
});

describe('an organization that is deactivated', () => {
  test('has no key that works, at once, and can be deactivated once only', async () => {
    const tenant = await api.newTenant();
    expect(await deactivateOrganization(api.database, tenant.organizationId)).toBe(true);
    expect(await deactivateOrganization(api.database, tenant.organizationId)).toBe(false);
    const problem = await problemOf(await api.postForm(pdfSaying('x'), tenant));
    expect(problem).toMatchObject({ status: 401, code: 'api_key_revoked' });
  });

  test('gives what waits no slot any more', async () => {
    const tenant = await api.newTenant({ planTier: 'free' });
    const submissions = submissionStore(api.database);
    api.runner.hold();
    const [first = '', second] = await sendMany(tenant, 2);
    await deactivateOrganization(api.database, tenant.organizationId);
    expect((await submissions.commit(first, outcome(0)))?.granted).toEqual([]);
    const orphaned = await submissions.listOrphaned(100);
    const ours = orphaned.filter(({ organizationId }) => organizationId === tenant.organizationId);
    expect(ours.map(({ submissionId }) => submissionId)).toEqual([second]);
    api.runner.release();
  });
});
