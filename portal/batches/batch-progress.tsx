/** The progress of a batch as a bar with segments, and in words. */
import type { Batch } from '#portal/api/answers.ts';
import { Progress, Text } from '#portal/ui/controls.ts';
import { Tag } from '#portal/ui/tone.tsx';
import { pendingOf, processedWords, progressWords } from './batch-words.ts';

export function BatchProgress({ batch, size = 'md' }: { readonly batch: Batch; readonly size?: 'md' | 'xl' }) {
  const { completed, rejected, failed, total, expectedTotal } = batch;
  const whole = Math.max(total, expectedTotal ?? 0, 1);
  const segments = [
    // A normalized document may be a forgery, so that the verdict alone is green.
    [completed, 'var(--fx-info)'],
    [rejected, 'var(--fx-caution)'],
    [failed, 'var(--fx-danger)'],
  ] as const;
  return (
    <div style={{ minWidth: '10rem' }}>
      {/* The words below say the same. */}
      <Progress.Root size={size} aria-hidden>
        {segments.map(([count, color]) => (
          <Progress.Section key={color} value={(count / whole) * 100} color={color} withAria={false} />
        ))}
      </Progress.Root>
      <Text fz="sm" c="dimmed" mt={4}>
        {progressWords(batch)}
      </Text>
    </div>
  );
}

export function BatchTag({ batch }: { readonly batch: Batch }) {
  const { status } = batch;
  if (status === 'complete') {
    return (
      <Tag tone="neutral" symbol="check">
        {processedWords(batch)}
      </Tag>
    );
  }
  if (status === 'open') {
    return (
      <Tag tone="neutral" symbol="pending">
        Open, empty
      </Tag>
    );
  }
  return (
    <Tag tone="info" symbol="clock">
      {pendingOf(batch) > 0 ? 'In progress' : 'More documents are expected'}
    </Tag>
  );
}
