/** Server-sent events (WHATWG HTML, 9.2): an answer that goes on until there is nothing more to tell. */
import { Readable } from 'node:stream';
import { disconnectSignal } from '#api/http/disconnect-signal.ts';
import type { Context } from '#api/http/http.ts';

export interface ServerSentEvent {
  readonly id: number;
  readonly event: string;
  /** Sent as JSON, which has no line ends. */
  readonly data: object;
}

export function eventText({ id, event, data }: ServerSentEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The time after which a client connects again. */
export function retryText(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`;
}

/** A comment, which readers pass over: no proxy takes the connection for dead. */
export const PING = ': ping\n\n';

/**
 * Sends the events of the generator until it ends or the caller leaves. It then aborts the signal and returns the
 * lease of the stream. No proxy may hold back, compress or store the events.
 */
export function sendEvents(
  ctx: Context,
  lease: Disposable,
  tell: (signal: AbortSignal) => AsyncIterable<string>,
): void {
  const { signal } = disconnectSignal(ctx);
  ctx.status = 200;
  ctx.set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  const release = () => lease[Symbol.dispose]();
  if (signal.aborted || ctx.method === 'HEAD') return release();
  signal.addEventListener('abort', release, { once: true });
  ctx.body = Readable.from(tell(signal));
}
