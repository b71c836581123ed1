/** The invariants of an idle service after faults. Each returned sentence is a finding. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Books } from '#dev/payments/objects.ts';
import type { Database } from '#store/database/database.ts';
import type { ArtifactStore } from '#store/objects/artifacts.ts';
import { objectKey, type StoredObject } from '#store/objects/object-key.ts';
import { dangling } from '#test/support/buckets.ts';
import type { Receiver } from '#test/support/deliveries.ts';
import { sha256 } from '#tools/figures.ts';
import { isOutput } from './documents.ts';
import type { Installation } from './installation.ts';
import type { Ledger, SentDocument } from './load.ts';
import type { Part } from './plan.ts';

export interface Evidence {
  readonly installation: Pick<Installation, 's3' | 'spoolDirs' | 'mailDir' | 'booksFile' | 'logsDir'>;
  readonly database: Database;
  readonly artifacts: ArtifactStore;
  readonly receiver: Receiver;
  readonly ledger: Ledger;
  /** The parts with a fault since the last idle state. */
  readonly hit: ReadonlySet<Part>;
  /** The files of the spool in earlier idle states, with their first time. */
  readonly spooled: Map<string, number>;
}

type Check = (evidence: Evidence) => Promise<string[]> | string[];

export async function broken(evidence: Evidence): Promise<string[]> {
  const found: string[] = [];
  for (const check of CHECKS) found.push(...(await check(evidence)));
  return found;
}

/** A document is given up after its parser has died twice, as for a document that kills parsers. */
const GIVEN_UP = { code: 'PARSER_KILLED', parts: ['parser', 'verifier', 'worker'] as const };
const SPOOL_MS = 15 * 60_000;

interface Row {
  readonly id: string;
  readonly organization: string;
  readonly status: string;
  readonly sha256: string | null;
  readonly code: string | null;
  readonly region: string;
  readonly stateless: boolean;
}

const ROWS = `select id, organization_id as organization, status, region, stateless,
  report->'normalized'->>'sha256' as sha256, report->'failure'->>'code' as code from submission`;

/** Every accepted document has ended as in the command line, and no other document exists. */
async function documentsEnded({ database, ledger, hit }: Evidence): Promise<string[]> {
  const rows = new Map((await select<Row>(database, ROWS)).map((row) => [row.id, row]));
  const found = ledger.documents.flatMap((sent) => {
    const row = rows.get(sent.submissionId);
    const problem = row === undefined ? 'is gone' : unlike(row, sent, hit);
    return problem === null ? [] : [`submission ${sent.submissionId} ${problem}`];
  });
  const sent = new Set(ledger.documents.map(({ submissionId }) => submissionId));
  // A document that was given up releases its idempotency key, so its sender has made another one.
  const strangers = [...rows.values()].filter(({ id, status }) => !sent.has(id) && status !== 'FAILED');
  const internal = [...rows.values()].filter(({ code }) => code === 'INTERNAL_ERROR');
  return [
    ...found,
    ...strangers.map(({ id, status, stateless }) => `submission ${id} (${status}, stateless ${stateless}) is nobody's`),
    ...internal.map(({ id, stateless }) => `submission ${id} (stateless ${stateless}) ended with INTERNAL_ERROR`),
  ];
}

function unlike(row: Row, { outcome }: SentDocument, hit: ReadonlySet<Part>): string | null {
  const isAlike = row.status === outcome.status && row.code === outcome.failureCode;
  if (isAlike && isOutput(outcome, row.sha256)) return null;
  if (row.code === GIVEN_UP.code && GIVEN_UP.parts.some((part) => hit.has(part))) return null;
  const ended = { status: row.status, sha256: row.sha256, failureCode: row.code };
  return `is ${JSON.stringify(ended)} and not ${JSON.stringify(outcome)}`;
}

/** The bytes in the store match their address. */
async function bytesAreTrue({ database, artifacts }: Evidence): Promise<string[]> {
  const outputs = await select<StoredObject>(database, 'select distinct sha256, region, folder from artifact_ref');
  const checked = outputs.map(async (output) => {
    const { sha256: name, region } = output;
    const bytes = await artifacts.getBytes(region, objectKey('artifact', output)).catch(() => null);
    if (bytes === null) return [`artifact ${name} cannot be read`];
    return sha256(bytes) === name ? [] : [`artifact ${name} has the bytes of ${sha256(bytes)}`];
  });
  return (await Promise.all(checked)).flat();
}

interface Usage {
  readonly organization: string;
  readonly used: number;
  readonly reserved: number;
  readonly ended: readonly [succeeded: number, failed: number, rejected: number];
  readonly counted: readonly [succeeded: number, failed: number, rejected: number];
  readonly documents: number;
  readonly comparisons: number;
  readonly slots: number;
}

const USAGE = `select o.id as organization,
  (select coalesce(sum(used), 0)::int from usage_period where organization_id = o.id) as used,
  (select coalesce(sum(reserved), 0)::int from usage_period where organization_id = o.id) as reserved,
  (select json_build_array(coalesce(sum(succeeded), 0), coalesce(sum(failed), 0), coalesce(sum(rejected), 0))
    from usage_period where organization_id = o.id) as counted,
  (select json_build_array(count(*) filter (where status = 'SUCCESS'), count(*) filter (where status = 'FAILED'),
    count(*) filter (where status = 'REJECTED')) from submission where organization_id = o.id) as ended,
  (select coalesce(sum(units), 0)::int from quota_entry
    where organization_id = o.id and state = 'used' and kind = 'submission') as documents,
  (select coalesce(sum(units), 0)::int from quota_entry
    where organization_id = o.id and state = 'used' and kind = 'comparison') as comparisons,
  (select count(*)::int from submission
    where organization_id = o.id and granted_at is not null and completed_at is null) as slots
  from organization o`;

/** The counters of the period, the entries of the ledger and the delivered units are equal. */
async function usageIsDelivered({ database, ledger }: Evidence): Promise<string[]> {
  const usages = await select<Usage>(database, USAGE);
  return usages.flatMap(({ organization, used, reserved, ended, counted, documents, comparisons, slots }) => {
    const delivered = ledger.compared.get(organization) ?? 0;
    const expected = { counted: ended, reserved: 0, slots: 0, documents: ended[0], used: documents + comparisons };
    const is = { counted, reserved, slots, documents, used };
    const found = isDeepStrictEqual(is, expected)
      ? []
      : [`usage of ${organization} is ${text(is)}, not ${text(expected)}`];
    if (comparisons === delivered) return found;
    ledger.compared.set(organization, comparisons); // reported once
    return [...found, `${organization} was charged for ${comparisons} comparisons and got ${delivered}`];
  });
}

/** The provider received each paid entry once. */
async function meterIsUsage({ database, installation }: Evidence): Promise<string[]> {
  const told = await select<{ id: string; units: number }>(
    database,
    `select id, units from quota_entry where metering = 'reported'`,
  );
  const { meterEvents }: Books = JSON.parse(readFileSync(installation.booksFile, 'utf8'));
  const counted = new Map(meterEvents.map(({ identifier, value }) => [identifier, value]));
  const twice = meterEvents.length - counted.size;
  const wrong = told.filter(({ id, units }) => counted.get(id) !== units);
  return [
    ...(twice > 0 ? [`the provider has counted ${twice} entries twice`] : []),
    ...(counted.size !== told.length ? [`${told.length} entries were told, and ${counted.size} counted`] : []),
    ...wrong.map(({ id, units }) => `entry ${id} of ${units} was counted as ${counted.get(id)}`),
  ];
}

/** Each end has one event with one id, and every receiver got it. */
async function webhooksCame({ database, receiver, ledger }: Evidence): Promise<string[]> {
  const ids = new Map<string, Set<string>>();
  for (const { headers, body } of receiver.calls) {
    const { type, data }: { type: string; data: { submissionId?: string; batchId?: string } } = JSON.parse(body);
    const about = `${type} ${data.submissionId ?? data.batchId}`;
    ids.set(about, (ids.get(about) ?? new Set()).add(String(headers['webhook-id'])));
  }
  const twice = [...ids].filter(([, each]) => each.size > 1);
  const undelivered = await select<{ id: string; status: string }>(
    database,
    `select id, status from webhook_delivery where status <> 'delivered'`,
  );
  const told = new Set([...ids.keys()].map((about) => about.split(' ')[1]));
  const untold = ledger.documents.filter(({ isTold, submissionId }) => isTold && !told.has(submissionId));
  const batches = ledger.batches.filter(({ batchId }) => !ids.has(`batch.completed ${batchId}`));
  return [
    ...twice.map(([about, each]) => `${about} was told under the ids ${[...each].join(', ')}`),
    ...undelivered.map(({ id, status }) => `delivery ${id} is ${status}`),
    ...untold.map(({ submissionId }) => `nobody was told of submission ${submissionId}`),
    ...batches.map(({ batchId }) => `nobody was told of batch ${batchId}`),
  ];
}

interface Batch {
  readonly id: string;
  readonly status: string;
  readonly counted: readonly number[];
}

const BATCHES = 'select id, status, json_build_array(total, completed, failed, rejected) as counted from batch';

async function batchesAreComplete({ database, ledger }: Evidence): Promise<string[]> {
  const rows = new Map((await select<Batch>(database, BATCHES)).map((row) => [row.id, row]));
  return ledger.batches.flatMap(({ batchId, outcomes }) => {
    const row = rows.get(batchId);
    const are = (status: string) => outcomes.filter((outcome) => outcome.status === status).length;
    const expected = [outcomes.length, are('SUCCESS'), are('FAILED'), are('REJECTED')];
    const isGivenUp = row !== undefined && row.counted[0] === expected[0] && row.counted[2] !== expected[2];
    if (row?.status === 'complete' && (isGivenUp || isDeepStrictEqual(row.counted, expected))) return [];
    return [`batch ${batchId} is ${text(row)}, and not ${text(expected)}`];
  });
}

async function nothingDangles({ installation, database }: Evidence): Promise<string[]> {
  const { orphans, missing } = await dangling(installation.s3, database);
  // The bucket removes the data of a comparison below `tmp/`. Archives have separate rows.
  const isContent = (name: string) => / (originals|artifacts)\//.test(name);
  return [
    ...orphans.filter(isContent).map((name) => `nobody refers to ${name}`),
    ...missing.map((name) => `a reference leads to ${name}, which is not there`),
  ];
}

async function mailCame({ installation, ledger }: Evidence): Promise<string[]> {
  const ids = new Map<string, Set<string>>();
  for (const name of readdirSync(installation.mailDir).filter((each) => each.endsWith('.eml'))) {
    const mail = readFileSync(join(installation.mailDir, name), 'utf8');
    const to = /^To: .*?([\w.-]+@[\w.-]+)/m.exec(mail)?.[1] ?? '';
    ids.set(to, (ids.get(to) ?? new Set()).add(/^Message-ID: *(\S+)/im.exec(mail)?.[1] ?? ''));
  }
  return ledger.invited.flatMap((address) => {
    const count = ids.get(address)?.size ?? 0;
    return count === 1 ? [] : [`${address} was invited by ${count} mails`];
  });
}

/** The service is idle, so every remaining file comes from a process that was killed. */
function spoolIsCleared({ installation, spooled }: Evidence): string[] {
  const now = Date.now();
  const names = installation
    .spoolDirs()
    .flatMap((dir) => readdirSync(dir))
    .filter((name) => name.startsWith('fixpoint-'));
  for (const name of spooled.keys()) if (!names.includes(name)) spooled.delete(name);
  for (const name of names) spooled.set(name, spooled.get(name) ?? now);
  const old = [...spooled].filter(([, since]) => now - since > SPOOL_MS);
  return old.map(([name, since]) => `${name} has lain in the spool for ${Math.round((now - since) / 60_000)} minutes`);
}

/** The programs raise alarms only for faults that they cannot repair. */
function noAlarm({ installation: { logsDir } }: Evidence): string[] {
  const found = readdirSync(logsDir).flatMap((name) => {
    const lines = readFileSync(join(logsDir, name), 'utf8').split('\n');
    return lines.filter((line) => line.includes('"alarm":')).map((line) => `${name}: ${line.slice(0, 400)}`);
  });
  return found;
}

const CHECKS: readonly Check[] = [
  documentsEnded,
  bytesAreTrue,
  usageIsDelivered,
  meterIsUsage,
  webhooksCame,
  batchesAreComplete,
  nothingDangles,
  mailCame,
  spoolIsCleared,
  noAlarm,
];

function select<Found extends object>(database: Database, statement: string): Promise<Found[]> {
  return database.system().execute<Found[]>(statement);
}

function text(value: unknown): string {
  return JSON.stringify(value);
}
