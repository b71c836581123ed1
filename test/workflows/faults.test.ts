/** Workers that are killed, workers that are told to stop, a store that goes away: no submission is left half-way. */
import { once } from 'node:events';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { EXPRESS_MAX_BYTES, type SubmissionInput } from '#domain/submission.ts';
import { artifactStore } from '#store/artifacts.ts';
import { SubmissionEntity } from '#store/submissions.ts';
import { usageOf } from '#test/api/usage.ts';
import { fakeDocument, type Script } from './fake-engine.ts';
import { openGate } from './gate.ts';
import { type Service, startService } from './harness.ts';

let service: Service;

beforeEach(async () => {
  service = await startService(inject('parts'));
});
afterEach(() => service.close());

const ONE_CHARGE = { used: 1, reserved: 0, succeeded: 1, failed: 0, rejected: 0 };

let salt = 0;
const small = (script: Script) => fakeDocument({ ...script, salt: `faults ${salt++}` });
const large = (script: Script) => fakeDocument({ ...script, salt: `faults ${salt++}` }, EXPRESS_MAX_BYTES + 1);

const rowOf = ({ organizationId, submissionId }: SubmissionInput) =>
  service.submissions.find(organizationId, submissionId);

test('a worker killed in the middle of a durable stage: another repeats the stages and finishes', async () => {
  const first = await service.workElsewhere();
  const input = await service.submit(large({ at: 'AcroFormHandling', act: 'linger', ms: 2_000 }));
  await service.underWay(input, 'AcroFormHandling');
  first.kill('SIGKILL');
  await service.workHere();
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  expect(await usageOf(service.database, input.organizationId)).toEqual(ONE_CHARGE);
});

test('a worker killed in the express lane: the second attempt goes through the durable lane', async () => {
  const first = await service.workElsewhere();
  const input = await service.submit(small({ at: 'PdfaDetection', act: 'linger', ms: 3_000 }));
  await expect.poll(async () => (await rowOf(input))?.status, { timeout: 10_000 }).toBe('IN_PROGRESS');
  first.kill('SIGKILL');
  await service.workHere();
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS', attempts: 2 });
  expect(await usageOf(service.database, input.organizationId)).toEqual(ONE_CHARGE);
  expect(await service.handle(input).query('progress')).toMatchObject({ lane: 'durable' });
});

test('a worker told to stop ends the stage it is in, exits with 0, and another finishes the document', async () => {
  const first = await service.workElsewhere();
  const input = await service.submit(large({ at: 'StructuralRepair', act: 'linger', ms: 1_500 }));
  await service.underWay(input, 'StructuralRepair');
  const exited = once(first, 'exit');
  first.kill('SIGTERM');
  await service.workHere();
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  expect(await usageOf(service.database, input.organizationId)).toEqual(ONE_CHARGE);
  expect(await exited).toEqual([0, null]);
});

test('a document store that is away delays a submission and does not fail it', async () => {
  const { s3 } = inject('parts');
  const gate = await openGate(new URL(s3.endpoint));
  await service.workHere({ artifacts: artifactStore({ ...s3, endpoint: gate.endpoint }) });
  gate.shut();
  const input = await service.submit(small({ at: 'FinalRewrite', act: 'pass' }));
  await expect.poll(() => failuresOf(input), { timeout: 20_000 }).toContain('STORAGE_ERROR');
  await gate.reopen();
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS' });
  await gate.close();
});

test('a submission that was accepted but never started is started by the sweep', async () => {
  await service.workHere();
  const input = await service.accept(small({ at: 'FinalRewrite', act: 'pass' }));
  const grantedAt = new Date(Date.now() - 60_000);
  await service.database.system().nativeUpdate(SubmissionEntity, { id: input.submissionId }, { grantedAt });
  await service.client.schedule.getHandle('sched-start-sweep').trigger();
  await expect.poll(async () => (await rowOf(input))?.status, { timeout: 20_000 }).toBe('SUCCESS');
});

/** Failure types of the activities that are being retried now. */
async function failuresOf(input: SubmissionInput): Promise<Array<string | null | undefined>> {
  const { pendingActivities } = (await service.handle(input).describe()).raw;
  return (pendingActivities ?? []).map(({ lastFailure }) => lastFailure?.applicationFailureInfo?.type);
}
