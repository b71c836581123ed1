/** Reports without findings: of a normalized document, and of two equal documents. */
import type { NamedFacts } from '#domain/attestation.ts';
import type { StructuralDiffReport } from '#domain/compare.ts';
import { PIPELINE_SPEC, STAGE_NAMES } from '#domain/pipeline.ts';
import { type EngineReport, NO_SECURITY_FACTS, NO_VALIDATION_FACTS, type NormalizedFacts } from '#domain/report.ts';
import { withVerdict } from '#domain/verdict/verdict.ts';

export const NORMALIZED: NormalizedFacts = {
  sha256: 'b'.repeat(64),
  sizeBytes: 2_000,
  pdfVersion: '1.7',
  linearized: true,
  contentHash: 'c'.repeat(64),
  contentHashAlgorithm: 'text-0/of-tests',
  pipelineSpec: PIPELINE_SPEC,
};

export const REPORT: EngineReport = {
  status: 'SUCCESS',
  original: { sha256: 'a'.repeat(64), sizeBytes: 1_000 },
  normalized: NORMALIZED,
  security: NO_SECURITY_FACTS,
  validation: NO_VALIDATION_FACTS,
  tamperAnalysis: { riskLevel: 'none', anomaliesDetected: 0, anomalies: [] },
  warnings: [],
  failure: null,
  stages: STAGE_NAMES.map((name, stage) => ({ stage, name, result: 'passed' })),
};

export const NAMED_FACTS: NamedFacts = { submissionId: '018f2b6e-0000-7000-8000-000000000002', sha256: 'f'.repeat(64) };

/** The parts of an attestation that follow from its report, and the facts that it names. */
export function attestable(report: EngineReport) {
  return { report: withVerdict(report, null), facts: NAMED_FACTS };
}

export const SAME: StructuralDiffReport = {
  summary: { totalChanges: 0, severity: 'none', identical: true },
  metadata: [],
  pages: { added: [], removed: [], reordered: [], modified: [], matches: [], totalA: 1, totalB: 1 },
  objects: { added: 0, removed: 0, totalA: 8, totalB: 8 },
  forms: [],
  annotations: [],
  security: [],
  fonts: [],
  warnings: [],
  ignored: [],
};
