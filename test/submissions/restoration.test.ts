/** Tests that an artifact that the store lost or damaged is restored from its original with the real engine. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, inject, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { restorationWorkflowId } from '#domain/restoration.ts';
import type { SubmissionInput } from '#domain/submission.ts';
import { normalize } from '#engine/normalize.ts';
import { moveObjects } from '#store/objects/move-objects.ts';
import { objectKey } from '#store/objects/object-key.ts';
import { separateNewObjects, shareAllObjects } from '#test/support/shared-layout.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { sha256 } from '#test/support/parsers/fake-engine.ts';
import { startService } from '#test/support/service.ts';
import { artifactKey, originalKey } from '#test/support/object-keys.ts';
import { started } from '#test/support/started.ts';

const { s3, ...parts } = inject('parts');
const CLAIM = `${import.meta.dirname}/../../fixtures/pdf/veraPDF_test_suite_6-8-3-4-t01-pass-a.pdf`;

const service = started(() =>
  startService({ ...parts, s3: { ...s3, bucketPrefix: `restoration-${randomUUID().slice(0, 8)}-` } }),
);

beforeAll(async () => {
  await service.workHere({ parser: { processes: 1, memoryMb: 1024 } });
});

const REGION = 'eu-central-1';

async function normalized(words: string): Promise<{ input: SubmissionInput; hash: string; key: string }> {
  const input = await service.submit(helloPage(words));
  const { report } = await service.settled(input);
  const hash = report?.normalized?.sha256 ?? '';
  return { input, hash, key: artifactKey(input.organizationId, hash) };
}

async function restore({ organizationId: folder }: SubmissionInput, hash: string): Promise<unknown> {
  const wanted = { region: REGION, folder, sha256: hash } as const;
  await service.temporal.startRestoration(wanted);
  return service.client.workflow.getHandle(restorationWorkflowId(wanted)).result();
}

const stored = async (key: string) => sha256(await service.artifacts.getBytes(REGION, key));
const alarms = () => service.log.filter((line) => line.includes('object_lost')).length;
const execute = (sql: string, values: unknown[]) => service.database.system().execute(sql, values);

test('one that is damaged and one that is gone are made again; asked twice, it is done once more', async () => {
  const { input, hash, key } = await normalized('restored');
  await service.artifacts.replace(REGION, key, Buffer.from('damaged'), 'application/pdf');
  expect(await restore(input, hash)).toBe('restored');
  expect(await stored(key)).toBe(hash);
  await service.artifacts.remove(REGION, key);
  expect(await restore(input, hash)).toBe('restored');
  expect(await stored(key)).toBe(hash);
  expect(alarms()).toBe(0);
});

test('in the layout of before it comes back to where it was', async () => {
  const { input, hash, key } = await normalized('restored where it was');
  await shareAllObjects(service.database, service.artifacts);
  await separateNewObjects(service.database);
  const shared = objectKey('artifact', { folder: null, sha256: hash });
  await service.artifacts.remove(REGION, shared);
  // A worker of the earlier version requests without a folder.
  for (const folder of [{ folder: null }, {}]) {
    const wanted = { region: REGION, sha256: hash, ...folder } as const;
    await service.temporal.startRestoration(wanted);
    expect(await service.client.workflow.getHandle(restorationWorkflowId(wanted)).result()).toBe('restored');
  }
  expect(await stored(shared)).toBe(hash);
  expect(await restore(input, hash)).toBe('released');
  expect(await service.artifacts.stat(REGION, key)).toBeNull();
  await Array.fromAsync(moveObjects(service.database, service.artifacts, { untilLinksExpire: async () => undefined }));
  expect(await stored(key)).toBe(hash);

  // A restoration that started before the move was killed after its last write and is repeated.
  await service.artifacts.putBytes(REGION, shared, await service.artifacts.getBytes(REGION, key), 'application/pdf');
  const wanted = { region: REGION, sha256: hash, folder: null } as const;
  await service.temporal.startRestoration(wanted);
  expect(await service.client.workflow.getHandle(restorationWorkflowId(wanted)).result()).toBe('released');
  expect(await service.artifacts.stat(REGION, shared)).toBeNull();
  expect(await stored(key)).toBe(hash);
});

test('an output without its false claim of PDF/A is made again without it', async () => {
  const original = await readFile(CLAIM);
  const { bytes, report } = await normalize(original, { ...DEFAULT_OPTIONS, dropPdfaClaim: true });
  const hash = report.normalized?.sha256 ?? '';
  expect(hash).not.toBe((await normalize(original, DEFAULT_OPTIONS)).report.normalized?.sha256);
  const input = await service.submit(original);
  const before = (await service.settled(input)).report?.normalized?.sha256;
  // Stores the row that a validator would have made, since these tests do not need one.
  await execute('update submission set report = ? where id = ?', [JSON.stringify(report), input.submissionId]);
  await execute('update artifact_ref set sha256 = ? where sha256 = ?', [hash, before]);
  expect(await restore(input, hash)).toBe('restored');
  expect(
    Buffer.from(await service.artifacts.getBytes(REGION, artifactKey(input.organizationId, hash))).equals(
      bytes ?? Buffer.alloc(0),
    ),
  ).toBe(true);
});

test('without an original, or with a damaged one, it is lost, which is an alarm', async () => {
  const { input, hash, key } = await normalized('lost');
  await service.artifacts.remove(REGION, key);
  await service.artifacts.replace(
    REGION,
    originalKey(input.organizationId, input.originalSha256),
    Buffer.from('%PDF-'),
    'application/pdf',
  );
  expect(await restore(input, hash)).toBe('lost');
  await service.artifacts.remove(REGION, originalKey(input.organizationId, input.originalSha256));
  expect(await restore(input, hash)).toBe('lost');
  expect(alarms()).toBe(2);
  expect(await service.artifacts.stat(REGION, key)).toBeNull();
});

test('what nobody may have any more stays away', async () => {
  const { input, hash, key } = await normalized('released');
  await service.artifacts.remove(REGION, key);
  await execute(`update artifact_ref set expires_at = now() - interval '1 second' where organization_id = ?`, [
    input.organizationId,
  ]);
  expect(await restore(input, hash)).toBe('released');
  expect(await service.artifacts.stat(REGION, key)).toBeNull();
});
