/** A drill: a second service is restored from a backup, and Temporal has lost all running work. */
import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrateDatabase, connectDatabase } from '#store/orm.ts';
import { readAllRows } from '#store/database/backup.ts';
import { artifactStore } from '#store/objects/artifacts.ts';
import { auditStore } from '#store/objects/store-audit.ts';
import { type Api, pdfSaying, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { type DatabaseUrls, dropDatabase, emptyDatabase } from '#test/support/own-database.ts';
import { fakeDocument } from '#test/support/parsers/fake-engine.ts';
import { runAdmin } from '#test/support/programs.ts';
import { startService } from '#test/support/service.ts';
import { separateNewObjects, shareAllObjects } from '#test/support/shared-layout.ts';

const bucket = (name: string) => ({
  ...inject('parts').s3,
  bucketPrefix: `${name}-${randomBytes(4).toString('hex')}-`,
});
const before = { s3: bucket('before'), databaseUrl: inject('parts').databaseUrl };
const after = { s3: bucket('after'), databaseUrl: '' };

let api: Api;
let tenant: Tenant;
let folder: string;
let fresh: DatabaseUrls;

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'fixpoint-backup-')), 'backup');
  api = await startApi({ s3: before.s3 });
  await api.artifacts.ensureBuckets();
  tenant = await api.newTenant();
  fresh = await emptyDatabase(inject('parts'));
  await migrateDatabase(fresh.databaseOwnerUrl);
  after.databaseUrl = fresh.databaseUrl;
  await artifactStore(after.s3).ensureBuckets();
});
afterAll(async () => {
  await api.close();
  await dropDatabase(fresh);
  await rm(join(folder, '..'), { recursive: true });
});

async function allRows(databaseUrl: string): Promise<string[]> {
  const database = await connectDatabase(databaseUrl);
  const found: string[] = [];
  await readAllRows(database, async ({ table, lines }) => {
    for await (const line of lines) found.push(`${table} ${line}`);
  });
  await database.close();
  return found.toSorted();
}

let pending: Awaited<ReturnType<typeof submissionOf>>;
let finished: Awaited<ReturnType<typeof submissionOf>>;

test('a backup has every row and every object, for nobody else to read', async () => {
  const metadata = { metadata: JSON.stringify({ words: 'lines\u2028and\nends "quoted" \\ ü' }) };
  finished = await submissionOf(await api.postForm(pdfSaying('kept'), tenant, metadata));
  // Its objects are in the layout of earlier versions, and later ones are not.
  await shareAllObjects(api.database, api.artifacts);
  await separateNewObjects(api.database);
  await api.newMember(tenant);
  // The document was admitted, and its workflow never started.
  const temporal = { ...api.runner, startSubmission: () => Promise.reject(new Error('Temporal is away.')) };
  const alone = await startApi({ s3: before.s3, temporal });
  const document = fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: '%PDF-1.7 under way' });
  pending = await submissionOf(await alone.postForm(document, tenant, {}, { Prefer: 'respond-async' }));
  await alone.close();
  expect(pending.status).toBe('PENDING');
  const { code, stderr } = await runAdmin(before, 'backup', folder, '--objects');
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/^\d+ rows and 3 objects in /m) });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  for (const name of await readdir(join(folder, 'tables'))) {
    expect((await stat(join(folder, 'tables', name))).mode & 0o777).toBe(0o600);
  }
  expect((await runAdmin(before, 'backup', folder)).stderr).toContain('is not empty');
});

test('a backup that is not whole, or does not fit, is refused before anything is written', async () => {
  expect(await runAdmin(after, 'restore', join(folder, 'tables'))).toMatchObject({ code: 2 });
  expect(await runAdmin(before, 'restore', folder)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/not empty/),
  });
  const table = join(folder, 'tables', 'organization.ndjson');
  const rows = await readFile(table, 'utf8');
  await appendFile(table, '{}\n');
  expect((await runAdmin(after, 'restore', folder)).stderr).toContain('The rows of organization are not those');
  await writeFile(table, rows);
  const [objects, aside] = [join(folder, 'objects'), join(folder, '..', 'objects')];
  await rename(objects, aside);
  expect((await runAdmin(after, 'restore', folder)).stderr).toContain('Of 3 objects of the backup 0 are there.');
  await rename(aside, objects);
  expect(await allRows(after.databaseUrl)).toEqual([]);
});

test('a service of the backup has the same rows and objects, and ends what was under way', async () => {
  const rows = await allRows(before.databaseUrl);
  const { code, stderr } = await runAdmin(after, 'restore', folder);
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^\d+ rows as of .* and 3 objects/m),
  });
  expect(await allRows(after.databaseUrl)).toEqual(rows);

  // A Temporal with a new namespace, which knows no workflow.
  const restored = await startService({ ...inject('parts'), ...after });
  await restored.workHere({ artifacts: artifactStore(after.s3) });
  const swept = async () => {
    await restored.client.schedule.getHandle('sched-start-sweep').trigger();
    return (await restored.submissions.find(tenant.organizationId, pending.submissionId))?.status;
  };
  await expect.poll(swept, { interval: 2_000 }).toBe('SUCCESS');
  const flaws = auditStore(restored.database, restored.artifacts, { quick: false });
  expect(await Array.fromAsync(flaws)).toEqual([]);
  await restored.close();

  const again = await startApi({ databaseUrl: after.databaseUrl, s3: after.s3 });
  const found = await submissionOf(await again.get(`/api/submissions/${finished.submissionId}`, tenant));
  expect(found.normalized?.sha256).toBe(finished.normalized?.sha256);
  expect(found.metadata).toEqual(finished.metadata);
  expect((await again.get(`/api/artifacts/${finished.normalized?.sha256}`, tenant)).status).toBe(200);
  await again.close();
});
