/** The colour and the symbol of the headline of the page `/verify`. */
import type { SymbolName, Tone } from '#portal/ui/tone.tsx';
import type { VerdictLevel } from '#domain/verdict/kinds.ts';
import type { Outcome, Verdict } from '#src/proof/evidence/verdict.ts';

interface Appearance {
  readonly tone: Tone;
  readonly symbol: SymbolName;
}

const OUTCOMES: Readonly<Record<Outcome, Appearance>> = {
  verified: { tone: 'good', symbol: 'shield' },
  failed: { tone: 'danger', symbol: 'shield-alert' },
  unproven: { tone: 'caution', symbol: 'unknown' },
  unsigned: { tone: 'caution', symbol: 'unknown' },
  unstamped: { tone: 'caution', symbol: 'unknown' },
  repacked: { tone: 'caution', symbol: 'unknown' },
  nothing: { tone: 'neutral', symbol: 'info' },
};

const LEVELS: Readonly<Record<VerdictLevel | 'unknown', Appearance>> = {
  good: OUTCOMES.verified,
  neutral: { tone: 'neutral', symbol: 'info' },
  unknown: { tone: 'neutral', symbol: 'unknown' },
  caution: { tone: 'caution', symbol: 'warning' },
  danger: { tone: 'danger', symbol: 'shield-alert' },
};

/** The best first. */
const TONES: readonly Tone[] = ['good', 'neutral', 'caution', 'danger'];

/** The worse of proof and document decides, so that no colour is better than the verdict on the original. */
export function appearanceOf({
  outcome,
  document,
  documentSentence,
}: Pick<Verdict, 'outcome' | 'document' | 'documentSentence'>): Appearance {
  const proof = OUTCOMES[outcome];
  if (documentSentence === '') return proof;
  const ofDocument = LEVELS[document.level ?? 'unknown'];
  return TONES.indexOf(ofDocument.tone) > TONES.indexOf(proof.tone) ? ofDocument : proof;
}
