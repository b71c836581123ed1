/** An artifact that the store lost, or holds damaged, comes back from its original, with the real engine. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { restorationWorkflowId } from '#domain/restoration.ts';
import type { SubmissionInput } from '#domain/submission.ts';
import { normalize } from '#engine/normalize.ts';
import { artifactKey, originalKey } from '#store/objects/artifacts.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { sha256 } from '#test/support/parsers/fake-engine.ts';
import { type Service, startService } from '#test/support/service.ts';

const { s3, ...parts } = inject('parts');
const CLAIM = `${import.meta.dirname}/../../fixtures/pdf/veraPDF_test_suite_6-8-3-4-t01-pass-a.pdf`;

let service: Service;
beforeAll(async () => {
  service = await startService({ ...parts, s3: { ...s3, bucketPrefix: `restoration-${randomUUID().slice(0, 8)}-` } });
  await service.workHere({ parser: { processes: 1, memoryMb: 1024 } });
});
afterAll(() => service.close());

const REGION = 'eu-central-1';

async function normalized(words: string): Promise<{ input: SubmissionInput; hash: string }> {
  const input = await service.submit(helloPage(words));
  const { report } = await service.settled(input);
  return { input, hash: report?.normalized?.sha256 ?? '' };
}

async function restore(hash: string): Promise<unknown> {
  const wanted = { region: REGION, sha256: hash } as const;
  await service.temporal.startRestoration(wanted);
  return service.client.workflow.getHandle(restorationWorkflowId(wanted)).result();
}

const stored = async (hash: string) => sha256(await service.artifacts.getBytes(REGION, artifactKey(hash)));
const alarms = () => service.log.filter((line) => line.includes('object_lost')).length;
const execute = (sql: string, values: unknown[]) => service.database.system().execute(sql, values);

test('one that is damaged and one that is gone are made again; asked twice, it is done once more', async () => {
  const { hash } = await normalized('restored');
  await service.artifacts.replace(REGION, artifactKey(hash), Buffer.from('damaged'), 'application/pdf');
  expect(await restore(hash)).toBe('restored');
  expect(await stored(hash)).toBe(hash);
  await service.artifacts.remove(REGION, artifactKey(hash));
  expect(await restore(hash)).toBe('restored');
  expect(await stored(hash)).toBe(hash);
  expect(alarms()).toBe(0);
});

test('an output without its false claim of PDF/A is made again without it', async () => {
  const original = await readFile(CLAIM);
  const { bytes, report } = await normalize(original, { ...DEFAULT_OPTIONS, dropPdfaClaim: true });
  const hash = report.normalized?.sha256 ?? '';
  expect(hash).not.toBe((await normalize(original, DEFAULT_OPTIONS)).report.normalized?.sha256);
  const input = await service.submit(original);
  const before = (await service.settled(input)).report?.normalized?.sha256;
  // As a validator would have had it, which these tests do not need.
  await execute('update submission set report = ? where id = ?', [JSON.stringify(report), input.submissionId]);
  await execute('update artifact_ref set sha256 = ? where sha256 = ?', [hash, before]);
  expect(await restore(hash)).toBe('restored');
  expect(
    Buffer.from(await service.artifacts.getBytes(REGION, artifactKey(hash))).equals(bytes ?? Buffer.alloc(0)),
  ).toBe(true);
});

test('without an original, or with a damaged one, it is lost, which is an alarm', async () => {
  const { input, hash } = await normalized('lost');
  await service.artifacts.remove(REGION, artifactKey(hash));
  await service.artifacts.replace(REGION, originalKey(input.originalSha256), Buffer.from('%PDF-'), 'application/pdf');
  expect(await restore(hash)).toBe('lost');
  await service.artifacts.remove(REGION, originalKey(input.originalSha256));
  expect(await restore(hash)).toBe('lost');
  expect(alarms()).toBe(2);
  expect(await service.artifacts.stat(REGION, artifactKey(hash))).toBeNull();
});

test('what nobody may have any more stays away', async () => {
  const { input, hash } = await normalized('released');
  await service.artifacts.remove(REGION, artifactKey(hash));
  await execute(`update artifact_ref set expires_at = now() - interval '1 second' where organization_id = ?`, [
    input.organizationId,
  ]);
  expect(await restore(hash)).toBe('released');
  expect(await service.artifacts.stat(REGION, artifactKey(hash))).toBeNull();
});
