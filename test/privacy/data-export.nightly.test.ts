/**
 * Tests exports on real parts: a thousand documents in one archive that other programs can read, and a worker that dies
 * during the export.
 */
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { exportWorkflowId } from '#domain/privacy/data-export.ts';
import { exportKey } from '#store/objects/artifacts.ts';
import { bytesOf, type Person, type Tenant } from '#test/support/api.ts';
import { type Bag, readBag, textOf } from '#test/support/builders/bag.ts';
import { addDocument, addDocuments, type DocumentRequest, REGION } from '#test/support/builders/documents.ts';
import { ownFolder } from '#test/support/folder.ts';
import { type DataWorld, startDataWorld } from '#test/support/privacy.ts';
import { artifactKey, originalKey } from '#test/support/object-keys.ts';

const SOON = { interval: 100 };
const PATIENT = 480_000;
const DOCUMENTS = 1_000;
const SIZE = 100_000;
/** The bytes of memory that an export of any size may need. */
const LIMIT = 100e6;

let world: DataWorld;
let tenant: Tenant;
let owner: Person;

beforeAll(async () => {
  world = await startDataWorld();
  ({ tenant, owner } = await world.newOwner());
  await addDocuments(world.api, tenant.organizationId, DOCUMENTS, SIZE);
}, PATIENT);
afterAll(() => world.close(), PATIENT);

const SECRETS_KEY = randomBytes(32).toString('base64');
const call = (method: string, path: string, by: Person = owner) =>
  world.api.portal(method, `/api/portal/data-export${path}`, by);
const json = async (response: Response) => JSON.parse(await response.text());
const statusOf = async (id: string, by: Person = owner): Promise<string> =>
  (await json(await call('GET', `/${id}/status`, by))).status;

async function request(by: Person = owner): Promise<string> {
  const answer = await call('POST', '', by);
  expect(answer.status).toBe(202);
  return (await json(answer)).exportId;
}

async function download(id: string, by: Person = owner): Promise<Buffer> {
  const answer = await fetch(`${world.api.url}/api/portal/data-export/${id}/download`, {
    headers: { Authorization: `Bearer ${by.token}` },
    redirect: 'manual',
  });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await answer.text()).toBe('');
  const archive = await fetch(answer.headers.get('location') ?? '');
  expect(archive.headers.get('content-type')).toBe('application/zip');
  expect(archive.headers.get('content-disposition')).toBe(`attachment; filename="fixpoint-export-${id}.zip"`);
  return bytesOf(archive);
}

/** The resident memory of the worker in bytes: now, and the peak since `forgetPeak`. */
function residentOf({ pid }: ChildProcess): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}

/** Collects garbage first, because an export could use its memory without a visible growth. */
async function forgetPeak(worker: ChildProcess): Promise<void> {
  if (!worker.stdout) throw new Error('The worker cannot be heard.');
  const collected = once(worker.stdout, 'data');
  worker.kill('SIGUSR2');
  await collected;
  writeFileSync(`/proc/${worker.pid}/clear_refs`, '5'); // proc(5)
}

/** Requests an export and returns the growth of the worker during it. */
async function exportedBy(worker: ChildProcess) {
  await forgetPeak(worker);
  const before = residentOf(worker).now;
  const id = await request();
  expect(await request()).toBe(id);
  await expect.poll(() => statusOf(id), SOON).toBe('completed');
  return { id, before, extra: residentOf(worker).peak - before };
}

function count(bag: Bag, folder: string): number {
  return [...bag.keys()].filter((name) => name.startsWith(`data/${folder}/`)).length;
}

test(
  'a thousand documents are exported with less than 100 MB of resident memory, into a bag that validates',
  async () => {
    const worker = await world.service.workElsewhere({ secretsKey: SECRETS_KEY });
    const fresh = residentOf(worker).now;
    // A small export first, because the memory for code is not part of this test.
    const small = await world.newOwner();
    await addDocuments(world.api, small.tenant.organizationId, 100, SIZE);
    const smallId = await request(small.owner);
    await expect.poll(() => statusOf(smallId, small.owner), SOON).toBe('completed');
    const first = await exportedBy(worker);
    // A busy machine may not have collected its garbage. A second export shows the real need.
    const { id, extra, before } = first.extra < LIMIT ? first : await exportedBy(worker);
    const zip = await download(id);
    expect((await json(await call('GET', `/${id}/status`))).sha256).toBe(
      createHash('sha256').update(zip).digest('hex'),
    );
    const figures = [zip.length, extra, before, fresh].map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`);
    const [archived, grown, warm, cold] = figures;
    console.info(
      `export of ${DOCUMENTS} documents, ${archived}: ${grown} above the ${warm} of the idle worker (fresh: ${cold})`,
    );
    expect(zip.length).toBeGreaterThan(2 * DOCUMENTS * SIZE);
    expect(extra).toBeLessThan(LIMIT);
    worker.kill('SIGKILL');
    await once(worker, 'exit');

    validate(zip);
    const bag = readBag(zip);
    for (const folder of ['reports', 'attestations', 'artifacts', 'originals'])
      expect(count(bag, folder)).toBe(DOCUMENTS);
    expect(textOf(bag, 'data/submissions.ndjson').trim().split('\n')).toHaveLength(DOCUMENTS);
    expect(JSON.parse(textOf(bag, 'data/organization.json'))).toMatchObject({
      id: tenant.organizationId,
      planTier: 'growth',
    });
    expect(JSON.parse(textOf(bag, 'data/users.json'))).toMatchObject([
      { id: owner.id, email: owner.email, role: 'owner' },
    ]);
    const [key] = JSON.parse(textOf(bag, 'data/api-keys.json'));
    expect(key).toMatchObject({ keyPrefix: tenant.key.slice(0, 10) });
    expect(textOf(bag, 'data/usage.csv')).toMatch(/^startsAt,endsAt,used,.*\r\n.*,1000,0,1000,0,0,1000\r\n$/);
    expect(textOf(bag, 'data/audit.ndjson')).toContain('"export.requested"');
    const texts = [...bag].filter(([name]) => !name.endsWith('.pdf')).map(([, content]) => content.toString());
    const stored = `select m.password_hash as password, k.key_sha256 as key from member m, api_key k
      where m.id = ? and k.organization_id = ?`;
    const [secrets = expect.fail('neither member nor key')] = await world.api.database
      .system()
      .execute<{ password: string; key: string }[]>(stored, [owner.id, tenant.organizationId]);
    for (const secret of [tenant.key, secrets.password, secrets.key]) {
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    }
  },
  PATIENT,
);

/** The validator of the Library of Congress, if Python has it. The reader of these tests decides in any case. */
function validate(zip: Buffer): void {
  if (spawnSync('python3', ['-c', 'import bagit']).status !== 0) {
    console.info('validated by the verifier of test/support/builders/bag.ts: this python3 has no bagit');
    return;
  }
  const folder = ownFolder(onTestFinished);
  writeFileSync(join(folder, 'bag.zip'), zip);
  execFileSync('python3', ['-m', 'zipfile', '-e', 'bag.zip', 'out'], { cwd: folder });
  expect(readdirSync(folder).toSorted()).toEqual(['bag.zip', 'out']);
  const [bag = ''] = readdirSync(join(folder, 'out'));
  const { status, stderr } = spawnSync('python3', ['-m', 'bagit', '--validate', join(folder, 'out', bag)], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining('is valid') });
  console.info('validated by bagit-python and by the verifier of test/support/builders/bag.ts');
}

test(
  'an export whose worker is killed begins anew in another one; nothing is left of the first',
  async () => {
    const first = await world.service.workElsewhere({ secretsKey: SECRETS_KEY });
    const id = await request();
    const underWay = async () => {
      const { raw } = await world.service.client.workflow.getHandle(exportWorkflowId(id)).describe();
      return raw.pendingActivities?.some(({ lastHeartbeatTime }) => lastHeartbeatTime) ?? false;
    };
    await expect.poll(underWay, { ...SOON, interval: 10 }).toBe(true);
    const exited = once(first, 'exit');
    first.kill('SIGKILL');
    await exited;
    expect(await statusOf(id)).toBe('pending');
    expect(await world.api.artifacts.stat(REGION, exportKey(tenant.organizationId, id))).toBeNull();
    const second = await world.service.workElsewhere({ secretsKey: SECRETS_KEY });
    await expect.poll(() => statusOf(id), SOON).toBe('completed');
    const bag = readBag(await download(id));
    expect([count(bag, 'artifacts'), bag.has('data/problems.ndjson')]).toEqual([DOCUMENTS, false]);
    second.kill('SIGKILL');
  },
  PATIENT,
);

test(
  'an object that is lost or damaged in the store is left out and told of; the rest is exported',
  async () => {
    const other = await world.newOwner();
    const add = (requested?: DocumentRequest) => addDocument(world.api, other.tenant.organizationId, requested);
    const [lost, damaged, short, whole] = [await add(), await add(), await add(), await add()];
    await world.api.artifacts.remove(REGION, originalKey(other.tenant.organizationId, lost.originalSha256));
    // Bytes of the same length, and shorter ones: both contradict the key.
    await overwrite(
      artifactKey(other.tenant.organizationId, damaged.normalizedSha256),
      Buffer.alloc(damaged.normalized.length, 'x'),
    );
    await overwrite(artifactKey(other.tenant.organizationId, short.normalizedSha256), short.normalized.subarray(0, 10));
    const twice = await add({ words: 'twice' });
    await add({ words: 'twice', region: 'us-east-2' });
    await overwrite(
      artifactKey(other.tenant.organizationId, twice.normalizedSha256),
      Buffer.from('damaged in one region'),
    );
    const worker = await world.service.workElsewhere({ secretsKey: SECRETS_KEY });
    const id = await request(other.owner);
    await expect.poll(() => statusOf(id, other.owner), SOON).toBe('completed');
    worker.kill('SIGKILL');

    const zip = await download(id, other.owner);
    validate(zip);
    const bag = readBag(zip);
    const problems = [
      { file: `data/artifacts/${damaged.normalizedSha256}.pdf`, problem: 'damaged' },
      { file: `data/artifacts/${short.normalizedSha256}.pdf`, problem: 'damaged' },
      { file: `data/originals/${lost.originalSha256}.pdf`, problem: 'missing' },
    ];
    const lines = textOf(bag, 'data/problems.ndjson').trimEnd().split('\n');
    expect(lines.toSorted()).toEqual(problems.map((problem) => JSON.stringify(problem)).toSorted());
    for (const { file } of problems) expect(bag.has(file)).toBe(false);
    expect([count(bag, 'artifacts'), count(bag, 'originals')]).toEqual([3, 4]);
    for (const { normalizedSha256, normalized } of [whole, twice]) {
      expect(bag.get(`data/artifacts/${normalizedSha256}.pdf`)).toEqual(normalized);
    }
    expect(textOf(bag, 'data/submissions.ndjson')).toContain(lost.submissionId);
  },
  PATIENT,
);

/** Bypasses the service, which does not replace an object with the same name and size. */
async function overwrite(key: string, bytes: Buffer): Promise<void> {
  await world.api.artifacts.remove(REGION, key);
  await world.api.artifacts.putBytes(REGION, key, bytes, 'application/pdf');
}
