/**
 * Tests one fault of each kind: a killed worker, a store and a database that are away, a workflow that never started.
 * `faults.nightly.test.ts` has the others.
 */
import { expect, inject, test } from 'vitest';
import { artifactStore } from '#store/objects/artifacts.ts';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import { startTcpProxy } from '#test/support/tcp-proxy.ts';
import { usageOf } from '#test/support/usage.ts';
import { large, ONE_CHARGE, PASS, small, useFaults } from './faults.ts';

const faults = useFaults();

test('a worker killed in the middle of a durable stage: another repeats the stages and finishes', async () => {
  const first = await faults.service.workElsewhere();
  const input = await faults.service.submit(large({ at: 'AcroFormHandling', act: 'linger', ms: 2_000 }));
  await faults.service.underWay(input, 'AcroFormHandling');
  first.kill('SIGKILL');
  await faults.service.workHere();
  expect(await faults.service.settled(input)).toMatchObject({ status: 'SUCCESS', attempts: 1 });
  expect(await usageOf(faults.service.database, input.organizationId)).toEqual(ONE_CHARGE);
});

test('a document store that is away delays a submission and does not fail it', async () => {
  const { s3 } = inject('parts');
  const proxy = await startTcpProxy(new URL(s3.endpoint));
  await faults.service.workHere({ artifacts: artifactStore({ ...s3, endpoint: proxy.endpoint }) });
  proxy.shut();
  const input = await faults.service.submit(small({ at: 'FinalRewrite', act: 'pass' }));
  await expect.poll(() => faults.failuresOf(input)).toContain('STORAGE_ERROR');
  await proxy.reopen();
  expect(await faults.service.settled(input)).toMatchObject({ status: 'SUCCESS' });
  await proxy.close();
});

test('a database that is silent when documents are to be let in delays them and fails none', async () => {
  const { proxy, url } = await faults.proxyToDatabase();
  await faults.workBehind(url);
  proxy.freeze();
  const inputs = [];
  for (let index = 0; index < 6; index++) inputs.push(await faults.service.submit((index < 3 ? small : large)(PASS)));
  for (const input of inputs) await faults.service.underWay(input, 'admit');
  proxy.thaw();
  for (const input of inputs) expect(await faults.service.settled(input)).toMatchObject({ status: 'SUCCESS' });
});

test('a submission that was accepted but never started is started by the sweep', async () => {
  await faults.service.workHere();
  const input = await faults.service.accept(small({ at: 'FinalRewrite', act: 'pass' }));
  const grantedAt = new Date(Date.now() - 60_000);
  await faults.service.database.system().nativeUpdate(SubmissionEntity, { id: input.submissionId }, { grantedAt });
  await faults.service.client.schedule.getHandle('sched-start-sweep').trigger();
  await expect.poll(async () => (await faults.rowOf(input))?.status).toBe('SUCCESS');
});
