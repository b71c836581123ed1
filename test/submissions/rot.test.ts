/**
 * Tests damaged bytes on the store's disk. MinIO checks its reads and always rejects such an object as busy. The
 * service makes an artifact again, and accepts an original once more from its sender.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minioServer } from '#dev/parts/minio.ts';
import { type RunningProcess, startServer } from '#dev/process.ts';
import { builtMinio } from '#test/support/minio.ts';
import { type Api, pdfSaying, problemOf, sha256, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { artifactKey, originalKey } from '#test/support/object-keys.ts';

const REGION = 'eu-central-1';
const PREFIX = 'rot-';

let dir: string;
let server: RunningProcess;
let api: Api;
let tenant: Tenant;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fixpoint-rot-'));
  const keys = { accessKey: randomBytes(10).toString('hex'), secretKey: randomBytes(20).toString('hex') };
  const binary = await builtMinio();
  const { service, endpoint } = await minioServer({ binary, dir, ...keys, logFile: join(dir, 'log') });
  server = await startServer(service);
  api = await startApi({ s3: { endpoint, ...keys, links: keys, bucketPrefix: PREFIX } });
  await api.artifacts.ensureBuckets();
  tenant = await api.newTenant();
});
afterAll(async () => {
  await api.close();
  await server.stop(5_000);
  await rm(dir, { recursive: true });
});

/** Changes one bit in the last part of its file, because small objects are stored beside their metadata. */
function rot(key: string): void {
  const folder = join(dir, 'data', PREFIX + REGION, key);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const file = join(folder, files.find((name) => name.endsWith('part.1')) ?? 'xl.meta');
  const bytes = readFileSync(file);
  const at = bytes.length - 100;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(file, bytes);
}

test('an artifact whose bytes have rotted is a 503, and its restoration; put once more it is whole', async () => {
  const { normalized } = await submissionOf(await api.postForm(pdfSaying('rots'), tenant));
  const hash = normalized?.sha256 ?? '';
  const bytes = Buffer.from(await api.artifacts.getBytes(REGION, artifactKey(tenant.organizationId, hash)));
  rot(artifactKey(tenant.organizationId, hash));
  const answer = await api.get(`/api/artifacts/${hash}`, tenant);
  expect(await problemOf(answer)).toMatchObject({ status: 503, code: 'service_unavailable' });
  expect(api.runner.restorations()).toContainEqual({
    region: REGION,
    folder: tenant.organizationId,
    sha256: hash,
  });
  await api.artifacts.replace(REGION, artifactKey(tenant.organizationId, hash), bytes, 'application/pdf');
  expect((await api.get(`/api/artifacts/${hash}`, tenant)).status).toBe(200);
});

test('a large one that has rotted in its last piece is told from a lost connection', async () => {
  const bytes = randomBytes(5 * 1024 * 1024);
  const key = artifactKey(tenant.organizationId, sha256(bytes));
  await api.artifacts.putBytes(REGION, key, bytes, 'application/pdf');
  rot(key);
  await expect(api.artifacts.getBytes(REGION, key)).rejects.toMatchObject({ name: 'ObjectCorrupt' });
});

test('an original that has rotted is put again when its document is sent again', async () => {
  const pdf = pdfSaying('an original that rots');
  await submissionOf(await api.postForm(pdf, tenant));
  const key = originalKey(tenant.organizationId, sha256(pdf));
  rot(key);
  await expect(api.artifacts.getBytes(REGION, key)).rejects.toMatchObject({ name: 'ObjectCorrupt' });
  await submissionOf(await api.postForm(pdf, tenant));
  expect(sha256(await api.artifacts.getBytes(REGION, key))).toBe(sha256(pdf));
});

test('a store that is away is no rot', async () => {
  const { normalized } = await submissionOf(await api.postForm(pdfSaying('away'), tenant));
  const hash = normalized?.sha256 ?? '';
  const before = api.runner.restorations().length;
  await server.stop(5_000);
  expect((await api.get(`/api/artifacts/${hash}`, tenant)).status).toBe(503);
  expect(api.runner.restorations()).toHaveLength(before);
});
