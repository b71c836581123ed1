/** The ten stages while they pass, each with a word for where it is. */
import { stageWords } from '#portal/passport/stage-words.ts';
import { Tag, type Tone } from '#portal/ui/tone.tsx';
import type { Progress } from './progress.ts';

const STATES: Readonly<Record<string, { tone: Tone; symbol: 'pending' | 'clock' | 'check' | 'cross'; word: string }>> =
  {
    waiting: { tone: 'neutral', symbol: 'pending', word: 'to come' },
    running: { tone: 'info', symbol: 'clock', word: 'running' },
    done: { tone: 'good', symbol: 'check', word: 'done' },
    failed: { tone: 'danger', symbol: 'cross', word: 'failed' },
    rejected: { tone: 'caution', symbol: 'cross', word: 'rejected' },
    not_reached: { tone: 'neutral', symbol: 'pending', word: 'not reached' },
  };

export function StageList({ progress }: { readonly progress: Progress }) {
  const done = progress.stages.filter(({ state }) => state === 'done').length;
  return (
    <div>
      <p role="status" style={{ marginBlockStart: 0 }}>
        {done} of {progress.stages.length} stages are done.
      </p>
      <ol style={{ display: 'grid', gap: '0.4rem', margin: 0, paddingInlineStart: '2rem', maxWidth: '28rem' }}>
        {progress.stages.map(({ name, state }) => {
          const { tone, symbol, word } = STATES[state] ?? { tone: 'neutral', symbol: 'pending', word: state };
          return (
            <li key={name}>
              <span style={{ display: 'flex', justifyContent: 'space-between', gap: '1rem' }}>
                {stageWords(name)}
                <Tag tone={tone} symbol={symbol}>
                  {word}
                </Tag>
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
