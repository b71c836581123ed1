/** Verdicts about documents without signatures. */
import type { Facts } from './facts.ts';
import { good, isAllWell, neutral, type Rule, spoken, unknown, warning, worst } from './rule.ts';
import { HIDDEN_CONTENT, REPAIRS } from './warning-groups.ts';
import { removedSentence } from './words.ts';

const REFUSED = 'Not normalized: under the options that it was sent with, such documents are refused.';

export const UNSIGNED_RULES: readonly Rule[] = [
  warning(
    'shows-other-than-value',
    'Look closer',
    has('FIELD_VALUE_APPEARANCE_MISMATCH'),
    (facts) =>
      `${outcome(facts)} A form field shows another text than the value it holds: find out which of them is meant.`,
  ),
  warning(
    'finding',
    'Look closer',
    (facts) => worst(facts, 'medium') !== null,
    (facts) => `${outcome(facts)} Look at what was found: ${spoken(worst(facts, 'medium'))}`,
  ),
  warning(
    'risk-without-finding',
    'Look closer',
    ({ riskLevel }) => riskLevel === 'medium',
    (facts) => `${outcome(facts)} Signs of tampering were found that also occur in honest documents.`,
  ),
  warning(
    'repaired',
    'Repaired',
    has(...REPAIRS),
    (facts) =>
      `${outcome(facts)} The file was damaged and was repaired: compare the pages with the original where it matters.`,
  ),
  neutral(
    'rejected',
    'info',
    'Rejected',
    ({ phase }) => phase === 'rejected',
    () => REFUSED,
  ),
  neutral(
    'removed',
    'info',
    'Normalized',
    ({ removed }) => removed.length > 0,
    (facts) => `${outcome(facts)} ${removedSentence(facts.removed)}`,
  ),
  neutral(
    'hidden-content',
    'info',
    'Normalized',
    has(...HIDDEN_CONTENT),
    (facts) =>
      `${outcome(facts)} It holds text or pictures that are not shown: what is copied or searched may differ from what is seen.`,
  ),
  unknown(
    'signatures-not-looked-for',
    'Signatures not known',
    ({ signatures }) => signatures === null,
    (facts) => `${outcome(facts)} Whether it is signed is not known.`,
  ),
  neutral(
    'trace',
    'info',
    'Normalized',
    (facts) => worst(facts, 'low') !== null || facts.riskLevel === 'low',
    (facts) => `${outcome(facts)} It is not signed. Found: ${spoken(worst(facts, 'low'))}`,
  ),
  good(
    'clean',
    'Normalized',
    (facts) => isAllWell(facts) && !facts.isSigned && facts.signatures?.length === 0,
    () => 'Normalized. No sign of tampering was found. It is not signed, so nothing proves who made it.',
  ),
  neutral(
    'normalized',
    'info',
    'Normalized',
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
