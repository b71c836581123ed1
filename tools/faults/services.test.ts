/** Processes that are started again: real ones, that really die or hang. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyFreePort, becomesTrue, statusOf } from '#dev/network.ts';
import { processIdentity, type ServiceOptions } from '#dev/process.ts';
import { type Probing, runService, type Service, type ServiceEvents } from '#tools/faults/services.ts';

const SOON_MS = 20_000;

let dir: string;
const running: Service[] = [];
beforeAll(() => (dir = mkdtempSync(join(tmpdir(), 'fixpoint-services-'))));
afterAll(async () => {
  await Promise.all(running.map((service) => service.stop(0)));
  rmSync(dir, { recursive: true });
});

function program(name: string, command: string, args: string[]): ServiceOptions {
  return { name, command, args, env: { PATH: process.env['PATH'] }, logFile: join(dir, `${name}.log`) };
}

const shell = (name: string, script: string) => program(name, '/bin/sh', ['-c', script]);

/** Answers requests; `onAnswer` is what it does after each. */
async function web(name: string, onAnswer = ''): Promise<ServiceOptions> {
  const port = await anyFreePort();
  const script = `
    import { createServer } from 'node:http';
    createServer((_, response) => { response.end(); ${onAnswer} }).listen(${port}, '127.0.0.1');
  `;
  const answers = async () => (await statusOf(`http://127.0.0.1:${port}`)) === 200;
  return { ...program(name, process.execPath, ['--input-type=module', '-e', script]), answers };
}

/** What happened to a service, in its order. */
function follow(options: ServiceOptions, more: Pick<ServiceEvents, 'needs'> = {}, probing?: Probing) {
  const pids: number[] = [];
  const said: string[] = [];
  const events: ServiceEvents = {
    started: ({ pid }) => pids.push(pid),
    died: (how) => said.push(how),
    returned: (how) => said.push(`returned after it ${how}`),
    ...more,
  };
  const service = runService(options, events, probing);
  running.push(service);
  const kill = (signal: NodeJS.Signals) => process.kill(pids.at(-1) ?? 0, signal);
  return { service, pids, said, kill };
}

test.concurrent('one that dies comes back, and is gone for good once it is stopped', async () => {
  const { service, pids, said, kill } = follow(await web('dies'));
  await service.up();
  kill('SIGKILL');
  expect(await becomesTrue(() => said.length === 2, SOON_MS)).toBe(true);
  expect(said).toEqual(['ended by SIGKILL', 'returned after it ended by SIGKILL']);
  expect(pids).toHaveLength(2);
  await service.stop(SOON_MS);
  expect(pids.map((pid) => processIdentity(pid))).toEqual([null, null]);
});

test.concurrent('one that dies again and again is given up with its last words', async () => {
  const { service, pids } = follow(shell('broken', 'echo no settings; exit 1'));
  await expect(service.failed).rejects.toThrow(
    /^broken ended with code 1 6 times within a minute.*\n(no settings\n?)+$/,
  );
  expect(pids).toHaveLength(6);
  await expect(service.up()).rejects.toThrow('broken');
});

test.concurrent('one that answers and dies at once has not come back', async () => {
  const { service, said } = follow(await web('loops', 'setTimeout(() => process.exit(7), 50);'));
  await expect(service.failed).rejects.toThrow(/^loops ended with code 7 6 times within a minute/);
  expect(said).toEqual(Array.from({ length: 5 }, () => 'ended with code 7'));
});

test.concurrent('one that hangs is made to end, and comes back', async () => {
  const { service, pids, said, kill } = follow(await web('hangs'), {}, { everyMs: 50, patience: 2 });
  await service.up();
  kill('SIGSTOP');
  expect(await becomesTrue(() => said.length === 2, SOON_MS)).toBe(true);
  expect(said[0]).toMatch(/^did not answer for \d+ s$/);
  expect(said[1]).toBe(`returned after it ${said[0]}`);
  expect(processIdentity(pids[0] ?? 0)).toBeNull();
});

test.concurrent('one that dies while it lacks what it needs waits for that, and a stop does not wait with it', async () => {
  const need = Promise.withResolvers<void>();
  let asked = 0;
  const needs = () => (asked++ === 0 ? Promise.resolve() : need.promise);
  const { service, pids, said, kill } = follow(await web('needy'), { needs });
  await service.up();
  kill('SIGKILL');
  expect(await becomesTrue(() => asked === 2, SOON_MS)).toBe(true);
  expect(pids).toHaveLength(1);
  need.resolve();
  expect(await becomesTrue(() => said.length === 2, SOON_MS)).toBe(true);

  const waiting = follow(await web('waits'), { needs: () => new Promise(() => {}) });
  await waiting.service.stop(0);
  expect(waiting.pids).toEqual([]);
});

test.concurrent('a program that does not exist is a clear failure', async () => {
  const { service } = follow(program('missing', '/no/such/program', []));
  await expect(service.up()).rejects.toThrow(/^missing cannot be started: .*ENOENT/);
});
