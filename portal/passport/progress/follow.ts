/** Reads a stream of server-sent events to its end, however often it breaks on the way. */
import { ApiProblem } from '#portal/api/problem.ts';
import { EventReader, type ServerEvent } from './events.ts';

export interface Following {
  /** Opens the stream behind an event that was seen; null where nothing is to follow. */
  readonly open: (lastEventId: string | null) => Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  readonly tell: (event: ServerEvent) => void;
  /** Rejects when nobody follows any more. */
  readonly wait: (delayMs: number) => Promise<void>;
}

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
/** Too many streams are open: one of them ends by and by. */
const TOO_MANY = 429;

/** Ends with the event `end`. Throws where coming back is of no use, or nobody waits for it. */
export async function follow({ open, tell, wait }: Following): Promise<void> {
  let lastEventId: string | null = null;
  for (let failures = 0; ; failures++) {
    try {
      const body = await open(lastEventId);
      if (body === null) return;
      for await (const event of eventsOf(body)) {
        failures = 0;
        lastEventId = event.id ?? lastEventId;
        tell(event);
        if (event.event === 'end') return;
      }
    } catch (error) {
      if (error instanceof ApiProblem && !isPassing(error)) throw error;
    }
    await wait(Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS));
  }
}

/** No answer, a service that is being restarted, or one with too many streams. */
function isPassing({ status }: ApiProblem): boolean {
  return status === 0 || status === TOO_MANY || status >= 500;
}

async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventReader();
  try {
    for (;;) {
      const { value } = await reader.read();
      if (value === undefined) return;
      yield* events.read(value);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
