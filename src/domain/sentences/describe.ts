/** Facts become the sentences of the contract here, after they have left the engine. */
import type { Anomaly, EngineReport, Finding, ReportFacts } from '#domain/report.ts';
import { ANOMALY_WORDS } from './anomaly-sentences.ts';
import { placeWords } from './words.ts';

/** The report of the engine with the members that people read. */
export function describeReport(report: ReportFacts): EngineReport {
  const { tamperAnalysis, stages } = report;
  return {
    ...report,
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
