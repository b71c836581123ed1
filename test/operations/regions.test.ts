/**
 * Check 14: a document is processed on the queue of its region, and its data are stored in the bucket of that region.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { REGIONS, type Region } from '#domain/region.ts';
import type { NormalizeResponse } from '#src/bodies/normalize-response.ts';
import { pipelineQueue, submissionWorkflowId } from '#domain/submission.ts';
import { artifactStore, type S3Config } from '#store/objects/artifacts.ts';
import { type Listing, listBuckets } from '#test/support/buckets.ts';
import { type Api, problemOf, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { fakeDocument } from '#test/support/parsers/fake-engine.ts';
import { type Service, startService } from '#test/support/service.ts';
import { artifactKey, originalKey } from '#test/support/object-keys.ts';

let service: Service;
let api: Api;
let tenant: Tenant;
let s3: S3Config;

beforeAll(async () => {
  s3 = { ...inject('parts').s3, bucketPrefix: `regions-${randomUUID().slice(0, 8)}-` };
  service = await startService(inject('parts'));
  // Workers of two regions. The third region has none.
  await service.workHere({ regions: ['us-east-2', 'eu-central-1'], artifacts: artifactStore(s3) });
  api = await startApi({ temporal: service.temporal, s3 });
  tenant = await api.newTenant();
});
afterAll(async () => {
  await api.close();
  await service.close();
});

const document = () => fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: `%PDF-1.7 ${randomUUID()}` });

const NOTHING: Listing = { 'ca-central-1': [], 'us-east-2': [], 'eu-central-1': [] };

function keysOf({ organizationId }: Tenant, { normalized, original }: NormalizeResponse): string[] {
  const output = normalized ? [artifactKey(organizationId, normalized.sha256)] : [];
  return [...output, originalKey(organizationId, original.sha256)];
}

/** The new objects in the buckets. */
async function added(before: Listing): Promise<Listing> {
  const after = await listBuckets(s3);
  const entries = REGIONS.map((region) => [region, after[region].filter((key) => !before[region].includes(key))]);
  return { ...NOTHING, ...Object.fromEntries(entries) };
}

test.each<Region>(['us-east-2', 'eu-central-1'])('%s: queue, activities and objects are its own', async (region) => {
  const before = await listBuckets(s3);
  const result = await submissionOf(await api.postForm(document(), tenant, { region }));
  expect(result.status).toBe('SUCCESS');
  const expected = keysOf(tenant, result);
  expect(await added(before)).toEqual({ ...NOTHING, [region]: expected.toSorted() });

  const handle = service.client.workflow.getHandle(submissionWorkflowId(result.submissionId));
  expect((await handle.describe()).taskQueue).toBe(pipelineQueue(region));
  expect(new URL(result.normalized?.downloadUrl ?? '').pathname).toContain(`${s3.bucketPrefix}${region}/`);
});

test('nobody else takes over: without a worker in its region a document waits there', async () => {
  const before = await listBuckets(s3);
  const response = await api.postForm(document(), tenant, { region: 'ca-central-1' }, { Prefer: 'wait=3' });
  expect(response.status).toBe(202);
  const pending = await submissionOf(response);
  expect(pending.status).toBe('PENDING');
  expect(await added(before)).toEqual({ ...NOTHING, 'ca-central-1': keysOf(tenant, pending) });
  await service.workHere({ regions: ['ca-central-1'], artifacts: artifactStore(s3) });
  const settled = await submissionOf(await api.get(`/api/submissions/${pending.submissionId}?wait=30`, tenant));
  expect(settled.status).toBe('SUCCESS');
});

test('the request chooses, then the organization, then the service, and only among the regions allowed', async () => {
  const european = await api.newTenant({ allowedRegions: ['eu-central-1', 'us-east-2'], defaultRegion: 'us-east-2' });
  const before = await listBuckets(s3);
  const keys = keysOf(european, await submissionOf(await api.postForm(document(), european)));
  expect(await added(before)).toEqual({ ...NOTHING, 'us-east-2': keys.toSorted() });

  const after = await listBuckets(s3);
  const forbidden = await problemOf(await api.postForm(document(), european, { region: 'ca-central-1' }));
  expect(forbidden).toMatchObject({ status: 400, code: 'region_not_allowed' });
  const unknown = await problemOf(await api.postForm(document(), european, { region: 'mars-north-1' }));
  expect(unknown).toMatchObject({ status: 400, code: 'invalid_region' });
  expect(await added(after)).toEqual(NOTHING);
});
