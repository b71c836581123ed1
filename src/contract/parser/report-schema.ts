/** The engine's report as it comes back from a child that has read hostile bytes, and as it is answered: every field checked, none added. */
import { z } from 'zod';
import { ANOMALY_FINDINGS } from '#domain/findings/anomaly-findings.ts';
import { WARNING_FINDINGS } from '#domain/findings/warning-findings.ts';
import { PIPELINE_SPEC_NAME, STAGE_NAMES } from '#domain/pipeline.ts';
import {
  type EngineReport,
  MAX_EMBEDDED_FILES_LISTED,
  MAX_NAMES_LISTED,
  MAX_REVISIONS_LISTED,
  REJECTION_REASONS,
  type ReportFacts,
  SIGNATURE_REASONS,
} from '#domain/report.ts';
import { FAILURE_CODES, WARNING_CODES } from '#domain/failure-codes.ts';
import { MAX_TEXT_CHANGES, MAX_TEXT_LENGTH } from '#domain/verdict/text-changes.ts';
import { growing } from '#src/contract/values.ts';
import { RiskLevel, Severity, StageName } from '#src/contract/words.ts';
import { ENGINE_FAILURE_CODES } from '#domain/findings/failure.ts';
import { embeddedFileSchema } from './embedded-file-schema.ts';
import { failureDetailsSchema } from './failure-schema.ts';
import { factsSchema, place } from './finding-schema.ts';
import { warningFactsSchema } from './warning-schema.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();

const findingSchema = z.strictObject({
  type: growing([
    'INCREMENTAL_UPDATE_INJECTION',
    'POST_EOF_DATA',
    'HEADER_VERSION_MISMATCH',
    'SHADOW_CONTENT_DETECTED',
    'ORPHANED_SIGNATURE_FIELD',
  ]).describe('The type of the finding, for programs.'),
  severity: Severity.describe('The severity of the finding.'),
  finding: growing(ANOMALY_FINDINGS).describe('The finding within its type, for programs.'),
  facts: factsSchema,
  place,
});

export const anomalySchema = z.strictObject({
  type: findingSchema.shape.type,
  severity: findingSchema.shape.severity,
  description: z.string().describe('The finding for people.'),
  location: z
    .string()
    .nullable()
    .describe('The place for people, for example `bytes 18255-18310`; null for the whole document.'),
  // Reports of earlier versions have the sentences alone.
  finding: findingSchema.shape.finding.exactOptional(),
  facts: findingSchema.shape.facts.exactOptional(),
  place: findingSchema.shape.place.exactOptional(),
});

export const signatureSchema = z.strictObject({
  fieldName: z.string().describe('The field of the form that holds the signature.'),
  signerName: z.string().nullable().describe('Distinguished name of the certificate; null without a certificate.'),
  signedAt: z
    .string()
    .nullable()
    .describe('The time that the signature states, in ISO 8601 and UTC; null without one.'),
  valid: z.boolean().describe('Whether the signature is valid and covers the visible content.'),
  certificateExpired: z.boolean().describe('The time that a valid timestamp proves, else the time of processing.'),
  certificateChainTrusted: z
    .boolean()
    .nullable()
    .describe('Whether the certificate leads to a trust anchor; null where the service has no trust anchors.'),
  timestampPresent: z.boolean().describe('Whether a third party attests the time.'),
  timestampValid: z.boolean().nullable().describe('Whether the timestamp is valid; null without one.'),
  bestSignatureTime: z
    .string()
    .nullable()
    .exactOptional()
    .describe(
      'The earliest time that a valid timestamp proves, in ISO 8601 and UTC. A trusted timestamp authority makes it the time at which the algorithms are checked. Otherwise they are checked as of now. Null without proof. Absent in older reports.',
    ),
  reason: growing(SIGNATURE_REASONS)
    .nullable()
    .describe('The first rule that the signature fails; null for a valid signature.'),
});

const security = z.strictObject({
  javascriptRemoved: z.boolean().describe('The service removed JavaScript.'),
  openActionsRemoved: z.boolean().describe('The service removed an action at opening.'),
  embeddedFilesRemoved: z.boolean().describe('The service removed embedded files.'),
  richMediaRemoved: z.boolean().describe('The service removed sounds, films or 3D content.'),
  launchActionsRemoved: z.boolean().describe('The service removed an action that starts programs.'),
  incrementalUpdatesRemoved: z.boolean().describe('The service made one revision of several.'),
  acroformFlattened: z.boolean().describe('The service made the fields of a form part of the pages.'),
  annotationsRemoved: z.boolean().describe('The service removed annotations, as `remove_annotations` asks.'),
  encryptedInput: z.boolean().describe('The service removed the encryption.'),
  digitalSignaturesDetected: z.boolean().describe('The original has signatures.'),
  digitalSignaturesRemoved: z.boolean().describe('The service removed the signatures, as `signed_pdf_policy` asks.'),
  signatureCount: count.describe('The number of signatures.'),
  signatureVerificationResults: z.array(signatureSchema).readonly().describe('The result of each signature.'),
  overallSignatureStatus: z
    .enum(['ALL_VALID', 'SOME_INVALID', 'NONE'])
    .describe('The status of all signatures together.'),
});

const validation = z.strictObject({
  xrefRebuilt: z.boolean().describe('The service rebuilt a damaged cross-reference.'),
  objectStreamsRegenerated: z.boolean().describe('The service wrote object streams again.'),
  brokenReferencesDetected: z.boolean().describe('The service repaired references to missing objects.'),
  nonEmbeddedFontsDetected: z.boolean().describe('The document uses fonts that it does not contain.'),
  pdfaDeclared: z.boolean().describe('The document declares PDF/A.'),
  pdfaLevel: z.string().nullable().describe('The declared level, for example `2b`; null without one.'),
  pdfaPreserved: z.boolean().describe('The output declares the same level.'),
  pdfaCompliant: z.boolean().describe('The output follows the rules of that level.'),
  validatorValidated: z.boolean().nullable().describe('Whether PDF/A validation ran; null without a declaration.'),
  validatorErrors: z.array(z.string()).readonly().describe('Clauses of ISO 19005 that the output violates.'),
});

export const normalizedSchema = z.strictObject({
  sha256: sha256.describe('SHA-256 of the canonical document, in hex.'),
  sizeBytes: count.describe('The size in bytes.'),
  pdfVersion: z.string().describe('The version of PDF in its header, for example `1.7`.'),
  linearized: z.boolean().describe('Whether a reader can show the document while it loads.'),
  contentHash: sha256.nullable().describe('SHA-256 of the text that the pages show; null without text.'),
  contentHashAlgorithm: z.string().max(64).exactOptional(),
  pipelineSpec: z.string().regex(PIPELINE_SPEC_NAME).exactOptional(),
});

export const revisionSchema = z.strictObject({
  number: z.int().positive().describe('The number of the revision, from 1.'),
  startByte: count.describe('The first byte in the original.'),
  endByte: count.describe('The byte after the last one.'),
  objectsAdded: count.describe('New objects.'),
  objectsChanged: count.describe('Objects that replace earlier ones.'),
  objectsFreed: count.describe('Deleted objects.'),
  coveringSignatures: count.describe('The number of signatures that cover the whole revision.'),
  coveredBy: z.array(z.string()).max(MAX_NAMES_LISTED).readonly().describe('The fields of those signatures.'),
});

const revisions = z.strictObject({
  count: count.describe('The number of saves, with the first one.'),
  listed: z.array(revisionSchema).max(MAX_REVISIONS_LISTED).readonly().describe('Revisions, the oldest first.'),
  notListed: count.describe('The number of entries beyond the listed ones.'),
});

const embeddedFiles = z.strictObject({
  kept: embeddedFileSchema.nullable().describe('The invoice that `embedded_files_policy` preserves; null without one.'),
  removed: z
    .strictObject({
      count: count.describe('The number of files.'),
      listed: z.array(embeddedFileSchema).max(MAX_EMBEDDED_FILES_LISTED).readonly().describe('The first files.'),
      notListed: count.describe('The number of files beyond the listed ones.'),
    })
    .describe('The removed files.'),
});

const words = z.string().max(MAX_TEXT_LENGTH).nullable();

export const textChangeSchema = z.strictObject({
  page: z.int().positive().describe('The number of the page, from 1.'),
  before: words.describe('The signed words; null for added words.'),
  after: words.describe('The words now on the page; null for removed words.'),
});

export const stageStepSchema = z.strictObject({
  name: StageName,
  result: z.string().regex(/^\w{1,64}$/),
  ended: z.boolean(),
});

function analysisOf<Found extends z.ZodType>(found: Found) {
  return z
    .strictObject({
      riskLevel: RiskLevel.describe('The most serious level of the findings.'),
      anomaliesDetected: count.describe('The number of findings.'),
      anomalies: z.array(found).readonly().describe('The findings.'),
    })
    .nullable();
}

function stagesOf<Found extends z.ZodType>(found: Found) {
  return z
    .array(
      z.strictObject({
        stage: count.describe('The number of the stage, from 0.'),
        name: StageName.describe('The name of the stage.'),
        result: z.string().describe('The result in a word.'),
        findings: z
          .array(found)
          .readonly()
          .exactOptional()
          .describe('The findings of the tamper stage; absent in other stages.'),
      }),
    )
    .length(STAGE_NAMES.length)
    .readonly();
}

const warningSchema = z.strictObject({
  code: growing(WARNING_CODES).describe('The code of the warning, for programs.'),
  finding: growing(WARNING_FINDINGS).describe('The finding within its code. A code with one finding repeats the code.'),
  facts: warningFactsSchema,
  place,
});

const describedWarningSchema = z.strictObject({
  code: warningSchema.shape.code,
  message: z.string().describe('The warning for people.'),
  // Reports of earlier versions have the sentences alone.
  finding: warningSchema.shape.finding.exactOptional(),
  facts: warningSchema.shape.facts.exactOptional(),
  place: warningSchema.shape.place.exactOptional(),
});

const failureSchema = z.strictObject({
  code: growing(FAILURE_CODES).describe('The code of the failure, for programs.'),
  message: z.string().describe('The reason for people.'),
  stage: StageName.nullable().describe('The stage at which the submission ended; null outside of the stages.'),
  reason: growing(REJECTION_REASONS)
    .exactOptional()
    .describe('The policy that rejects the document, and the reason. Only `POLICY_REJECTION` has it.'),
  // Failures without data, and reports of earlier versions, have neither.
  facts: failureDetailsSchema.exactOptional(),
  place: place.exactOptional(),
});

export const failedFactsSchema = z.strictObject({
  code: z.enum(ENGINE_FAILURE_CODES),
  stage: StageName.nullable(),
  facts: failureDetailsSchema.exactOptional(),
  place: place.exactOptional(),
});

export const rejectionSchema = z.strictObject({
  code: z.literal('POLICY_REJECTION'),
  reason: z.enum(REJECTION_REASONS),
  signatureCount: count.exactOptional(),
  level: z.string().max(16).exactOptional(),
  stage: StageName,
});

/** The report as a child sends it: facts and no sentences. */
export const reportFactsSchema = z.strictObject({
  status: z.enum(['SUCCESS', 'FAILED', 'REJECTED']),
  original: z.strictObject({
    sha256: sha256.describe('SHA-256 of the original, in hex.'),
    sizeBytes: count.describe('The size in bytes.'),
  }),
  normalized: normalizedSchema.nullable(),
  security,
  validation,
  tamperAnalysis: analysisOf(findingSchema),
  revisions: revisions.exactOptional(),
  embeddedFiles: embeddedFiles.exactOptional(),
  textChanges: z.array(textChangeSchema).max(MAX_TEXT_CHANGES).readonly().nullable().exactOptional(),
  warnings: z.array(warningSchema).readonly(),
  failure: z.union([rejectionSchema, failedFactsSchema]).nullable(),
  stages: stagesOf(findingSchema),
}) satisfies z.ZodType<ReportFacts>;

/** The report as it is stored and answered. */
export const reportSchema = reportFactsSchema.extend({
  tamperAnalysis: analysisOf(anomalySchema),
  warnings: z.array(describedWarningSchema).readonly(),
  failure: failureSchema.nullable(),
  stages: stagesOf(anomalySchema),
}) satisfies z.ZodType<EngineReport>;
