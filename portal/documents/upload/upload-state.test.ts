import { describe, expect, it } from 'vitest';
import { DEFAULT_UPLOAD_OPTIONS } from './options.ts';
import { countUploads, progressPercent, readKept, type Upload } from './upload-state.ts';

const waiting: Upload = {
  id: '1',
  name: 'a.pdf',
  sizeBytes: 100,
  sha256: null,
  state: 'waiting',
  key: 'k',
  options: DEFAULT_UPLOAD_OPTIONS,
  sentBytes: 0,
  submissionId: null,
  stage: null,
  refusal: null,
  outcome: null,
};
const ended = (status: 'SUCCESS' | 'FAILED' | 'REJECTED'): Upload => ({
  ...waiting,
  state: 'ended',
  submissionId: 's',
  outcome: { status, failureCode: null, reason: null, message: null, verdict: null },
});

describe('uploads', () => {
  it('are counted, each once', () => {
    const uploads = [
      waiting,
      { ...waiting, state: 'sending' },
      { ...waiting, state: 'following', submissionId: 's' },
      { ...waiting, state: 'held' },
      { ...waiting, state: 'lost' },
      ended('SUCCESS'),
      ended('REJECTED'),
      ended('FAILED'),
      ended('FAILED'),
    ] satisfies Upload[];
    const counts = countUploads(uploads);
    expect(counts).toEqual({ total: 9, unsent: 2, following: 1, normalized: 1, rejected: 1, failed: 2, notSent: 2 });
    const { total, ...parts } = counts;
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(total);
  });

  it('are done when each has an end', () => {
    expect(progressPercent([])).toBe(0);
    expect(progressPercent([{ ...waiting, state: 'sending', sentBytes: 50 }])).toBe(5);
    expect(progressPercent([waiting, ended('FAILED')])).toBe(50);
    expect(progressPercent([{ ...waiting, state: 'refused' }, ended('SUCCESS')])).toBe(100);
  });

  it('are known again after the page was loaded anew, by whoever sent them', () => {
    const sent: Upload = { ...waiting, state: 'sending', submissionId: 's' };
    const kept = JSON.stringify({ userId: 'u', batchId: 'b', uploads: [waiting, sent, ended('SUCCESS')] });
    expect(readKept(kept, 'u')?.uploads.map(({ state }) => state)).toEqual(['lost', 'following', 'ended']);
    expect(readKept(kept, 'somebody else')).toBeNull();
    expect(readKept('{', 'u')).toBeNull();
    expect(readKept(null, 'u')).toBeNull();
  });
});
