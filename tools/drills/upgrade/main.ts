/**
 * `npm run drill:upgrade -- --from REF`: an upgrade of the whole service, and the way back. Five hosts of the version REF (a tag, or
 * a commit) work under load on a database of its schema. The database is migrated under them, then host after host is replaced by one
 * of this version; then all go back to the version before, on the new schema, and once more forward. After each step
 * everything accepted must have ended once, with the bytes of the command line of one of the two versions
 * (`tools/drills/faults/invariants.ts`). Ends with 1 where it has not.
 */
import { parseArgs } from 'node:util';
import { migrateDatabase } from '#store/orm.ts';
import { say, type ServiceUnderLoad, withServiceUnderLoad } from '#tools/drills/faults/service-under-load.ts';
import { HOSTS, replaceHost } from '#tools/drills/hosts/hosts.ts';
import { versionsSince } from '#tools/drills/hosts/measures.ts';
import { startFindings } from '#tools/drills/findings.ts';
import { underLoad } from '#tools/drills/under-load.ts';
import { earlierVersion } from './earlier-version.ts';

const { values } = parseArgs({ options: { from: { type: 'string' }, callers: { type: 'string', default: '6' } } });
if (values.from === undefined) throw new Error('--from names the tag or commit to begin with.');

const { report, exit } = startFindings();
say(`${values.from} and its packages …`);
const earlier = earlierVersion(values.from);
try {
  const hosts = HOSTS.map((host) => ({ ...host, root: earlier.root }));
  const load = {
    hosts,
    callers: Number(values.callers),
    seed: 1,
    report,
    migrate: earlier.migrate,
    earlierRoot: earlier.root,
  };
  await withServiceUnderLoad(load, drill);
} finally {
  earlier.remove();
}
exit('Nothing was lost.');

async function drill(service: ServiceUnderLoad): Promise<void> {
  const { installation } = service;
  await step(service, `the schema of this version, under the hosts of ${values.from}`, () =>
    migrateDatabase(installation.databaseOwnerUrl),
  );
  await step(service, 'upgraded, host by host', () => replaceAll(service, undefined));
  await step(service, 'rolled back, host by host', () => replaceAll(service, earlier.root));
  await step(service, 'upgraded again', () => replaceAll(service, undefined));
}

async function step(service: ServiceUnderLoad, what: string, act: () => Promise<void>): Promise<void> {
  const { load, client, settle } = service;
  const begunAt = new Date();
  const before = load.ledger.documents.length;
  await underLoad(service, act);
  await settle(new Set(['worker']));
  const { byBuild, mixed } = await versionsSince(client, begunAt);
  if (mixed.length > 0) report(`of two versions: ${mixed.join(', ')}`);
  const builds = [...byBuild].map(([build, count]) => `${count} by ${build}`).join(', ');
  say(`${what}: ${load.ledger.documents.length - before} documents (${builds}), all at rest`);
}

async function replaceAll({ installation }: ServiceUnderLoad, root: string | undefined): Promise<void> {
  for (const host of installation.hosts()) {
    const { root: _, ...options } = host.options;
    await replaceHost(installation, host, root === undefined ? options : { ...options, root });
  }
}
