/**
 * Tests the deletion of an organization on real parts: its timer survives kill -9 of the worker and of Temporal.
 * Afterwards no table, bucket or history contains the organization, while another one continues.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { Client } from 'minio';
import { afterEach, expect, test } from 'vitest';
import { deletionWorkflowId } from '#domain/privacy/account-deletion.ts';
import { REGIONS } from '#domain/region.ts';
import { organizationDigest } from '#src/proof/deletion-certificate.ts';
import { anyFreePort } from '#dev/network.ts';
import { startTemporal } from '#dev/parts/temporal.ts';
import { resolveTool } from '#dev/parts/tools.ts';
import type { S3Config } from '#store/objects/artifacts.ts';
import { DeletionTombstoneEntity } from '#store/privacy/purge.ts';
import type { Person } from '#test/support/api.ts';
import { addDocument, type Document, REGION } from '#test/support/builders/documents.ts';
import { type DataWorld, startDataWorld } from '#test/support/privacy.ts';
import { artifactKey, originalKey } from '#test/support/object-keys.ts';

const SOON = { interval: 250 };
const PATIENT = 420_000;
/** Long enough for a restart of a worker and a Temporal. */
const COOLING_OFF_MS = 15_000;

const opened: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
}, PATIENT);

/** A Temporal that can be killed and restarted with its data. */
async function ownTemporal() {
  const dir = await mkdtemp(join(tmpdir(), 'fixpoint-temporal-'));
  opened.push(() => rm(dir, { recursive: true }));
  const binary = await resolveTool('temporal', () => undefined);
  const start = { binary, dir, logFile: join(dir, 'temporal.log'), port: await anyFreePort() };
  let server = await startTemporal(start);
  opened.push(() => server.process.stop(0));
  return {
    address: server.address,
    async killAndRestart() {
      server.process.kill();
      await server.process.ended;
      server = await startTemporal(start);
    },
  };
}

function minio({ endpoint, accessKey, secretKey }: S3Config): Client {
  const { hostname, port } = new URL(endpoint);
  return new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey });
}

/** The region and key of every version, and of every delete marker, in all buckets. */
async function versions({ s3 }: DataWorld): Promise<string[]> {
  const keys: string[] = [];
  for (const region of REGIONS) {
    const found = minio(s3).listObjects(s3.bucketPrefix + region, '', true, { IncludeVersion: true });
    const objects: { name?: string }[] = await found.toArray();
    keys.push(...objects.map(({ name }) => `${region}/${name}`));
  }
  return keys;
}

const json = async (response: Response) => JSON.parse(await response.text());

/** Fills the organization as a member does over time. */
async function useEverything({ api }: DataWorld, owner: Person): Promise<void> {
  const calls: [string, string, object?][] = [
    ['POST', '/api/portal/api-keys', { name: 'Second', scopes: ['read'] }],
    ['POST', '/api/portal/webhooks', { url: 'https://receiver.example/hook', events: ['normalization.success'] }],
    ['POST', '/api/portal/team/invite', { email: `invited-${owner.id}@example.com`, role: 'member' }],
    ['PUT', '/api/portal/organization/settings', { contact_email: owner.email }],
    ['POST', '/api/portal/data-export'],
  ];
  for (const [method, path, body] of calls) {
    expect([path, (await api.portal(method, path, owner, body)).ok]).toEqual([path, true]);
  }
}

test(
  'check 58: after the cooling-off, whatever dies in it, the organization is gone without a trace but a certificate',
  async () => {
    const temporal = await ownTemporal();
    const world = await startDataWorld({ temporal, deletionCoolingOffMs: COOLING_OFF_MS });
    opened.push(() => world.close());
    const { api, service } = world;
    for (const region of REGIONS) {
      await minio(world.s3).setBucketVersioning(world.s3.bucketPrefix + region, { Status: 'Enabled' });
    }
    const [ours, theirs] = [await world.newOwner(), await world.newOwner()];
    const { organizationId } = ours.tenant;
    const mine = [];
    for (const region of REGIONS) mine.push(await addDocument(api, organizationId, { region }));
    const shared = await addDocument(api, organizationId, { words: 'shared' });
    await addDocument(api, theirs.tenant.organizationId, { words: 'shared' });

    const first = await service.workElsewhere({
      secretsKey: randomBytes(32).toString('base64'),
      buildId: '0.1.0-before',
    });
    await useEverything(world, ours.owner);
    const exports = () =>
      versions(world).then((keys) => keys.filter((key) => key.includes(`/exports/${organizationId}/`)));
    await expect.poll(exports, SOON).toHaveLength(1);
    const words = [organizationId, ours.owner.id, ours.owner.email, ours.tenant.key.slice(0, 10)];
    words.push(...mine.map(({ submissionId }) => submissionId));
    const hashes = mine.flatMap((it) => [it.originalSha256, it.normalizedSha256, it.contentHash]);
    for (const word of [...words, ...hashes]) expect(await world.rowsWith([word])).not.toEqual([]);
    const objects = async () =>
      (await versions(world)).filter((key) => [...words, ...hashes].some((word) => key.includes(word)));
    const objectsOf = ({ region, originalSha256, normalizedSha256 }: Document) =>
      [originalKey(organizationId, originalSha256), artifactKey(organizationId, normalizedSha256)].map(
        (key) => `${region}/${key}`,
      );
    expect((await objects()).toSorted()).toEqual(
      [...[...mine, shared].flatMap(objectsOf), ...(await exports())].toSorted(),
    );
    const { normalized } = await json(await api.get(`/api/submissions/${shared.submissionId}`, ours.tenant));
    expect((await fetch(normalized.downloadUrl)).status).toBe(200);
    expect((await api.portal('DELETE', '/api/portal/data', ours.owner)).status).toBe(202);
    const exited = once(first, 'exit');
    first.kill('SIGKILL');
    await exited;
    await temporal.killAndRestart();
    expect((await api.portal('GET', '/api/portal/data-deletion/status', ours.owner)).status).toBe(200);
    // Another version replaces the worker, because a deletion continues with the current version.
    await world.work({ versioning: { buildId: '0.1.0-after', liveBuilds: () => Promise.resolve(new Map()) } });

    const handle = service.client.workflow.getHandle(deletionWorkflowId(organizationId));
    await expect.poll(async () => (await handle.describe()).status.name, SOON).toBe('COMPLETED');
    expect(await handle.result()).toBe('deleted');
    expect((await api.portal('GET', '/api/portal/organization', ours.owner)).status).toBe(401);
    expect((await api.get('/api/submissions', ours.tenant)).status).toBe(401);

    expect(await world.rowsWith([...words, ...hashes, `invited-${ours.owner.id}`])).toEqual([]);
    expect(await objects()).toEqual([]);
    expect((await fetch(normalized.downloadUrl)).status).toBe(404);
    const histories = async () => {
      const list = service.client.workflow.list({ query: `OrgId = '${organizationId}'` });
      return (await Array.fromAsync(list)).map(({ workflowId }) => workflowId);
    };
    await expect.poll(histories, SOON).toEqual([deletionWorkflowId(organizationId)]);
    expect((await api.get(`/api/artifacts/${shared.normalizedSha256}`, theirs.tenant)).status).toBe(200);
    expect((await api.portal('GET', '/api/portal/organization', theirs.owner)).status).toBe(200);

    await expectCertificate(world, organizationId, ours.owner.email);
  },
  PATIENT,
);

async function expectCertificate({ api }: DataWorld, organizationId: string, email: string): Promise<void> {
  const mail = (await api.mails(email)).at(-1);
  expect(mail?.subject).toBe('Your organization has been deleted');
  const path =
    /https:\/\/fixpoint\.test(\/api\/deletion-certificates\/[0-9a-f-]{36})/.exec(mail?.text ?? '')?.[1] ?? '';
  const answer = await api.portal('GET', path, null);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/jose');
  const jws = await answer.text();
  expect(mail?.text).toContain(jws);
  const keys = createLocalJWKSet(await json(await api.get('/.well-known/attestation-keys.json', null)));
  const { payload, protectedHeader } = await jwtVerify(jws, keys, { issuer: 'https://fixpoint.test' });
  expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'deletion-certificate+jwt' });
  const one = { originals: 1, artifacts: 1, exports: 0, shared: 0 };
  expect(payload).toEqual({
    iss: 'https://fixpoint.test',
    jti: path.split('/').at(-1),
    iat: expect.any(Number),
    sub: organizationDigest(organizationId),
    requestedAt: expect.any(String),
    executedAt: expect.any(String),
    objectsRemoved: {
      'ca-central-1': one,
      'us-east-2': one,
      [REGION]: { originals: 2, artifacts: 2, exports: 1, shared: 0 },
    },
  });
  await expect(jwtVerify(`${jws.slice(0, -4)}AAAA`, keys)).rejects.toThrow();
  const tombstone = await api.database.system().findOneOrFail(DeletionTombstoneEntity, { id: String(payload.jti) });
  expect(tombstone).toMatchObject({
    organizationMark: api.sealer.mark(organizationId),
    counts: payload['objectsRemoved'],
  });
}
