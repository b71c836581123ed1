/** Tests faults with real processes, which really end. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { anyFreePort, becomesTrue, statusOf } from '#dev/network.ts';
import { processIdentity, type ServiceOptions } from '#dev/process.ts';
import { ownFolder } from '#test/support/folder.ts';
import { supervised } from '#tools/drills/faults/supervised.ts';

const SOON_MS = 20_000;

const dir = ownFolder(afterAll);

/** A program that answers requests and runs `onAnswer` after each. */
async function web(name: string, onAnswer = ''): Promise<{ readonly url: string; readonly options: ServiceOptions }> {
  const port = await anyFreePort();
  const url = `http://127.0.0.1:${port}`;
  const script = `
    import { createServer } from 'node:http';
    createServer((request, response) => { response.end(); ${onAnswer} }).listen(${port}, '127.0.0.1');
  `;
  const options = {
    name,
    command: process.execPath,
    args: ['--input-type=module', '-e', script],
    env: { PATH: process.env['PATH'] },
    logFile: join(dir, `${name}.log`),
    answers: async () => (await statusOf(url)) === 200,
  };
  return { url, options };
}

test.concurrent('a process that is killed answers again after the time, and is gone once it is stopped', async () => {
  const crashes: string[] = [];
  const { options } = await web('killed');
  const process = await supervised(options, (how) => crashes.push(how));
  const { pid } = process;
  await process.kill(0);
  expect(process.pid).not.toBe(pid);
  expect(processIdentity(pid)).toBeNull();
  await process.stop(SOON_MS);
  expect(processIdentity(process.pid)).toBeNull();
  expect(crashes).toEqual([]);
});

test.concurrent('a process that ends by itself is reported, and is started again', async () => {
  const crashes: string[] = [];
  const { url, options } = await web('crashes', `if (request.url === '/crash') process.exit(7);`);
  const process = await supervised(options, (how) => crashes.push(how));
  const { pid } = process;
  await statusOf(`${url}/crash`);
  expect(await becomesTrue(() => process.pid !== pid, SOON_MS)).toBe(true);
  expect(crashes).toEqual(['crashes ended with code 7']);
  await process.stop(SOON_MS);
});

test.concurrent('a stop does not wait for the time that a killed process is down', async () => {
  const { options } = await web('down');
  const process = await supervised(options, () => undefined);
  const { pid } = process;
  const killed = process.kill(10 * SOON_MS);
  expect(await becomesTrue(() => processIdentity(pid) === null, SOON_MS)).toBe(true);
  await Promise.all([expect(killed).rejects.toThrow(), process.stop(SOON_MS)]);
  expect(processIdentity(process.pid)).toBeNull();
});

test.concurrent('a program that does not exist is a clear failure', async () => {
  const { options } = await web('missing');
  const start = supervised({ ...options, command: '/no/such/program' }, () => undefined);
  await expect(start).rejects.toThrow(/^missing cannot be started: .*ENOENT/);
});
