/**
 * Answers about documents: the result, the submission and the report. The facts of the engine have the very schema
 * they are checked by when they leave the parser.
 */
import { z } from 'zod';
import { pagesOfReport } from './pages.ts';
import { PIPELINE_SPEC_NAME } from '#domain/pipeline.ts';
import { embeddedFileSchema } from './parser/embedded-file-schema.ts';
import { anomalySchema, reportSchema, revisionSchema, signatureSchema } from './parser/report-schema.ts';
import { correlation, count, createdBy, dateTime, page, path, placed, prefixedSha256 } from './values.ts';
import { Verdict } from './parser/verdict-schema.ts';
import { SubmissionStatus } from './words.ts';

const engine = reportSchema.shape;

const normalizedFacts = engine.normalized.unwrap();

export const OriginalInfo = engine.original;

/** All of it, or, as long as the document is under way, the empty object: clients have one type for both. */
export const SecurityInfo = engine.security.partial();

export const ValidationInfo = engine.validation.partial();

export const SignatureVerification = signatureSchema;

export const Anomaly = anomalySchema;

export const TamperAnalysis = engine.tamperAnalysis.unwrap();

export const FailureInfo = engine.failure.unwrap();

export const Revision = revisionSchema;

export const EmbeddedFile = embeddedFileSchema;

export const Revisions = engine.revisions.unwrap();

export const EmbeddedFiles = engine.embeddedFiles.unwrap();

export const WarningInfo = engine.warnings.unwrap().element;

const contentHashAlgorithm = z
  .string()
  .nullable()
  .describe('The text and the engine behind `contentHash`. Hashes of two algorithms cannot be compared.');

const pipelineSpec = z.string().regex(PIPELINE_SPEC_NAME).describe('The pipeline specification of the output.');

export const NormalizedInfo = z.object({
  sha256: normalizedFacts.shape.sha256,
  sizeBytes: normalizedFacts.shape.sizeBytes,
  pdfVersion: normalizedFacts.shape.pdfVersion,
  linearized: normalizedFacts.shape.linearized,
  contentHash: normalizedFacts.shape.contentHash,
  contentHashAlgorithm,
  pipelineSpec,
  downloadUrl: z
    .url()
    .nullable()
    .describe('An address that is valid for 15 minutes; null for stateless submissions, which have no stored output.'),
});

export const NormalizeResponse = z.object({
  apiVersion: z.iso.date().describe('The version of the API in the request.'),
  requestId: z.string().describe('The id of the request that made the submission.'),
  submissionId: z.uuid().describe('The id of the submission.'),
  processingTimeMs: count.describe('The processing time in milliseconds; 0 while pending.'),
  status: SubmissionStatus.describe('The current or the final status.'),
  clientReference: correlation.clientReference.optional(),
  metadata: correlation.metadata.optional(),
  original: placed(OriginalInfo, 'The document as it came.'),
  normalized: NormalizedInfo.nullable().describe('The canonical document; null without one.'),
  security: placed(SecurityInfo, 'What was found and taken out; an empty object while pending.'),
  validation: placed(ValidationInfo, 'What was repaired and checked; an empty object while pending.'),
  verdict: placed(Verdict, 'The conclusion from all facts of the document.'),
  tamperAnalysis: TamperAnalysis.nullable().describe('Signs of tampering; null while pending.'),
  warnings: z.array(WarningInfo).describe('Facts that matter to readers of the document.'),
  failure: FailureInfo.nullable().describe(
    'The reason for the missing canonical document; null unless the submission ended without one.',
  ),
});

export const SubmissionLinks = z.object({
  self: path.describe('The path of the submission.'),
  report: path.nullable().describe('The path of the report; null before the end and after an erasure.'),
  attestation: path.nullable().describe('The path of the attestation of its original and output; null without one.'),
  certificate: path.nullable().describe('The path of the certificate of its original and output; null without one.'),
  verify: path.nullable().describe('The path that verifies the attestation and the output again; null without them.'),
  original: path.nullable().describe('The path of the submitted bytes; null if the service does not store them.'),
  revisions: path
    .nullable()
    .describe('The path of the revisions of the file; null before the end, and without revisions.'),
  evidence: path
    .nullable()
    .describe('The path of the evidence archive; null before the end, and without stored evidence.'),
  events: path.describe('The path of a stream of progress that ends with the submission.'),
});

/** As it is read back. */
export const Submission = NormalizeResponse.extend({
  original: OriginalInfo.extend({
    sha256: OriginalInfo.shape.sha256.nullable().describe('SHA-256 in hex; null once the document is erased.'),
  }).describe('The submitted document.'),
  ...correlation,
  batchId: z.uuid().nullable().describe('The batch of the submission; null without one.'),
  createdAt: dateTime.describe('The time of acceptance.'),
  createdBy,
  completedAt: dateTime.nullable().describe('The time of its end; null before.'),
  erasedAt: dateTime.nullable().describe('The time of the erasure. An erased submission has only these members.'),
  links: placed(SubmissionLinks, 'Paths of the API.'),
  workflowUrl: z
    .url()
    .optional()
    .describe(
      'The address of the workflow in the web interface of Temporal; absent in lists, and without the setting `TEMPORAL_UI_URL`.',
    ),
});

export const SubmissionPage = z.object({
  items: z.array(Submission).describe('Submissions, the newest first.'),
  ...page,
});

export const Stage = engine.stages
  .unwrap()
  .element.extend({ durationMs: count.describe('The processing time in milliseconds.') });

export const Report = z.object({
  apiVersion: z.iso.date().describe('The version of the API in the request.'),
  outputHash: prefixedSha256.describe('`sha256:` and the SHA-256 of the canonical document in hex.'),
  submissionId: z.uuid().describe('The submission of the report.'),
  createdAt: dateTime.describe('The end of the submission.'),
  processingTimeMs: count.describe('The processing time in milliseconds.'),
  verdict: placed(Verdict, 'The conclusion from all facts of the document.'),
  stages: z.array(Stage).length(10).describe('All stages in their order.'),
  warnings: z.array(WarningInfo).describe('Facts that matter to readers of the document.'),
  tamperAnalysis: z
    .object({
      detected: z.boolean().describe('Whether the analysis has findings.'),
      findings: z.array(Anomaly).describe('The findings.'),
    })
    .describe('Signs of tampering.'),
  revisions: Revisions.nullable().describe('The revisions; null if the service could not separate them.'),
  embeddedFiles: EmbeddedFiles.nullable().describe('The embedded files; null without any.'),
  contentHashAlgorithm,
  pipelineSpec: pipelineSpec.nullable().describe('The specification of the output; null without one.'),
  ...pagesOfReport,
  validator: z
    .object({
      validated: z.boolean().describe('Whether PDF/A validation ran.'),
      errors: z.array(z.string()).describe('Clauses of ISO 19005 that the output violates.'),
    })
    .describe('PDF/A validation of the output.'),
});

/** Also of a document without output. */
export const SubmissionReport = Report.extend({ outputHash: Report.shape.outputHash.nullable() });
