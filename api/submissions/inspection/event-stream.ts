/** Server-sent events (WHATWG HTML, 9.2): an answer that goes on until there is nothing more to tell. */
import { Readable } from 'node:stream';
import { ServiceError } from '#domain/problem-codes.ts';
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

/** When whoever lost the connection comes back. */
export function retryText(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`;
}

/** A comment, which readers pass over: no proxy takes the connection for dead. */
export const PING = ': ping\n\n';

/** How many streams may be open: of one organization, and of this process. */
export interface StreamLimits {
  readonly perOrganization: number;
  readonly perProcess: number;
}

/** Takes a place for the caller, or throws. What it answers gives the place back, and is to be called once. */
export type TakePlace = (ctx: Context, organizationId: string) => () => void;

const RETRY_SECONDS = '5';

export function streamPlaces({ perOrganization, perProcess }: StreamLimits): TakePlace {
  const open = new Map<string, number>();
  let total = 0;
  return (ctx, organizationId) => {
    const own = open.get(organizationId) ?? 0;
    if (own >= perOrganization || total >= perProcess) {
      ctx.set('Retry-After', RETRY_SECONDS);
      if (own < perOrganization) throw new ServiceError('service_unavailable', 'Too many streams of events are open.');
      const detail = `${own} streams of events are open; at most ${perOrganization} may be.`;
      throw new ServiceError('too_many_streams', detail);
    }
    open.set(organizationId, own + 1);
    total += 1;
    return () => {
      const left = (open.get(organizationId) ?? 1) - 1;
      if (left === 0) open.delete(organizationId);
      else open.set(organizationId, left);
      total -= 1;
    };
  };
}

/**
 * Answers with what the generator yields, until it ends or the caller leaves: then the signal it was given is aborted.
 * Nothing between here and the caller is to hold back, pack or keep any of it.
 */
export function sendEvents(
  ctx: Context,
  release: () => void,
  tell: (signal: AbortSignal) => AsyncIterable<string>,
): void {
  const { signal } = disconnectSignal(ctx);
  ctx.status = 200;
  ctx.set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  if (signal.aborted || ctx.method === 'HEAD') return release();
  signal.addEventListener('abort', release, { once: true });
  ctx.body = Readable.from(tell(signal));
}
