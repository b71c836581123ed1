/** Tests the move out of the shared layout: killed half way, and repeated during uploads and reads. */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, inject, test } from 'vitest';
import { exportedObjects } from '#activities/privacy/export-objects.ts';
import { scratchFile } from '#src/export/scratch.ts';
import { exportContent } from '#store/privacy/export-content.ts';
import { OBJECT_KINDS, objectKey } from '#store/objects/object-key.ts';
import { moveObjects, type MoveStep, sharesObjects } from '#store/objects/move-objects.ts';
import { SharedLayoutEntity } from '#store/objects/references.ts';
import { endReference } from '#store/objects/release.ts';
import { auditStore } from '#store/objects/store-audit.ts';
import { retentionStore } from '#store/submissions/retention.ts';
import { bytesOf, pdfSaying, sha256, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { dangling, listBuckets } from '#test/support/buckets.ts';
import { PROGRAM_ENV } from '#test/support/program-env.ts';
import { storeSettings } from '#test/support/programs.ts';
import { shareAllObjects } from '#test/support/shared-layout.ts';
import { started } from '#test/support/started.ts';

const REGION = 'eu-central-1';
const parts = inject('parts');
const s3 = { ...parts.s3, bucketPrefix: `move-${randomUUID().slice(0, 8)}-` };

interface Sent {
  readonly tenant: Tenant;
  readonly submissionId: string;
  readonly output: string;
  readonly original: string;
}

let tenants: readonly [Tenant, Tenant];
/** Every second document belongs to both organizations. */
const sent: Sent[] = [];

const api = started(() => startApi({ s3 }));

beforeAll(async () => {
  await api.artifacts.ensureBuckets();
  tenants = [await api.newTenant(), await api.newTenant()];
  for (const tenant of tenants) {
    for (let index = 0; index < 6; index++) {
      sent.push(await send(tenant, index % 2 === 0 ? `of both ${index}` : `of ${tenant.organizationId} ${index}`));
    }
  }
  await shareAllObjects(api.database, api.artifacts);
});

async function send(tenant: Tenant, words: string): Promise<Sent> {
  const { submissionId, normalized, original } = await submissionOf(
    await api.postForm(pdfSaying(words), tenant, { region: REGION }),
  );
  return { tenant, submissionId, output: normalized?.sha256 ?? '', original: original.sha256 };
}

async function linkOf({ tenant, submissionId }: Sent): Promise<string> {
  return (await submissionOf(await api.get(`/api/submissions/${submissionId}`, tenant))).normalized?.downloadUrl ?? '';
}

/** Every access to the bytes: the artifact by its hash, the original, the link. */
async function expectReadable(documents: readonly Sent[]): Promise<void> {
  for (const document of documents) {
    const { tenant, submissionId, output, original } = document;
    expect(sha256(await bytesOf(await api.get(`/api/artifacts/${output}`, tenant)))).toBe(output);
    expect(sha256(await bytesOf(await api.get(`/api/submissions/${submissionId}/original`, tenant)))).toBe(original);
    expect(sha256(await bytesOf(await fetch(await linkOf(document))))).toBe(output);
    expect((await api.get(`/api/submissions/${submissionId}/evidence`, tenant)).status).toBe(200);
    expect(JSON.parse(await (await api.get(`/api/verify/${output}`, tenant)).text())).toMatchObject({ valid: true });
  }
}

/** The names of the organization's objects in the archive of an export. Each has the bytes of its name. */
async function exportedNames({ organizationId }: Tenant): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fixpoint-move-'));
  await using problems = await scratchFile(join(folder, 'problems'));
  const deps = { exportContent: exportContent(api.database), artifacts: api.artifacts, log: { warn: () => undefined } };
  const names: string[] = [];
  for (const kind of OBJECT_KINDS) {
    const path = join(folder, 'input.pdf');
    for await (const { name, content } of exportedObjects(deps, organizationId, kind, { path, problems })) {
      const hash = createHash('sha256');
      for await (const piece of content) hash.update(piece);
      expect(name).toBe(`${kind}s/${hash.digest('hex')}.pdf`);
      names.push(name);
    }
  }
  await rm(folder, { recursive: true });
  return names.toSorted();
}

function namesOf({ organizationId }: Tenant): string[] {
  const own = sent.filter(({ tenant }) => tenant.organizationId === organizationId);
  const names = own.flatMap(({ output, original }) => [`artifacts/${output}.pdf`, `originals/${original}.pdf`]);
  return [...new Set(names)].toSorted();
}

async function expectNoFlaw(): Promise<void> {
  expect(await Array.fromAsync(auditStore(api.database, api.artifacts, { quick: false }))).toEqual([]);
}

const keys = async () => (await listBuckets(s3))[REGION];
const isShared = (key: string) => /^(artifact|original)s\/[0-9a-f]{2}\//.test(key);

const moved = (untilLinksExpire = () => Promise.resolve()): Promise<MoveStep[]> =>
  Array.fromAsync(moveObjects(api.database, api.artifacts, { untilLinksExpire }));

test('an installation of the version before is read as it is, and a document sent again stays one object', async () => {
  expect((await keys()).every(isShared)).toBe(true);
  expect(await sharesObjects(api.database)).toBe(true);
  expect(await keys()).toHaveLength(2 * 9);
  await expectReadable(sent);
  await expectNoFlaw();
  for (const tenant of tenants) expect(await exportedNames(tenant)).toEqual(namesOf(tenant));
  await send(tenants[0], 'of both 0');
  expect(await keys()).toHaveLength(2 * 9);
});

test('a killed move leaves every document readable', async () => {
  const settings = { NODE_ENV: 'test', ...storeSettings({ ...parts, s3 }), TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const command = spawn(process.execPath, ['src/cli.ts', 'admin', 'move-objects'], {
    env: { ...PROGRAM_ENV, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(command, 'exit');
  for await (const line of createInterface({ input: command.stdout })) {
    expect(line).toMatch(/^moved {8}eu-central-1 (artifact|original)s\/[0-9a-f-]{36}\/[0-9a-f]{64}\.pdf$/);
    command.kill('SIGKILL');
  }
  await exited;
  expect((await keys()).filter(isShared)).toHaveLength(2 * 9);
  await expectReadable(sent);
  await expectNoFlaw();
});

test('run again under uploads it ends with every object in the folder of its organization', async () => {
  const links = await Promise.all(sent.map(linkOf));
  const over = new AbortController();
  const uploads = tenants.map(async (tenant, of) => {
    for (let index = 0; !over.signal.aborted; index++) {
      const again = index % 3 === 0 ? `of both ${index % 6}` : `while it moves ${of} ${index}`;
      sent.push(await send(tenant, again));
    }
  });
  const steps = await moved(async () => {
    // An old link leads to the bytes until it expires, and so does a call that reads the rows.
    for (const link of links) expect((await fetch(link)).status).toBe(200);
    await expectReadable(sent.slice(0, 4));
  });
  over.abort();
  await Promise.all(uploads);
  expect(steps.filter(({ kind }) => kind === 'removed')).toHaveLength(2 * 9);
  expect(await sharesObjects(api.database)).toBe(false);
  expect(steps.filter(({ kind }) => kind === 'missing' || kind === 'corrupt')).toEqual([]);
  expect((await keys()).filter(isShared)).toEqual([]);
  expect(await dangling(s3, api.database)).toEqual({ orphans: [], missing: [] });
  await expectReadable(sent);
  await expectNoFlaw();
  for (const tenant of tenants) expect(await exportedNames(tenant)).toEqual(namesOf(tenant));
  const dead = links.filter((link) => isShared(new URL(link).pathname.split('/').slice(2).join('/')));
  expect(dead.length).toBeGreaterThan(0);
  for (const link of dead) expect((await fetch(link)).status).toBe(404);
  expect(await moved(() => Promise.reject(new Error('There is nothing to wait for.')))).toEqual([]);
});

test('two organizations that send the same document have an object each', async () => {
  const [ours, theirs] = [await send(tenants[0], 'of both 2'), await send(tenants[1], 'of both 2')];
  expect(ours.output).toBe(theirs.output);
  const folders = (await keys()).filter((key) => key.includes(ours.output)).map((key) => key.split('/')[1]);
  expect(new Set(folders)).toEqual(new Set([ours, theirs].map(({ tenant }) => tenant.organizationId)));
});

test('an object that is missing or corrupt stays where it is, and is moved once it is whole', async () => {
  const [lost, rotten] = [await send(tenants[0], 'to be lost'), await send(tenants[1], 'to rot')];
  await shareAllObjects(api.database, api.artifacts);
  expect(await api.database.system().count(SharedLayoutEntity, {})).toBe(1);
  const [lostKey = '', rottenKey = ''] = [lost, rotten].map(({ output }) =>
    objectKey('artifact', { folder: null, sha256: output }),
  );
  const [lostBytes, rottenBytes] = [
    await api.artifacts.getBytes(REGION, lostKey),
    await api.artifacts.getBytes(REGION, rottenKey),
  ];
  await api.artifacts.remove(REGION, lostKey);
  await api.artifacts.replace(REGION, rottenKey, Buffer.from(rottenBytes).fill(0, 50, 60), 'application/pdf');
  const left = (await moved()).filter(({ kind }) => kind === 'missing' || kind === 'corrupt');
  expect(left.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'corrupt', region: REGION, key: rottenKey },
    { kind: 'missing', region: REGION, key: lostKey },
  ]);
  expect((await keys()).filter(isShared)).toEqual([rottenKey]);
  await api.artifacts.replace(REGION, lostKey, lostBytes, 'application/pdf');
  await api.artifacts.replace(REGION, rottenKey, rottenBytes, 'application/pdf');
  const steps = await moved();
  expect(steps.map(({ kind }) => kind).toSorted()).toEqual(['moved', 'moved', 'removed', 'removed']);
  await expectReadable([lost, rotten]);
  await expectNoFlaw();
});

test('an object that ends while the move waits for links goes from both layouts at once', async () => {
  const { output } = await send(tenants[0], 'ends in between');
  await shareAllObjects(api.database, api.artifacts);
  const stat = (folder: string | null) => api.artifacts.stat(REGION, objectKey('artifact', { folder, sha256: output }));
  await moved(async () => {
    expect(await stat(tenants[0].organizationId)).not.toBeNull();
    expect(await stat(null)).not.toBeNull();
    await api.database
      .system()
      .execute(`update artifact_ref set expires_at = now() - interval '2 hours' where sha256 = ?`, [output]);
    await retentionStore(api.database, api.artifacts).releaseObjects('artifact', 100);
    expect(await stat(tenants[0].organizationId)).toBeNull();
    expect(await stat(null)).toBeNull();
  });
});

test('a reference that was moved since it was read ends with its own object, and the object of others stays', async () => {
  const [first, second] = [await send(tenants[0], 'moved since'), await send(tenants[1], 'moved since')];
  await shareAllObjects(api.database, api.artifacts);
  const object = { region: REGION, sha256: first.original } as const;
  const keyIn = (folder: string | null) => objectKey('original', { folder, sha256: second.original });
  const { organizationId } = tenants[0];
  const bytes = await api.artifacts.getBytes(REGION, keyIn(null));
  await api.artifacts.putBytes(REGION, keyIn(organizationId), bytes, 'application/pdf');
  await api.database
    .system()
    .execute('update original_ref set folder = organization_id where organization_id = ? and sha256 = ?', [
      organizationId,
      first.original,
    ]);
  const stale = { ...object, organizationId, folder: null };
  const isRemoved = await api.database
    .system()
    .transactional((em) => endReference(em, api.artifacts, 'original', stale, { sql: 'true', values: [] }));
  expect(isRemoved).toBe(true);
  expect(await api.artifacts.stat(REGION, keyIn(organizationId))).toBeNull();
  expect(await api.artifacts.stat(REGION, keyIn(null))).not.toBeNull();
});
