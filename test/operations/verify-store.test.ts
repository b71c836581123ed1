/** The store against the rows: what is missing, what has rotted, what nobody knows; and the command that says so. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { artifactKey, exportKey, originalKey } from '#store/objects/artifacts.ts';
import { auditStore, type Flaw } from '#store/objects/store-audit.ts';
import { type Api, pdfSaying, sha256, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { runAdmin } from '#test/support/programs.ts';

const REGION = 'eu-central-1';
const IN_AN_HOUR = new Date(Date.now() + 3_600_000);

let api: Api;
let tenant: Tenant;
const s3 = { ...inject('parts').s3, bucketPrefix: `audit-${randomBytes(4).toString('hex')}-` };

beforeAll(async () => {
  api = await startApi({ s3 });
  await api.artifacts.ensureBuckets();
  tenant = await api.newTenant();
});
afterAll(() => api.close());

/** Answers the keys of the original and of the canonical PDF. */
async function document(words: string) {
  const pdf = pdfSaying(words);
  const { normalized } = await submissionOf(await api.postForm(pdf, tenant, { region: REGION }));
  return { original: originalKey(sha256(pdf)), artifact: artifactKey(normalized?.sha256 ?? '') };
}

async function flaws(quick = false): Promise<Flaw[]> {
  const wishes = { quick, settledBefore: IN_AN_HOUR };
  return Array.fromAsync(auditStore(api.database, api.artifacts, wishes));
}

const command = (...args: readonly string[]) =>
  runAdmin({ databaseUrl: inject('parts').databaseUrl, s3 }, 'verify-store', ...args);

test('a store that holds what the rows say has no flaw', async () => {
  await document('one');
  await document('two');
  expect(await flaws()).toEqual([]);
  const { code, stdout, stderr } = await command();
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toMatch(/^4 objects that rows refer to: 0 missing, 0 corrupt\. 0 that no row knows\.$/m);
});

test('what is missing, rotten or unknown is named, each once', async () => {
  const lost = await document('lost');
  const rotten = await document('rotten');
  const short = await document('short');
  const unknown = artifactKey(randomBytes(32).toString('hex'));
  const bytes = await api.artifacts.getBytes(REGION, rotten.artifact);
  await api.artifacts.remove(REGION, lost.artifact);
  await api.artifacts.replace(REGION, rotten.artifact, Buffer.from(bytes).fill(0, 100, 101), 'application/pdf');
  await api.artifacts.replace(REGION, short.original, bytes.subarray(1), 'application/pdf');
  await api.artifacts.replace(REGION, unknown, bytes, 'application/pdf');
  const archive = exportKey(tenant.organizationId, crypto.randomUUID());
  await api.artifacts.replace(REGION, archive, bytes, 'application/zip');

  const expected = [
    { kind: 'missing', region: REGION, key: lost.artifact },
    { kind: 'corrupt', region: REGION, key: rotten.artifact },
    { kind: 'corrupt', region: REGION, key: short.original },
    { kind: 'unreferenced', region: REGION, key: unknown },
    { kind: 'unreferenced', region: REGION, key: archive },
  ];
  const found = await flaws();
  expect(found).toHaveLength(expected.length);
  expect(found).toEqual(expect.arrayContaining(expected));
  // Of the right size, its bytes would have to be read.
  expect((await flaws(true)).map(({ key }) => key)).not.toContain(rotten.artifact);

  const { code, stdout, stderr } = await command('--json');
  expect(code).toBe(1);
  const told = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  // What was put a moment ago may be about to be referred to.
  expect(told).toEqual(expect.arrayContaining(expected.slice(0, 3)));
  expect(told).toHaveLength(3);
  expect(stderr).toContain('1 missing, 2 corrupt. 0 that no row knows.');
});
