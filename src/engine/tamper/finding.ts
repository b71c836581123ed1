/** The findings of stage 1 in the form of the rules. */
import { anomalyTypeOf, type StandingFinding } from '#engine/facts/anomaly-findings.ts';
import { type Facts, type PlaceParts, placeOf } from '#engine/facts/finding.ts';
import type { Finding, Severity } from '#engine/facts/report.ts';

export function anomaly(finding: StandingFinding, severity: Severity, place: PlaceParts, facts: Facts = {}): Finding {
  return { type: anomalyTypeOf(finding), severity, finding, facts, place: placeOf(place) };
}
