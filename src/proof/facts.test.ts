import { createHash, createPublicKey, verify } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { verifyFacts } from '#clients/typescript/evidence.ts';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import type { EndedSubmission } from '#domain/findings/facts-document.ts';
import type { Anomaly, EngineReport } from '#domain/report.ts';
import { publicPem } from '#src/keys/signing-key.ts';
import { factsSignerWith, newKey, PUBLIC_URL } from '#test/support/builders/issuer.ts';
import { NORMALIZED, REPORT } from '#test/support/builders/report.ts';
import { factsSchema } from './facts-schema.ts';
import { canonicalJson } from './verify/canonical-json.ts';

const key = newKey();
const sign = factsSignerWith(key);
const submissionId = '018f2b6e-0000-7000-8000-000000000002';
const ended = (report: EngineReport): EndedSubmission => ({
  submissionId,
  options: DEFAULT_OPTIONS,
  report,
  timeline: null,
  pages: [{ fingerprint: 'd'.repeat(64), withoutMargins: null }],
  stageDurationsMs: { FinalRewrite: 12.4 },
  processingTimeMs: 34,
  completedAt: new Date('2026-11-28T10:00:00.900Z'),
});

const anomaly: Anomaly = {
  type: 'POST_EOF_DATA',
  severity: 'low',
  description: 'A sentence for people.',
  location: 'bytes 1-2',
  finding: 'TRAILING_DATA',
  facts: { bytes: 2 },
  place: {
    pages: [],
    pageCount: 0,
    object: null,
    byteRange: { start: 1, end: 3 },
    fields: [],
    fieldCount: 0,
    signatures: [],
    signatureCount: 0,
  },
};
const found: EngineReport = {
  ...REPORT,
  tamperAnalysis: { riskLevel: 'low', anomaliesDetected: 1, anomalies: [anomaly] },
  warnings: [{ code: 'XREF_REBUILT', message: 'Another sentence.' }],
  stages: REPORT.stages.map((stage) => (stage.stage === 1 ? { ...stage, findings: [anomaly] } : stage)),
};

const statementOf = ({ payload }: { payload: string }) => JSON.parse(Buffer.from(payload, 'base64').toString('utf8'));

test('the document is canonical JSON of the facts, and has no sentence', async () => {
  const { document } = await sign(ended(found));
  expect(document).toBe(canonicalJson(JSON.parse(document)));
  expect(JSON.parse(document)).toMatchObject({
    submissionId,
    status: 'SUCCESS',
    completedAt: '2026-11-28T10:00:00.900Z',
    original: REPORT.original,
    normalized: NORMALIZED,
    warnings: [{ code: 'XREF_REBUILT' }],
    tamperAnalysis: { riskLevel: 'low', anomalies: [{ finding: 'TRAILING_DATA', facts: { bytes: 2 } }] },
    pages: [{ page: 1, fingerprint: 'd'.repeat(64), withoutMargins: null }],
  });
  expect(document).not.toMatch(/sentence|bytes 1-2|"description"|"message"|"location"/);
  expect(JSON.parse(document).stages[8].durationMs).toBe(12);
});

test('the statement is about original and output, and has the hash of the document', async () => {
  const { document, envelope } = await sign(ended(found));
  expect(statementOf(envelope)).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: 'original.pdf', digest: { sha256: REPORT.original.sha256 } },
      { name: 'normalized.pdf', digest: { sha256: NORMALIZED.sha256 } },
    ],
    predicateType: `${PUBLIC_URL}/ns/facts/v1`,
    predicate: {
      issuedAt: '2026-11-28T10:00:00.900Z',
      issuer: { name: 'Fixpoint', url: PUBLIC_URL, publicKeyId: key.publicJwk.kid },
      submissionId,
      facts: {
        name: 'facts.json',
        mediaType: 'application/json',
        digest: { sha256: createHash('sha256').update(document).digest('hex') },
      },
    },
  });
  const payload = Buffer.from(envelope.payload, 'base64');
  const signed = Buffer.concat([Buffer.from(`DSSEv1 28 ${envelope.payloadType} ${payload.length} `), payload]);
  const [signature] = envelope.signatures;
  const value = Buffer.from(signature?.sig ?? '', 'base64');
  expect(verify('sha256', signed, createPublicKey(publicPem(key.publicJwk)), value)).toBe(true);
});

test('the predicate is as the JSON Schema at its type says, and the schema requires each member', async () => {
  const { envelope } = await sign(ended(found));
  const { predicateType, predicate } = statementOf(envelope);
  const schema = factsSchema(PUBLIC_URL);
  expect(schema).toHaveProperty('$id', predicateType);
  const validate = new Ajv2020({ formats: { 'date-time': true, uri: true, uuid: true } }).compile(schema);
  expect(validate(predicate)).toBe(true);
  for (const name of Object.keys(predicate)) expect(validate({ ...predicate, [name]: undefined })).toBe(false);
});

test('a document that was rejected or failed has signed facts about its original alone', async () => {
  for (const status of ['REJECTED', 'FAILED'] as const) {
    const failure = { code: 'INTERNAL_ERROR', message: 'A sentence.', stage: null } as const;
    const { document, envelope } = await sign(ended({ ...REPORT, status, normalized: null, failure }));
    expect(JSON.parse(document)).toMatchObject({
      status,
      normalized: null,
      failure: { code: failure.code, stage: null },
    });
    expect(statementOf(envelope).subject).toEqual([
      { name: 'original.pdf', digest: { sha256: REPORT.original.sha256 } },
    ]);
  }
});

test('texts that PostgreSQL cannot store are signed as it stores them', async () => {
  const hostile = {
    ...found,
    warnings: [],
    embeddedFiles: { kept: null, removed: { count: 0, listed: [], notListed: 0 } },
  };
  const validation = { ...REPORT.validation, validatorErrors: ['\ud800 and \0'] };
  const { document } = await sign(ended({ ...hostile, validation }));
  expect(JSON.parse(document).validation.validatorErrors).toEqual(['\uFFFD and \uFFFD']);
});

test('the facts are verified with their envelope, the key set and the files, and nothing else', async () => {
  const { document, envelope } = await sign(ended(found));
  const bytes = new Uint8Array(Buffer.from(document));
  const keySet = { keys: [key.publicJwk] };
  const files = { pdf: NORMALIZED.sha256, original: REPORT.original.sha256 };
  const verdict = await verifyFacts(bytes, envelope, keySet, files);
  expect(verdict).toEqual({ valid: true, reason: null, facts: JSON.parse(document) });
  const reasonOf = async (...args: Parameters<typeof verifyFacts>) => (await verifyFacts(...args)).reason;
  const other = new Uint8Array(Buffer.from(document.replace('"low"', '"none"')));
  expect(await reasonOf(other, envelope, keySet)).toBe('facts_mismatch');
  expect(await reasonOf(bytes, { ...envelope, payload: '' }, keySet)).toBe('malformed');
  expect(await reasonOf(bytes, envelope, { keys: [] })).toBe('unknown_key');
  expect(await reasonOf(bytes, envelope, { keys: [{ ...newKey().publicJwk, kid: key.publicJwk.kid }] })).toBe(
    'signature_invalid',
  );
  expect(await reasonOf(bytes, envelope, keySet, { pdf: bytes })).toBe('artifact_mismatch');
  expect(await reasonOf(bytes, envelope, keySet, { original: bytes })).toBe('original_mismatch');
  expect(await reasonOf(bytes, envelope, keySet, { pdf: files.original })).toBe('artifact_mismatch');
});
