/**
 * The facts document: what became of one submission, without a sentence, a language or a link. It is made once, when the
 * submission ends, in canonical JSON (RFC 8785), and is signed. Reports and results are renderings of it.
 */
import type { Envelope } from '#domain/attestation.ts';
import { PAGE_FINGERPRINT_ALGORITHM, type PageFingerprints } from '#domain/pages/fingerprints.ts';
import type { NormalizeOptions } from '#domain/pipeline.ts';
import { type Anomaly, type EngineReport, type Failure, normalizedInfo, type Warning } from '#domain/report.ts';
import type { RevisionTimeline, TimelineRevision } from '#domain/revisions.ts';

/** A submission at its end. */
export interface EndedSubmission {
  readonly submissionId: string;
  readonly options: NormalizeOptions;
  readonly report: EngineReport;
  readonly timeline: RevisionTimeline | null;
  readonly pages: readonly PageFingerprints[] | null;
  readonly stageDurationsMs: Readonly<Record<string, number>>;
  readonly processingTimeMs: number;
  readonly completedAt: Date;
}

export interface SignedFacts {
  /** The exact bytes that are signed, as text. */
  readonly document: string;
  /** DSSE around an in-toto Statement about original and output, which has the document's SHA-256. */
  readonly envelope: Envelope;
}

export function factsDocument({ submissionId, report, completedAt, ...ended }: EndedSubmission) {
  const { failure, tamperAnalysis, timeline, pages } = { ...report, ...ended };
  return {
    version: '1.0',
    submissionId,
    status: report.status,
    completedAt: completedAt.toISOString(),
    processingTimeMs: ended.processingTimeMs,
    options: ended.options,
    original: report.original,
    normalized: report.normalized && normalizedInfo(report.normalized),
    /** Its words are made where they are shown. */
    ...(report.verdict && { verdict: report.verdict }),
    security: report.security,
    validation: report.validation,
    tamperAnalysis: tamperAnalysis && { ...tamperAnalysis, anomalies: tamperAnalysis.anomalies.map(anomalyFacts) },
    warnings: report.warnings.map(warningFacts),
    failure: failure && failureFacts(failure),
    stages: report.stages.map(({ findings, ...stage }) => ({
      ...stage,
      durationMs: Math.round(ended.stageDurationsMs[stage.name] ?? 0),
      ...(findings && { findings: findings.map(anomalyFacts) }),
    })),
    revisions: report.revisions ?? null,
    embeddedFiles: report.embeddedFiles ?? null,
    pages:
      pages &&
      pages.map(({ fingerprint, withoutMargins }, index) => ({ page: index + 1, fingerprint, withoutMargins })),
    pageFingerprintAlgorithm: pages && PAGE_FINGERPRINT_ALGORITHM,
    timeline: timeline && { ...timeline, revisions: timeline.revisions.map(revisionFacts) },
  };
}

function anomalyFacts({ description: _description, location: _location, ...facts }: Anomaly) {
  return facts;
}

function failureFacts({ message: _message, ...facts }: Failure) {
  return facts;
}

function warningFacts({ message: _message, ...facts }: Warning) {
  return facts;
}

function revisionFacts({ listed, ...facts }: TimelineRevision) {
  return { ...facts, listed: listed.map(({ words: _words, ...object }) => object) };
}
