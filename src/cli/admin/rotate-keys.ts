/** `fixpoint admin rotate-keys`: what older secrets keys have sealed is sealed by the current one. */
import { openSealer } from '#src/keys/secrets-key.ts';
import { say } from '#src/cli/terminal.ts';
import { reseal } from '#store/database/resealing.ts';
import { withParts } from './parts.ts';

/** Answers the exit code: 1 where something stays that no key opens. */
export function rotateKeys(): Promise<number> {
  return withParts(async (database, _store, config) => {
    const sealer = await openSealer(config);
    let closed = 0;
    for await (const one of reseal(database, sealer)) {
      process.stdout.write(
        `${one.table.padEnd(18)} ${one.resealed} encrypted again, ${one.closed} that no key decrypts\n`,
      );
      closed += one.closed;
    }
    say(
      closed === 0
        ? 'The first secrets key opens all there is: the others may go.'
        : 'Keep the other keys, and find the one that is missing.',
    );
    return closed === 0 ? 0 : 1;
  });
}
