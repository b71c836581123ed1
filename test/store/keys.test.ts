/**
 * Tests the rights of the store's keys at the real store. A download link shows the name of its key, and this MinIO
 * accepts an unsigned upload with the name of any key (CVE-2026-41145). So the key of links must not have the right to
 * upload.
 */
import { crc32 } from 'node:zlib';
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { REGIONS } from '#domain/region.ts';
import { anyFreePort } from '#dev/network.ts';
import { minioServer } from '#dev/parts/minio.ts';
import { startServer } from '#dev/process.ts';
import { builtMinio } from '#test/support/minio.ts';
import { artifactStore, type S3Config } from '#store/objects/artifacts.ts';
import { excessPrivileges } from '#store/objects/least-privilege.ts';
import { objectKey } from '#store/objects/object-key.ts';
import { createMinioUsers } from '#store/objects/minio-users.ts';
import type { S3Credentials } from '#store/objects/s3-client.ts';
import {
  type Api,
  bytesOf,
  pdfSaying,
  problemOf,
  sha256,
  startApi,
  submissionOf,
  type Tenant,
} from '#test/support/api.ts';
import { startMinio } from './object-store.ts';
import { PROGRAM_ENV } from '#test/support/program-env.ts';
import { runUntil } from '#test/support/programs.ts';
import { artifactKey, originalKey } from '#test/support/object-keys.ts';

const REGION = 'eu-central-1';
const EVIL = 'evil';

/** An upload in the form of an SDK over TLS, with any signature. */
async function uploadUnsigned(object: URL, accessKey: string): Promise<number> {
  const date = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const url = new URL(object.pathname, object);
  const signature = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKey}/${date.slice(0, 8)}/us-east-1/s3/aws4_request`,
    'X-Amz-Date': date,
    'X-Amz-Expires': '900',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': '0'.repeat(64),
  };
  for (const [name, value] of Object.entries(signature)) url.searchParams.set(name, value);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(EVIL));
  const answer = await fetch(url, {
    method: 'PUT',
    headers: {
      'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      'x-amz-date': date,
      'x-amz-decoded-content-length': String(EVIL.length),
      'Content-Encoding': 'aws-chunked',
      'x-amz-trailer': 'x-amz-checksum-crc32',
    },
    body: `${EVIL.length}\r\n${EVIL}\r\n0\r\nx-amz-checksum-crc32:${checksum.toString('base64')}\r\n\r\n`,
  });
  await answer.text();
  return answer.status;
}

function keyOf(link: URL): string {
  return link.searchParams.get('X-Amz-Credential')?.split('/')[0] ?? '';
}

/** MinIO writes for a key with the right to write, even without its secret, so the service must not show such a key. */
describe('a download link of MinIO', () => {
  let minio: Awaited<ReturnType<typeof startMinio>>;
  let api: Api;
  let tenant: Tenant;
  beforeAll(async () => {
    minio = await startMinio();
    api = await startApi({ s3: minio.config });
    await api.artifacts.ensureBuckets();
    tenant = await api.newTenant();
  });
  afterAll(async () => {
    await api.close();
    await minio.stop();
  });

  async function newLink(words: string) {
    const { normalized } = await submissionOf(await api.postForm(pdfSaying(words), tenant));
    return { link: new URL(normalized?.downloadUrl ?? ''), hash: normalized?.sha256 ?? '' };
  }

  test('shows no name in which anything can be overwritten', async () => {
    const { link, hash } = await newLink('not to be overwritten');
    const name = keyOf(link);
    expect([name, link.searchParams.get('X-Amz-Security-Token')]).toEqual([minio.config.links.accessKey, null]);
    expect(await uploadUnsigned(link, name)).toBe(403);
    const original = new URL(
      `/${minio.config.bucketPrefix}${REGION}/${originalKey(tenant.organizationId, hash)}`,
      link,
    );
    expect(await uploadUnsigned(original, name)).toBe(403);
    expect(sha256(await bytesOf(await fetch(link)))).toBe(hash);
    expect(sha256(await bytesOf(await api.get(`/api/artifacts/${hash}`, tenant)))).toBe(hash);
  });

  test('of a key that writes would be all that is needed: the store itself does not refuse', async () => {
    const { link, hash } = await newLink('overwritten');
    expect(await uploadUnsigned(link, minio.config.accessKey)).toBe(200);
    expect(String(await api.artifacts.getBytes(REGION, artifactKey(tenant.organizationId, hash)))).toBe(EVIL);
  });

  test('is of a key that cannot read originals or what is temporary, nor list what there is', async () => {
    const { endpoint, links, bucketPrefix } = minio.config;
    const reader = artifactStore({ endpoint, ...links, links, bucketPrefix });
    await api.artifacts.putBytes(REGION, 'tmp/secret', Buffer.from('secret'), 'text/plain');
    for (const key of ['tmp/secret', originalKey(tenant.organizationId, sha256(pdfSaying('not to be overwritten')))]) {
      await expect(reader.getBytes(REGION, key)).rejects.toMatchObject({ code: 'AccessDenied' });
    }
    const forged = await fetch(await reader.presignedGet(REGION, 'tmp/secret', 60, 'secret.txt'));
    expect(forged.status).toBe(403);
    await expect(reader.remove(REGION, 'tmp/secret')).rejects.toMatchObject({ code: 'AccessDenied' });
  });
});

describe('what is read was put there', () => {
  let api: Api;
  let tenant: Tenant;
  beforeAll(async () => {
    api = await startApi();
    tenant = await api.newTenant();
  });
  afterAll(() => api.close());

  /** A normalized document whose object in the store is replaced by these bytes. */
  async function damaged(words: string, damage: (bytes: Buffer) => Buffer) {
    const { normalized } = await submissionOf(await api.postForm(pdfSaying(words), tenant));
    const hash = normalized?.sha256 ?? '';
    const key = artifactKey(tenant.organizationId, hash);
    const bytes = Buffer.from(await api.artifacts.getBytes(REGION, key));
    await api.artifacts.replace(REGION, key, damage(Buffer.from(bytes)), 'application/pdf');
    return { hash, bytes, key };
  }

  const flipped = (bytes: Buffer) => {
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    return bytes;
  };

  test.each([
    ['other bytes of the same length', flipped],
    ['fewer bytes', (bytes: Buffer) => bytes.subarray(0, 100)],
    ['more bytes', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('%%EOF')])],
    ['nothing', () => Buffer.alloc(0)],
  ])(
    '%s in place of an artifact are a 503, for all of it and for a part, and its restoration',
    async (_what, damage) => {
      const { hash } = await damaged(`damaged ${_what}`, damage);
      for (const headers of [{}, { Range: 'bytes=0-9' }, { Range: 'bytes=-5' }]) {
        const answer = await api.get(`/api/artifacts/${hash}`, tenant, headers);
        expect(answer.headers.get('retry-after')).toBe('5');
        expect(await problemOf(answer)).toMatchObject({ status: 503, code: 'service_unavailable' });
      }
      expect(api.runner.restorations()).toContainEqual({
        region: REGION,
        folder: tenant.organizationId,
        sha256: hash,
      });
    },
  );

  test('a large one is broken off before its end', async () => {
    const bytes = randomBytes(3 * 1024 * 1024);
    const key = `artifacts/te/${sha256(bytes)}.pdf`;
    await api.artifacts.putBytes(REGION, key, flipped(Buffer.from(bytes)), 'application/pdf');
    const source = await api.artifacts.read(REGION, key, { sha256: sha256(bytes), sizeBytes: bytes.length });
    let received = 0;
    const reading = (async () => {
      for await (const chunk of source) received += Buffer.from(chunk).length;
    })();
    await expect(reading).rejects.toThrow('not what was put there');
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThan(bytes.length);
  });

  test('a range of an object without a checksum is given out when all of the object has been read', async () => {
    const bytes = Buffer.concat([Buffer.alloc(9 * 1024 * 1024, 'in parts, so without a checksum of the whole')]);
    const key = `artifacts/te/${sha256(bytes)}.pdf`;
    const content = { sha256: sha256(bytes), sizeBytes: bytes.length };
    const range = { first: 1_000_000, last: 2_999_999 };
    const part = async () => Buffer.concat(await (await api.artifacts.read(REGION, key, content, range)).toArray());
    const putInParts = (whole: Buffer) => api.artifacts.putStream(REGION, key, chunks(whole), 'application/pdf');
    await putInParts(bytes);
    expect((await part()).equals(bytes.subarray(range.first, range.last + 1))).toBe(true);
    const last = Buffer.from(bytes);
    last.writeUInt8(0, last.length - 1);
    await putInParts(last);
    await expect(part()).rejects.toThrow('not what was put there');
  });

  test('an organization gets the same document whole although the object of another one is damaged', async () => {
    const { hash, key } = await damaged('sent by two', flipped);
    const other = await api.newTenant();
    await submissionOf(await api.postForm(pdfSaying('sent by two'), other));
    expect(sha256(await bytesOf(await api.get(`/api/artifacts/${hash}`, other)))).toBe(hash);
    expect((await api.get(`/api/artifacts/${hash}`, tenant)).status).toBe(503);
    await submissionOf(await api.postForm(pdfSaying('sent by two'), tenant));
    expect(sha256(await bytesOf(await api.get(`/api/artifacts/${hash}`, tenant)))).toBe(hash);
    expect(sha256(await api.artifacts.getBytes(REGION, key))).toBe(hash);
  });

  test('an original that was overwritten is put again when it is sent again', async () => {
    const pdf = pdfSaying('an original');
    await api.postForm(pdf, tenant);
    const key = originalKey(tenant.organizationId, sha256(pdf));
    await api.artifacts.replace(REGION, key, flipped(Buffer.from(pdf)), 'application/pdf');
    await api.postForm(pdf, tenant);
    expect(sha256(await api.artifacts.getBytes(REGION, key))).toBe(sha256(pdf));
  });
});

function newKeyPem(): string {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

describe('the users of a MinIO', () => {
  let endpoint: string;
  let stop: () => Promise<void>;
  const user = () => ({ accessKey: randomBytes(10).toString('hex'), secretKey: randomBytes(20).toString('hex') });
  const [root, service, links] = [user(), user(), user()];
  const bucketPrefix = 'ours-';
  const buckets = REGIONS.map((region) => bucketPrefix + region);

  async function startStore() {
    const dir = await mkdtemp(join(tmpdir(), 'fixpoint-minio-'));
    const binary = await builtMinio();
    const server = await minioServer({ binary, dir, ...root, logFile: join(dir, 'log') });
    const running = await startServer(server.service);
    endpoint = server.endpoint;
    stop = async () => {
      await running.stop(5_000);
      await rm(dir, { recursive: true });
    };
  }

  beforeAll(async () => {
    await startStore();
    await createMinioUsers(endpoint, root, { service, links, buckets });
  });
  afterAll(() => stop());

  const config = (keys: S3Credentials, linkKeys: S3Credentials): S3Config => {
    return { endpoint, ...keys, links: linkKeys, bucketPrefix };
  };

  test('are made when the server has loaded those it knows: what it is told before, it forgets', async () => {
    // Before that, the server accepts policies and users but does not know its own policies.
    const servers = [0, 1, 2].map(async () => {
      const dir = await mkdtemp(join(tmpdir(), 'fixpoint-minio-'));
      const binary = await builtMinio();
      const { service: command, endpoint: at } = await minioServer({ binary, dir, ...root, logFile: join(dir, 'log') });
      // The start is not awaited, because the server does not answer at first.
      const running = await startServer({ ...command, answers: () => true });
      await createMinioUsers(at, root, { service, links, buckets });
      await artifactStore({ endpoint: at, ...service, links, bucketPrefix }).ensureBuckets();
      await running.stop(5_000);
      await rm(dir, { recursive: true });
    });
    await Promise.all(servers);
  });

  test('may do what they are for and nothing else; making them again changes nothing', async () => {
    await createMinioUsers(endpoint, root, { service, links, buckets });
    await createMinioUsers(endpoint, root, { service, links, buckets });
    const store = artifactStore(config(service, links));
    await store.ensureBuckets();
    for (const folder of [randomUUID(), null]) {
      const key = objectKey('artifact', { folder, sha256: sha256(Buffer.from('bytes')) });
      await store.putBytes(REGION, key, Buffer.from('bytes'), 'application/pdf');
      const link = await fetch(await store.presignedGet(REGION, key, 60, 'a.pdf'));
      expect(await link.text()).toBe('bytes');
      await store.purge(REGION, key);
    }
    expect(await excessPrivileges(config(service, links))).toEqual([]);
  });

  test('whatever is too much is told: of the administrator, of a key for both, of a reader of everything', async () => {
    const administrator = [
      'S3_ACCESS_KEY may administer the store.',
      'S3_ACCESS_KEY may make buckets of any name.',
      'S3_ACCESS_KEY may write into buckets that are not ours.',
    ];
    expect(await excessPrivileges(config(root, links))).toEqual(administrator);
    const both = [
      'S3_LINK_ACCESS_KEY may write artifacts.',
      'S3_LINK_ACCESS_KEY may read more than artifacts/ and exports/.',
    ];
    expect(await excessPrivileges(config(service, service))).toEqual(both);
    const [everything, reader] = [user(), user()];
    await createMinioUsers(endpoint, root, { service: everything, links: reader, buckets: ['*'] });
    // The policies have changed for all their users.
    expect(await excessPrivileges(config(everything, reader))).toEqual(administrator.slice(1));
  });

  /** Uses separate keys, since production accepts none from development. Null if it was still running. */
  async function startInProduction(
    entry: string,
    keys: S3Credentials,
    settings: Record<string, string> = {},
  ): Promise<{ status: number | null; said: string }> {
    const env = {
      ...PROGRAM_ENV,
      NODE_ENV: 'production',
      PORT: String(await anyFreePort()),
      DATABASE_URL: inject('parts').databaseUrl,
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY: keys.accessKey,
      S3_SECRET_KEY: keys.secretKey,
      S3_LINK_ACCESS_KEY: links.accessKey,
      S3_LINK_SECRET_KEY: links.secretKey,
      S3_BUCKET_PREFIX: bucketPrefix,
      SIGNING_KEY: newKeyPem(),
      ACCESS_TOKEN_KEY: newKeyPem(),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      // The isolation of parsers on this host is not part of the test.
      PARSER_ISOLATION: 'accept-network-access',
      ...settings,
    };
    return runUntil('"listening"', [process.execPath, entry], { env });
  }

  test('in production neither API nor worker starts as the administrator of the store', async () => {
    await createMinioUsers(endpoint, root, { service, links, buckets });
    for (const entry of ['api/main.ts', 'temporal/worker/main.ts']) {
      const { status, said } = await startInProduction(entry, root);
      expect(status).toBe(1);
      expect(said).toContain('S3_ACCESS_KEY may administer the store.');
    }
    const { status, said } = await startInProduction('api/main.ts', service);
    expect(said).not.toContain('may do too much');
    expect(status).toBeNull();
  });

  test('nor as the administrator or the owner of the database, unless that is accepted', async () => {
    await createMinioUsers(endpoint, root, { service, links, buckets });
    const { databaseAdministratorUrl, databaseOwnerUrl } = inject('parts');
    const superuser = { DATABASE_URL: databaseAdministratorUrl };
    for (const entry of ['api/main.ts', 'temporal/worker/main.ts']) {
      // Both keys are checked, and both are reported.
      const { status, said } = await startInProduction(entry, root, superuser);
      expect(status).toBe(1);
      expect(said).toContain('S3_ACCESS_KEY may administer the store.');
      expect(said).toContain(
        'DATABASE_URL logs in as a superuser, whom no policy binds. Make one of its own for the service, or accept that with ACCEPT_RISKS=database-login.',
      );
    }
    const owner = await startInProduction('api/main.ts', service, { DATABASE_URL: databaseOwnerUrl });
    expect(owner.status).toBe(1);
    expect(owner.said).toContain('The login of DATABASE_URL owns the database, or tables of it.');
    const accepted = { ...superuser, ACCEPT_RISKS: 'database-login' };
    const { status, said } = await startInProduction('api/main.ts', service, accepted);
    expect(status).toBeNull();
    expect(said).toMatch(/"level":"warn".*"risk":"database-login".*whom no policy binds/);
  });

  test('and neither starts where it is not said whether that is production, or with what is a risk there', async () => {
    for (const entry of ['api/main.ts', 'temporal/worker/main.ts']) {
      const unsaid = await startInProduction(entry, service, { NODE_ENV: '' });
      expect(unsaid.status).toBe(1);
      expect(unsaid.said).toContain('NODE_ENV: is required');
      const risky = await startInProduction(entry, service, { PUBLIC_URL: 'http://fixpoint.example' });
      expect(risky.status).toBe(1);
      expect(risky.said).toContain('accept that with ACCEPT_RISKS=http-public-url');
    }
    const accepted = { PUBLIC_URL: 'http://fixpoint.example', ACCEPT_RISKS: 'http-public-url' };
    const { status, said } = await startInProduction('api/main.ts', service, accepted);
    expect(status).toBeNull();
    expect(said).toMatch(/"level":"warn".*"risk":"http-public-url"/);
  });

  test('a store that cannot be asked is no answer', async () => {
    await expect(excessPrivileges({ ...config(service, links), endpoint: 'http://127.0.0.1:1' })).rejects.toThrow();
  });
});
