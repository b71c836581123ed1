import { describe, expect, it } from 'vitest';
import { pendingOf, processedWords, progressWords } from './batch-words.ts';

const batch = { total: 20, completed: 15, failed: 1, rejected: 2, expectedTotal: null };

describe('a batch in words', () => {
  it('says what became of how many', () => {
    expect(pendingOf(batch)).toBe(2);
    expect(progressWords(batch)).toBe('15 normalized, 2 rejected, 1 failed, 2 under way of 20');
  });

  it('is processed, and nothing more is said of what its documents are', () => {
    const done = { ...batch, closedAt: null, failed: 3, rejected: 0 };
    expect(processedWords(done)).toBe('All processed so far, 3 failed');
    expect(processedWords({ closedAt: '2026-11-28T10:00:00Z', failed: 0, rejected: 1 })).toBe(
      'All processed, 1 rejected',
    );
  });

  it('says what is announced, and nothing of what there is none of', () => {
    const few = { total: 3, completed: 3, failed: 0, rejected: 0, expectedTotal: 1_200 };
    expect(progressWords(few)).toBe('3 normalized of 1,200 announced');
    expect(progressWords({ ...few, total: 0, completed: 0 })).toBe('0 of 1,200 announced');
    expect(progressWords({ ...few, total: 0, completed: 0, expectedTotal: null })).toBe('No documents yet');
  });
});
