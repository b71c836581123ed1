import { describe, expect, it } from 'vitest';
import { ApiProblem } from '#portal/api/problem.ts';
import { EventReader } from './events.ts';
import { follow } from './follow.ts';
import { stageWords } from '#portal/passport/stage-words.ts';
import { advance, NO_PROGRESS } from './progress.ts';

describe('a stream of events', () => {
  it('is read however it is cut', () => {
    const text = 'id: 1\nevent: status\ndata: {"status":"IN_PROGRESS"}\n\n: still here\n\nevent: end\ndata: {}\n\n';
    const whole = [
      { id: '1', event: 'status', data: { status: 'IN_PROGRESS' } },
      { id: null, event: 'end', data: {} },
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

describe('a document', () => {
  const event = (id: number, name: string): string => `id: ${id}\nevent: ${name}\ndata: {}\n\n`;
  const whole = (text: string) => new Blob([text]).stream();
  const broken = (text: string) =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      pull: (controller) => controller.error(new TypeError('network error')),
    });

  /** Each opening gets the next of these; a failure is thrown. */
  async function followed(...streams: readonly (ReadableStream<Uint8Array<ArrayBuffer>> | Error | null)[]) {
    const opened: (string | null)[] = [];
    const told: string[] = [];
    const waited: number[] = [];
    const end = await follow({
      open: async (lastEventId) => {
        const stream = streams[opened.push(lastEventId) - 1] ?? null;
        if (stream instanceof Error) throw stream;
        return stream;
      },
      tell: ({ event: name }) => told.push(name),
      wait: async (delayMs) => void waited.push(delayMs),
    }).catch((error: unknown) => error);
    return { opened, told, waited, end };
  }

  it('is followed to its end though its stream breaks, is cut or is not to be had', async () => {
    const unreachable = new ApiProblem('', {}, 0);
    expect(
      await followed(
        broken(event(1, 'status')),
        unreachable,
        new ApiProblem('', {}, 503),
        whole(event(2, 'stage')),
        whole(event(3, 'end')),
      ),
    ).toEqual({
      opened: [null, '1', '1', '1', '2'],
      told: ['status', 'stage', 'end'],
      waited: [1_000, 2_000, 4_000, 1_000],
      end: undefined,
    });
  });

  it('that has told everything is not followed any longer', async () => {
    expect(await followed(whole(event(7, 'status')))).toMatchObject({ opened: [null, '7'], end: undefined });
  });

  it('is not asked for again where that is of no use, and more and more seldom where it may be', async () => {
    const gone = new ApiProblem('', {}, 404);
    expect(await followed(gone)).toMatchObject({ opened: [null], waited: [], end: gone });
    const { waited } = await followed(...Array.from({ length: 7 }, () => new ApiProblem('', {}, 429)));
    expect(waited).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
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
