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
  .describe(
    'What the contentHash is a hash of, and read by which engine: hashes of two algorithms say nothing of each other.',
  );

const pipelineSpec = z.string().regex(PIPELINE_SPEC_NAME).describe('The specification whose bytes these are.');

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
  apiVersion: z.iso.date().describe('The version of the API that the submission was made with.'),
  requestId: z.string().describe('Of the request that made the submission.'),
  submissionId: z.uuid().describe('The submission: ask for it by this id.'),
  processingTimeMs: count.describe('Milliseconds of work; 0 while pending.'),
  status: SubmissionStatus.describe('How far it is, or how it ended.'),
  clientReference: correlation.clientReference.optional(),
  metadata: correlation.metadata.optional(),
  original: placed(OriginalInfo, 'The document as it came.'),
  normalized: NormalizedInfo.nullable().describe('The canonical document; null until there is one.'),
  security: placed(SecurityInfo, 'What was found and taken out; an empty object while pending.'),
  validation: placed(ValidationInfo, 'What was repaired and checked; an empty object while pending.'),
  verdict: placed(Verdict, 'The conclusion from all facts of the document.'),
  tamperAnalysis: TamperAnalysis.nullable().describe('Signs of tampering; null while pending.'),
  warnings: z.array(WarningInfo).describe('What may matter to readers of the document.'),
  failure: FailureInfo.nullable().describe('Why there is no canonical document; null unless it ended without one.'),
});

export const SubmissionLinks = z.object({
  self: path.describe('The submission.'),
  report: path.nullable().describe('Its report; null until it has ended, and once it is erased.'),
  attestation: path.nullable().describe('The attestation of its original and output; null without.'),
  certificate: path.nullable().describe('The certificate of its original and output; null without.'),
  verify: path.nullable().describe('The result of verifying its attestation and output now; null without.'),
  original: path.nullable().describe('The bytes that came; null where they are not kept.'),
  revisions: path
    .nullable()
    .describe('The revisions of its file; null until it has ended, and where nothing is known of them.'),
  evidence: path
    .nullable()
    .describe('All that proves it as one archive; null until it has ended, and where nothing of it is kept.'),
  events: path.describe('How far it is, as a stream that ends with it.'),
});

/** As it is read back. */
export const Submission = NormalizeResponse.extend({
  original: OriginalInfo.extend({
    sha256: OriginalInfo.shape.sha256.nullable().describe('SHA-256 in hex; null once the document is erased.'),
  }).describe('The document as it came.'),
  ...correlation,
  batchId: z.uuid().nullable().describe('Its batch; null without.'),
  createdAt: dateTime.describe('When it was accepted.'),
  createdBy,
  completedAt: dateTime.nullable().describe('When it ended; null before.'),
  erasedAt: dateTime.nullable().describe('When the document was erased: only these facts of it are left.'),
  links: placed(SubmissionLinks, 'Paths of the API.'),
  workflowUrl: z
    .url()
    .optional()
    .describe(
      "Its workflow in Temporal's web interface: told of one submission, where operators have set TEMPORAL_UI_URL.",
    ),
});

export const SubmissionPage = z.object({ items: z.array(Submission).describe('The newest first.'), ...page });

export const Stage = engine.stages.unwrap().element.extend({ durationMs: count.describe('Milliseconds of work.') });

export const Report = z.object({
  apiVersion: z.iso.date().describe('The version of the API that the submission was made with.'),
  outputHash: prefixedSha256.describe('`sha256:` and the SHA-256 of the canonical document in hex.'),
  submissionId: z.uuid().describe('The submission it is about.'),
  createdAt: dateTime.describe('When the submission ended.'),
  processingTimeMs: count.describe('Milliseconds of work.'),
  verdict: placed(Verdict, 'The conclusion from all facts of the document.'),
  stages: z.array(Stage).length(10).describe('All stages in their order.'),
  warnings: z.array(WarningInfo).describe('What may matter to readers of the document.'),
  tamperAnalysis: z
    .object({
      detected: z.boolean().describe('Whether anything was found.'),
      findings: z.array(Anomaly).describe('What was found.'),
    })
    .describe('Signs of tampering.'),
  revisions: Revisions.nullable().describe('Null where they cannot be told apart.'),
  embeddedFiles: EmbeddedFiles.nullable().describe('Null where no embedded file was met.'),
  contentHashAlgorithm,
  pipelineSpec: pipelineSpec.nullable().describe('The specification of the output; null where there is none.'),
  ...pagesOfReport,
  validator: z
    .object({
      validated: z.boolean().describe('Whether PDF/A validation ran.'),
      errors: z.array(z.string()).describe('Clauses of ISO 19005 that the output breaks.'),
    })
    .describe('PDF/A validation of the output.'),
});

/** Also of a document without output. */
export const SubmissionReport = Report.extend({ outputHash: Report.shape.outputHash.nullable() });
