/** Compares the store with the rows: missing, damaged and unknown objects, and the command that reports them. */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, inject, test } from 'vitest';
import { exportKey } from '#store/objects/artifacts.ts';
import { objectKey } from '#store/objects/object-key.ts';
import { auditStore, type Flaw } from '#store/objects/store-audit.ts';
import { pdfSaying, sha256, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { separateNewObjects, shareAllObjects } from '#test/support/shared-layout.ts';
import { runAdmin } from '#test/support/programs.ts';
import { artifactKey, originalKey } from '#test/support/object-keys.ts';
import { started } from '#test/support/started.ts';

const REGION = 'eu-central-1';
const IN_AN_HOUR = new Date(Date.now() + 3_600_000);

let tenant: Tenant;
const s3 = { ...inject('parts').s3, bucketPrefix: `audit-${randomBytes(4).toString('hex')}-` };

const api = started(() => startApi({ s3 }));

beforeAll(async () => {
  await api.artifacts.ensureBuckets();
  tenant = await api.newTenant();
});

/** Returns the keys of the original and of the canonical PDF. */
async function document(words: string) {
  const pdf = pdfSaying(words);
  const { normalized } = await submissionOf(await api.postForm(pdf, tenant, { region: REGION }));
  return {
    original: originalKey(tenant.organizationId, sha256(pdf)),
    artifact: artifactKey(tenant.organizationId, normalized?.sha256 ?? ''),
  };
}

async function flaws(quick = false): Promise<Flaw[]> {
  const requested = { quick, settledBefore: IN_AN_HOUR };
  return Array.fromAsync(auditStore(api.database, api.artifacts, requested));
}

const command = (...args: readonly string[]) =>
  runAdmin({ databaseUrl: inject('parts').databaseUrl, s3 }, 'verify-store', ...args);

test('a store that holds what the rows say has no flaw', async () => {
  await document('one');
  await document('two');
  expect(await flaws()).toEqual([]);
  const { code, stdout, stderr } = await command();
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toMatch(/^4 objects that rows refer to: 0 missing, 0 corrupt\. 0 without a row\.$/m);
});

test('what is missing, rotten or unknown is named, each once', async () => {
  const lost = await document('lost');
  const rotten = await document('rotten');
  const short = await document('short');
  const unknown = artifactKey(tenant.organizationId, randomBytes(32).toString('hex'));
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
  // The size is correct, so only reading its bytes reveals the damage.
  expect((await flaws(true)).map(({ key }) => key)).not.toContain(rotten.artifact);

  const { code, stdout, stderr } = await command('--json');
  expect(code).toBe(1);
  const told = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  // A new object may get its reference soon.
  expect(told).toEqual(expect.arrayContaining(expected.slice(0, 3)));
  expect(told).toHaveLength(3);
  expect(stderr).toContain('1 missing, 2 corrupt. 0 without a row.');
});

test('objects in the layout of before are each read once, and named by their keys', async () => {
  const shared = await startApi({ s3: { ...s3, bucketPrefix: `${s3.bucketPrefix}shared-` } });
  await shared.artifacts.ensureBuckets();
  const audited = () => {
    const looked: number[] = [];
    const requested = { quick: false, settledBefore: IN_AN_HOUR, onLooked: () => void looked.push(1) };
    return Array.fromAsync(auditStore(shared.database, shared.artifacts, requested)).then((found) => ({
      found,
      looked,
    }));
  };
  await shared.database.system().execute('delete from artifact_ref');
  await shared.database.system().execute('delete from original_ref');
  const pdf = pdfSaying('of two organizations');
  const [one, other] = [await shared.newTenant(), await shared.newTenant()];
  await submissionOf(await shared.postForm(pdf, one, { region: REGION }));
  const { normalized } = await submissionOf(await shared.postForm(pdf, other, { region: REGION }));
  expect(await audited()).toEqual({ found: [], looked: [1, 1, 1, 1] });
  await shareAllObjects(shared.database, shared.artifacts);
  await separateNewObjects(shared.database);
  expect(await audited()).toEqual({ found: [], looked: [1, 1] });
  const key = objectKey('artifact', { folder: null, sha256: normalized?.sha256 ?? '' });
  const copy = artifactKey(one.organizationId, normalized?.sha256 ?? '');
  await shared.artifacts.putBytes(REGION, copy, pdf, 'application/pdf');
  await shared.artifacts.remove(REGION, key);
  expect((await audited()).found).toEqual([
    { kind: 'missing', region: REGION, key },
    { kind: 'unreferenced', region: REGION, key: copy },
  ]);
  await shared.close();
});
