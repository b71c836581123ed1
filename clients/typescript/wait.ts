/** Waiting for the end of a submission, and following it on the way there. */
import { FixpointError, jsonOf, retryAfterOf, unexpectedAnswer } from './error.ts';
import type { SubmissionEndEvent, SubmissionStageEvent, SubmissionStatusEvent } from './generated/models.ts';
import { pause } from './pause.ts';
import type { Submission } from './submission.ts';
import type { Transport } from './transport.ts';

export interface WaitOptions {
  /** The wait lasts as long as the document where this is absent. */
  readonly signal?: AbortSignal;
}

export type SubmissionEvent =
  | { readonly event: 'status'; readonly data: SubmissionStatusEvent }
  | { readonly event: 'stage'; readonly data: SubmissionStageEvent }
  | { readonly event: 'end'; readonly data: SubmissionEndEvent };

/** The service holds its answer that long, or until the end. */
const LONG_POLL_SECONDS = 20;
const POLL_SECONDS = 1;
/** A stream that broke is opened again after this pause at most; each failure doubles it. */
const LONGEST_PAUSE_SECONDS = 30;
/** An outage that lasts longer than this ends the wait. */
const LONGEST_OUTAGE_MS = 5 * 60_000;

export async function waitFor(transport: Transport, id: string, { signal }: WaitOptions): Promise<Submission> {
  const path = `/api/submissions/${encodeURIComponent(id)}?wait=${LONG_POLL_SECONDS}`;
  let heardAt = Date.now();
  for (;;) {
    const asked = Date.now();
    const answer = await transport
      .send({ method: 'GET', path, credentials: 'any' }, { signal }, async (response) => {
        const submission = await jsonOf<Submission>(response);
        return { submission, retryAfter: retryAfterOf(response.headers) };
      })
      .catch((error: unknown) => outage(error, heardAt));
    if ('submission' in answer) {
      const { status } = answer.submission;
      if (typeof status !== 'string')
        throw unexpectedAnswer(200, 'The answer is no submission: is baseUrl the address of Fixpoint?');
      if (status !== 'PENDING' && status !== 'IN_PROGRESS') return answer.submission;
      heardAt = Date.now();
    }
    // What was waited for on the other side need not be waited for once more.
    const seconds = Date.now() - asked > POLL_SECONDS * 1000 ? 0 : (answer.retryAfter ?? POLL_SECONDS);
    await pause(seconds * 1000, signal);
  }
}

function outage(error: unknown, heardAt: number): { retryAfter: number | null } {
  if (!(error instanceof FixpointError) || !error.retryable || Date.now() - heardAt > LONGEST_OUTAGE_MS) throw error;
  return { retryAfter: error.retryAfterSeconds };
}

/** Server-sent events, over as many connections as it takes: each comes once. */
export async function* follow(
  transport: Transport,
  id: string,
  { signal }: WaitOptions,
): AsyncGenerator<SubmissionEvent, void, undefined> {
  const path = `/api/submissions/${encodeURIComponent(id)}/events`;
  let lastId = '';
  let heardAt = Date.now();
  for (let failures = 0; ; failures++) {
    let retryAfter: number | null = null;
    const headers: Record<string, string> = lastId === '' ? {} : { 'Last-Event-ID': lastId };
    try {
      const response = await transport.send({ method: 'GET', path, credentials: 'any', headers }, { signal }, asIs);
      if (response.status === 204 || response.body === null) return;
      for await (const { id: eventId, event } of eventsOf(response.body, signal)) {
        lastId = eventId;
        heardAt = Date.now();
        failures = 0;
        yield event;
        if (event.event === 'end') return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      // A stream that broke is taken up where it did.
      const isBroken = error instanceof TypeError && Date.now() - heardAt <= LONGEST_OUTAGE_MS;
      if (!isBroken) ({ retryAfter } = outage(error, heardAt));
    }
    const seconds = Math.max(POLL_SECONDS * 2 ** failures, retryAfter ?? 0);
    await pause(Math.min(seconds, LONGEST_PAUSE_SECONDS) * 1000, signal);
  }
}

const asIs = async (response: Response) => response;

async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ id: string; event: SubmissionEvent }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const stop = () => void reader.cancel().catch(() => {});
  signal?.addEventListener('abort', stop);
  try {
    for (let text = ''; ;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      yield* blocks.flatMap(eventIn);
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    await reader.cancel().catch(() => {});
  }
}

function eventIn(block: string): { id: string; event: SubmissionEvent }[] {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
  );
  const [id = '', event = '', data] = ['id', 'event', 'data'].map((name) => fields.get(name));
  if (data === undefined || !/^(?:status|stage|end)$/.test(event)) return [];
  return [{ id, event: JSON.parse(`{"event":"${event}","data":${data}}`) }];
}
