/** Tests the client package against the real API with the calls of its users. */
import { expect, expectTypeOf, test } from 'vitest';
import type { NormalizeResponse } from '#src/bodies/normalize-response.ts';
import { fixpoint, type Submission, verifyAttestation } from '#clients/typescript/index.ts';
import { pdfSaying, startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());

test('the client normalizes, waits, fetches and verifies', async () => {
  const service = fixpoint({ baseUrl: `${api.url}/`, apiKey: tenant.key });
  const accepted = await service.normalize(pdfSaying('client'), { respondAsync: true, linearize: false });
  const submission = await service.waitFor(accepted.submissionId);
  expect(submission).toMatchObject({ status: 'SUCCESS', normalized: { linearized: false } });
  const sha = submission.normalized?.sha256 ?? '';
  const [attestation, keys, pdf] = await Promise.all([
    service.attestation(sha),
    service.keySet(),
    service.artifact(sha),
  ]);
  expect(await verifyAttestation(attestation, keys, { pdf })).toMatchObject({ valid: true });
  expect(await service.verify(sha)).toMatchObject({ valid: true, attestationId: attestation.attestationId });
  expect(await service.certificate(sha)).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
});

test('the client lists what has an output of a specification', async () => {
  const own = await api.newTenant();
  const service = fixpoint({ baseUrl: api.url, apiKey: own.key });
  const { submissionId, normalized } = await service.normalize(pdfSaying('listed'));
  const pipelineSpec = normalized?.pipelineSpec ?? expect.fail('no specification');
  const page = await service.submissions({ pipelineSpec, status: 'SUCCESS', page: 1, pageSize: 5 });
  expect(page).toMatchObject({ items: [{ submissionId, normalized: { pipelineSpec } }], page_size: 5, total: 1 });
  expect(await service.submissions({ pipelineSpec: 'norm-1' })).toMatchObject({ items: [], total: 0 });
  expect(await service.submissions()).toMatchObject({ total: 1 });
});

test('the client waits as long as its caller does, and tells refusals by their code', async () => {
  const service = fixpoint({ baseUrl: api.url, apiKey: tenant.key });
  api.runner.hold();
  const { submissionId } = await service.normalize(pdfSaying('held'), { respondAsync: true });
  await expect(service.waitFor(submissionId, { signal: AbortSignal.timeout(50) })).rejects.toThrow(/timeout/i);
  api.runner.release();
  await expect(service.waitFor(submissionId)).resolves.toMatchObject({ status: 'SUCCESS' });
  await expect(service.attestation('nonsense')).rejects.toMatchObject({
    name: 'FixpointError',
    code: 'invalid_hash',
    status: 400,
    requestId: expect.stringMatching(/^req_/),
    retryable: false,
  });
});

test('what the client promises of an answer is what the service gives', () => {
  expectTypeOf<NormalizeResponse<string | null>>().toExtend<Submission>();
  expectTypeOf<Submission>().toExtend<NormalizeResponse<string | null>>();
});
