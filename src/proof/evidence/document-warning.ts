/**
 * The verdict on the original, from the signed facts; without such facts from result and report of the evidence. A file can be
 * the attested one, byte for byte, and its original a forgery: no headline is better than this verdict.
 */
import type { EngineReport } from '#domain/report.ts';
import { verdictOf } from '#domain/verdict/verdict.ts';
import { VERDICT_LEVELS, type VerdictLevel } from '#domain/verdict/kinds.ts';
import { member, text } from '#src/proof/verify/members.ts';
import type { Given } from './given.ts';

export interface DocumentWarning {
  readonly level: Extract<VerdictLevel, 'caution' | 'danger'>;
  readonly sentence: string;
}

/** A sentence of the service is shorter; the files may contain any text. */
const MAX_CHARACTERS = 2_000;

/**
 * The worst of all that the files say; null where they give no cause for a warning.
 * @param facts the document whose signature was checked and holds; undefined without one
 */
export function documentWarning(given: readonly Given[], facts: unknown): DocumentWarning | null {
  if (hasVerdict(facts)) return warningInFacts(facts);
  const found = given.flatMap((thing) =>
    thing.kind === 'submission' || thing.kind === 'report' ? (warningIn(thing.value) ?? []) : [],
  );
  return found.find(({ level }) => level === 'danger') ?? found[0] ?? null;
}

/** Only the service signs such facts, as it stores reports. */
function hasVerdict(facts: unknown): facts is EngineReport {
  return typeof member(member(facts, 'verdict'), 'level') === 'string';
}

/** The sentence is made again of the facts, because nobody signs the sentences in the files. */
function warningInFacts(facts: EngineReport): DocumentWarning | null {
  const level = levelIn(facts);
  return level === null ? null : { level, sentence: sentenceAgain(facts) };
}

function sentenceAgain(facts: EngineReport): string {
  try {
    return verdictOf(facts).sentence;
  } catch (error) {
    if (error instanceof TypeError) return 'The signed facts are of a version that this one has no sentences for.';
    throw error;
  }
}

function levelIn(value: unknown): DocumentWarning['level'] | null {
  const level = VERDICT_LEVELS.find((one) => one === member(member(value, 'verdict'), 'level'));
  return level === 'good' || level === 'neutral' ? null : (level ?? 'caution');
}

function warningIn(value: unknown): DocumentWarning | null {
  const verdict = member(value, 'verdict');
  if (verdict === undefined) return warningOfOlder(value);
  const level = levelIn(value);
  if (level === null) return null;
  const sentence = text(member(verdict, 'sentence')).slice(0, MAX_CHARACTERS);
  return { level, sentence: sentence === '' ? 'The files have no sentence about it.' : sentence };
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
