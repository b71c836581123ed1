/** `fixpoint admin move-objects`: objects that organizations share since a version before go to folders of their own. */
import { setTimeout as delay } from 'node:timers/promises';
import { LONGEST_LINK_SECONDS } from '#store/objects/artifacts.ts';
import { type MoveStep, moveObjects } from '#store/objects/move-objects.ts';
import { say } from '#src/cli/terminal.ts';
import { withParts } from './parts.ts';

async function untilLinksExpire(): Promise<void> {
  const until = new Date(Date.now() + LONGEST_LINK_SECONDS * 1_000);
  say(`The shared objects are removed at ${until.toISOString()}, when the download links to them have expired.`);
  await delay(LONGEST_LINK_SECONDS * 1_000);
}

/** Answers the exit code: 1 where objects are missing or corrupt, so that the move is not complete. */
export function moveAllObjects(): Promise<number> {
  return withParts(async (database, store) => {
    const counts: Record<MoveStep['kind'], number> = { moved: 0, removed: 0, missing: 0, corrupt: 0 };
    for await (const { kind, region, key } of moveObjects(database, store, { untilLinksExpire })) {
      counts[kind] += 1;
      process.stdout.write(`${kind.padEnd(12)} ${region} ${key}\n`);
    }
    const { moved, removed, missing, corrupt } = counts;
    const left = missing + corrupt;
    say(`${moved} objects are in folders of their organizations now, and ${removed} shared ones are removed.`);
    if (left === 0) return 0;
    say(
      `${missing} are missing and ${corrupt} corrupt. Run fixpoint admin rebuild-artifacts, then this command again.`,
    );
    return 1;
  });
}
