/**
 * `npm run drill:hosts [-- --only NAME,NAME]`: the service on five hosts (two of the API behind a proxy, three of workers: one
 * of a region, two of the others), each with a spool and ways of its own, under the load of `npm run faults`. Hosts are added,
 * lost, rolled to another version and moved; Temporal is away for two minutes; after each scene everything accepted must
 * have ended once, with the bytes of the command line (`tools/faults/invariants.ts`). Ends with 1 where it has not.
 */
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { artifactStore } from '#store/objects/artifacts.ts';
import { connectDatabase } from '#store/orm.ts';
import { chanceOf } from '#test/properties/mutations.ts';
import { startReceiver } from '#test/support/deliveries.ts';
import { readSamples } from '#tools/faults/documents.ts';
import { startInstallation } from '#tools/faults/installation.ts';
import { broken } from '#tools/faults/invariants.ts';
import { startLoad } from '#tools/faults/load.ts';
import { comeToRest, endAbandonedClaims } from '#tools/faults/rest.ts';
import { newTenants } from '#tools/faults/tenants.ts';
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

const findings = new Set<string>();
const report = (finding: string) => {
  if (findings.has(finding)) return;
  findings.add(finding);
  say(`FOUND: ${finding}`);
};
const samples = await readSamples();
const installation = await startInstallation(HOSTS, (how) => report(`${how}, and nobody had ended it`));
const receiver = await startReceiver();
const database = await connectDatabase(installation.databaseUrl);
const connection = await Connection.connect({ address: installation.temporal.address });
const client = new Client({ connection, namespace: installation.temporal.namespace });
const artifacts = artifactStore(installation.s3);
try {
  const tenants = await newTenants(installation, database, receiver.url);
  const { url } = installation;
  const options = { url, receiverUrl: receiver.url, tenants, samples, report, chance: chanceOf(1) };
  const load = startLoad({ ...options, callers: Number(values.callers) });
  const spooled = new Map<string, number>();
  for (const name of names) {
    const before = load.ledger.documents.length;
    say(`${name} …`);
    const lines = await SCENES[name]({ installation, load, database, client, tenants, samples });
    const rest = await comeToRest(database, client);
    rest.stuck.forEach((what) => report(`not at rest: ${what}`));
    await endAbandonedClaims(database, client);
    // Whoever works when a host is lost may have met two deaths of its parser.
    const hit = new Set(['worker'] as const);
    for (const finding of await broken({
      installation,
      database,
      artifacts,
      receiver,
      ledger: load.ledger,
      hit,
      spooled,
    }))
      report(finding);
    for (const line of lines) say(`  ${line}`);
    say(
      `  ${load.ledger.documents.length - before} documents of the load, at rest after ${(rest.afterMs / 1000).toFixed(1)} s`,
    );
  }
} finally {
  await connection.close();
  await database.close();
  await receiver.close();
  await installation.stop();
}
console.log(findings.size === 0 ? 'Nothing was lost.' : `${findings.size} findings, above.`);
process.exit(findings.size === 0 ? 0 : 1);

function say(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}
