import { describe, expect, it } from 'vitest';
import { stageWords } from '#portal/passport/stage-words.ts';
import { advance, NO_PROGRESS, type Progress } from './progress.ts';

const ENDED = {
  submissionId: '1',
  status: 'SUCCESS',
  failureCode: null,
  links: {
    self: '/api/submissions/1',
    report: null,
    attestation: null,
    certificate: null,
    verify: null,
    original: null,
    revisions: null,
    evidence: null,
    events: '/api/submissions/1/events',
  },
} as const;

describe('progress', () => {
  it('is what the events say', () => {
    const events = [
      { event: 'status', data: { status: 'IN_PROGRESS' } },
      { event: 'stage', data: { stage: 1, name: 'TamperDetection', state: 'running' } },
      { event: 'stage', data: { stage: 99, name: 'NewStage' as 'TamperDetection', state: 'running' } },
    ] as const;
    const progress = events.reduce<Progress>(advance, NO_PROGRESS);
    expect(progress).toMatchObject({ status: 'IN_PROGRESS', hasEnded: false });
    expect(progress.stages.filter(({ state }) => state !== 'waiting')).toEqual([
      { name: 'TamperDetection', state: 'running' },
    ]);
    expect(advance(progress, { event: 'end', data: ENDED })).toMatchObject({
      status: 'SUCCESS',
      hasEnded: true,
    });
  });

  it('calls stages by words, and those of a later version as the service does', () => {
    expect(['PdfaDetection', 'AcroFormHandling', 'Translation'].map(stageWords)).toEqual([
      'PDF/A declaration',
      'Form',
      'Translation',
    ]);
  });
});
