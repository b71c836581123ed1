/** One sentence about a document, for somebody who knows contracts and no PDF. */
import type { Facts } from './facts.ts';
import { notesOf } from './notes.ts';
import type { Symbol, Tone } from './rule.ts';
import { RULES } from './rules.ts';
import { type Pair, signedAndNow } from './signed-by.ts';

export interface Verdict {
  /** Name of the rule that was the first to match. */
  readonly rule: string;
  readonly tone: Tone;
  readonly symbol: Symbol;
  /** A word or two that say the same as colour and symbol. */
  readonly label: string;
  readonly sentence: string;
  /** What has to be known besides. */
  readonly notes: readonly string[];
  /** What to show side by side, with the older one on the left; null where there is no such pair. */
  readonly pair: Pair | null;
}

export function verdictOf(facts: Facts): Verdict {
  const rule = RULES.find(({ when }) => when(facts));
  if (!rule) throw new Error('The last rule matches all facts.');
  const { name, tone, symbol, label, says } = rule;
  const sentence = says(facts);
  return { rule: name, tone, symbol, label, sentence, notes: notesOf(facts, sentence), pair: signedAndNow(facts) };
}
