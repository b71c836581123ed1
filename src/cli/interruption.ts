/** The request to end a command: Ctrl-C, or a signal. */
import { EXIT } from './exit-codes.ts';

const interruption = new AbortController();

/** Aborted when the command is asked to end. */
export const interrupted: AbortSignal = interruption.signal;

/** The first signal asks for the end in order, the next one ends at once. */
export function watchSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (interrupted.aborted) process.exit(EXIT.interrupted);
      interruption.abort(new Error('Interrupted.'));
    });
  }
}
