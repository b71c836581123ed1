/** Compares a real export with the API's answers, and tests changes of an attacker. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import * as contract from '#src/contract/schemas.ts';
import { verifyAttestation } from '#src/proof/verify/verify.ts';
import { acceptDocument } from '#test/support/builders/documents.ts';
import { brokenPdf, bytesOf, pdfSaying, type Person, sha256, signedPdf, type Tenant } from '#test/support/api.ts';
import { type Bag, readBag, textOf } from '#test/support/builders/bag.ts';
import { factsSignerWith, issuerWith } from '#test/support/builders/issuer.ts';
import { ownFolder } from '#test/support/folder.ts';
import { startDataWorld } from '#test/support/privacy.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

const SOON = { timeout: 240_000, interval: 100 };
const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

let tenant: Tenant;
let owner: Person;
let bag: Bag;
let exportId: string;
let normalizedSha256: string;

async function json(answer: Promise<Response>) {
  const response = await answer;
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text);
}
const portal = (path: string, method = 'GET', body?: object) =>
  json(world.api.portal(method, `/api/portal/${path}`, owner, body));
const api = (path: string) => json(world.api.get(path, tenant));
const completed = (path: string) => vi.waitUntil(async () => (await portal(path)).status === 'completed', SOON);

const world = started(() => startDataWorld());

beforeAll(async () => {
  await world.work({
    parser: { processes: 2, memoryMb: 1024 },
    issueProof: issuerWith(world.signingKey),
    signFacts: factsSignerWith(world.signingKey),
  });
  await world.service.pauseSchedules();
  ({ tenant, owner } = await world.newOwner());
  await fill();
  ({ exportId } = await portal('data-export', 'POST'));
  await completed(`data-export/${exportId}/status`);
  const lead = await world.api.portal('GET', `/api/portal/data-export/${exportId}/download`, owner);
  bag = readBag(await bytesOf(await fetch(lead.headers.get('location') ?? '')));
});

/** An organization with one of everything that an export contains. */
async function fill(): Promise<void> {
  await world.api.newMember(tenant, { role: 'admin' });
  await portal('organization/settings', 'PUT', {
    contact_email: 'office@person.example',
    default_region: 'eu-central-1',
  });
  await portal('team/invite', 'POST', { email: 'invited@person.example', role: 'member' });
  const revoked = await portal('api-keys', 'POST', { name: 'Old', scopes: ['read'] });
  await portal(`api-keys/${revoked.id}`, 'DELETE');
  await portal('webhooks', 'POST', { url: 'https://receiver.example/hook', events: ['normalization.failure'] });
  const batch = { name: 'Bills', client_reference: 'batch-1', metadata: { month: '2026-11' } };
  const headers = { 'X-Api-Key': tenant.key, 'Content-Type': 'application/json' };
  const made = fetch(`${world.api.url}/api/batches`, { method: 'POST', headers, body: JSON.stringify(batch) });
  const { batchId } = await json(made);
  const noted = { client_reference: 'bill-1', metadata: '{"customer":"Größe"}', batch_id: batchId };
  const normalized = await sent(pdfSaying('a bill'), noted);
  ({ sha256: normalizedSha256 } = normalized.normalized);
  expect(normalized.status).toBe('SUCCESS');
  expect(await sent(brokenPdf())).toMatchObject({ status: 'FAILED' });
  expect(await sent(signedPdf())).toMatchObject({ status: 'REJECTED' });
  const erased = pdfSaying('erased');
  await sent(erased, { ...noted, client_reference: 'erased' });
  const { erasureId } = await portal('erasure', 'POST', { contentHash: `sha256:${sha256(erased)}` });
  await completed(`erasure/${erasureId}`);
  await acceptDocument(world.api, tenant.organizationId);
}

async function sent(pdf: Uint8Array, fields: Record<string, string> = {}) {
  const { submissionId } = await json(world.api.postForm(pdf, tenant, fields, { Prefer: 'respond-async' }));
  return api(`/api/submissions/${submissionId}?wait=25`);
}

const fileOf = (name: string) => JSON.parse(textOf(bag, `data/${name}`));
const linesOf = (name: string) =>
  textOf(bag, `data/${name}`)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const by = (member: string) => (some: Record<string, string>, other: Record<string, string>) =>
  (some[member] ?? '') < (other[member] ?? '') ? -1 : 1;

/** The schema accepts the body and knows every member. */
function expectStrictly(schema: z.ZodType, body: unknown): void {
  expect(schema.parse(body)).toEqual(body);
}

test.each([
  ['organization.json', 'organization', contract.Organization],
  ['users.json', 'team', z.array(contract.TeamMember).length(2)],
  ['invitations.json', 'team/invitations', z.array(contract.Invitation).length(1)],
  ['webhooks.json', 'webhooks', z.array(contract.WebhookConfig).length(1)],
])('%s is what GET /api/portal/%s answers', async (name, path, schema) => {
  expectStrictly(schema, fileOf(name));
  expect(fileOf(name)).toEqual(await portal(path));
});

test('api-keys.json is what GET /api/portal/api-keys answers', async () => {
  expectStrictly(z.array(contract.ApiKey).length(2), fileOf('api-keys.json'));
  // The calls of this test change the last use of a key.
  const used = (keys: object[]) => keys.map((key) => ({ ...key, lastUsedAt: null }));
  expect(used(fileOf('api-keys.json'))).toEqual(used(await portal('api-keys')));
});

test.each([
  ['audit.ndjson', 'audit-log', contract.AuditEntry],
  ['erasures.ndjson', 'erasure', contract.Erasure],
])('%s has the items of GET /api/portal/%s', async (name, path, schema) => {
  expectStrictly(z.array(schema).min(1), linesOf(name));
  const { items } = await portal(`${path}?page_size=100`);
  expect(linesOf(name)).toEqual(items.toReversed());
});

test('exports.ndjson has the exports that were requested, this one pending', async () => {
  expectStrictly(z.array(contract.DataExport), linesOf('exports.ndjson'));
  const { requestedAt } = await portal(`data-export/${exportId}/status`);
  expect(linesOf('exports.ndjson')).toEqual([{ exportId, status: 'pending', requestedAt }]);
});

test('batches.ndjson has the items of GET /api/batches, and another file where their notices go', async () => {
  expectStrictly(z.array(contract.Batch).length(1), linesOf('batches.ndjson'));
  expect(linesOf('batches.ndjson')).toEqual((await api('/api/batches')).items);
  const [{ batchId, ...batch }] = linesOf('batches.ndjson');
  expect(batch).toMatchObject({ clientReference: 'batch-1', metadata: { month: '2026-11' }, total: 2, completed: 2 });
  expect(linesOf('batch-requests.ndjson')).toEqual([{ batchId, webhookUrl: null }]);
});

test('submissions.ndjson has the items of GET /api/submissions, without links that would be dead', async () => {
  expectStrictly(z.array(contract.Submission).length(5), linesOf('submissions.ndjson'));
  const { items } = await api('/api/submissions');
  for (const { normalized } of items) if (normalized) normalized.downloadUrl = null;
  expect(linesOf('submissions.ndjson')).toEqual(items.toSorted(by('submissionId')));
  const bill = linesOf('submissions.ndjson').find(({ clientReference }) => clientReference === 'bill-1');
  expect(bill).toMatchObject({ metadata: { customer: 'Größe' }, normalized: { sha256: normalizedSha256 } });
  expect(bag.has(`data/artifacts/${normalizedSha256}.pdf`)).toBe(true);
  expect(bag.has(`data/originals/${bill.original.sha256}.pdf`)).toBe(true);
});

const SubmissionRequest = z.strictObject({
  submissionId: z.uuid(),
  region: z.literal('eu-central-1'),
  options: z.record(z.string(), z.unknown()),
  webhookUrl: z.null(),
  stateless: z.boolean(),
  asynchronous: z.boolean(),
  startedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
});

test('submission-requests.ndjson has what was asked for with each', () => {
  z.array(SubmissionRequest).length(5).parse(linesOf('submission-requests.ndjson'));
});

test('reports/*.json are what the API answers about the submissions that have ended', async () => {
  const names = [...bag.keys()].filter((name) => name.startsWith('data/reports/'));
  expect(names).toHaveLength(3);
  for (const name of names) {
    const report = JSON.parse(textOf(bag, name));
    expectStrictly(contract.SubmissionReport, report);
    expect(name).toBe(`data/reports/${report.submissionId}.json`);
    expect(report).toEqual(await api(`/api/submissions/${report.submissionId}/report`));
  }
});

test('facts/* are the facts of all that ended and was not erased, as they are signed', async () => {
  const ids = linesOf('submissions.ndjson')
    .filter(({ completedAt, erasedAt }) => completedAt !== null && erasedAt === null)
    .map(({ submissionId }) => submissionId);
  const names = ids.flatMap((id) => [`data/facts/${id}.dsse.json`, `data/facts/${id}.json`]);
  expect([...bag.keys()].filter((name) => name.startsWith('data/facts/')).toSorted()).toEqual(names.toSorted());
  expect(new Set(ids.map((id) => fileOf(`facts/${id}.json`).status))).toEqual(
    new Set(['FAILED', 'REJECTED', 'SUCCESS']),
  );
  for (const id of ids) {
    const { predicate } = JSON.parse(Buffer.from(fileOf(`facts/${id}.dsse.json`).payload, 'base64').toString('utf8'));
    expect(predicate.facts.digest.sha256).toBe(sha256(Buffer.from(textOf(bag, `data/facts/${id}.json`))));
  }
});

test('revisions/*.json are what the API answers about the files that opened', async () => {
  const { submissionId } = linesOf('submissions.ndjson').find(({ clientReference }) => clientReference === 'bill-1');
  const linked = linesOf('submissions.ndjson').flatMap(({ links }) => links.revisions ?? []);
  const names = [...bag.keys()].filter((name) => name.startsWith('data/revisions/'));
  expect(names).toContain(`data/revisions/${submissionId}.json`);
  expect(names).toHaveLength(linked.length);
  for (const name of names) {
    const revisions = JSON.parse(textOf(bag, name));
    expectStrictly(contract.SubmissionRevisions, revisions);
    expect(name).toBe(`data/revisions/${revisions.submissionId}.json`);
    expect(revisions).toEqual(await api(`/api/submissions/${revisions.submissionId}/revisions`));
  }
});

test('attestations and the keys that check them are those of the API', async () => {
  const attestation = await api(`/api/attestations/${normalizedSha256}`);
  expect(fileOf(`attestations/${attestation.attestationId}.jsonld`)).toEqual(attestation);
  expectStrictly(contract.Attestation, attestation);
  expectStrictly(contract.KeySet, fileOf('attestation-keys.json'));
  expect(fileOf('attestation-keys.json')).toEqual(await api('/.well-known/attestation-keys.json'));
  const pdf = bag.get(`data/artifacts/${normalizedSha256}.pdf`) ?? expect.fail('no artifact');
  const verdict = await verifyAttestation(attestation, fileOf('attestation-keys.json'), { pdf });
  expect(verdict).toMatchObject({ valid: true, reason: null });
});

test('usage.csv has a header and ISO times', async () => {
  const [header, row, ...rest] = textOf(bag, 'data/usage.csv').split('\r\n');
  expect(header).toBe('startsAt,endsAt,used,reserved,succeeded,failed,rejected,processingMs');
  const [startsAt = '', endsAt = '', ...counts] = row?.split(',') ?? [];
  for (const time of [startsAt, endsAt]) expect(z.iso.datetime().safeParse(time).success).toBe(true);
  expect(counts.slice(0, 5)).toEqual(['2', '1', '2', '1', '1']);
  expect(rest).toEqual(['']);
});

test('usage-days.json has the days of GET /api/portal/stats/daily on which documents ended', async () => {
  expectStrictly(z.array(contract.DailyStats.shape.days.element).min(1), fileOf('usage-days.json'));
  const { days } = await portal('stats/daily');
  expect(fileOf('usage-days.json')).toEqual(days.filter(({ total }: { total: number }) => total > 0));
});

test('every file is told of in the README of the bag, and no other', () => {
  const kinds = [...bag.keys()].flatMap((name) => /^data\/([^/]+)/.exec(name)?.[1] ?? []);
  const readme = textOf(bag, 'README.txt');
  expect([...new Set(kinds)].filter((kind) => !readme.includes(`\n${kind}`) && !readme.includes(` ${kind}`))).toEqual(
    [],
  );
});

describe('verify.py of the bag', requires('python3', HAS_PYTHON), () => {
  const folder = ownFolder(afterAll);
  beforeAll(() => {
    for (const [name, content] of bag) {
      mkdirSync(dirname(join(folder, 'bag', name)), { recursive: true });
      writeFileSync(join(folder, 'bag', name), content);
    }
  });

  /** Changes a copy and returns the output of the program. */
  function verifyAfter(alter: (copy: string) => void) {
    const copy = mkdtempSync(join(folder, 'altered-'));
    cpSync(join(folder, 'bag'), copy, { recursive: true });
    alter(copy);
    const { status, stdout, stderr } = spawnSync('python3', [join(copy, 'verify.py')], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return { status, stdout };
  }

  /** Changes as an attacker who understands manifests. */
  function remake(copy: string, manifest: string): void {
    const path = join(copy, manifest);
    const names = readFileSync(path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => line.slice(66));
    const line = (name: string) =>
      `${createHash('sha256')
        .update(readFileSync(join(copy, name)))
        .digest('hex')}  ${name}\n`;
    writeFileSync(path, names.map(line).join(''));
  }
  function forge(copy: string, name: string, change: (content: Buffer) => Buffer | string): void {
    writeFileSync(join(copy, name), change(readFileSync(join(copy, name))));
    remake(copy, 'manifest-sha256.txt');
    remake(copy, 'tagmanifest-sha256.txt');
  }

  const AUDIT = 'data/audit.ndjson';
  const artifact = () => `data/artifacts/${normalizedSha256}.pdf`;
  const lines = (text: Buffer) => text.toString().split('\n');

  test('finds that everything fits', () => {
    const { status, stdout } = verifyAfter(() => undefined);
    expect(stdout).toContain('Everything fits.');
    expect(stdout).toContain(`${linesOf('audit.ndjson').length} entries, one unbroken chain`);
    expect(stdout).toContain('attestations: 1, each');
    expect(stdout).not.toContain('FAILED');
    expect(status).toBe(0);
  });

  test.each<[string, (copy: string) => void, string]>([
    ['one flipped byte of the audit log', (copy) => flip(join(copy, AUDIT)), 'data/audit.ndjson has been altered'],
    ['another byte of a document', (copy) => flip(join(copy, artifact())), 'is not the document that its name says'],
    ['a file that is gone', (copy) => rmSync(join(copy, artifact())), 'is missing'],
    ['a file that was added', (copy) => writeFileSync(join(copy, 'data/more.json'), '{}'), 'is in no manifest'],
    ['the last line of the audit log gone', (copy) => cutOff(join(copy, AUDIT)), 'data/audit.ndjson has been altered'],
    ['no audit log', (copy) => rmSync(join(copy, AUDIT)), 'the audit log cannot be checked'],
    [
      'a manifest without sense',
      (copy) => appendFileSync(join(copy, 'manifest-sha256.txt'), 'x\n'),
      'none of a manifest',
    ],
    [
      'a manifest that leads out',
      (copy) => appendFileSync(join(copy, 'manifest-sha256.txt'), `${'0'.repeat(64)}  ../x\n`),
      'none of a manifest',
    ],
  ])('finds %s', (_what, alter, message) => {
    const { status, stdout } = verifyAfter(alter);
    expect(stdout).toContain(message);
    expect(status).toBe(1);
  });

  test.each<[string, (text: Buffer) => string, number]>([
    ['an action', (text) => text.toString().replace('api-key.revoked', 'api-key.rerolled'), 5],
    ['a time', (text) => text.toString().replace(/"at":"20/, '"at":"21'), 1],
    ['an entry taken out of the middle', (text) => lines(text).toSpliced(2, 1).join('\n'), 3],
    [
      'entries that changed places',
      (text) =>
        lines(text)
          .toSpliced(0, 2, lines(text)[1] ?? '', lines(text)[0] ?? '')
          .join('\n'),
      1,
    ],
    ['an entry that is no JSON', (text) => text.toString().replace('{', '['), 1],
  ])('finds %s in the audit log, also with manifests made anew', (_what, change, entry) => {
    const { status, stdout } = verifyAfter((copy) => forge(copy, AUDIT, change));
    expect(stdout.match(/^FAILED.*$/gm)).toEqual([`FAILED  audit.ndjson: the chain breaks at entry ${entry}`]);
    expect(status).toBe(1);
  });

  test('finds another document, also with manifests made anew', () => {
    const { status, stdout } = verifyAfter((copy) => forge(copy, artifact(), () => 'another'));
    expect(stdout).toContain(`${artifact()} is not the document that its name says`);
    expect(stdout).toContain('the artifact it is about has been altered');
    expect(status).toBe(1);
  });

  test('says of another folder that it is no export', () => {
    const { status, stdout } = verifyAfter((copy) => rmSync(join(copy, 'manifest-sha256.txt')));
    expect([status, stdout]).toEqual([2, expect.stringContaining('is no export')]);
  });

  test('cannot tell that the end of the audit log was cut off with all manifests made anew, but by the newest hash', () => {
    const [newest = expect.fail('no entry'), before] = linesOf('audit.ndjson').toReversed();
    expect(verifyAfter(() => undefined).stdout).toContain(`the newest is ${newest.hash}`);
    const { status, stdout } = verifyAfter((copy) => {
      cutOff(join(copy, AUDIT));
      forge(copy, AUDIT, (content) => content);
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining(`the newest is ${before.hash}`)]);
  });

  function cutOff(path: string): void {
    writeFileSync(path, `${lines(readFileSync(path)).slice(0, -2).join('\n')}\n`);
  }

  function flip(path: string): void {
    const bytes = readFileSync(path);
    const middle = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 0x80, middle);
    writeFileSync(path, bytes);
  }
});
