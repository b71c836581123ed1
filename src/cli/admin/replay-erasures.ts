/** `fixpoint admin replay-erasures`: after a restore, what was erased since the backup is erased once more. */
import { notedErasures } from '#store/privacy/erasure-records.ts';
import { replayErasures } from '#store/privacy/erasure-replay.ts';
import { say } from '#src/cli/terminal.ts';
import { withParts } from './parts.ts';

/** Answers the exit code. */
export function replay(): Promise<number> {
  return withParts(async (database, store) => {
    const noted = await notedErasures(store);
    const counts = { organizations: 0, documents: 0 };
    for await (const { organizationId, erased } of replayErasures(database, noted)) {
      counts[erased === 'organization' ? 'organizations' : 'documents'] += 1;
      const what = erased === 'organization' ? 'all of it' : erased === 'all' ? 'all its documents' : 'a document';
      process.stdout.write(`${organizationId} ${what}\n`);
    }
    const { organizations, documents } = counts;
    say(
      `Of ${noted.size} notes ${organizations} organizations are deleted and ${documents} erasures done once more, by the workers.`,
    );
    return 0;
  });
}
