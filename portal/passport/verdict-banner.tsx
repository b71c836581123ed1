/** The one sentence, on top of the passport. */
import { Button, Group } from '#portal/ui/controls.ts';
import { Banner } from '#portal/ui/tone.tsx';
import { visible } from '#portal/ui/words.tsx';
import type { Pair } from '#domain/verdict/signed-by.ts';
import type { Verdict } from '#domain/verdict/verdict.ts';

interface VerdictBannerProps {
  readonly verdict: Verdict;
  /** Absent where nothing can show two states side by side. */
  readonly show?: ((pair: Pair) => void) | undefined;
}

export function VerdictBanner({ verdict: { tone, symbol, label, sentence, notes, pair }, show }: VerdictBannerProps) {
  return (
    // It changes by itself when a document ends.
    <section aria-label="Verdict" aria-live="polite">
      <Banner tone={tone} symbol={symbol} title={label}>
        <p style={{ fontSize: '1.25rem', lineHeight: 1.4, margin: '0.5rem 0 0', overflowWrap: 'anywhere' }}>
          {visible(sentence)}
        </p>
        {notes.length > 0 && (
          <ul style={{ margin: '0.75rem 0 0', paddingInlineStart: '1.25rem' }}>
            {notes.map((note) => (
              <li key={note}>{visible(note)}</li>
            ))}
          </ul>
        )}
        {pair && show && (
          <Group mt="md" className="fx-no-print">
            <Button variant="default" onClick={() => show(pair)}>
              Show both side by side
            </Button>
          </Group>
        )}
      </Banner>
    </section>
  );
}
