/**
 * Tests commands for operators on the whole service: restored outputs, repaired counters, drained builds, replaced
 * keys.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, test } from 'vitest';
import { exportKey } from '#store/objects/artifacts.ts';
import { repairStore } from '#store/objects/store-repair.ts';
import { mailStore } from '#store/mail/mails.ts';
import { readSealer } from '#src/keys/sealing.ts';
import { workerHeartbeats } from '#store/database/worker-heartbeats.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { sha256 } from '#test/support/parsers/fake-engine.ts';
import { runAdmin } from '#test/support/programs.ts';
import { startService } from '#test/support/service.ts';
import { artifactKey, originalKey } from '#test/support/object-keys.ts';
import { started } from '#test/support/started.ts';

const { s3, ...parts } = inject('parts');
const where = { ...parts, s3: { ...s3, bucketPrefix: `admin-${randomUUID().slice(0, 8)}-` } };
const REGION = 'eu-central-1';

const service = started(() => startService(where));

beforeAll(async () => {
  await service.workHere({ parser: { processes: 1, memoryMb: 1024 } });
});

const admin = (...args: readonly string[]) => {
  const { namespace } = service.client.options;
  return runAdmin({ ...where, temporal: { address: parts.temporal.address, namespace } }, ...args);
};

async function document(words: string) {
  const input = await service.submit(helloPage(words));
  const { report } = await service.settled(input);
  const { organizationId, originalSha256 } = input;
  const output = report?.normalized?.sha256 ?? '';
  return {
    organizationId,
    output,
    original: originalKey(organizationId, originalSha256),
    artifact: artifactKey(organizationId, output),
  };
}

type Document = Awaited<ReturnType<typeof document>>;
const stored = async ({ artifact }: Document) => sha256(await service.artifacts.getBytes(REGION, artifact));

test('outputs that are gone or damaged are made again with the same bytes, and what cannot be is named', async () => {
  const [gone, rotten, orphan] = [await document('gone'), await document('rotten'), await document('orphan')];
  await service.artifacts.remove(REGION, gone.artifact);
  await service.artifacts.replace(REGION, rotten.artifact, Buffer.from('rotten'), 'application/pdf');
  await service.artifacts.remove(REGION, orphan.artifact);
  await service.artifacts.remove(REGION, orphan.original);

  const first = await admin('rebuild-artifacts');
  expect(first.code).toBe(1);
  expect(first.stdout.trim().split('\n').toSorted()).toEqual(
    [
      `restored     ${REGION} ${gone.artifact}`,
      `restored     ${REGION} ${rotten.artifact}`,
      `lost         ${REGION} ${orphan.artifact}`,
      `not rebuilt  ${REGION} ${orphan.original}`,
    ].toSorted(),
  );
  expect(first.stderr).toContain('2 made again, 2 that cannot be');
  expect(await stored(gone)).toBe(gone.output);
  expect(await stored(rotten)).toBe(rotten.output);
  expect((await admin('rebuild-artifacts', '--quick')).stdout.trim().split('\n')).toHaveLength(2);
});

test('what no row knows is removed where that is asked for, and what somebody refers to is not', async () => {
  const kept = await document('kept');
  const unknown = artifactKey(kept.organizationId, randomBytes(32).toString('hex'));
  const archive = exportKey(kept.organizationId, randomUUID());
  for (const key of [unknown, archive]) {
    await service.artifacts.replace(REGION, key, Buffer.from('nobody'), 'application/pdf');
  }
  const settledBefore = new Date(Date.now() + 3_600_000);
  const requested = { quick: true, settledBefore, restore: service.temporal.restore };
  const ends = async (removeUnreferenced: boolean) => {
    const repaired = await Array.fromAsync(
      repairStore(service.database, service.artifacts, { ...requested, removeUnreferenced }),
    );
    return repaired.filter(({ flaw }) => [unknown, archive].includes(flaw.key)).map(({ end }) => end);
  };
  expect(await ends(false)).toEqual(['left', 'left']);
  expect(await ends(true)).toEqual(['removed', 'removed']);
  expect(await ends(true)).toEqual([]);
  expect(await stored(kept)).toBe(kept.output);
});

test('counters that somebody has changed become what the ledger says, once that is asked for', async () => {
  const { organizationId } = await document('counted');
  const counters = () =>
    service.database
      .system()
      .execute('select used, reserved, succeeded, failed, rejected from usage_period where organization_id = ?', [
        organizationId,
      ]);
  const [right] = await counters();
  // Counters and the ledger outlive documents.
  await service.database.system().execute('delete from report where organization_id = ?', [organizationId]);
  await service.database.system().execute('delete from submission where organization_id = ?', [organizationId]);
  expect((await admin('usage-reconcile')).stderr).toContain('All counters agree with the ledger.');
  await service.database
    .system()
    .execute('update usage_period set used = used + 7, reserved = 3, succeeded = 0 where organization_id = ?', [
      organizationId,
    ]);
  const found = await admin('usage-reconcile');
  expect(found.code).toBe(1);
  expect(JSON.parse(found.stdout)).toMatchObject({
    organizationId,
    counted: { reserved: 3 },
    entered: { reserved: 0 },
  });
  expect((await admin('usage-reconcile', '--mend')).code).toBe(0);
  expect(await counters()).toEqual([right]);
  expect((await admin('usage-reconcile')).stdout).toBe('');
});

test('who asks when older workers may be stopped is told at once where nothing is under way with them', async () => {
  const heartbeats = workerHeartbeats(service.database);
  const workerId = randomUUID();
  expect(await admin('drain')).toMatchObject({ code: 1, stderr: expect.stringContaining('No worker was seen') });
  await heartbeats.beat(workerId, { parserIsolation: 'full', parserWalls: [], buildId: '0.2.0-aaaa', taskQueues: [] });
  const { code, stderr } = await admin('drain', '--timeout', '20');
  await heartbeats.end(workerId);
  expect(stderr).toContain('Only workers of 0.2.0-aaaa are needed');
  expect(code).toBe(0);
});

test('after a change of the secrets key the old one may go', async () => {
  const [old, recent] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  const mail = { organizationId: null, to: 'a@example.com', subject: 'Hello', text: 'Hello.\n' };
  const [id = ''] = await mailStore(service.database, readSealer(old, { production: true })).queue(
    service.database.system(),
    [mail],
  );
  const rotate = (keys: string) => runAdmin({ ...where, settings: { SECRETS_KEY: keys } }, 'rotate-keys');
  expect(await rotate(recent)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('find the one that is missing'),
  });
  expect(await rotate(`${recent}\n${old}`)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('the others may go'),
  });
  const found = await mailStore(service.database, readSealer(recent, { production: true })).find(id);
  expect(found).toMatchObject({ subject: 'Hello' });
  expect(await runAdmin(where, 'rotate-keys')).toMatchObject({ code: 2 });
});
