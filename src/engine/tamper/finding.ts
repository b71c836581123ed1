/** Findings of stage 1 as the rules make them. */
import { anomalyTypeOf, type StandingFinding } from '#domain/findings/anomaly-findings.ts';
import { type Facts, type PlaceParts, placeOf } from '#domain/findings/finding.ts';
import type { Finding, Severity } from '#domain/report.ts';

export function anomaly(finding: StandingFinding, severity: Severity, place: PlaceParts, facts: Facts = {}): Finding {
  return { type: anomalyTypeOf(finding), severity, finding, facts, place: placeOf(place) };
}
