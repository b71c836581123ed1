/** What the service of specification `norm-1` recorded, beside what today's makes of the same document. */
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NormalizeResponse } from '#src/bodies/normalize-response.ts';
import { API_VERSION, DEFAULT_OPTIONS, PIPELINE_SPEC } from '#domain/pipeline.ts';
import { CONTENT_HASH_ALGORITHM } from '#engine/text/content-digest.ts';
import { acceptanceStore } from '#store/submissions/acceptance.ts';
import { referenceStore } from '#store/objects/references.ts';
import { signingKeyStore } from '#store/proof/signing-keys.ts';
import { SubmissionEntity, submissionStore } from '#store/submissions/submissions.ts';
import { type Api, bytesOf, problemOf, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { newKey } from '#test/support/builders/issuer.ts';
import {
  ARTIFACT,
  ORIGINAL,
  RECORDED_KEYS,
  RECORDED_PROOF,
  RECORDED_REPORT,
} from '#test/support/builders/recorded-norm-1.ts';
import { artifactKey, originalKey } from '#test/support/object-keys.ts';

const REGION = 'eu-central-1';
const { sha256, contentHash, contentHashAlgorithm } = RECORDED_REPORT.normalized;
const THEN = { sha256, contentHash, contentHashAlgorithm, pipelineSpec: 'norm-1' };

let api: Api;
let tenant: Tenant;
/** Of then, and of now. */
let recorded: string;
let fresh: NormalizeResponse;

beforeAll(async () => {
  // Which keys there are can only be said of a database of one's own.
  api = await startApi();
  tenant = await api.newTenant();
  await signingKeyStore(api.database).announce(RECORDED_KEYS.keys[0]);
  recorded = await record(await batch());
  await api.runner.signWith(newKey());
  fresh = await submissionOf(await api.postForm(ORIGINAL, tenant));
});
afterAll(() => api.close());

async function batch(): Promise<string> {
  const headers = { 'X-Api-Key': tenant.key, 'Content-Type': 'application/json' };
  const response = await fetch(`${api.url}/api/batches`, { method: 'POST', headers, body: '{}' });
  return JSON.parse(await response.text()).batchId;
}

/** As API and worker of then did it, with what they made. */
async function record(batchId: string): Promise<string> {
  const { database, artifacts } = api;
  const { organizationId } = tenant;
  const { original, normalized } = RECORDED_REPORT;
  const references = referenceStore(database);
  await references.claim(organizationId, 'original', { region: REGION, ...original });
  await artifacts.putBytes(REGION, originalKey(organizationId, original.sha256), ORIGINAL, 'application/pdf');
  const facts = { region: REGION, originalSha256: original.sha256, sizeBytes: original.sizeBytes } as const;
  const request = { options: DEFAULT_OPTIONS, requestId: 'req_then', apiVersion: API_VERSION, batchId };
  const { record: row } = await acceptanceStore(database).accept(organizationId, { ...facts, ...request }, null);
  await references.claim(organizationId, 'artifact', { region: REGION, ...normalized });
  await artifacts.putBytes(REGION, artifactKey(organizationId, normalized.sha256), ARTIFACT, 'application/pdf');
  const ending = { report: RECORDED_REPORT, stageDurationsMs: {}, processingTimeMs: 12, proof: RECORDED_PROOF };
  await submissionStore(database).commit(row.submissionId, ending);
  return row.submissionId;
}

async function json(path: string) {
  const response = await api.get(path, tenant);
  expect(response.status).toBe(200);
  return JSON.parse(await response.text());
}

async function idsIn(path: string): Promise<string[]> {
  const { items }: { items: { submissionId: string }[] } = await json(path);
  return items.map(({ submissionId }) => submissionId);
}

describe('what was recorded under norm-1', () => {
  test('is read as it was, and says of which specification it is', async () => {
    expect(await json(`/api/submissions/${recorded}`)).toMatchObject({ status: 'SUCCESS', normalized: THEN });
    const named = { outputHash: `sha256:${sha256}`, pipelineSpec: 'norm-1', contentHashAlgorithm };
    expect(await json(`/api/reports/${sha256}`)).toMatchObject(named);
    expect(await json(`/api/submissions/${recorded}/report`)).toMatchObject(named);
    expect(ARTIFACT.equals(await bytesOf(await api.get(`/api/artifacts/${sha256}`, tenant)))).toBe(true);
  });

  test('is proved as it was: attestation, certificate and the verdict of the service', async () => {
    expect(await json(`/api/attestations/${sha256}`)).toEqual(RECORDED_PROOF.attestation);
    expect(await json(`/api/verify/${sha256}`)).toMatchObject({ valid: true, reason: null });
    const certificate = await (await api.get(`/api/certificates/${sha256}`, tenant)).text();
    const keys = await json('/.well-known/attestation-keys.json');
    const { payload } = await jwtVerify(certificate, createLocalJWKSet(keys));
    expect(payload).toMatchObject({ normalizedSha256: sha256, contentHash, pipelineSpec: 'norm-1' });
  });
});

test('the same original sent again is normalized again, under the specification of today', async () => {
  expect(fresh.submissionId).not.toBe(recorded);
  expect(fresh.original.sha256).toBe(RECORDED_REPORT.original.sha256);
  const named = { pipelineSpec: PIPELINE_SPEC, contentHashAlgorithm: CONTENT_HASH_ALGORITHM };
  expect(fresh.normalized).toMatchObject(named);
  expect(fresh.normalized?.sha256).not.toBe(sha256);
  const attestation = await json(`/api/attestations/${fresh.normalized?.sha256}`);
  expect(attestation).toMatchObject({ processing: { pipelineSpec: PIPELINE_SPEC } });
  expect(await json(`/api/submissions/${recorded}`)).toMatchObject({ normalized: THEN });
});

describe('a list by specification', () => {
  test('shows what has an output of it', async () => {
    const { submissionId } = await submissionOf(await api.postForm(Buffer.from('%PDF-1.7 nothing'), tenant));
    expect(await idsIn('/api/submissions?pipeline_spec=norm-1')).toEqual([recorded]);
    expect(await idsIn(`/api/submissions?pipeline_spec=${PIPELINE_SPEC}`)).toEqual([fresh.submissionId]);
    expect(await idsIn('/api/submissions?pipeline_spec=norm-9999')).toEqual([]);
    expect(await idsIn(`/api/submissions?pipeline_spec=norm-1&status=FAILED`)).toEqual([]);
    expect(await idsIn('/api/submissions')).toEqual([submissionId, fresh.submissionId, recorded]);
  });

  test('there is of a batch too', async () => {
    const { batchId } = await json(`/api/submissions/${recorded}`);
    const path = `/api/batches/${batchId}/submissions`;
    expect(await idsIn(`${path}?pipeline_spec=norm-1`)).toEqual([recorded]);
    expect(await idsIn(`${path}?pipeline_spec=${PIPELINE_SPEC}`)).toEqual([]);
  });

  test.each(['norm-', 'norm-0', 'NORM-1', 'text-1'])('is refused for %s, which names none', async (name) => {
    expect(await problemOf(await api.get(`/api/submissions?pipeline_spec=${name}`, tenant))).toMatchObject({
      status: 400,
      errors: [{ in: 'query', name: 'pipeline_spec' }],
    });
  });
});

describe('an idempotency key of before', () => {
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  /** Makes the row one of the service of then. */
  const becomeOld = async (id: string) => {
    await api.database.system().nativeUpdate(SubmissionEntity, { id }, { report: RECORDED_REPORT });
  };

  test('gets the answer of then', async () => {
    const send = () => api.postForm(ORIGINAL, tenant, {}, key);
    const first = await submissionOf(await send());
    await becomeOld(first.submissionId);
    const again = await send();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await submissionOf(again)).toMatchObject({ submissionId: first.submissionId, normalized: THEN });
  });

  test('is free where nothing of then is kept: a stateless document is a new one', async () => {
    const stateless = { 'Idempotency-Key': crypto.randomUUID(), 'X-Stateless': 'true' };
    const send = () => api.postForm(ORIGINAL, tenant, {}, stateless);
    const first = await submissionOf(await send());
    const replayed = await send();
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    await becomeOld(first.submissionId);
    const again = await send();
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    const submission = await submissionOf(again);
    expect(submission.submissionId).not.toBe(first.submissionId);
    expect(submission.normalized).toMatchObject({ pipelineSpec: PIPELINE_SPEC });
  });
});
