/**
 * `npm run drill:hosts [-- --only NAME,NAME]`: the service on five hosts (two of the API behind a proxy, three of workers: one
 * of a region, two of the others), each with a spool and ways of its own, under the load of `npm run faults`. Hosts are added,
 * lost, rolled to another version and moved; Temporal is away for two minutes; after each scene everything accepted must
 * have ended once, with the bytes of the command line (`tools/drills/faults/invariants.ts`). Ends with 1 where it has not.
 */
import { parseArgs } from 'node:util';
import { say, withServiceUnderLoad } from '#tools/drills/faults/service-under-load.ts';
import { startFindings } from '#tools/drills/findings.ts';
import { HOSTS } from './hosts.ts';
import { SCENES, type SceneName } from './scenes.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(SCENES).join(',') },
    callers: { type: 'string', default: '6' },
  },
});
const names = values.only.split(',').filter((name): name is SceneName => Object.hasOwn(SCENES, name));
if (names.length === 0) throw new Error(`--only is of ${Object.keys(SCENES).join(', ')}.`);

const { report, exit } = startFindings();
await withServiceUnderLoad({ hosts: HOSTS, callers: Number(values.callers), seed: 1, report }, async (service) => {
  const { documents } = service.load.ledger;
  for (const name of names) {
    const before = documents.length;
    say(`${name} …`);
    const lines = await SCENES[name](service);
    // A document may have lost its parser twice when a host is lost.
    const { afterMs } = await service.settle(new Set(['worker']));
    for (const line of lines) say(`  ${line}`);
    say(`  ${documents.length - before} documents, at rest after ${(afterMs / 1000).toFixed(1)} s`);
  }
});
exit('Nothing was lost.');
