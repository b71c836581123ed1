/**
 * The verdict on the original that result, report and facts of the evidence contain. A file can be the attested one, byte for byte, and
 * its original a forgery: no headline is better than this verdict.
 */
import { isVerdictKind, rowOf, VERDICT_LEVELS, type VerdictLevel } from '#domain/verdict/kinds.ts';
import { member, text } from '#src/proof/verify/members.ts';
import type { Given } from './given.ts';

export interface DocumentWarning {
  readonly level: Extract<VerdictLevel, 'caution' | 'danger'>;
  readonly sentence: string;
}

/** A sentence of the service is shorter; the files may contain any text. */
const MAX_CHARACTERS = 2_000;

/** The worst of all that the files say; null where they give no cause for a warning. */
export function documentWarning(given: readonly Given[]): DocumentWarning | null {
  const found = [
    ...given.flatMap((thing) => (isRendering(thing) ? (warningIn(thing.value) ?? []) : [])),
    // Facts have no sentence, so that the warning of a rendering goes before theirs.
    ...given.flatMap((thing) => (thing.kind === 'facts' ? (warningIn(withLabel(thing.value)) ?? []) : [])),
  ];
  return found.find(({ level }) => level === 'danger') ?? found[0] ?? null;
}

function isRendering(thing: Given): thing is Extract<Given, { readonly kind: 'submission' | 'report' }> {
  return thing.kind === 'submission' || thing.kind === 'report';
}

/** Facts of earlier versions have no verdict; their findings count then, as those of a report do. */
function withLabel(facts: unknown): unknown {
  const verdict = member(facts, 'verdict');
  if (verdict === undefined) return facts;
  const kind = text(member(verdict, 'kind'));
  const sentence = isVerdictKind(kind) ? `${rowOf(kind).label}.` : '';
  return { verdict: { level: member(verdict, 'level'), sentence } };
}

function warningIn(value: unknown): DocumentWarning | null {
  const verdict = member(value, 'verdict');
  if (verdict === undefined) return warningOfOlder(value);
  const level = VERDICT_LEVELS.find((one) => one === member(verdict, 'level'));
  if (level === 'good' || level === 'neutral') return null;
  const sentence = text(member(verdict, 'sentence')).slice(0, MAX_CHARACTERS);
  return { level: level ?? 'caution', sentence: sentence === '' ? 'The files have no sentence about it.' : sentence };
}

/** Evidence of earlier versions has no verdict. */
function warningOfOlder(value: unknown): DocumentWarning | null {
  const analysis = member(value, 'tamperAnalysis');
  const findings = member(analysis, 'findings') ?? member(analysis, 'anomalies');
  const severities = Array.isArray(findings) ? findings.map((finding) => member(finding, 'severity')) : [];
  if (severities.some((severity) => severity === 'high' || severity === 'critical')) {
    return { level: 'danger', sentence: 'Strong signs of tampering were found.' };
  }
  if (member(member(value, 'security'), 'overallSignatureStatus') === 'SOME_INVALID') {
    return { level: 'caution', sentence: 'A signature of the original is not valid.' };
  }
  return severities.includes('medium') ? { level: 'caution', sentence: 'The report has findings to check.' } : null;
}
