/** Verdicts about documents without signatures. */
import type { Facts } from './facts.ts';
import { afterColon, isAllWell, type Rule, rule, worst } from './rule.ts';
import { HIDDEN_CONTENT, REPAIRS } from './warning-groups.ts';
import { removedSentence } from './words.ts';

export const UNSIGNED_RULES: readonly Rule[] = [
  rule(
    'field_shows_other_value',
    has('FIELD_VALUE_APPEARANCE_MISMATCH'),
    (_verdict, facts) => `${outcome(facts)} A form field shows another text than the value that it stores.`,
  ),
  rule(
    'unsigned_with_finding',
    (facts) => worst(facts, 'medium') !== null || facts.riskLevel === 'medium',
    (_verdict, facts) => {
      const finding = worst(facts, 'medium');
      return finding
        ? `${outcome(facts)} Check this finding: ${afterColon(finding)}`
        : `${outcome(facts)} Signs of tampering were found that also occur in honest documents.`;
    },
  ),
  rule(
    'repaired',
    has(...REPAIRS),
    (_verdict, facts) =>
      `${outcome(facts)} The file was damaged and was repaired. Compare the pages with the original where it matters.`,
  ),
  rule(
    'rejected',
    ({ phase }) => phase === 'rejected',
    () => 'Not normalized, because the options of the request refuse such documents.',
  ),
  rule(
    'content_removed',
    ({ removed }) => removed.length > 0,
    (_verdict, facts) => `${outcome(facts)} ${removedSentence(facts.removed)}`,
  ),
  rule(
    'hidden_content',
    has(...HIDDEN_CONTENT),
    (_verdict, facts) =>
      `${outcome(facts)} It contains text or pictures that are not shown, so copied text may differ from the pages.`,
  ),
  rule(
    'signatures_not_checked',
    ({ signatures }) => signatures === null,
    (_verdict, facts) => `${outcome(facts)} It is unknown whether it is signed.`,
  ),
  rule(
    'minor_finding',
    (facts) => worst(facts, 'low') !== null || facts.riskLevel === 'low',
    (_verdict, facts) => {
      const finding = worst(facts, 'low');
      const isSaid = finding ? `Found: ${afterColon(finding)}` : 'The risk is low.';
      return `${outcome(facts)} It is not signed. ${isSaid}`;
    },
  ),
  rule(
    'no_findings',
    (facts) => isAllWell(facts) && !facts.isSigned && facts.signatures?.length === 0,
    () => 'Normalized. No sign of tampering was found. It is not signed, so nothing proves who made it.',
  ),
  rule(
    'normalized',
    ({ phase, isSigned }) => phase === 'success' && !isSigned,
    () => 'Normalized. It is not signed.',
  ),
];

function outcome({ phase }: Facts): string {
  return phase === 'success' ? 'Normalized.' : 'Not normalized.';
}

function has(...codes: readonly string[]): Rule['when'] {
  return ({ warnings }) => codes.some((code) => warnings.has(code));
}
