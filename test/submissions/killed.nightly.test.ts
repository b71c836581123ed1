/**
 * Tests an API that is killed during uploads: a client that repeats with the same keys gets every document once and
 * pays once.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { CONTROL_QUEUE } from '#domain/submission.ts';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import { startService } from '#test/support/service.ts';
import { startApiProgram } from '#test/support/programs.ts';
import { pdfSaying, startApi, submissionOf } from '#test/support/api.ts';
import type { Api, Tenant } from '#test/support/api.ts';
import { usageOf } from '#test/support/usage.ts';
import { started } from '#test/support/started.ts';

let api: Api;
const processes: ChildProcess[] = [];

const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  await service.workHere({ parser: { processes: 2, memoryMb: 1024 } });
  api = await startApi({ temporal: service.temporal });
});
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await api.close();
});

/** The real `api/main.ts` on the stores and the namespace of this test. */
async function startProcess(): Promise<{ url: string; child: ChildProcess }> {
  const { databaseUrl, s3, temporal } = inject('parts');
  const { namespace } = service.client.options;
  const program = await startApiProgram({ databaseUrl, s3, temporal: { ...temporal, namespace } });
  processes.push(program.child);
  return program;
}

const COUNT = 30;

function send(url: string, tenant: Tenant, index: number): Promise<Response> {
  return fetch(`${url}/api/normalize`, {
    method: 'POST',
    body: Buffer.from(pdfSaying(`kill ${index}`)),
    headers: {
      'X-Api-Key': tenant.key,
      'Content-Type': 'application/pdf',
      Prefer: 'respond-async',
      'Idempotency-Key': `document ${index}`,
    },
  });
}

/** Repeats as clients do, when an answer says that a later attempt may succeed. */
async function insist(url: string, tenant: Tenant, index: number): Promise<Response> {
  for (;;) {
    const answer = await send(url, tenant, index);
    if (answer.status !== 503) return answer;
    await delay(200);
  }
}

const indices = Array.from({ length: COUNT }, (_, index) => index);

test('the API killed while it accepts loses nothing, doubles nothing and charges once', async () => {
  const tenant = await api.newTenant();
  const rows = () => api.database.system().find(SubmissionEntity, { organizationId: tenant.organizationId });
  const first = await startProcess();
  const sent = Promise.all(indices.map((index) => send(first.url, tenant, index).catch(() => null)));
  await expect.poll(async () => (await rows()).length, { interval: 5 }).toBeGreaterThan(3);
  first.child.kill('SIGKILL');
  const told = (await sent).filter((answer) => answer !== null).length;

  const second = await startProcess();
  const answers = await Promise.all(indices.map((index) => insist(second.url, tenant, index)));
  const ids = await Promise.all(answers.map(async (answer) => (await submissionOf(answer)).submissionId));
  expect(new Set(ids).size).toBe(COUNT);
  expect((await rows()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());

  // The sweep checks accepted submissions without a start after 15 seconds, and here at once.
  const unstarted = { organizationId: tenant.organizationId, status: 'PENDING', grantedAt: { $ne: null } } as const;
  await api.database.system().nativeUpdate(SubmissionEntity, unstarted, { grantedAt: new Date(0) });
  const recovering = performance.now();
  await service.client.workflow.execute('startSweep', { workflowId: 'sweep-after-kill', taskQueue: CONTROL_QUEUE });
  const ended = async () => (await rows()).filter(({ status }) => status === 'SUCCESS').length;
  await expect.poll(ended).toBe(COUNT);
  const seconds = ((performance.now() - recovering) / 1000).toFixed(1);
  console.info(`API killed after ${told} of ${COUNT} answers; all delivered ${seconds} s after the sweep`);
  expect(await usageOf(api.database, tenant.organizationId)).toMatchObject({
    used: COUNT,
    reserved: 0,
    succeeded: COUNT,
  });
});
