/** A rule of the table of verdicts, and functions that rules share. */
import { sentenceOf } from '#domain/sentences/describe.ts';
import type { Facts, Finding } from './facts.ts';
import type { VerdictKind } from './kinds.ts';
import type { VerdictFacts } from './signers.ts';
import { HARMLESS } from './warning-groups.ts';

export interface Rule {
  readonly kind: VerdictKind;
  readonly when: (facts: Facts) => boolean;
  /** The sentence is made from the verdict and the report alone, so that it is the same wherever it is shown. */
  readonly says: (verdict: VerdictFacts, facts: Facts) => string;
}

export function rule(kind: VerdictKind, when: Rule['when'], says: Rule['says']): Rule {
  return { kind, when, says };
}

/** Whether everything was checked and nothing was found that needs attention. */
export function isAllWell(facts: Facts): boolean {
  return (
    facts.phase === 'success' &&
    facts.revisionCount !== null &&
    facts.isFollowed &&
    facts.findings?.every(({ severity }) => severity === 'low') === true &&
    (facts.riskLevel === 'none' || facts.riskLevel === 'low') &&
    [...facts.warnings].every((code) => HARMLESS.has(code))
  );
}

export function worst({ findings }: Facts, ...severities: readonly string[]): Finding | null {
  for (const wanted of severities) {
    const finding = findings?.find(({ severity }) => severity === wanted);
    if (finding) return finding;
  }
  return null;
}

/** The sentence of a finding, to stand behind a colon. */
export function afterColon(finding: Finding | null): string {
  const sentence = finding ? sentenceOf(finding).trim() : '';
  return sentence === '' ? 'the finding has no description.' : lowerFirst(sentence);
}

/** Within a sentence; `PDF` stays as it is. */
function lowerFirst(text: string): string {
  return /^[A-Z](?![A-Z])/u.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;
}
