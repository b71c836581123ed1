/** A drill: erased data do not return with an older backup. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { deletionWorkflowId } from '#domain/privacy/account-deletion.ts';
import { certifier } from '#src/proof/deletion-certificate.ts';
import { artifactStore } from '#store/objects/artifacts.ts';
import { noteErasure } from '#store/privacy/erasure-records.ts';
import { migrateDatabase } from '#store/orm.ts';
import { newKey, PUBLIC_URL } from '#test/support/builders/issuer.ts';
import { listBuckets } from '#test/support/buckets.ts';
import { type DatabaseUrls, dropDatabase, emptyDatabase } from '#test/support/own-database.ts';
import { type DataWorld, startDataWorld } from '#test/support/privacy.ts';
import { pdfSaying, sha256, submissionOf } from '#test/support/api.ts';
import { runAdmin } from '#test/support/programs.ts';
import { startService } from '#test/support/service.ts';

let world: DataWorld;
let folder: string;
let fresh: DatabaseUrls;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fixpoint-replay-'));
  world = await startDataWorld();
  await world.work({ parser: { processes: 1, memoryMb: 1024 } });
  fresh = await emptyDatabase(inject('parts'));
  await migrateDatabase(fresh.databaseOwnerUrl);
});
afterAll(async () => {
  await world.close();
  await dropDatabase(fresh);
  await rm(folder, { recursive: true });
});

async function admin(databaseUrl: string, ...args: readonly string[]) {
  const ended = await runAdmin({ databaseUrl, s3: world.s3 }, ...args);
  expect(ended).toMatchObject({ code: 0 });
  return ended;
}

test('erasures and deletions since the backup are repeated, and nothing else', async () => {
  const { api } = world;
  const { tenant, owner } = await world.newOwner();
  const { tenant: other } = await world.newOwner();
  const erased = pdfSaying('is erased');
  const kept = await submissionOf(await api.postForm(pdfSaying('is kept'), tenant));
  const gone = await submissionOf(await api.postForm(erased, tenant));
  const backup = join(folder, 'backup');
  await admin(world.databaseUrl, 'backup', backup);

  const scope = sha256(erased);
  const answer = await api.portal('POST', '/api/portal/erasure', owner, { contentHash: `sha256:${scope}` });
  expect(answer.status).toBe(200);
  const notes = async () =>
    Object.values(await listBuckets(world.s3))
      .flat()
      .filter((key) => key.startsWith('erasures/'));
  await expect.poll(async () => (await notes()).length).toBe(3);
  expect((await notes()).join()).not.toContain(scope);
  // A deletion notes its end as its last step.
  const artifacts = artifactStore(world.s3);
  await noteErasure(artifacts, {
    organizationId: other.organizationId,
    erased: 'organization',
    requestedAt: new Date(),
  });

  await admin(fresh.databaseUrl, 'restore', backup);
  const { stdout, stderr } = await admin(fresh.databaseUrl, 'replay-erasures');
  expect(stderr).toContain('Of 2 notes 1 organizations are deleted and 1 erasures done once more');
  expect(stdout.trim().split('\n').toSorted()).toEqual(
    [`${tenant.organizationId} a document`, `${other.organizationId} all of it`].toSorted(),
  );
  // Notes that exist are not written again.
  expect((await admin(fresh.databaseUrl, 'replay-erasures')).stdout).toBe('');

  const restored = await startService({ ...inject('parts'), databaseUrl: fresh.databaseUrl, s3: world.s3 });
  const certify = certifier({ key: newKey(), publicUrl: PUBLIC_URL });
  await restored.workHere({ data: { sealer: api.sealer, certify, publicUrl: PUBLIC_URL } });
  const sweep = () => restored.client.schedule.getHandle('sched-data-sweep').trigger();
  const state = async (submissionId: string) => {
    await sweep();
    const sql = 'select erased_at is not null as erased from submission where id = ?';
    return (await restored.database.system().execute<{ erased: boolean }[]>(sql, [submissionId]))[0]?.erased;
  };
  await expect.poll(() => state(gone.submissionId), { interval: 3_000 }).toBe(true);
  expect(await state(kept.submissionId)).toBe(false);
  const deletion = restored.client.workflow.getHandle(deletionWorkflowId(other.organizationId));
  const begun = async () => {
    await sweep();
    return deletion.describe().then(
      ({ status }) => status.name,
      () => 'none',
    );
  };
  await expect.poll(begun, { interval: 1_000 }).not.toBe('none');
  await deletion.terminate('the test has seen enough').catch(() => undefined);
  await restored.close();
});
