import { describe, expect, it } from 'vitest';
import { EventReader } from './events.ts';
import { stageWords } from '#portal/passport/stage-words.ts';
import { advance, NO_PROGRESS } from './progress.ts';

describe('a stream of events', () => {
  it('is read however it is cut', () => {
    const text = 'id: 1\nevent: status\ndata: {"status":"IN_PROGRESS"}\n\n: still here\n\nevent: end\ndata: {}\n\n';
    const whole = [
      { event: 'status', data: { status: 'IN_PROGRESS' } },
      { event: 'end', data: {} },
    ];
    for (let cut = 0; cut <= text.length; cut++) {
      const reader = new EventReader();
      expect([...reader.read(text.slice(0, cut)), ...reader.read(text.slice(cut))]).toEqual(whole);
    }
  });

  it('leaves out what is no JSON', () => {
    expect(new EventReader().read('event: stage\ndata: {broken\n\n')).toEqual([]);
  });
});

describe('progress', () => {
  it('is what the events say', () => {
    const events = [
      { event: 'status', data: { status: 'IN_PROGRESS' } },
      { event: 'stage', data: { stage: 1, name: 'TamperDetection', state: 'running' } },
      { event: 'stage', data: { stage: 99, name: 'NewStage', state: 'running' } },
      { event: 'new', data: null },
    ];
    const progress = events.reduce(advance, NO_PROGRESS);
    expect(progress).toMatchObject({ status: 'IN_PROGRESS', hasEnded: false });
    expect(progress.stages.filter(({ state }) => state !== 'waiting')).toEqual([
      { name: 'TamperDetection', state: 'running' },
    ]);
    expect(advance(progress, { event: 'end', data: { status: 'SUCCESS' } })).toMatchObject({
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
