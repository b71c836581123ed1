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
  ]).describe('What was found, for programs.'),
  severity: Severity.describe('How grave it is.'),
  finding: growing(ANOMALY_FINDINGS).describe('Which of the findings of this type, for programs.'),
  facts: factsSchema,
  place,
});

export const anomalySchema = z.strictObject({
  type: findingSchema.shape.type,
  severity: findingSchema.shape.severity,
  description: z.string().describe('What was found, for people.'),
  location: z
    .string()
    .nullable()
    .describe('Where, for people, for example `bytes 18255-18310`; null for the whole document.'),
  // Reports of earlier versions have the sentences alone.
  finding: findingSchema.shape.finding.exactOptional(),
  facts: findingSchema.shape.facts.exactOptional(),
  place: findingSchema.shape.place.exactOptional(),
});

export const signatureSchema = z.strictObject({
  fieldName: z.string().describe('The field of the form that holds the signature.'),
  signerName: z.string().nullable().describe('Distinguished name of the certificate; null without a certificate.'),
  signedAt: z.string().nullable().describe('When, as the signature says: ISO 8601 in UTC. Null where it does not say.'),
  valid: z.boolean().describe('Whether it holds, and covers what is shown.'),
  certificateExpired: z.boolean().describe('The time that a valid timestamp proves, else the time of processing.'),
  certificateChainTrusted: z.boolean().nullable().describe('Null without trust anchors to hold the chain against.'),
  timestampPresent: z.boolean().describe('Whether somebody else attests the time.'),
  timestampValid: z.boolean().nullable().describe('Whether that attestation holds; null without one.'),
  bestSignatureTime: z
    .string()
    .nullable()
    .exactOptional()
    .describe(
      'The earliest time that a valid timestamp proves: ISO 8601 in UTC. The algorithms are checked at this time where its authority is trusted, and else as of now. Null without proof; absent in older reports.',
    ),
  reason: growing(SIGNATURE_REASONS)
    .nullable()
    .describe('Why it is not valid: the first rule that it fails. Null where it is.'),
});

const security = z.strictObject({
  javascriptRemoved: z.boolean().describe('There was JavaScript, and it is gone.'),
  openActionsRemoved: z.boolean().describe('Something happened at opening, and does no more.'),
  embeddedFilesRemoved: z.boolean().describe('There were embedded files, and they are gone.'),
  richMediaRemoved: z.boolean().describe('There were sounds, films or 3D, and they are gone.'),
  launchActionsRemoved: z.boolean().describe('Something started programs, and does no more.'),
  incrementalUpdatesRemoved: z.boolean().describe('There were incremental updates: now there is one revision.'),
  acroformFlattened: z.boolean().describe('There was a form: its fields are part of the pages now.'),
  annotationsRemoved: z.boolean().describe('There were annotations, and they are gone, as `remove_annotations` asks.'),
  encryptedInput: z.boolean().describe('The document came encrypted, and is no more.'),
  digitalSignaturesDetected: z.boolean().describe('The document came with signatures.'),
  digitalSignaturesRemoved: z.boolean().describe('They are gone, as `signed_pdf_policy` asks.'),
  signatureCount: count.describe('How many signatures there were.'),
  signatureVerificationResults: z.array(signatureSchema).readonly().describe('What became of each signature.'),
  overallSignatureStatus: z.enum(['ALL_VALID', 'SOME_INVALID', 'NONE']).describe('Of all signatures together.'),
});

const validation = z.strictObject({
  xrefRebuilt: z.boolean().describe('The cross-reference was damaged, and was rebuilt.'),
  objectStreamsRegenerated: z.boolean().describe('Object streams were written anew.'),
  brokenReferencesDetected: z.boolean().describe('Something referred to objects that are not there.'),
  nonEmbeddedFontsDetected: z.boolean().describe('Fonts were used that the document does not hold.'),
  pdfaDeclared: z.boolean().describe('The document says that it is PDF/A.'),
  pdfaLevel: z.string().nullable().describe('The level it says, for example `2b`; null where it says none.'),
  pdfaPreserved: z.boolean().describe('The output declares the same level.'),
  pdfaCompliant: z.boolean().describe('The output keeps the rules of that level.'),
  validatorValidated: z.boolean().nullable().describe('Whether PDF/A validation ran; null when nothing was declared.'),
  validatorErrors: z.array(z.string()).readonly().describe('Clauses of ISO 19005 that the output breaks.'),
});

export const normalizedSchema = z.strictObject({
  sha256: sha256.describe('SHA-256 of the canonical document, in hex.'),
  sizeBytes: count.describe('Its size.'),
  pdfVersion: z.string().describe('The version of PDF in its header, for example `1.7`.'),
  linearized: z.boolean().describe('Whether it can be shown while it is still loading.'),
  contentHash: sha256.nullable().describe('SHA-256 of the text that the pages show; null where they show none.'),
  contentHashAlgorithm: z.string().max(64).exactOptional(),
  pipelineSpec: z.string().regex(PIPELINE_SPEC_NAME).exactOptional(),
});

export const revisionSchema = z.strictObject({
  number: z.int().positive().describe('Counted from 1.'),
  startByte: count.describe('Where it begins in the original.'),
  endByte: count.describe('Where it ends.'),
  objectsAdded: count.describe('Objects that were not there before.'),
  objectsChanged: count.describe('Objects that replace others.'),
  objectsFreed: count.describe('Objects that are there no more.'),
  coveringSignatures: count.describe('Signatures that cover it whole.'),
  coveredBy: z.array(z.string()).max(MAX_NAMES_LISTED).readonly().describe('The fields of those signatures.'),
});

const revisions = z.strictObject({
  count: count.describe('How often the document was saved, the first time included.'),
  listed: z.array(revisionSchema).max(MAX_REVISIONS_LISTED).readonly().describe('The oldest first.'),
  notListed: count.describe('How many there are beyond those that are listed.'),
});

const embeddedFiles = z.strictObject({
  kept: embeddedFileSchema
    .nullable()
    .describe('The invoice that `embedded_files_policy` keeps; null where none is kept.'),
  removed: z
    .strictObject({
      count: count.describe('How many.'),
      listed: z.array(embeddedFileSchema).max(MAX_EMBEDDED_FILES_LISTED).readonly().describe('The first of them.'),
      notListed: count.describe('How many there are beyond those that are listed.'),
    })
    .describe('The files that are gone.'),
});

const words = z.string().max(MAX_TEXT_LENGTH).nullable();

export const textChangeSchema = z.strictObject({
  page: z.int().positive().describe('The page, from 1.'),
  before: words.describe('The words that were signed; null where words were added.'),
  after: words.describe('The words that are shown now; null where words were removed.'),
});

export const stageStepSchema = z.strictObject({
  name: StageName,
  result: z.string().regex(/^\w{1,64}$/),
  ended: z.boolean(),
});

function analysisOf<Found extends z.ZodType>(found: Found) {
  return z
    .strictObject({
      riskLevel: RiskLevel.describe('The gravest of what was found.'),
      anomaliesDetected: count.describe('How much was found.'),
      anomalies: z.array(found).readonly().describe('The findings.'),
    })
    .nullable();
}

function stagesOf<Found extends z.ZodType>(found: Found) {
  return z
    .array(
      z.strictObject({
        stage: count.describe('Counted from 0.'),
        name: StageName.describe('Its name.'),
        result: z.string().describe('How it ended, in a word.'),
        findings: z.array(found).readonly().exactOptional().describe('Of the tamper stage alone: what was found.'),
      }),
    )
    .length(STAGE_NAMES.length)
    .readonly();
}

const warningSchema = z.strictObject({
  code: growing(WARNING_CODES).describe('What it warns of, for programs.'),
  finding: growing(WARNING_FINDINGS).describe('Which of the findings of this code; the code itself where it has one.'),
  facts: warningFactsSchema,
  place,
});

const describedWarningSchema = z.strictObject({
  code: warningSchema.shape.code,
  message: z.string().describe('The same for people.'),
  // Reports of earlier versions have the sentences alone.
  finding: warningSchema.shape.finding.exactOptional(),
  facts: warningSchema.shape.facts.exactOptional(),
  place: warningSchema.shape.place.exactOptional(),
});

const failureSchema = z.strictObject({
  code: growing(FAILURE_CODES).describe('Why, for programs.'),
  message: z.string().describe('Why, for people.'),
  stage: StageName.nullable().describe('The stage it ended at; null outside of the stages.'),
  reason: growing(REJECTION_REASONS)
    .exactOptional()
    .describe('Of `POLICY_REJECTION` alone: which policy rejects the document, and why.'),
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
    sha256: sha256.describe('SHA-256 of the document as it came, in hex.'),
    sizeBytes: count.describe('Its size.'),
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
