/** Findings of the tamper analysis as people read them: the gravest first, each with what it means and when it is harmless. */
import { ANOMALIES } from '#domain/codes/anomalies.ts';

interface Severity {
  readonly word: string;
  readonly tone: 'danger' | 'caution' | 'neutral';
  readonly symbol: 'shield-alert' | 'alert' | 'warning' | 'info' | 'unknown';
  readonly means: string;
  readonly rank: number;
}

const SEVERITIES: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  [
    'critical',
    {
      word: 'critical',
      tone: 'danger',
      symbol: 'shield-alert',
      means: 'This almost never happens by accident. Do not rely on the document before you know where it comes from.',
      rank: 0,
    },
  ],
  [
    'high',
    {
      word: 'high',
      tone: 'danger',
      symbol: 'alert',
      means: 'Honest documents hardly ever have this. Check the original before you rely on it.',
      rank: 1,
    },
  ],
  [
    'medium',
    {
      word: 'medium',
      tone: 'caution',
      symbol: 'warning',
      means:
        'This occurs in honest documents, and can be the preparation of an attack. It is harmless where you know why it is there.',
      rank: 3,
    },
  ],
  [
    'low',
    {
      word: 'low',
      tone: 'neutral',
      symbol: 'info',
      means: 'This occurs in many honest documents, and is harmless by itself.',
      rank: 4,
    },
  ],
]);

/** The severity comes from a later version, so it counts as worse than those of honest documents. */
const UNKNOWN: Severity = {
  word: 'not known here',
  tone: 'caution',
  symbol: 'unknown',
  means: 'This page does not know this severity.',
  rank: 2,
};

export function severityOf(severity: string): Severity {
  return SEVERITIES.get(severity) ?? UNKNOWN;
}

export function gravestFirst<Finding extends { readonly severity: string }>(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => severityOf(a.severity).rank - severityOf(b.severity).rank);
}

export interface Meaning {
  readonly title: string;
  readonly cause: string;
}

/** Null for a type of a later version. */
export function meaningOf(type: string): Meaning | null {
  return isKnown(type) ? { title: ANOMALIES[type].title, cause: ANOMALIES[type].cause } : null;
}

function isKnown(type: string): type is keyof typeof ANOMALIES {
  return Object.hasOwn(ANOMALIES, type);
}
