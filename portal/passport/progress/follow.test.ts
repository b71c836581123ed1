/** The client's stream of events, as the pages use it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fixpoint } from '#clients/typescript/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ENDED = 'id: 3\nevent: end\ndata: {"status":"SUCCESS"}\n\n';
const event = (id: number): string => `id: ${id}\nevent: status\ndata: {"status":"IN_PROGRESS"}\n\n`;
const whole = (text: string) => new Response(text);
const refusal = (status: number, retryable: boolean) =>
  Response.json({ retryable }, { status, headers: { 'Content-Type': 'application/problem+json' } });

const streamOf = (...pieces: readonly string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

function broken(text: string): Response {
  return new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      pull: (controller) => controller.error(new TypeError('network error')),
    }),
  );
}

/** Each opening gets the next answer. */
async function followed(...answers: readonly (Response | Error)[]) {
  const opened: (string | null)[] = [];
  const openedAt: number[] = [];
  const events: string[] = [];
  const answer: typeof fetch = async (_url, init) => {
    openedAt.push(Date.now());
    const next = answers[opened.push(new Headers(init?.headers).get('Last-Event-ID')) - 1];
    if (next instanceof Error || next === undefined) throw next ?? new Error('There is no further answer.');
    return next;
  };
  const client = fixpoint({ baseUrl: 'http://service', fetch: answer, maxRetries: 0 });
  const read = async () => {
    for await (const { event: name } of client.progress('1')) events.push(name);
  };
  let end: unknown;
  const reading = read().catch((error: unknown) => (end = error));
  await vi.runAllTimersAsync();
  await reading;
  const waited = openedAt.slice(1).map((time, index) => time - (openedAt[index] ?? 0));
  return { opened, events, waited, end };
}

it('is read however it is cut', async () => {
  const text = `retry: 2000\n\n${event(1)}: ping\n\n${ENDED}`;
  for (let cut = 1; cut < text.length; cut++) {
    const { events } = await followed(new Response(streamOf(text.slice(0, cut), text.slice(cut))));
    expect(events).toEqual(['status', 'end']);
  }
});

it('is taken up behind the last event where it breaks, is cut or cannot be opened', async () => {
  const unreachable = new TypeError('fetch failed');
  expect(await followed(broken(event(1)), unreachable, refusal(503, true), whole(event(2)), whole(ENDED))).toEqual({
    opened: [null, '1', '1', '1', '2'],
    events: ['status', 'status', 'end'],
    waited: [1_000, 2_000, 4_000, 1_000],
    end: undefined,
  });
});

it('ends where nothing follows, and where the service refuses it for good', async () => {
  const nothing = new Response(null, { status: 204 });
  expect(await followed(whole(event(1)), nothing)).toMatchObject({ opened: [null, '1'], end: undefined });
  expect(await followed(refusal(404, false))).toMatchObject({ opened: [null], end: { status: 404 } });
});

it('is opened less and less often while too many streams are open', async () => {
  const { waited } = await followed(...Array.from({ length: 7 }, () => refusal(429, true)), whole(ENDED));
  expect(waited).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});
