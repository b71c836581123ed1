/**
 * `fixpoint admin drain`: waits until no document is under way that only workers of an older build can go on with, so that
 * those may be stopped. A worker that is stopped sooner loses nothing either: its documents begin anew.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '#src/cli/terminal.ts';
import { workerHeartbeats } from '#store/database/worker-heartbeats.ts';
import type { TemporalClient } from '#temporal/client/client.ts';
import { withParts } from './parts.ts';
import { withTemporal } from './temporal.ts';

export interface DrainFlags {
  /** The build of the workers that stay. The default is the newest one. */
  readonly keep?: string;
  readonly timeout: number;
}

const LOOK_EVERY_MS = 2_000;

/** Answers the exit code: 1 where some are left when the time is over. */
export function drain({ keep, timeout }: DrainFlags): Promise<number> {
  return withParts(async (database, _store, config) => {
    const build = keep ?? (await workerHeartbeats(database).youngestBuild());
    if (build === null) {
      say('No worker was seen within half a minute: so no worker can take over.');
      return 1;
    }
    const until = performance.now() + timeout * 1_000;
    return withTemporal(config, (temporal) => untilDrained(temporal, build, until));
  });
}

async function untilDrained(temporal: TemporalClient, build: string, until: number): Promise<number> {
  for (let told = ''; ;) {
    const counts = await temporal.pinnedByBuild();
    const others = [...counts].filter(([each]) => each !== build);
    const left = others.map(([each, count]) => `${count} of ${each}`).join(', ');
    if (others.length === 0) {
      say(`Only workers of ${build} are needed, for ${counts.get(build) ?? 0} under way. All others may be stopped.`);
      return 0;
    }
    if (left !== told) say(`Under way: ${left}.`);
    told = left;
    if (performance.now() > until) return 1;
    await sleep(LOOK_EVERY_MS);
  }
}
