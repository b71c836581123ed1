/**
 * The contract of an object store (`docs/operate/object-store.md`). Each store that the service supports has a test file:
 * SeaweedFS in `object-store.test.ts`, MinIO in `minio.test.ts`, the Versity S3 Gateway in `object-store.nightly.test.ts`.
 */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REGIONS } from '#domain/region.ts';
import { minioServer } from '#dev/parts/minio.ts';
import { type RunningProcess, startServer } from '#dev/process.ts';
import { seaweedfsServer } from '#dev/parts/seaweedfs.ts';
import { resolveTool } from '#dev/parts/tools.ts';
import { versitygwServer } from '#dev/parts/versitygw.ts';
import { type ArtifactStore, artifactStore, type S3Config } from '#store/objects/artifacts.ts';
import { excessPrivileges } from '#store/objects/least-privilege.ts';
import { builtMinio } from '#test/support/minio.ts';
import { createMinioUsers } from '#store/objects/minio-users.ts';
import { connectS3 } from '#store/objects/s3-client.ts';

interface Started {
  readonly config: S3Config;
  stop(): Promise<void>;
}

export const REGION = 'us-east-2';
const MIB = 1024 * 1024;

export async function startMinio(): Promise<Started> {
  const binary = await builtMinio();
  const dir = await mkdtemp(join(tmpdir(), 'fixpoint-minio-'));
  const [root, service, links] = [newKey('root'), newKey('service'), newKey('links')];
  const server = await minioServer({ ...root, binary, dir, logFile: join(dir, 'log') });
  const running = await startServer(server.service);
  await createMinioUsers(server.endpoint, root, { service, links, buckets: ['fixpoint-*'] });
  const config = { endpoint: server.endpoint, bucketPrefix: 'fixpoint-', ...service, links };
  return { config, stop: () => stopAndRemove(running, dir) };
}

export async function startSeaweedfs(): Promise<Started> {
  const { running, config, dir } = await ownSeaweedfs();
  return { config, stop: () => stopAndRemove(running, dir) };
}

export async function ownSeaweedfs() {
  const binary = await resolveTool('seaweedfs', () => undefined);
  const dir = await mkdtemp(join(tmpdir(), 'fixpoint-seaweedfs-'));
  const [service, links] = [newKey('service'), newKey('links')];
  const options = { service, links, buckets: ['fixpoint-*'], binary, dir, logFile: join(dir, 'log') };
  const server = await seaweedfsServer(options);
  const running = await startServer(server.service);
  const config: S3Config = { endpoint: server.endpoint, bucketPrefix: 'fixpoint-', ...service, links };
  return { running, config, dir, args: server.service.args };
}

export async function stopAndRemove(running: RunningProcess, dir: string): Promise<void> {
  await running.stop(5_000);
  await rm(dir, { recursive: true });
}

/** A gateway whose buckets, users and policies follow the page. */
export async function startVersity(): Promise<Started> {
  const binary = await resolveTool('versitygw', () => undefined);
  const dir = await mkdtemp(join(tmpdir(), 'fixpoint-versity-'));
  const [root, service, links] = [newKey('root'), newKey('service'), newKey('links')];
  const server = await versitygwServer({ ...root, binary, dir, logFile: join(dir, 'log') });
  const running = await startServer(server.service);
  const config = { endpoint: server.endpoint, bucketPrefix: 'fixpoint-', ...service, links };
  const admin = (...args: readonly string[]) =>
    promisify(execFile)(binary, [
      'admin',
      '-a',
      root.accessKey,
      '-s',
      root.secretKey,
      '--er',
      server.endpoint,
      ...args,
    ]);
  for (const { accessKey, secretKey } of [service, links]) {
    await admin('create-user', '--access', accessKey, '--secret', secretKey, '--role', 'user');
  }
  const administrator = connectS3({ endpoint: server.endpoint, ...root });
  for (const region of REGIONS) {
    const bucket = config.bucketPrefix + region;
    await admin('create-bucket', '--owner', service.accessKey, '--bucket', bucket);
    await administrator.setBucketPolicy(bucket, await printedPolicy(region, config));
  }
  return { config, stop: () => stopAndRemove(running, dir) };
}

async function printedPolicy(region: string, { accessKey, links, bucketPrefix }: S3Config): Promise<string> {
  const keys = { S3_ACCESS_KEY: accessKey, S3_LINK_ACCESS_KEY: links.accessKey, S3_BUCKET_PREFIX: bucketPrefix };
  const env = { ...process.env, ...keys };
  return (await promisify(execFile)(process.execPath, ['src/cli.ts', 'bucket-policy', region], { env })).stdout;
}

function newKey(name: string) {
  return { accessKey: `${name}-${randomBytes(4).toString('hex')}`, secretKey: randomBytes(16).toString('hex') };
}

/** Declares the tests of one store. */
export function testObjectStore(start: () => Promise<Started>): void {
  let started: Started;
  let store: ArtifactStore;

  beforeAll(async () => {
    started = await start();
    store = artifactStore(started.config);
    await store.ensureBuckets();
  });
  afterAll(() => started.stop());

  const bytes = randomBytes(3 * MIB);
  const content = { sha256: sha256(bytes), sizeBytes: bytes.length };
  const key = `artifacts/te/${content.sha256}.pdf`;
  const put = () => store.putBytes(REGION, key, bytes, 'application/pdf');
  const client = () => connectS3(started.config);
  const bucket = () => started.config.bucketPrefix + REGION;

  test('has a bucket a region, and is ready', async () => {
    await expect(store.ready()).resolves.toBeUndefined();
  });

  test('gives back what was put, whole and in part', async () => {
    await put();
    expect(await store.stat(REGION, key)).toEqual({ sizeBytes: bytes.length });
    expect(sha256(await store.getBytes(REGION, key))).toBe(content.sha256);
    const part = await store.read(REGION, key, content, { first: 1_000_000, last: 1_000_009 });
    expect(Buffer.concat(await part.toArray())).toEqual(bytes.subarray(1_000_000, 1_000_010));
  });

  test('keeps the SHA-256 of an object, so that what is there is not sent again', async () => {
    await put();
    const { metaData, lastModified } = await client().statObject(bucket(), key);
    expect(metaData).toBeDefined();
    await put();
    expect((await client().statObject(bucket(), key)).lastModified).toEqual(lastModified);
    const head = await client().makeRequestAsync(
      { method: 'HEAD', bucketName: bucket(), objectName: key, headers: { 'x-amz-checksum-mode': 'ENABLED' } },
      '',
      [200],
    );
    expect(head.headers['x-amz-checksum-sha256']).toBe(Buffer.from(content.sha256, 'hex').toString('base64'));
  });

  test('refuses an object that does not have the SHA-256 it is sent with', async () => {
    const wrong = Buffer.alloc(32).toString('base64');
    const headers = { 'content-length': 3, 'x-amz-checksum-sha256': wrong };
    const request = { method: 'PUT', bucketName: bucket(), objectName: 'artifacts/wrong', headers };
    const body = Buffer.from('abc');
    const upload = client().makeRequestStreamAsync(request, body, sha256(body), [200], '');
    await expect(upload).rejects.toMatchObject({ code: expect.stringMatching(/Checksum|BadDigest/) });
    expect(await store.stat(REGION, 'artifacts/wrong')).toBeNull();
  });

  test('says what is not there, and removes it without complaint', async () => {
    const absent = `artifacts/no/${randomBytes(8).toString('hex')}.pdf`;
    expect(await store.stat(REGION, absent)).toBeNull();
    await expect(store.getBytes(REGION, absent)).rejects.toMatchObject({ code: 'NoSuchKey' });
    await store.remove(REGION, absent);
  });

  test('takes a file, and an archive of unknown length in parts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fixpoint-object-'));
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    await store.putFile(REGION, 'originals/fi/file.pdf', { path, ...content }, 'application/pdf');
    expect(sha256(await store.getBytes(REGION, 'originals/fi/file.pdf'))).toBe(content.sha256);
    await rm(folder, { recursive: true });

    const archive = 'exports/organization/archive.zip';
    expect(await store.putStream(REGION, archive, parts(20), 'application/zip')).toBe(20 * MIB);
    expect((await store.getBytes(REGION, archive)).length).toBe(20 * MIB);
  });

  test('has nothing of an archive that broke off', async () => {
    const archive = 'exports/organization/broken.zip';
    const broken = store.putStream(REGION, archive, parts(20, 12), 'application/zip');
    await expect(broken).rejects.toThrow('broken off');
    expect(await store.stat(REGION, archive)).toBeNull();
  });

  test('purges an object with its uploads', async () => {
    const archive = 'exports/organization/purged.zip';
    await store.putStream(REGION, archive, parts(1), 'application/zip');
    await client().initiateNewMultipartUpload(bucket(), archive, {});
    await store.purge(REGION, archive);
    expect(await store.stat(REGION, archive)).toBeNull();
    expect(await client().findUploadId(bucket(), archive)).toBeUndefined();
  });

  test('removes what was left under tmp/, and what is newer stays', async () => {
    const left = 'tmp/compare/left/report';
    await store.putBytes(REGION, left, Buffer.from('left'), 'application/json');
    expect(await store.removeTemporary(new Date(Date.now() - 3_600_000))).toBe(0);
    expect(await store.stat(REGION, left)).toEqual({ sizeBytes: 4 });
    expect(await store.removeTemporary(new Date(Date.now() + 3_600_000))).toBeGreaterThan(0);
    expect(await store.stat(REGION, left)).toBeNull();
  });

  test('serves a link with the name and the type that it was signed with, and no other', async () => {
    await put();
    const link = await store.presignedGet(REGION, key, 60, 'a name.pdf');
    const response = await fetch(link);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="a name.pdf"');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(content.sha256);
    expect((await fetch(link.replace('a%20name', 'another'))).status).toBe(403);
    expect((await fetch(link, { method: 'PUT', body: 'evil' })).status).toBe(403);
  });

  test('gives neither key more than it is for', async () => {
    expect(await excessPrivileges(started.config)).toEqual([]);
    const elsewhere = connectS3({ endpoint: started.config.endpoint, ...started.config.links });
    await expect(elsewhere.putObject(bucket(), key, 'evil')).rejects.toMatchObject({ code: 'AccessDenied' });
  });
}

/** Ends after `until` parts if it is given. */
async function* parts(count: number, until = count): AsyncGenerator<Buffer> {
  for (let index = 0; index < until; index++) yield Buffer.alloc(MIB, index);
  if (until < count) throw new Error('broken off');
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
