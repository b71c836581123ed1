/**
 * Tests both programs with a database that accepts connections and answers nothing: each reports this and exits, to be
 * started again. A worker without any database waits for it.
 */
import { once } from 'node:events';
import { afterEach, expect, inject, test } from 'vitest';
import { newDevelopmentKey } from '#src/keys/signing-key.ts';
import { anyFreePort } from '#dev/network.ts';
import { newDevelopmentSecretsKey } from '#src/keys/sealing.ts';
import { startTcpProxy, throughProxy } from '#test/support/tcp-proxy.ts';
import { type Program, startApiProgram, startWorkerProgram } from '#test/support/programs.ts';

const started: Program[] = [];
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL');
});

const keys = { SIGNING_KEY: newDevelopmentKey(), SECRETS_KEY: newDevelopmentSecretsKey().trim() };
const WEDGE = { NODE_OPTIONS: `--import ${import.meta.dirname}/../support/wedge.ts` };

test('the API and the worker end by themselves', async () => {
  const parts = inject('parts');
  const healthPort = String(await anyFreePort());
  const [api, worker] = await Promise.all([
    startApiProgram(parts, WEDGE),
    startWorkerProgram(parts, { ...WEDGE, ...keys, HEALTH_PORT: healthPort }),
  ]);
  started.push(api, worker);
  const lives = async (url: string) => (await fetch(`${url}/livez`)).status;
  expect(await lives(api.url)).toBe(200);
  expect(await lives(`http://127.0.0.1:${healthPort}`)).toBe(200);
  const ends = started.map(({ child }) => once(child, 'exit'));
  for (const { child } of started) child.kill('SIGHUP');
  expect(await Promise.all(ends)).toEqual([
    [1, null],
    [1, null],
  ]);

  for (const { said } of started) expect(said()).toContain('"alarm":"database_stuck"');
});

test('a worker that is started while the database is away lives, and works once it is back', async () => {
  const parts = inject('parts');
  const proxy = await startTcpProxy(new URL(parts.databaseUrl));
  proxy.shut();
  const healthPort = String(await anyFreePort());
  const away = { ...parts, databaseUrl: throughProxy(parts.databaseUrl, proxy) };
  const worker = await startWorkerProgram(away, { ...keys, HEALTH_PORT: healthPort }, 'waiting for PostgreSQL');
  started.push(worker);
  expect((await fetch(`http://127.0.0.1:${healthPort}/livez`)).status).toBe(200);
  await proxy.reopen();
  await expect.poll(() => worker.said()).toContain('worker ready');
  await proxy.close();
});
