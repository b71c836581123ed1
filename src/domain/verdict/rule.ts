/** What a rule of the table says, and what rules are made of. */
import { sentenceOf } from '#domain/sentences/describe.ts';
import type { Facts, Finding } from './facts.ts';
import { HARMLESS } from './warning-groups.ts';

export type Tone = 'danger' | 'caution' | 'neutral' | 'good';

/** Names of symbols of `#portal/ui/tone.tsx`. Each is used with one tone alone: the shape says what the colour says. */
export type Symbol = 'shield-alert' | 'warning' | 'unknown' | 'info' | 'clock' | 'signature' | 'check';

export interface Rule {
  readonly name: string;
  readonly tone: Tone;
  readonly symbol: Symbol;
  readonly label: string;
  readonly when: (facts: Facts) => boolean;
  readonly says: (facts: Facts) => string;
}

export function grave(name: string, label: string, when: Rule['when'], says: Rule['says']): Rule {
  return { name, tone: 'danger', symbol: 'shield-alert', label, when, says };
}

export function warning(name: string, label: string, when: Rule['when'], says: Rule['says']): Rule {
  return { name, tone: 'caution', symbol: 'warning', label, when, says };
}

export function unknown(name: string, label: string, when: Rule['when'], says: Rule['says']): Rule {
  return { name, tone: 'caution', symbol: 'unknown', label, when, says };
}

export function neutral(
  name: string,
  symbol: 'info' | 'clock' | 'signature',
  label: string,
  when: Rule['when'],
  says: Rule['says'],
): Rule {
  return { name, tone: 'neutral', symbol, label, when, says };
}

export function good(name: string, label: string, when: Rule['when'], says: Rule['says']): Rule {
  return { name, tone: 'good', symbol: 'check', label, when, says };
}

/** Whether everything was looked at, and nothing was found that asks for a second look. */
export function isAllWell(facts: Facts): boolean {
  return (
    facts.phase === 'success' &&
    facts.hasReport &&
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
export function spoken(finding: Finding | null): string {
  const sentence = finding ? sentenceOf(finding).trim() : '';
  return sentence === '' ? 'something that no words are given for.' : lowerFirst(sentence);
}

/** Within a sentence; `PDF` stays as it is. */
function lowerFirst(text: string): string {
  return /^[A-Z](?![A-Z])/u.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;
}
