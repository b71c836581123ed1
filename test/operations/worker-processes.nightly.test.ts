/**
 * Tests a worker host with several processes: a killed one is restarted, all end in order, and none outlives its
 * supervisor.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, expect, inject, test } from 'vitest';
import { anyFreePort } from '#dev/network.ts';
import { CONTROL_QUEUE, pipelineQueue } from '#domain/submission.ts';
import { newDevelopmentSecretsKey } from '#src/keys/sealing.ts';
import { newDevelopmentKey } from '#src/keys/signing-key.ts';
import { connectDatabase } from '#store/orm.ts';
import { processesBelow } from '#tools/drills/faults/process-tree.ts';
import { type Program, startWorkerProgram } from '#test/support/programs.ts';

const keys = { SIGNING_KEY: newDevelopmentKey(), SECRETS_KEY: newDevelopmentSecretsKey().trim() };

const started: Program[] = [];
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL');
});

async function startHost() {
  const healthPort = await anyFreePort();
  const metricsPort = await anyFreePort();
  const ports = { HEALTH_PORT: String(healthPort), METRICS_PORT: String(metricsPort) };
  const settings = { ...keys, ...ports, WORKER_PROCESSES: '2', PARSER_PROCESSES: '3' };
  const host = await startWorkerProgram(inject('parts'), settings);
  started.push(host);
  const status = () =>
    fetch(`http://127.0.0.1:${healthPort}/livez`).then(
      ({ status: code }) => code,
      () => null,
    );
  const workers = () => {
    const below = processesBelow(host.child.pid ?? 0);
    return below.filter(({ command }) => command.endsWith('--supervised')).map(({ pid }) => pid);
  };
  await expect.poll(status).toBe(200);
  return { host, status, workers, metricsPort };
}

/** Empty before the process is ready. */
function metricsAt(port: number): Promise<string> {
  return fetch(`http://127.0.0.1:${port}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  );
}

function settingOf(pid: number, name: string): string | undefined {
  const settings = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  return settings.find((setting) => setting.startsWith(`${name}=`))?.slice(name.length + 1);
}

test('a process that is killed is started again, and all end in order', async () => {
  const { host, status, workers, metricsPort } = await startHost();
  const [first = 0, second = 0] = workers();
  expect([first, second].map((pid) => settingOf(pid, 'PARSER_PROCESSES'))).toEqual(['2', '2']);
  for (const port of [metricsPort, metricsPort + 1]) {
    // Its own metrics, followed by those of Temporal's SDK.
    await expect.poll(() => metricsAt(port)).toMatch(/^fxp_parsers_busy 0$[^]*^temporal_worker_task_slots_available/m);
  }
  process.kill(first, 'SIGKILL');
  const others = () => workers().filter((pid) => pid !== first);
  await expect.poll(others).toHaveLength(2);
  expect(others()).toContain(second);
  // Two at first, and the restarted one.
  await expect.poll(() => host.said().split('"worker ready"').length).toBe(1 + 3);
  await expect.poll(status).toBe(200);
  host.child.kill('SIGTERM');
  expect(await once(host.child, 'exit')).toEqual([0, null]);
  expect(host.said().split('"worker stopped"')).toHaveLength(3);
});

test('no process outlives its supervisor', async () => {
  const { host, workers } = await startHost();
  const pids = workers();
  host.child.kill('SIGKILL');
  const isGone = (pid: number) => !readable(`/proc/${pid}/cmdline`).includes('--supervised');
  await expect.poll(() => pids.every(isGone)).toBe(true);
});

test('a host of one region takes the documents of that region and no others', async () => {
  const host = await startWorkerProgram(inject('parts'), {
    ...keys,
    WORKER_PROCESSES: '1',
    WORKER_REGIONS: 'us-east-2',
  });
  started.push(host);
  const database = await connectDatabase(inject('parts').databaseUrl);
  const rows = await database
    .system()
    .execute<{ queues: string[] }[]>(
      'select task_queues as queues from worker_heartbeat order by started_at desc limit 1',
    );
  await database.close();
  const queues = rows.flatMap((row) => row.queues);
  expect(queues.filter((queue) => queue.startsWith('pdf-pipeline'))).toEqual([pipelineQueue('us-east-2')]);
  expect(queues).toContain(CONTROL_QUEUE);
});

function readable(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
