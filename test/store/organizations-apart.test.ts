/** Tests that two organizations with the same document see nothing that depends on the other one. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, test } from 'vitest';
import { prefixOf } from '#store/objects/object-key.ts';
import { bytesOf, pdfSaying, sha256, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { artifactKey } from '#test/support/object-keys.ts';
import { started } from '#test/support/started.ts';

const REGION = 'eu-central-1';

let first: Tenant;
let second: Tenant;
const api = started(() =>
  startApi({ s3: { ...inject('parts').s3, bucketPrefix: `apart-${randomUUID().slice(0, 8)}-` } }),
);

beforeAll(async () => {
  await api.artifacts.ensureBuckets();
  [first, second] = [await api.newTenant(), await api.newTenant()];
});

async function send(tenant: Tenant, words: string) {
  const { normalized } = await submissionOf(await api.postForm(pdfSaying(words), tenant, { region: REGION }));
  return { hash: normalized?.sha256 ?? '', link: new URL(normalized?.downloadUrl ?? '') };
}

/** The times at which the store got the objects of the organization, by key. */
async function storedAt({ organizationId }: Tenant): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const kind of ['artifact', 'original'] as const) {
    for await (const { key, lastModified } of api.artifacts.list(REGION, `${prefixOf(kind)}${organizationId}/`)) {
      found[key] = lastModified.getTime();
    }
  }
  return found;
}

test('a link leads to the object of its organization, which says when that organization stored it', async () => {
  const ours = await send(first, 'of both');
  const before = await storedAt(first);
  expect(Object.keys(before)).toHaveLength(2);
  const since = Date.now();
  const theirs = await send(second, 'of both');
  expect(theirs.hash).toBe(ours.hash);
  expect(theirs.link.pathname).toContain(artifactKey(second.organizationId, theirs.hash));
  expect(ours.link.pathname).toContain(artifactKey(first.organizationId, ours.hash));
  // Stores count in seconds.
  for (const time of Object.values(await storedAt(second))) expect(time).toBeGreaterThanOrEqual(since - 1_000);
  expect(await storedAt(first)).toEqual(before);
});

test('an object that is lost or damaged is so for its organization alone', async () => {
  const [{ hash, link }, theirs] = [await send(first, 'damaged for one'), await send(second, 'damaged for one')];
  const key = artifactKey(first.organizationId, hash);
  await api.artifacts.remove(REGION, key);
  const answer = await api.get(`/api/artifacts/${hash}`, first);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(JSON.parse(await answer.text())).toMatchObject({ code: 'service_unavailable' });
  expect((await fetch(link)).status).toBe(404);
  expect(api.runner.restorations()).toContainEqual({ region: REGION, folder: first.organizationId, sha256: hash });
  expect(sha256(await bytesOf(await api.get(`/api/artifacts/${hash}`, second)))).toBe(hash);
  expect(sha256(await bytesOf(await fetch(theirs.link)))).toBe(hash);
});

test.each([
  ['whose original is gone', `update original_ref set expires_at = now() where organization_id = ?`],
  [
    'of an older specification',
    `update submission set report = jsonb_set(report::jsonb, '{normalized,pipelineSpec}', '"norm-1"')::json
      where organization_id = ?`,
  ],
])('a lost artifact %s is a 404, because nothing makes it again', async (words, change) => {
  const [ours, theirs] = [await api.newTenant(), await api.newTenant()];
  const { hash } = await send(ours, words);
  await send(theirs, words);
  await api.artifacts.remove(REGION, artifactKey(ours.organizationId, hash));
  expect((await api.get(`/api/artifacts/${hash}`, ours)).status).toBe(503);
  await api.database.system().execute(change, [ours.organizationId]);
  expect((await api.get(`/api/artifacts/${hash}`, ours)).status).toBe(404);
  expect((await api.get(`/api/artifacts/${hash}`, theirs)).status).toBe(200);
});
