/** Facts become the sentences of the contract here, after they have left the engine. */
import { isAnomalyFinding } from '#domain/findings/anomaly-findings.ts';
import type { GivenFacts, Place } from '#domain/findings/finding.ts';
import type { FactualWarning } from '#domain/findings/warning.ts';
import type { Anomaly, EngineReport, Failure, FailureFacts, Finding, ReportFacts, Warning } from '#domain/report.ts';
import { ANOMALY_WORDS } from './anomaly-sentences.ts';
import { FAILURE_SENTENCES } from './failure-sentences.ts';
import { REJECTION_SENTENCES } from './rejection-sentences.ts';
import { WARNING_SENTENCES } from './warning-sentences.ts';
import { placeWords } from './words.ts';

/** The report of the engine with the members that people read. */
export function describeReport(report: ReportFacts): EngineReport {
  const { tamperAnalysis, stages, failure } = report;
  const warnings = report.warnings.map(describeWarning);
  return {
    ...report,
    warnings,
    failure: failure && describeFailure(failure, warnings),
    tamperAnalysis: tamperAnalysis && {
      ...tamperAnalysis,
      anomalies: tamperAnalysis.anomalies.map(describeAnomaly),
    },
    stages: stages.map(({ findings, ...stage }) => ({
      ...stage,
      ...(findings && { findings: findings.map(describeAnomaly) }),
    })),
  };
}

export function describeAnomaly({ type, severity, finding, facts, place }: Finding): Anomaly {
  const words = ANOMALY_WORDS[finding];
  return {
    type,
    severity,
    description: `${words.sentence(place, facts)} (${words.technical(place, facts)}).`,
    location: words.location ?? placeWords(place),
    finding,
    facts,
    place,
  };
}

export function describeWarning(warning: FactualWarning): Warning {
  const { code, finding, facts, place } = warning;
  return { code, message: WARNING_SENTENCES[finding](facts, place), finding, facts, place };
}

/** @param warnings those of the same report */
export function describeFailure(failure: FailureFacts, warnings: readonly Warning[]): Failure {
  if ('reason' in failure) {
    const { code, stage, reason } = failure;
    return { code, message: REJECTION_SENTENCES[reason](failure, warnings), stage, reason };
  }
  const { code, facts, place, ...rest } = failure;
  const message = FAILURE_SENTENCES[code](facts ?? {}, place);
  return { code, message, ...rest, ...(facts && { facts }), ...(place && { place }) };
}

/** A finding as answers have it. Reports of earlier versions have the description alone. */
export interface DescribedFinding {
  readonly description: string;
  readonly finding?: string | undefined;
  readonly facts?: GivenFacts | undefined;
  readonly place?: Place | undefined;
}

/** The sentence without technical words; the whole description of a report that has no facts. */
export function sentenceOf(described: DescribedFinding): string {
  const known = factsOf(described);
  return known ? `${ANOMALY_WORDS[known.finding].sentence(known.place, known.facts)}.` : described.description;
}

/** The fact for a reader who knows PDF; null for a report that has no facts. */
export function technicalWordsOf(described: DescribedFinding): string | null {
  const known = factsOf(described);
  return known && ANOMALY_WORDS[known.finding].technical(known.place, known.facts);
}

function factsOf({ finding, facts, place }: DescribedFinding) {
  return finding !== undefined && isAnomalyFinding(finding) && facts && place ? { finding, facts, place } : null;
}
