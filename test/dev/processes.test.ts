import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DevFailure } from '#dev/failure.ts';
import { becomesTrue } from '#dev/network.ts';
import { endRecorded, processIdentity, run, startServer } from '#dev/process.ts';
import { stateFile } from '#dev/state.ts';
import { ownFolder } from '#test/support/folder.ts';

const dir = ownFolder(afterAll);

function shell(name: string, script: string) {
  return {
    name,
    command: '/bin/sh',
    args: ['-c', script],
    env: { PATH: process.env['PATH'] },
    logFile: join(dir, `${name}.log`),
  };
}
const log = (name: string) => readFileSync(join(dir, `${name}.log`), 'utf8');

describe('a process', () => {
  test('writes to its log, which only its owner can read', async () => {
    const running = await run(shell('talks', 'echo out; echo err >&2; exit 3'));
    expect(await running.ended).toBe('ended with code 3');
    expect(log('talks')).toBe('out\nerr\n');
    expect(statSync(join(dir, 'talks.log')).mode & 0o077).toBe(0);
  });

  test('that does not exist is a clear failure', async () => {
    await expect(run({ ...shell('missing', ''), command: '/no/such/program' })).rejects.toThrow(
      /^missing cannot be started: .*ENOENT/,
    );
  });

  test('that ignores the request to end is made to, with its children', async () => {
    const running = await run(shell('stubborn', 'trap "" TERM; sleep 1000 & echo child $!; while :; do sleep 1; done'));
    await becomesTrue(() => log('stubborn').includes('child'), 5_000);
    const child = Number(/child (\d+)/.exec(log('stubborn'))?.[1]);
    expect(processIdentity(child)).not.toBeNull();
    await running.stop(100);
    expect(await running.ended).toBe('ended by SIGKILL');
    expect(await becomesTrue(() => processIdentity(child) === null, 5_000)).toBe(true);
  });

  test('that is gone takes along what it left in its group before it is stopped', async () => {
    const running = await run(shell('leaves', 'sleep 1000 & echo child $!'));
    expect(await running.ended).toBe('ended with code 0');
    const child = Number(/child (\d+)/.exec(log('leaves'))?.[1]);
    expect(processIdentity(child)).not.toBeNull();
    await running.stop(0);
    expect(processIdentity(child)).toBeNull();
  });

  test('that ends before it answers is told with its last words', async () => {
    const dies = shell('dies', 'echo cannot open the door; exit 1');
    await expect(startServer({ ...dies, answers: () => false })).rejects.toThrow(
      /^dies ended with code 1\. Its last lines \(.*dies\.log\):\ncannot open the door/,
    );
  });

  test('recorded earlier is ended only when it is the same one', async () => {
    const running = await run(shell('other', 'sleep 1000'));
    const identity = processIdentity(running.pid) ?? '';
    expect(await endRecorded({ pid: running.pid, identity: 'another boot:1' }, 5_000)).toBe(false);
    expect(running.alive()).toBe(true);
    expect(await endRecorded({ pid: running.pid, identity }, 5_000)).toBe(true);
    expect(await running.ended).toBe('ended by SIGTERM');
  });
});

describe('dev.json', () => {
  test('is private and remembers what it was told', () => {
    const file = stateFile(join(dir, 'state'));
    file.update({ baseUrl: 'http://127.0.0.1:8080' });
    file.record('api', process.pid);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    expect(file.read()).toMatchObject({
      baseUrl: 'http://127.0.0.1:8080',
      pids: { api: process.pid },
    });
    expect(Object.keys(file.running())).toEqual(['api']);
    file.record('api', null);
    expect(file.running()).toEqual({});
  });

  test('that is damaged is a clear failure', () => {
    const file = stateFile(join(dir, 'damaged'));
    file.update({});
    writeFileSync(file.path, '{"pids": 1');
    expect(() => file.read()).toThrow(DevFailure);
  });
});
