/**
 * The bodies of answers as schemas, by the names of the specification. The parts that come from the engine are the very
 * schemas its answer is checked with; tests check every answer of the API against the rest.
 */
import { z } from 'zod';
import { BATCH_STATUSES } from '#domain/batch.ts';
import { COMPARED_FILES, SECURITY_FIELDS } from '#domain/compare.ts';
import { ERRORS } from '#domain/errors.ts';
import { SUBMISSION_STATUSES } from '#domain/submission.ts';
import { reportSchema } from '#src/engine-host/report-schema.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const prefixedSha256 = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const count = z.int().nonnegative();
const dateTime = z.iso.datetime();
/** A link inside the service. */
const path = z.string().regex(/^\//);

const engine = reportSchema.shape;
const normalizedFacts = engine.normalized.unwrap();

export const OriginalInfo = engine.original;
export const SecurityInfo = engine.security;
export const ValidationInfo = engine.validation;
export const TamperAnalysis = engine.tamperAnalysis.unwrap();
export const FailureInfo = engine.failure.unwrap();
export const Revisions = engine.revisions.unwrap();
export const WarningInfo = engine.warnings.unwrap().element;

/** The empty object the specification has for facts that are not known yet. */
const nothingYet = z.strictObject({});

export const NormalizedInfo = z.object({
  sha256: normalizedFacts.shape.sha256,
  sizeBytes: normalizedFacts.shape.sizeBytes,
  pdfVersion: normalizedFacts.shape.pdfVersion,
  linearized: normalizedFacts.shape.linearized,
  contentHash: normalizedFacts.shape.contentHash,
  downloadUrl: z.url().nullable().describe('Presigned for 15 minutes; null where nothing is stored (stateless).'),
});

export const NormalizeResponse = z.object({
  apiVersion: z.iso.date(),
  requestId: z.string().describe('Of the request that made the submission.'),
  submissionId: z.uuid(),
  processingTimeMs: count.describe('0 while pending.'),
  status: z.enum(SUBMISSION_STATUSES),
  original: OriginalInfo,
  normalized: NormalizedInfo.nullable(),
  security: z.union([SecurityInfo, nothingYet]),
  validation: z.union([ValidationInfo, nothingYet]),
  tamperAnalysis: TamperAnalysis.nullable(),
  warnings: z.array(WarningInfo),
  failure: FailureInfo.nullable(),
});

/** As it is read back. */
export const Submission = NormalizeResponse.extend({
  original: OriginalInfo.extend({ sha256: OriginalInfo.shape.sha256.nullable().describe('Null once it is erased.') }),
  batchId: z.uuid().nullable(),
  createdAt: dateTime,
  completedAt: dateTime.nullable(),
  erasedAt: dateTime.nullable().describe('When the document was erased: only these facts of it are left.'),
  links: z.object({ self: path, report: path.nullable(), attestation: path.nullable() }),
});

export const Batch = z.object({
  batchId: z.uuid(),
  name: z.string(),
  status: z.enum(BATCH_STATUSES),
  total: count,
  completed: count.describe('Ended with SUCCESS.'),
  failed: count,
  rejected: count,
  createdAt: dateTime,
  expectedTotal: count.nullable(),
  closedAt: dateTime.nullable(),
  completedAt: dateTime.nullable(),
  links: z.object({ self: path, submissions: path }),
});

const page = {
  page: z.int().positive(),
  page_size: z.int().min(1).max(100),
  total: count.describe('Of all pages together.'),
};

export const BatchPage = z.object({ items: z.array(Batch), ...page });
export const SubmissionPage = z.object({ items: z.array(Submission), ...page });

const finding = TamperAnalysis.shape.anomalies.unwrap().element;
const stage = engine.stages.unwrap().element;

export const Report = z.object({
  apiVersion: z.iso.date(),
  outputHash: prefixedSha256,
  submissionId: z.uuid(),
  createdAt: dateTime,
  processingTimeMs: count,
  stages: z.array(stage.extend({ durationMs: count })).length(10),
  warnings: z.array(WarningInfo),
  tamperAnalysis: z.object({ detected: z.boolean(), findings: z.array(finding) }),
  revisions: Revisions.nullable().describe('Null where they cannot be told apart.'),
  contentHashAlgorithm: z.string().nullable().describe('What the contentHash is a hash of, and read by which engine.'),
  validator: z.object({ validated: z.boolean(), errors: z.array(z.string()) }),
});

/** Also of a document without output. */
export const SubmissionReport = Report.extend({ outputHash: prefixedSha256.nullable() });

const action = z.enum(['added', 'removed', 'modified']);
const pageNumber = z.int().positive();
const pageHash = z.string().regex(/^[0-9a-f]{16}$/);
const pageInfo = z.object({ pageNumber, contentHash: pageHash });
const change = { oldValue: z.string().nullable(), newValue: z.string().nullable() };
const positions = { oldPosition: pageNumber, newPosition: pageNumber };

export const StructuralDiffReport = z.object({
  summary: z.object({
    totalChanges: count,
    severity: z.enum(['none', 'minor', 'moderate', 'major']),
    identical: z.boolean(),
  }),
  metadata: z.array(z.object({ field: z.string(), ...change })),
  pages: z.object({
    added: z.array(pageInfo),
    removed: z.array(pageInfo),
    reordered: z.array(z.object({ ...positions, contentHash: pageHash })),
    modified: z.array(z.object({ ...positions, oldContentHash: pageHash, newContentHash: pageHash })),
  }),
  objects: z.object({ added: count, removed: count, totalA: count, totalB: count }),
  forms: z.array(z.object({ fieldName: z.string(), action, ...change })),
  annotations: z.array(z.object({ page: pageNumber, type: z.string(), action })),
  security: z.array(z.object({ field: z.enum(SECURITY_FIELDS), oldValue: z.string(), newValue: z.string() })),
  fonts: z.array(z.object({ name: z.string(), action: z.enum(['added', 'removed']) })),
});

export const Attestation = z.object({
  '@context': z.url(),
  '@type': z.literal('NormalizationAttestation'),
  version: z.literal('1.0'),
  attestationId: z.uuid(),
  issuedAt: dateTime,
  issuer: z.object({ name: z.string(), url: z.url(), publicKeyId: z.string() }),
  subject: z.object({
    originalSha256: sha256,
    originalSizeBytes: count,
    normalizedSha256: sha256,
    normalizedSizeBytes: count,
    contentHash: z.union([sha256, z.literal('')]).describe('Empty for a document without extractable text.'),
  }),
  processing: z.object({
    toolchainVersion: z.string(),
    engineVersion: z.string(),
    pipelineSpec: z.string(),
    dockerImageDigest: z.string(),
    processingTimeMs: count,
  }),
  findings: z.object({
    healthScore: z.int().min(0).max(100),
    contentRemoved: z.array(z.string()),
    structuralRepairs: z.array(z.string()),
    warningCount: count,
  }),
  signature: z.object({
    algorithm: z.literal('ECDSA-P256-SHA256'),
    value: z.base64().describe('DER signature over the RFC 8785 form of everything but this object.'),
    publicKeyCertificate: z.url(),
  }),
});

/** DSSE version 1 around an in-toto Statement. */
export const Envelope = z.object({
  payloadType: z.string(),
  payload: z.base64(),
  signatures: z.array(z.object({ keyid: z.string(), sig: z.base64() })).min(1),
});

export const Verification = z.object({
  valid: z.boolean(),
  attestationId: z.string().describe('This and the next two as the attestation has them.'),
  normalizedSha256: z.string(),
  issuedAt: z.string(),
  reason: z.enum(['malformed', 'unknown_key', 'signature_invalid', 'artifact_mismatch']).nullable(),
});

const jwk = z.object({
  kty: z.literal('EC'),
  use: z.literal('sig'),
  alg: z.literal('ES256'),
  kid: z.string(),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  'x-retired-at': dateTime.optional(),
});

export const KeySet = z.object({ keys: z.array(jwk) });

/** Any of the codes; the operations say which of them they answer with. */
const code = z.enum(Object.keys(ERRORS));

/** RFC 9457; members that a code adds stand beside these. */
export const Problem = z.looseObject({
  type: z.url(),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string(),
  instance: path,
  code,
  requestId: z.string(),
  retryable: z.boolean(),
  errors: z
    .array(
      z.object({
        in: z.enum(['form', 'query', 'path', 'header', 'body']),
        name: z.string(),
        code: z.string(),
        detail: z.string(),
      }),
    )
    .min(1)
    .optional(),
});

const check = z.enum(['ok', 'unavailable']);

export const Liveness = z.object({ status: z.literal('ok') });
export const Readiness = z.object({
  status: z.enum(['ok', 'unavailable', 'draining']),
  checks: z.object({ database: check, temporal: check, storage: check }),
});

export const file = z.string().meta({ format: 'binary', contentMediaType: 'application/pdf' });
export const COMPARE_PARTS = Object.fromEntries(COMPARED_FILES.map((name) => [name, file]));
