/** Tests recorded documents of older specifications beside today's output of the same original. */
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
import { OLDER_SPECS, type OlderSpec, ORIGINAL, recordedUnder } from '#test/support/builders/recorded.ts';
import { artifactKey, originalKey } from '#test/support/object-keys.ts';

const REGION = 'eu-central-1';

/** The facts of the output in the recorded report. The first specification had no name in it. */
function thenOf(spec: OlderSpec) {
  const { sha256, contentHash, contentHashAlgorithm } = recordedUnder(spec).report.normalized;
  return { sha256, contentHash, contentHashAlgorithm, pipelineSpec: spec };
}

let api: Api;
let tenant: Tenant;
let recorded: Record<OlderSpec, string>;
let fresh: NormalizeResponse;

beforeAll(async () => {
  // The set of keys is only known in a separate database.
  api = await startApi();
  tenant = await api.newTenant();
  for (const spec of OLDER_SPECS) await signingKeyStore(api.database).announce(recordedUnder(spec).keys.keys[0]);
  recorded = { 'norm-1': await record('norm-1', await batch()), 'norm-2': await record('norm-2', await batch()) };
  await api.runner.signWith(newKey());
  fresh = await submissionOf(await api.postForm(ORIGINAL, tenant));
});
afterAll(() => api.close());

async function batch(): Promise<string> {
  const headers = { 'X-Api-Key': tenant.key, 'Content-Type': 'application/json' };
  const response = await fetch(`${api.url}/api/batches`, { method: 'POST', headers, body: '{}' });
  return JSON.parse(await response.text()).batchId;
}

/** Stores the recorded data as API and worker of that time did. */
async function record(spec: OlderSpec, batchId: string): Promise<string> {
  const { report, proof, artifact } = recordedUnder(spec);
  const { database, artifacts } = api;
  const { organizationId } = tenant;
  const { original, normalized } = report;
  const references = referenceStore(database);
  await references.claim(organizationId, 'original', { region: REGION, ...original });
  await artifacts.putBytes(REGION, originalKey(organizationId, original.sha256), ORIGINAL, 'application/pdf');
  const facts = { region: REGION, originalSha256: original.sha256, sizeBytes: original.sizeBytes } as const;
  const request = { options: DEFAULT_OPTIONS, requestId: 'req_then', apiVersion: API_VERSION, batchId };
  const { record: row } = await acceptanceStore(database).accept(organizationId, { ...facts, ...request }, null);
  await references.claim(organizationId, 'artifact', { region: REGION, ...normalized });
  await artifacts.putBytes(REGION, artifactKey(organizationId, normalized.sha256), artifact, 'application/pdf');
  const ending = { report, stageDurationsMs: {}, processingTimeMs: 12, proof };
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

describe.each(OLDER_SPECS)('a document that was recorded under %s', (spec) => {
  const { artifact, proof } = recordedUnder(spec);
  const then = thenOf(spec);
  const { sha256, contentHash, contentHashAlgorithm } = then;

  test('is read as it was, and names its specification', async () => {
    expect(await json(`/api/submissions/${recorded[spec]}`)).toMatchObject({ status: 'SUCCESS', normalized: then });
    const named = { outputHash: `sha256:${sha256}`, pipelineSpec: spec, contentHashAlgorithm };
    expect(await json(`/api/reports/${sha256}`)).toMatchObject(named);
    expect(await json(`/api/submissions/${recorded[spec]}/report`)).toMatchObject(named);
    expect(artifact.equals(await bytesOf(await api.get(`/api/artifacts/${sha256}`, tenant)))).toBe(true);
  });

  test('is proved as it was, by attestation and certificate', async () => {
    expect(await json(`/api/attestations/${sha256}`)).toEqual(proof.attestation);
    expect(await json(`/api/verify/${sha256}`)).toMatchObject({ valid: true, reason: null });
    const certificate = await (await api.get(`/api/certificates/${sha256}`, tenant)).text();
    const keys = await json('/.well-known/attestation-keys.json');
    const { payload } = await jwtVerify(certificate, createLocalJWKSet(keys));
    expect(payload).toMatchObject({ normalizedSha256: sha256, contentHash, pipelineSpec: spec });
  });

  test('is not the answer to the same original sent again, which is normalized under the specification of today', async () => {
    expect(fresh.submissionId).not.toBe(recorded[spec]);
    expect(fresh.original.sha256).toBe(recordedUnder(spec).report.original.sha256);
    expect(fresh.normalized?.sha256).not.toBe(sha256);
    expect(await json(`/api/submissions/${recorded[spec]}`)).toMatchObject({ normalized: then });
  });
});

test('a document of today is normalized and proved under the specification of today', async () => {
  const named = { pipelineSpec: PIPELINE_SPEC, contentHashAlgorithm: CONTENT_HASH_ALGORITHM };
  expect(fresh.normalized).toMatchObject(named);
  const attestation = await json(`/api/attestations/${fresh.normalized?.sha256}`);
  expect(attestation).toMatchObject({ processing: { pipelineSpec: PIPELINE_SPEC } });
});

describe('a list by specification', () => {
  test('shows what has an output of it', async () => {
    const { submissionId } = await submissionOf(await api.postForm(Buffer.from('%PDF-1.7 nothing'), tenant));
    expect(await idsIn('/api/submissions?pipeline_spec=norm-1')).toEqual([recorded['norm-1']]);
    expect(await idsIn(`/api/submissions?pipeline_spec=${PIPELINE_SPEC}`)).toEqual([fresh.submissionId]);
    expect(await idsIn('/api/submissions?pipeline_spec=norm-9999')).toEqual([]);
    expect(await idsIn(`/api/submissions?pipeline_spec=norm-1&status=FAILED`)).toEqual([]);
    expect(await idsIn('/api/submissions')).toEqual([
      submissionId,
      fresh.submissionId,
      recorded['norm-2'],
      recorded['norm-1'],
    ]);
  });

  test('there is of a batch too', async () => {
    const { batchId } = await json(`/api/submissions/${recorded['norm-1']}`);
    const path = `/api/batches/${batchId}/submissions`;
    expect(await idsIn(`${path}?pipeline_spec=norm-1`)).toEqual([recorded['norm-1']]);
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
  /** Converts the row into one of that time. */
  const becomeOld = async (id: string) => {
    await api.database.system().nativeUpdate(SubmissionEntity, { id }, { report: recordedUnder('norm-1').report });
  };

  test('gets the answer of then', async () => {
    const send = () => api.postForm(ORIGINAL, tenant, {}, key);
    const first = await submissionOf(await send());
    await becomeOld(first.submissionId);
    const again = await send();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await submissionOf(again)).toMatchObject({ submissionId: first.submissionId, normalized: thenOf('norm-1') });
    const asking = await api.postForm(ORIGINAL, tenant, {}, { ...key, 'Pipeline-Spec': PIPELINE_SPEC });
    expect(await problemOf(asking)).toMatchObject({ status: 400, code: 'pipeline_spec_unavailable' });
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

describe('a request that names its specification', () => {
  const asking = (spec: string) => api.postForm(ORIGINAL, tenant, {}, { 'Pipeline-Spec': spec });

  test('gets the bytes of it', async () => {
    const { normalized } = await submissionOf(await asking(PIPELINE_SPEC));
    expect(normalized).toMatchObject({ pipelineSpec: PIPELINE_SPEC, sha256: fresh.normalized?.sha256 });
  });

  test.each(['norm-1', 'norm-9999', 'newest'])('is refused where that is %s', async (spec) => {
    expect(await problemOf(await asking(spec))).toMatchObject({ status: 400, code: 'pipeline_spec_unavailable' });
  });
});
