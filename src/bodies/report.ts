/** The specification's Report of a submission that has ended. */
import { type EngineReport, pipelineSpecOf } from '#domain/report.ts';
import { verdictOf } from '#domain/verdict/verdict.ts';
import { PAGE_FINGERPRINT_ALGORITHM, type PageFingerprints } from '#domain/pages/fingerprints.ts';
import { pageBodies } from './pages.ts';
import type { SubmissionRecord } from '#store/submissions/submission-row.ts';

export function reportBody(record: SubmissionRecord, report: EngineReport, pages: readonly PageFingerprints[] | null) {
  const anomalies = report.tamperAnalysis?.anomalies ?? [];
  return {
    apiVersion: record.apiVersion,
    /** This is null where there is no output: the document was rejected, or could not be normalized. */
    outputHash: report.normalized && `sha256:${report.normalized.sha256}`,
    submissionId: record.submissionId,
    createdAt: (record.completedAt ?? record.createdAt).toISOString(),
    processingTimeMs: record.processingTimeMs ?? 0,
    verdict: verdictOf(report),
    stages: report.stages.map(({ stage, name, result, findings }) => ({
      stage,
      name,
      durationMs: Math.round(record.stageDurationsMs?.[name] ?? 0),
      result,
      ...(findings && { findings }),
    })),
    warnings: report.warnings,
    tamperAnalysis: { detected: anomalies.length > 0, findings: anomalies },
    revisions: report.revisions ?? null,
    embeddedFiles: report.embeddedFiles ?? null,
    contentHashAlgorithm: report.normalized?.contentHashAlgorithm ?? null,
    pipelineSpec: report.normalized && pipelineSpecOf(report.normalized),
    pages: pageBodies(pages),
    pageFingerprintAlgorithm: pages && PAGE_FINGERPRINT_ALGORITHM,
    validator: {
      validated: report.validation.validatorValidated === true,
      errors: report.validation.validatorErrors,
    },
  };
}
