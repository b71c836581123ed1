/** Tests GET /api/reports/{hash}: the specification's Report by the hash of the output. */
import { expect, test } from 'vitest';
import { STAGE_NAMES } from '#domain/pipeline.ts';
import { pdfSaying, problemOf, startApi, submissionOf } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());

test('tells of all ten stages, the warnings, the tamper analysis and the validator', async () => {
  const submission = await submissionOf(await api.postForm(pdfSaying('report'), tenant));
  const hash = submission.normalized?.sha256 ?? '';
  const response = await api.get(`/api/reports/${hash}`, tenant);
  expect(response.status).toBe(200);
  const report: Record<string, unknown> = JSON.parse(await response.text());

  expect(report).toMatchObject({
    apiVersion: '2026-11-21',
    outputHash: `sha256:${hash}`,
    submissionId: submission.submissionId,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    processingTimeMs: submission.processingTimeMs,
    stages: STAGE_NAMES.map((name, stage) => ({
      stage,
      name,
      durationMs: expect.any(Number),
      result: expect.any(String),
    })),
    warnings: submission.warnings,
    tamperAnalysis: { detected: false, findings: [] },
    validator: { validated: false, errors: [] },
  });
  expect(report).toHaveProperty('stages.1.findings', []);
  expect(report).not.toHaveProperty('stages.0.findings');
});

test('is the newest one when several documents led to the same output', async () => {
  const first = await submissionOf(await api.postForm(pdfSaying('again'), tenant));
  const second = await submissionOf(await api.postForm(pdfSaying('again'), tenant));
  const response = await api.get(`/api/reports/${first.normalized?.sha256}`, tenant);
  expect(await submissionOf(response)).toMatchObject({ submissionId: second.submissionId });
});

test('is that of the submission asked for, of the own ones with this output', async () => {
  const first = await submissionOf(await api.postForm(pdfSaying('which'), tenant));
  await api.postForm(pdfSaying('which'), tenant);
  const path = `/api/reports/${first.normalized?.sha256}?submission_id=`;
  const asked = await api.get(path + first.submissionId, tenant);
  expect(await submissionOf(asked)).toMatchObject({ submissionId: first.submissionId });
  expect((await api.get(path + crypto.randomUUID(), tenant)).status).toBe(404);
  expect(await problemOf(await api.get(`${path}nonsense`, tenant))).toMatchObject({
    status: 400,
    errors: [{ in: 'query', name: 'submission_id' }],
  });
});

test('is 403 for another organization, 404 when there is none, and takes any case and prefix', async () => {
  const { normalized } = await submissionOf(await api.postForm(pdfSaying('whose'), tenant));
  const hash = normalized?.sha256 ?? '';
  const other = await api.newTenant();
  expect(await problemOf(await api.get(`/api/reports/${hash}`, other))).toMatchObject({
    status: 403,
    code: 'report_forbidden',
  });
  expect((await api.get(`/api/reports/sha256:${hash.toUpperCase()}`, tenant)).status).toBe(200);
  expect((await api.get(`/api/reports/${'0'.repeat(64)}`, tenant)).status).toBe(404);
  expect((await api.get('/api/reports/nonsense', tenant)).status).toBe(404);
});
