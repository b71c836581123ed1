/** Aborts the work for a caller who leaves before the answer. */
import type { Context } from './http.ts';

type Connection = Pick<Context, 'req' | 'res'>;

export interface DisconnectSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * The signal also works for a caller who has already left, after the `close` event of the response.
 */
export function disconnectSignal({ res, req }: Connection): DisconnectSignal {
  const gone = new AbortController();
  const leave = () => gone.abort();
  if (res.destroyed || req.socket.destroyed) leave();
  else res.once('close', leave);
  return { signal: gone.signal, [Symbol.dispose]: () => void res.off('close', leave) };
}

/** Disposes at the end of the answer, or at once where the caller has left already. */
export function disposeAtEnd(connection: Connection, held: Disposable): void {
  const { signal } = disconnectSignal(connection);
  const dispose = () => held[Symbol.dispose]();
  if (signal.aborted) dispose();
  else signal.addEventListener('abort', dispose, { once: true });
}
