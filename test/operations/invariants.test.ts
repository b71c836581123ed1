/** Tests that the checks of `npm run faults` find each kind of damage, which is done by hand, and name it. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { emptyBooks } from '#dev/payments/objects.ts';
import { type ArtifactStore, artifactStore, type S3Config } from '#store/objects/artifacts.ts';
import type { Database } from '#store/database/database.ts';
import { organizationStore } from '#store/organizations/organizations.ts';
import { connectDatabase } from '#store/orm.ts';
import { broken, type Evidence } from '#tools/drills/faults/invariants.ts';
import type { Ledger } from '#tools/drills/faults/load.ts';
import { addDocument, type Document, REGION } from '#test/support/builders/documents.ts';
import { type Receiver, startReceiver } from '#test/support/deliveries.ts';
import { artifactKey, originalKey } from '#test/support/object-keys.ts';

let database: Database;
let artifacts: ArtifactStore;
let receiver: Receiver;
let folder: string;
let organizationId: string;
let sent: Document;
let evidence: Evidence;

beforeEach(async () => {
  database = await connectDatabase(inject('parts').databaseUrl);
  const s3: S3Config = { ...inject('parts').s3, bucketPrefix: `faults-${randomUUID().slice(0, 8)}-` };
  artifacts = artifactStore(s3);
  await artifacts.ensureBuckets();
  receiver = await startReceiver();
  const slug = `faults-${randomUUID()}`;
  organizationId = (await organizationStore(database).create({ name: slug, slug, planTier: 'growth' })).id;
  sent = await addDocument({ database, artifacts }, organizationId);
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-invariants-'));
  for (const name of ['spool', 'mail', 'logs']) mkdirSync(join(folder, name));
  const booksFile = join(folder, 'payments.json');
  writeFileSync(booksFile, JSON.stringify(emptyBooks()));
  const { submissionId, normalizedSha256: sha256 } = sent;
  const outcome = { status: 'SUCCESS', outputs: [sha256], failureCode: null };
  const ledger: Ledger = {
    documents: [{ submissionId, organizationId, outcome, isTold: false }],
    batches: [],
    invited: [],
    compared: new Map(),
    unknown: 0,
  };
  const places = {
    spoolDirs: () => [join(folder, 'spool')],
    mailDir: join(folder, 'mail'),
    logsDir: join(folder, 'logs'),
  };
  const installation = { s3, booksFile, ...places };
  evidence = { installation, database, artifacts, receiver, ledger, hit: new Set(), spooled: new Map() };
});
afterEach(async () => {
  // Other tests of this file count the rows of all organizations.
  for (const table of [
    'artifact_ref',
    'original_ref',
    'report',
    'attestation',
    'submission',
    'quota_entry',
    'usage_period',
  ]) {
    await run(`delete from ${table}`);
  }
  rmSync(folder, { recursive: true });
  await receiver.close();
  await database.close();
});

const run = (statement: string) => database.system().execute(statement);

test('a service that is as it must be has no finding', async () => {
  expect(await broken(evidence)).toEqual([]);
});

test.each<[string, () => unknown, RegExp]>([
  [
    'ended with another output',
    () => run(`update submission set report = jsonb_set(report::jsonb, '{normalized,sha256}', '"ab"')::json`),
    /^submission .* is .*"ab"/,
  ],
  ['is gone', () => run('delete from report; delete from submission'), /^submission .* is gone$/],
  [
    'failed through an outage',
    () => run(`update submission set status = 'FAILED', report = '{"failure":{"code":"INTERNAL_ERROR"}}'`),
    /ended with INTERNAL_ERROR$/,
  ],
  ['was accepted from nobody', () => void evidence.ledger.documents.pop(), /is nobody's$/],
  ['was counted twice', () => run('update usage_period set used = used + 1'), /^usage of .*"used":2.* not .*"used":1/],
  ['keeps its unit reserved', () => run('update usage_period set reserved = 1'), /"reserved":1/],
  ['keeps its slot', () => run('update submission set completed_at = null, granted_at = now()'), /"slots":1/],
  [
    'was told to a provider who has not counted it',
    () => run(`update quota_entry set metering = 'reported'`),
    /were told, and 0 counted$/,
  ],
])('a document that %s', async (_what, damage, finding) => {
  await damage();
  expect(await broken(evidence)).toContainEqual(expect.stringMatching(finding));
});

test('an output whose bytes are others, one that is not there, and an original nobody refers to', async () => {
  const key = artifactKey(organizationId, sent.normalizedSha256);
  await artifacts.replace(REGION, key, Buffer.from('%PDF-1.7 others'), 'application/pdf');
  expect(await broken(evidence)).toEqual([expect.stringMatching(/^artifact .* has the bytes of /)]);
  await artifacts.remove(REGION, key);
  await run('delete from original_ref');
  expect(await broken(evidence)).toEqual([
    `artifact ${sent.normalizedSha256} cannot be read`,
    `nobody refers to ${REGION} ${originalKey(organizationId, sent.originalSha256)}`,
    `a reference leads to ${REGION} ${key}, which is not there`,
  ]);
});

test('an end that was told under two ids, and one that nobody was told of', async () => {
  const { submissionId } = sent;
  const tell = (id: string, about: string) => {
    const body = JSON.stringify({ type: 'normalization.success', data: { submissionId: about } });
    receiver.calls.push({ path: '/hook', headers: { 'webhook-id': id }, body });
  };
  for (const document of evidence.ledger.documents) Object.assign(document, { isTold: true });
  expect(await broken(evidence)).toEqual([`nobody was told of submission ${submissionId}`]);
  tell('evt_1', submissionId);
  tell('evt_1', submissionId);
  expect(await broken(evidence)).toEqual([]);
  tell('evt_2', submissionId);
  expect(await broken(evidence)).toEqual([`normalization.success ${submissionId} was told under the ids evt_1, evt_2`]);
});

test('a batch that is not there, a mail that did not come, an alarm, and what lies in the spool for too long', async () => {
  const batchId = randomUUID();
  evidence.ledger.batches.push({ batchId, outcomes: [] });
  evidence.ledger.invited.push('somebody@invited.example');
  appendFileSync(join(folder, 'logs', 'worker.log'), '{"level":"warn","alarm":"object_lost"}\n');
  const left = `fixpoint-upload-${randomUUID()}.pdf`;
  writeFileSync(join(folder, 'spool', left), 'x');
  const found = await broken(evidence);
  expect(found).toEqual([
    `nobody was told of batch ${batchId}`,
    `batch ${batchId} is undefined, and not [0,0,0,0]`,
    'somebody@invited.example was invited by 0 mails',
    'worker.log: {"level":"warn","alarm":"object_lost"}',
  ]);
  evidence.spooled.set(left, Date.now() - 16 * 60_000);
  expect(await broken(evidence)).toContain(`${left} has lain in the spool for 16 minutes`);
});
