/** A report of a document that was normalized without a word to say about it. */
import { STAGE_NAMES } from '#domain/pipeline.ts';
import type { EngineReport, NormalizedFacts } from '#domain/report.ts';

export const NORMALIZED: NormalizedFacts = {
  sha256: 'b'.repeat(64),
  sizeBytes: 2_000,
  pdfVersion: '1.7',
  linearized: true,
  contentHash: 'c'.repeat(64),
};

export const REPORT: EngineReport = {
  status: 'SUCCESS',
  original: { sha256: 'a'.repeat(64), sizeBytes: 1_000 },
  normalized: NORMALIZED,
  security: {
    javascriptRemoved: false,
    openActionsRemoved: false,
    embeddedFilesRemoved: false,
    richMediaRemoved: false,
    launchActionsRemoved: false,
    incrementalUpdatesRemoved: false,
    acroformFlattened: false,
    annotationsRemoved: false,
    encryptedInput: false,
    digitalSignaturesDetected: false,
    digitalSignaturesRemoved: false,
    signatureCount: 0,
    signatureVerificationResults: [],
    overallSignatureStatus: 'NONE',
  },
  validation: {
    xrefRebuilt: false,
    objectStreamsRegenerated: false,
    brokenReferencesDetected: false,
    nonEmbeddedFontsDetected: false,
    pdfaDeclared: false,
    pdfaLevel: null,
    pdfaPreserved: false,
    pdfaCompliant: false,
    validatorValidated: null,
    validatorErrors: [],
  },
  tamperAnalysis: { riskLevel: 'none', anomaliesDetected: 0, anomalies: [] },
  warnings: [],
  failure: null,
  stages: STAGE_NAMES.map((name, stage) => ({ stage, name, result: 'passed' })),
};
