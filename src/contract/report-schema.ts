/** The engine's report as it comes back from a child that has read hostile bytes: every field checked, none added. */
import { z } from 'zod';
import { PIPELINE_SPEC_NAME, STAGE_NAMES } from '#domain/pipeline.ts';
import {
  type EngineReport,
  MAX_EMBEDDED_FILES_LISTED,
  MAX_NAMES_LISTED,
  MAX_REVISIONS_LISTED,
  RISK_LEVELS,
  SEVERITIES,
  SIGNATURE_REASONS,
} from '#domain/report.ts';
import { FAILURE_CODES, WARNING_CODES } from '#domain/failure-codes.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();
const stageName = z.enum(STAGE_NAMES);
const severity = z.enum(SEVERITIES);

const anomaly = z.strictObject({
  type: z.enum([
    'INCREMENTAL_UPDATE_INJECTION',
    'POST_EOF_DATA',
    'HEADER_VERSION_MISMATCH',
    'SHADOW_CONTENT_DETECTED',
    'ORPHANED_SIGNATURE_FIELD',
  ]),
  severity,
  description: z.string(),
  location: z.string().nullable(),
});

const signature = z.strictObject({
  fieldName: z.string(),
  signerName: z.string().nullable(),
  signedAt: z.string().nullable(),
  valid: z.boolean(),
  certificateExpired: z.boolean(),
  certificateChainTrusted: z.boolean().nullable(),
  timestampPresent: z.boolean(),
  timestampValid: z.boolean().nullable(),
  reason: z.enum(SIGNATURE_REASONS).nullable(),
});

const security = z.strictObject({
  javascriptRemoved: z.boolean(),
  openActionsRemoved: z.boolean(),
  embeddedFilesRemoved: z.boolean(),
  richMediaRemoved: z.boolean(),
  launchActionsRemoved: z.boolean(),
  incrementalUpdatesRemoved: z.boolean(),
  acroformFlattened: z.boolean(),
  annotationsRemoved: z.boolean(),
  encryptedInput: z.boolean(),
  digitalSignaturesDetected: z.boolean(),
  digitalSignaturesRemoved: z.boolean(),
  signatureCount: count,
  signatureVerificationResults: z.array(signature).readonly(),
  overallSignatureStatus: z.enum(['ALL_VALID', 'SOME_INVALID', 'NONE']),
});

const validation = z.strictObject({
  xrefRebuilt: z.boolean(),
  objectStreamsRegenerated: z.boolean(),
  brokenReferencesDetected: z.boolean(),
  nonEmbeddedFontsDetected: z.boolean(),
  pdfaDeclared: z.boolean(),
  pdfaLevel: z.string().nullable(),
  pdfaPreserved: z.boolean(),
  pdfaCompliant: z.boolean(),
  validatorValidated: z.boolean().nullable(),
  validatorErrors: z.array(z.string()).readonly(),
});

const normalized = z.strictObject({
  sha256,
  sizeBytes: count,
  pdfVersion: z.string(),
  linearized: z.boolean(),
  contentHash: sha256.nullable(),
  contentHashAlgorithm: z.string().max(64).exactOptional(),
  pipelineSpec: z.string().regex(PIPELINE_SPEC_NAME).exactOptional(),
});

const revisions = z.strictObject({
  count,
  listed: z
    .array(
      z.strictObject({
        number: z.int().positive(),
        startByte: count,
        endByte: count,
        objectsAdded: count,
        objectsChanged: count,
        objectsFreed: count,
        coveringSignatures: count,
        coveredBy: z.array(z.string()).max(MAX_NAMES_LISTED).readonly(),
      }),
    )
    .max(MAX_REVISIONS_LISTED)
    .readonly(),
  notListed: count,
});

const embeddedFile = z.strictObject({
  name: z.string().describe('As the document calls it, without folders and control characters; no path to write to.'),
  mediaType: z.string().nullable(),
  relationship: z.string().nullable(),
  content: z.enum(['complete', 'damaged', 'not_read']),
  sizeBytes: count.nullable(),
  sha256: sha256.nullable().describe('Of the unpacked content; null unless that is complete.'),
});

const embeddedFiles = z.strictObject({
  kept: embeddedFile.nullable().describe('The invoice that embedded_files_policy keeps.'),
  removed: z.strictObject({
    count,
    listed: z.array(embeddedFile).max(MAX_EMBEDDED_FILES_LISTED).readonly(),
    notListed: count,
  }),
});

export const stageStepSchema = z.strictObject({
  name: stageName,
  result: z.string().regex(/^\w{1,64}$/),
  ended: z.boolean(),
});

export const reportSchema = z.strictObject({
  status: z.enum(['SUCCESS', 'FAILED', 'REJECTED']),
  original: z.strictObject({ sha256, sizeBytes: count }),
  normalized: normalized.nullable(),
  security,
  validation,
  tamperAnalysis: z
    .strictObject({
      riskLevel: z.enum(RISK_LEVELS),
      anomaliesDetected: count,
      anomalies: z.array(anomaly).readonly(),
    })
    .nullable(),
  revisions: revisions.exactOptional(),
  embeddedFiles: embeddedFiles.exactOptional(),
  warnings: z.array(z.strictObject({ code: z.enum(WARNING_CODES), message: z.string() })).readonly(),
  failure: z.strictObject({ code: z.enum(FAILURE_CODES), message: z.string(), stage: stageName.nullable() }).nullable(),
  stages: z
    .array(
      z.strictObject({
        stage: count,
        name: stageName,
        result: z.string(),
        findings: z.array(anomaly).readonly().exactOptional(),
      }),
    )
    .length(STAGE_NAMES.length)
    .readonly(),
}) satisfies z.ZodType<EngineReport>;
