/**
 * Submits, waits, downloads and verifies with the client that @hey-api/openapi-ts has generated. FIXPOINT_URL and
 * FIXPOINT_API_KEY name the service and the credentials. The argument is a signed PDF.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { client } from './client/client.gen.js';
import {
  createBatch,
  getArtifact,
  getAttestation,
  getCertificate,
  getReport,
  getSubmission,
  listBatches,
  listSubmissionsOfBatch,
  normalizeDocument,
  verify,
} from './client/index.js';

const { FIXPOINT_URL: baseUrl = '', FIXPOINT_API_KEY: apiKey = '' } = process.env;
const file = new Blob([readFileSync(process.argv[2] ?? '')], { type: 'application/pdf' });
client.setConfig({ baseUrl, headers: { 'X-Api-Key': apiKey } });

/** Returns the body. A program of a customer would read the problem. */
function expected<Body>({ data, error, response }: { data?: Body; error?: unknown; response?: Response }): Body {
  if (data === undefined) throw new Error(`${response?.url} answered ${response?.status}: ${JSON.stringify(error)}`);
  return data;
}

async function sha256(pdf: Blob): Promise<string> {
  return createHash('sha256')
    .update(Buffer.from(await pdf.arrayBuffer()))
    .digest('hex');
}

const batch = expected(await createBatch({ body: { name: 'Matrix: hey-api' } }));
console.log('createBatch:', batch.status);

const accepted = expected(
  await normalizeDocument({
    body: {
      file,
      signed_pdf_policy: 'strip',
      linearize: false,
      client_reference: 'hey-api-form',
      batch_id: batch.batchId,
    },
  }),
);
if (accepted instanceof Blob) throw new Error('a form is answered with JSON');
assert.equal(accepted.clientReference, 'hey-api-form');

const poll = async () => expected(await getSubmission({ path: { id: accepted.submissionId } }));
let submission = await poll();
while (submission.status === 'PENDING' || submission.status === 'IN_PROGRESS') {
  await sleep(500);
  submission = await poll();
}
const { normalized } = submission;
if (normalized === null) throw new Error(`not normalized: ${submission.failure?.message}`);
assert.equal(normalized.linearized, false);
console.log('normalizeDocument, a form:', normalized.sha256);

// The generated function supports only forms, so a raw body uses its client directly.
const raw = await client.post<{ 200: Blob }>({
  url: '/api/normalize',
  query: { signed_pdf_policy: 'strip', linearize: false },
  headers: { 'Content-Type': 'application/pdf' },
  body: file,
  bodySerializer: null,
  parseAs: 'blob',
});
assert.equal(await sha256(expected(raw)), normalized.sha256);
console.log('normalizeDocument, a raw body: the same bytes');

const path = { hash: normalized.sha256 };
const artifact = expected(await getArtifact({ path, parseAs: 'blob' }));
assert.equal(await sha256(artifact), normalized.sha256);
console.log('getArtifact:', artifact.size, 'bytes of that SHA-256');

const report = expected(await getReport({ path }));
assert.equal(report.stages.length, 10);
console.log('getReport:', report.stages.length, 'stages');

const attestation = expected(await getAttestation({ path }));
const certificate = expected(await getCertificate({ path, parseAs: 'text' }));
assert.equal(certificate.split('.').length, 3);
const verification = expected(await verify({ path }));
console.log('getAttestation, getCertificate, verify:', attestation.version, JSON.stringify(verification));

const batches = expected(await listBatches());
assert.ok(batches.items.some(({ batchId }) => batchId === batch.batchId));
const members = expected(await listSubmissionsOfBatch({ path: { batchId: batch.batchId } }));
assert.deepEqual(
  members.items.map(({ submissionId }) => submissionId),
  [accepted.submissionId],
);
console.log('listBatches, listSubmissionsOfBatch:', members.items.length, 'submission');

const { error: problem } = await normalizeDocument({ body: { file, client_reference: 'x'.repeat(1000) } });
assert.equal(problem?.code, 'validation_failed');
assert.equal(problem.errors?.[0]?.name, 'client_reference');
console.log('a problem:', problem.code, problem.errors[0].detail);
