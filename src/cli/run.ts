/** Ends a command: what goes wrong is a sentence and an exit code, never a trace. */
import { TrustStoreError } from '#src/keys/trust-store.ts';
import { messageOf, reasonOf } from '#src/system-error.ts';
import { CommandFailure, EXIT } from './exit-codes.ts';
import { interrupted, watchSignals } from './interruption.ts';
import { say } from './terminal.ts';

let isOutputLost = false;

/** Runs what a command does, which answers its exit code. */
export async function runCommand(action: () => Promise<number>): Promise<void> {
  watchOutputs();
  watchSignals();
  try {
    process.exitCode = await action();
  } catch (error) {
    process.exitCode = explained(error);
  }
  // Lost output means failure, even if the command succeeded.
  if (isOutputLost) process.exitCode = EXIT.failed;
}

function explained(error: unknown): number {
  if (interrupted.aborted) return EXIT.interrupted;
  if (error instanceof CommandFailure) {
    say(error.message);
    return error.exitCode;
  }
  if (error instanceof TrustStoreError) {
    say(error.message);
    return EXIT.refused;
  }
  say(`fixpoint: This should not have happened: ${messageOf(error)}`);
  if (process.env['FIXPOINT_DEBUG'] && error instanceof Error) say(error.stack ?? '');
  return EXIT.bug;
}

function watchOutputs(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.closedPipe);
    if (isOutputLost) return;
    isOutputLost = true;
    process.exitCode = EXIT.failed;
    say(`fixpoint: Standard output cannot be written: ${reasonOf(error)}.`);
  });
  // No reader is left.
  process.stderr.on('error', () => undefined);
}
