/** The counters of a batch in words. */
import type { Batch } from '#portal/api/answers.ts';
import { numberText } from '#portal/ui/words.tsx';

type Counters = Pick<Batch, 'total' | 'completed' | 'failed' | 'rejected' | 'expectedTotal'>;

/** Documents that are taken and have not ended. */
export function pendingOf({ total, completed, failed, rejected }: Omit<Counters, 'expectedTotal'>): number {
  return total - completed - failed - rejected;
}

/** `17 normalized, 1 rejected, 2 under way of 20`. */
export function progressWords(batch: Counters): string {
  const { total, completed, failed, rejected, expectedTotal } = batch;
  const whole = expectedTotal === null ? numberText(total) : `${numberText(expectedTotal)} announced`;
  if (total === 0) return expectedTotal === null ? 'No documents yet' : `0 of ${whole}`;
  const parts: (readonly [count: number, words: string])[] = [
    [completed, 'normalized'],
    [rejected, 'rejected'],
    [failed, 'failed'],
    [pendingOf(batch), 'under way'],
  ];
  const told = parts.filter(([count]) => count > 0).map(([count, words]) => `${numberText(count)} ${words}`);
  return `${told.join(', ')} of ${whole}`;
}

/** `All processed, 3 failed`: of a batch in which nothing is under way. */
export function processedWords({
  closedAt,
  failed,
  rejected,
}: Pick<Batch, 'closedAt' | 'failed' | 'rejected'>): string {
  const parts: (readonly [count: number, words: string])[] = [
    [rejected, 'rejected'],
    [failed, 'failed'],
  ];
  const others = parts.filter(([count]) => count > 0).map(([count, words]) => `, ${numberText(count)} ${words}`);
  return `${closedAt === null ? 'All processed so far' : 'All processed'}${others.join('')}`;
}
