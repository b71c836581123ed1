/**
 * What is answered about documents: the result, the submission and the report. The facts of the engine have the very schema
 * they are checked by when they leave the parser.
 */
import { z } from 'zod';
import { PIPELINE_SPEC_NAME } from '#domain/pipeline.ts';
import { SUBMISSION_STATUSES } from '#domain/submission.ts';
import { reportSchema } from './report-schema.ts';
import { correlation, count, dateTime, path, prefixedSha256, page } from './values.ts';

const engine = reportSchema.shape;

const normalizedFacts = engine.normalized.unwrap();

export const OriginalInfo = engine.original;

export const SecurityInfo = engine.security;

export const ValidationInfo = engine.validation;

export const TamperAnalysis = engine.tamperAnalysis.unwrap();

export const FailureInfo = engine.failure.unwrap();

export const Revisions = engine.revisions.unwrap();

export const EmbeddedFiles = engine.embeddedFiles.unwrap();

export const WarningInfo = engine.warnings.unwrap().element;

const contentHashAlgorithm = z
  .string()
  .nullable()
  .describe(
    'What the contentHash is a hash of, and read by which engine: hashes of two algorithms say nothing of each other.',
  );

const pipelineSpec = z.string().regex(PIPELINE_SPEC_NAME).describe('The specification whose bytes these are.');

/** The empty object the specification has for facts that are not known yet. */
const nothingYet = z.strictObject({});

export const NormalizedInfo = z.object({
  sha256: normalizedFacts.shape.sha256,
  sizeBytes: normalizedFacts.shape.sizeBytes,
  pdfVersion: normalizedFacts.shape.pdfVersion,
  linearized: normalizedFacts.shape.linearized,
  contentHash: normalizedFacts.shape.contentHash,
  contentHashAlgorithm,
  pipelineSpec,
  downloadUrl: z.url().nullable().describe('Presigned for 15 minutes; null where nothing is stored (stateless).'),
});

export const NormalizeResponse = z.object({
  apiVersion: z.iso.date(),
  requestId: z.string().describe('Of the request that made the submission.'),
  submissionId: z.uuid(),
  processingTimeMs: count.describe('0 while pending.'),
  status: z.enum(SUBMISSION_STATUSES),
  clientReference: correlation.clientReference.optional(),
  metadata: correlation.metadata.optional(),
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
  ...correlation,
  batchId: z.uuid().nullable(),
  createdAt: dateTime,
  completedAt: dateTime.nullable(),
  erasedAt: dateTime.nullable().describe('When the document was erased: only these facts of it are left.'),
  links: z.object({ self: path, report: path.nullable(), attestation: path.nullable() }),
});

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
  embeddedFiles: EmbeddedFiles.nullable().describe('Null where no embedded file was met.'),
  contentHashAlgorithm,
  pipelineSpec: pipelineSpec.nullable(),
  validator: z.object({ validated: z.boolean(), errors: z.array(z.string()) }),
});

/** Also of a document without output. */
export const SubmissionReport = Report.extend({ outputHash: prefixedSha256.nullable() });
