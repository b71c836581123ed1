/**
 * Submits, waits, downloads and verifies with openapi-fetch and the types that openapi-typescript has generated.
 * FIXPOINT_URL and FIXPOINT_API_KEY name the service and the credentials. The argument is a signed PDF.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from './client/schema.js';

const { FIXPOINT_URL: baseUrl = '', FIXPOINT_API_KEY: apiKey = '' } = process.env;
const document = new Blob([readFileSync(process.argv[2] ?? '')], { type: 'application/pdf' });
const client = createClient<paths>({ baseUrl, headers: { 'X-Api-Key': apiKey } });

/** Returns the body. A program of a customer would read the problem. */
function expected<Body>({ data, error, response }: { data?: Body; error?: unknown; response: Response }): Body {
  if (data === undefined) throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`);
  return data;
}

/** The form with these fields. The types have a string for the file and for a raw body. */
function formOf(fields: object | string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, name === 'file' ? document : String(value));
  }
  return form;
}

function sha256(bytes: ArrayBuffer): string {
  return createHash('sha256').update(Buffer.from(bytes)).digest('hex');
}

const batch = expected(await client.POST('/api/batches', { body: { name: 'Matrix: openapi-fetch' } }));
console.log('createBatch:', batch.status);

const accepted = expected(
  await client.POST('/api/normalize', {
    body: {
      file: 'signed.pdf',
      signed_pdf_policy: 'strip',
      linearize: false,
      client_reference: 'openapi-fetch-form',
      batch_id: batch.batchId,
    },
    bodySerializer: formOf,
  }),
);
if (typeof accepted === 'string') throw new Error('a form is answered with JSON');
assert.equal(accepted.clientReference, 'openapi-fetch-form');

const poll = async () =>
  expected(await client.GET('/api/submissions/{id}', { params: { path: { id: accepted.submissionId } } }));
let submission = await poll();
while (submission.status === 'PENDING' || submission.status === 'IN_PROGRESS') {
  await sleep(500);
  submission = await poll();
}
const { normalized } = submission;
if (normalized === null) throw new Error(`not normalized: ${submission.failure?.message}`);
assert.equal(normalized.linearized, false);
console.log('normalizeDocument, a form:', normalized.sha256);

const raw = await client.POST('/api/normalize', {
  params: { query: { signed_pdf_policy: 'strip', linearize: false } },
  headers: { 'Content-Type': 'application/pdf' },
  body: 'signed.pdf',
  bodySerializer: () => document,
  parseAs: 'arrayBuffer',
});
assert.equal(sha256(expected<ArrayBuffer>(raw)), normalized.sha256);
console.log('normalizeDocument, a raw body: the same bytes');

const path = { hash: normalized.sha256 };
const artifact = expected<ArrayBuffer>(
  await client.GET('/api/artifacts/{hash}', { params: { path }, parseAs: 'arrayBuffer' }),
);
assert.equal(sha256(artifact), normalized.sha256);
console.log('getArtifact:', artifact.byteLength, 'bytes of that SHA-256');

const report = expected(await client.GET('/api/reports/{hash}', { params: { path } }));
assert.equal(report.stages.length, 10);
console.log('getReport:', report.stages.length, 'stages');

const attestation = expected(await client.GET('/api/attestations/{hash}', { params: { path } }));
if (!('version' in attestation)) throw new Error('without an Accept header the attestation is JSON-LD');
const certificate = expected(await client.GET('/api/certificates/{hash}', { params: { path }, parseAs: 'text' }));
assert.equal(certificate.split('.').length, 3);
const verification = expected(await client.GET('/api/verify/{hash}', { params: { path } }));
console.log('getAttestation, getCertificate, verify:', attestation.version, JSON.stringify(verification));

const batches = expected(await client.GET('/api/batches'));
assert.ok(batches.items.some(({ batchId }) => batchId === batch.batchId));
const members = expected(
  await client.GET('/api/batches/{batchId}/submissions', { params: { path: { batchId: batch.batchId } } }),
);
assert.deepEqual(
  members.items.map(({ submissionId }) => submissionId),
  [accepted.submissionId],
);
console.log('listBatches, listSubmissionsOfBatch:', members.items.length, 'submission');

const { error: problem } = await client.POST('/api/normalize', {
  body: { file: 'signed.pdf', client_reference: 'x'.repeat(1000) },
  bodySerializer: formOf,
});
assert.equal(problem?.code, 'validation_failed');
assert.equal(problem.errors?.[0]?.name, 'client_reference');
console.log('a problem:', problem.code, problem.errors[0].detail);
