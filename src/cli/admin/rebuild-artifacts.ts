/**
 * `fixpoint admin rebuild-artifacts`: outputs that the store has lost or holds damaged are made again from their originals, by the
 * workers. Reports the outputs that cannot be made again.
 */
import { say } from '#src/cli/terminal.ts';
import { type Repaired, repairStore } from '#store/objects/store-repair.ts';
import { withParts } from './parts.ts';
import { withTemporal } from './temporal.ts';

export interface RebuildFlags {
  readonly quick: boolean;
  readonly removeUnreferenced: boolean;
}

/** Answers the exit code: 1 where something that rows refer to stays away. */
export function rebuildArtifacts(flags: RebuildFlags): Promise<number> {
  return withParts((database, store, config) =>
    withTemporal(config, async ({ restore }) => {
      const counts: Record<Repaired['end'], number> = {
        restored: 0,
        lost: 0,
        released: 0,
        removed: 0,
        left: 0,
        'not rebuilt': 0,
      };
      for await (const { flaw, end } of repairStore(database, store, { ...flags, restore })) {
        counts[end] += 1;
        process.stdout.write(`${end.padEnd(12)} ${flaw.region} ${flaw.key}\n`);
      }
      const { restored, lost, released, removed, left } = counts;
      const gone = lost + counts['not rebuilt'];
      say(`${restored} made again, ${gone} that cannot be restored, ${released} whose retention has ended.`);
      say(`Of the objects without a row ${removed} are removed and ${left} left.`);
      return gone === 0 ? 0 : 1;
    }),
  );
}
