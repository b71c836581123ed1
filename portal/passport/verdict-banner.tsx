/** The one sentence, on top of the passport. */
import { Button, Group } from '#portal/ui/controls.ts';
import { Banner } from '#portal/ui/tone.tsx';
import { visible } from '#portal/ui/words.tsx';
import type { Submission } from '#portal/api/answers.ts';
import { symbolOf } from '#domain/verdict/kinds.ts';
import type { Pair } from '#domain/verdict/signers.ts';

interface VerdictBannerProps {
  readonly verdict: Submission['verdict'];
  /** The signed revision and the newest one; null where the document was not changed, or one of them is unknown. */
  readonly pair: Pair | null;
  /** Absent where nothing can show two states side by side. */
  readonly show?: ((pair: Pair) => void) | undefined;
}

export function VerdictBanner({ verdict, pair, show }: VerdictBannerProps) {
  const { level, label, sentence, notes } = verdict;
  return (
    // It changes by itself when a document ends.
    <section aria-label="Verdict" aria-live="polite">
      <Banner tone={level} symbol={symbolOf(verdict)} title={label}>
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
              Show both versions
            </Button>
          </Group>
        )}
      </Banner>
    </section>
  );
}
