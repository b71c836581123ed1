/**
 * `fixpoint admin rebuild-artifacts`: outputs that the store has lost or holds damaged are made again from their originals, by the
 * workers. What cannot be made again is named.
 */
import { loadConfig } from '#src/config.ts';
import { say } from '#src/cli/terminal.ts';
import { type Repaired, repairStore } from '#store/objects/store-repair.ts';
import { connectTemporal } from '#temporal/client/client.ts';
import { withParts } from './parts.ts';

export interface RebuildFlags {
  readonly quick: boolean;
  readonly removeUnreferenced: boolean;
}

/** Answers the exit code: 1 where something that rows refer to stays away. */
export function rebuildArtifacts({ quick, removeUnreferenced }: RebuildFlags): Promise<number> {
  return withParts(async (database, store) => {
    const temporal = await connectTemporal(loadConfig(process.env).temporal);
    const counts: Record<Repaired['end'], number> = {
      restored: 0,
      lost: 0,
      released: 0,
      removed: 0,
      left: 0,
      'not rebuilt': 0,
    };
    const wishes = { quick, removeUnreferenced, restore: temporal.restore, onLooked: () => undefined };
    try {
      for await (const { flaw, end } of repairStore(database, store, wishes)) {
        counts[end] += 1;
        process.stdout.write(`${end.padEnd(12)} ${flaw.region} ${flaw.key}\n`);
      }
    } finally {
      await temporal.close();
    }
    const { restored, lost, released, removed, left } = counts;
    const gone = lost + counts['not rebuilt'];
    say(`${restored} made again, ${gone} that cannot be, ${released} that nobody may have any more.`);
    say(`Of what no row knows ${removed} are removed and ${left} left.`);
    return gone === 0 ? 0 : 1;
  });
}
