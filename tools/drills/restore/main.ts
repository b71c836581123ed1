/**
 * `npm run drill:restore`: the service is backed up under load; what came later is more documents and an erasure. Then everything
 * is lost at once, each part to another moment: the database goes back to the backup, Temporal has forgotten everything, and the
 * store has what it has but for some objects. After the commands of docs/operate/operations.md all of it must be one again. Ends with
 * 1 where it is not.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { objectKey, type StoredObject } from '#store/objects/object-key.ts';
import { auditStore } from '#store/objects/store-audit.ts';
import { repairStore } from '#store/objects/store-repair.ts';
import type { Database } from '#store/database/database.ts';
import { migrateDatabase } from '#store/orm.ts';
import { connectTemporal } from '#temporal/client/client.ts';
import { executeAsAdministrator } from '#test/support/database-administrator.ts';
import { runAdmin } from '#test/support/programs.ts';
import { call, jsonOf } from '#tools/drills/faults/caller.ts';
import { isOutput } from '#tools/drills/faults/documents.ts';
import type { Installation } from '#tools/drills/faults/installation.ts';
import type { SentDocument } from '#tools/drills/faults/load.ts';
import { say, type ServiceUnderLoad, withServiceUnderLoad } from '#tools/drills/faults/service-under-load.ts';
import { portalCall, type Tenant } from '#tools/drills/faults/tenants.ts';
import { startFindings } from '#tools/drills/findings.ts';
import { sha256 } from '#tools/figures.ts';

const REGION = 'eu-central-1';
const LOAD_MS = 15_000;
/** The number of lost outputs that the backup has. One more is damaged. */
const LOST = 5;
const IN_AN_HOUR = new Date(Date.now() + 3_600_000);

const { report, exit } = startFindings();
const HOSTS = [
  { name: 'worker', programs: ['worker'], spool: 'shared' },
  { name: 'api', programs: ['api'], spool: 'shared' },
] as const;
const folder = join(mkdtempSync(join(tmpdir(), 'fixpoint-restore-')), 'backup');
try {
  await withServiceUnderLoad({ hosts: HOSTS, callers: 4, seed: 1, report }, drill);
} finally {
  rmSync(dirname(folder), { recursive: true, force: true });
}
exit('All parts are one again.');

async function drill({
  installation,
  database,
  artifacts: store,
  tenants,
  load,
  rest,
}: ServiceUnderLoad): Promise<void> {
  const { databaseUrl, s3, temporal } = installation;
  const admin = (...args: string[]) => runAdmin({ databaseUrl, s3, temporal }, ...args);

  load.resume();
  await sleep(LOAD_MS);
  const sentBefore = [...load.ledger.documents];
  expectDone('backup', await admin('backup', folder));
  await sleep(LOAD_MS);
  await load.pause();
  await rest();
  const erased = await erase(installation, database, tenants.growth, sentBefore);
  if (erased.length === 0) report('nothing was erased');
  say(
    `${sentBefore.length} documents before the backup, ${load.ledger.documents.length - sentBefore.length} after it, ${erased.length} erased since`,
  );

  for (const host of installation.hosts().toReversed()) await host.stop();
  await loseEverything(installation, database, store);
  say('lost: all rows, all of Temporal, and some objects');

  const beganAt = performance.now();
  await migrateDatabase(installation.databaseOwnerUrl);
  expectDone('restore', await admin('restore', folder));
  expectDone('replay-erasures', await admin('replay-erasures'));
  for (const host of HOSTS) await installation.startHost(host);
  await rest();
  // The command ignores objects younger than an hour, because a process may be about to use them.
  const { restored, removed, lost } = await repair(installation, database, store);
  say(`${restored} outputs made again, ${removed} objects removed that no row knew, ${lost} that cannot be made again`);
  expectDone('usage-reconcile', await admin('usage-reconcile'));
  expectDone('verify-store', await admin('verify-store'));
  say(`restored within ${((performance.now() - beganAt) / 1_000).toFixed(1)} s`);
  await checkRestored(database, store, sentBefore, erased);
}

/** Erases by the content of a document in the backup. Returns the ids of all erased submissions. */
async function erase(
  installation: Installation,
  database: Database,
  tenant: Tenant,
  sent: readonly SentDocument[],
): Promise<string[]> {
  const document = sent.find(
    ({ organizationId, outcome }) => organizationId === tenant.organizationId && outcome.outputs.length > 0,
  );
  const contentHash = `sha256:${document?.outcome.outputs[0]}`;
  const answer = await call(installation.url, await portalCall(tenant, '/api/portal/erasure', { contentHash }), report);
  if (answer?.status !== 200) throw new Error(`An erasure was answered ${answer?.status} ${answer?.body.toString()}.`);
  const id = String(jsonOf(answer)['erasureId']);
  for (;;) {
    const seen = await call(installation.url, await portalCall(tenant, `/api/portal/erasure/${id}`), report);
    if (seen !== null && jsonOf(seen)['status'] === 'completed') break;
    await sleep(500);
  }
  return erasedIds(database, tenant.organizationId);
}

async function erasedIds(database: Database, organizationId: string): Promise<string[]> {
  const rows = await database
    .system()
    .execute<{ id: string }[]>('select id from submission where organization_id = ? and erased_at is not null', [
      organizationId,
    ]);
  return rows.map(({ id }) => id);
}

async function loseEverything(installation: Installation, database: Database, store: ArtifactStore): Promise<void> {
  const outputs = await database
    .system()
    .execute<StoredObject[]>(
      `select region, sha256, folder from artifact_ref where expires_at > now() and region = ? order by created_at limit ${LOST + 1}`,
      [REGION],
    );
  for (const [at, output] of outputs.entries()) {
    const key = objectKey('artifact', output);
    if (at < LOST) await store.remove(REGION, key);
    else await store.replace(REGION, key, Buffer.from('damaged'), 'application/pdf');
  }
  await executeAsAdministrator(installation.databaseOwnerUrl, 'drop schema public cascade');
  await executeAsAdministrator(installation.databaseOwnerUrl, 'create schema public');
  const [server] = installation.processesOf('temporal');
  const gone = server?.kill(3_000);
  await sleep(1_000);
  const files = join(dirname(installation.logsDir), 'temporal');
  for (const name of readdirSync(files)) rmSync(join(files, name), { recursive: true });
  await gone;
}

async function repair(installation: Installation, database: Database, store: ArtifactStore) {
  const temporal = await connectTemporal(installation.temporal);
  const counts = { restored: 0, removed: 0, lost: 0 };
  try {
    const requested = { quick: false, settledBefore: IN_AN_HOUR, restore: temporal.restore };
    for await (const { flaw, end } of repairStore(database, store, { ...requested, removeUnreferenced: true })) {
      if (end === 'restored' || end === 'removed') counts[end] += 1;
      else {
        counts.lost += 1;
        report(`${flaw.kind} ${flaw.key}: ${end}`);
      }
    }
  } finally {
    await temporal.close();
  }
  return counts;
}

interface RestoredRow {
  readonly id: string;
  readonly folder: string;
  readonly status: string;
  readonly erased: boolean;
  readonly sha256: string | null;
  readonly stateless: boolean;
}

/** Everything in the backup exists with its bytes or is erased, and the store has nothing else. */
async function checkRestored(
  database: Database,
  store: ArtifactStore,
  sent: readonly SentDocument[],
  erased: readonly string[],
) {
  const rows = await database
    .system()
    .execute<RestoredRow[]>(
      `select id, organization_id as folder, status, erased_at is not null as erased, stateless, report->'normalized'->>'sha256' as sha256 from submission`,
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  let there = 0;
  for (const { submissionId, outcome } of sent) {
    const row = byId.get(submissionId);
    if (row === undefined) report(`submission ${submissionId} is gone`);
    else if (row.erased !== erased.includes(submissionId))
      report(`submission ${submissionId}: erased is ${row.erased}`);
    else if (!row.erased && !row.stateless && (row.status !== outcome.status || !isOutput(outcome, row.sha256)))
      report(`submission ${submissionId} is ${row.status} ${row.sha256} and not ${outcome.status} ${outcome.outputs}`);
    else if (!row.erased && row.sha256 !== null && !row.stateless) {
      const bytes = await store.getBytes(REGION, objectKey('artifact', { folder: row.folder, sha256: row.sha256 }));
      if (sha256(bytes) === row.sha256) there += 1;
      else report(`the output of ${submissionId} has other bytes`);
    }
  }
  for await (const { kind, key } of auditStore(database, store, {
    quick: false,
    settledBefore: IN_AN_HOUR,
  }))
    report(`${kind} ${key} after all`);
  say(`${there} outputs of before the backup have their bytes`);
}

function expectDone(what: string, { code, stdout, stderr }: Awaited<ReturnType<typeof runAdmin>>): void {
  say(`fixpoint admin ${what}: ${stderr.trim().split('\n').at(-1)}`);
  if (code !== 0) report(`fixpoint admin ${what} ended with ${code}: ${stdout}${stderr}`);
}
