/** Checks as people read them: a symbol, a word and a sentence for each. */
import { Stack, Text } from '#portal/ui/controls.ts';
import { Banner, Tag, type Tone, type SymbolName } from '#portal/ui/tone.tsx';
import { Facts, Foreign, visible } from '#portal/ui/words.tsx';
import type { Check, CheckState, Verdict } from '#src/proof/evidence/verdict.ts';
import { appearanceOf } from './appearance.ts';

/** A check that holds has no colour, so that nothing is green beside a headline that warns. */
const STATES: Readonly<Record<CheckState, { tone: Tone; symbol: SymbolName; word: string }>> = {
  pass: { tone: 'neutral', symbol: 'check', word: 'Holds' },
  fail: { tone: 'danger', symbol: 'cross', word: 'Does not hold' },
  unknown: { tone: 'caution', symbol: 'unknown', word: 'Not checked' },
  unsigned: { tone: 'caution', symbol: 'unknown', word: 'Not signed' },
};

/** Two statements: whether the proof is valid, and the verdict on the document. */
export function VerdictBanner({ verdict }: { readonly verdict: Verdict }) {
  const { tone, symbol } = appearanceOf(verdict);
  const { proofSentence, documentSentence } = verdict;
  return (
    <Banner tone={tone} symbol={symbol} title={<span className="fx-foreign">{visible(proofSentence)}</span>}>
      {documentSentence === '' ? null : <strong className="fx-foreign">{visible(documentSentence)}</strong>}
    </Banner>
  );
}

export function CheckList({ checks }: { readonly checks: readonly Check[] }) {
  if (checks.length === 0) return null;
  return (
    <ul aria-label="Checks" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {checks.map((one, index) => (
        <OneCheck key={`${one.id} ${index}`} check={one} />
      ))}
    </ul>
  );
}

function OneCheck({ check: { state, title, detail, facts = [] } }: { readonly check: Check }) {
  const { tone, symbol, word } = STATES[state];
  return (
    <li style={{ padding: '0.75rem 0', borderBlockEnd: '1px solid var(--fx-line)' }}>
      <Stack gap={6}>
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.5rem 0.75rem', alignItems: 'baseline' }}>
          <Tag tone={tone} symbol={symbol}>
            {word}
          </Tag>
          <Text fw={600} className="fx-foreign" style={{ flex: '1 1 16rem', minWidth: 0 }}>
            {visible(title)}
          </Text>
        </div>
        <Text size="sm" c="dimmed" className="fx-foreign">
          {visible(detail)}
        </Text>
        {facts.length > 0 && (
          <Text size="sm" component="div">
            <Facts rows={facts.map(([label, value]) => [label, <Foreign key={label}>{value}</Foreign>])} />
          </Text>
        )}
      </Stack>
    </li>
  );
}
