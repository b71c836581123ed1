/** The caller who leaves before the answer: nobody needs what is still being done for them. */
import type { Context } from './http.ts';

export interface DisconnectSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * The signal is also given for a caller who has left already: then the response's `close` has been told, and will not
 * be told again.
 */
export function disconnectSignal({ res, req }: Context): DisconnectSignal {
  const gone = new AbortController();
  const leave = () => gone.abort();
  if (res.destroyed || req.socket.destroyed) leave();
  else res.once('close', leave);
  return { signal: gone.signal, [Symbol.dispose]: () => void res.off('close', leave) };
}

/** Gives back what an answer holds when its caller is gone: after the last byte, before it, or by now already. */
export function disposeAfterAnswer(ctx: Context, held: Disposable): void {
  const { signal } = disconnectSignal(ctx);
  const dispose = () => held[Symbol.dispose]();
  if (signal.aborted) dispose();
  else signal.addEventListener('abort', dispose, { once: true });
}
