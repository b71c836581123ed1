/** Tests that a hijacked parser reaches nothing, in each isolation with a separate root. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import { knownWalls, type Wall } from '#src/parser-host/isolation/walls.ts';
import { type Prey, reachedByNativeCode, reachedByScript, startPrey } from '#test/support/parsers/hijacked.ts';

const ROOT = `${import.meta.dirname}/../..`;
/** More than the limit of tasks. */
const MANY_PROCESSES = 100;

let prey: Prey;

beforeAll(async () => {
  prey = await startPrey();
});
afterAll(() => prey.close());

const reachedBehind = (walls: readonly Wall[], processes?: number) => reachedByScript(walls, prey, processes);

const [bubblewrap, namespacesAndRoot, namespacesAlone] = knownWalls();

function isAllowedHere(wall: Wall): boolean {
  return wall.mechanisms.every((name) => probeSandbox([wall]).mechanisms.includes(name));
}

test('without walls the host is reached: the attempts are real ones', async () => {
  expect(await reachedBehind([])).toMatchObject({
    tcp: 'allowed',
    udp: 'allowed',
    unix: 'allowed',
    abstractUnix: 'allowed',
    secret: 'allowed',
    hostProcesses: 'allowed',
    signal: 'allowed',
    writeCode: 'allowed',
  });
});

test.for([
  ['bubblewrap', bubblewrap],
  ['namespaces and a root of its own', namespacesAndRoot],
] as const)('behind %s nothing is reached, and processes are few', async ([name, wall], { skip }) => {
  if (!isAllowedHere(wall)) skip(name);
  const { processes, descriptors, ...reached } = await reachedBehind([wall], 40);
  const outcomes = Object.values(reached).flat();
  expect(outcomes).not.toContain('allowed');
  expect(outcomes).toContain('ENOENT');
  expect(descriptors).toEqual([]);
  expect(processes).toBeLessThan(10);
});

test('bubblewrap brings a filter that refuses sockets and processes altogether', async ({ skip }) => {
  if (!isAllowedHere(bubblewrap) || bubblewrap.filter === null) skip('bubblewrap');
  expect(await reachedBehind([bubblewrap], 5)).toMatchObject({
    tcp: 'EPERM',
    udp: 'EPERM',
    unix: 'EPERM',
    abstractUnix: 'EPERM',
    processes: 0,
  });
});

test('namespaces alone keep network and processes away, and not the files', async ({ skip }) => {
  if (!isAllowedHere(namespacesAlone)) skip('namespaces');
  expect(await reachedBehind([namespacesAlone])).toMatchObject({
    tcp: 'ENETUNREACH',
    udp: 'ENETUNREACH',
    abstractUnix: 'ECONNREFUSED',
    signal: 'ESRCH',
    hostProcesses: 'allowed',
  });
});

test('native code reaches the host without walls: the attempts are real ones', async ({ skip }) => {
  const found = (await reachedByNativeCode([], prey)) ?? skip('a native program for this machine');
  expect(found.reach).toMatchObject({
    TCP: 'allowed',
    UDP: 'allowed',
    'a Unix socket': 'allowed',
    'an abstract Unix socket': 'allowed',
    'a file of its worker': 'allowed',
    '/etc/passwd': 'allowed',
    'a file in /tmp': 'allowed',
    'a signal to its worker': 'allowed',
    'a handle of its worker': 'allowed',
  });
  expect(found.surface).toMatchObject({
    'a socket of TCP': 'allowed',
    'a pair of sockets': 'allowed',
    '4 GiB of shared memory': 'allowed',
    '4 GiB of memory that grows as a stack does': 'allowed',
    'the personality of a process': 'allowed',
  });
});

test.for([
  ['bubblewrap', bubblewrap],
  ['namespaces and a root of its own', namespacesAndRoot],
] as const)('behind %s native code reaches nothing, and processes are few', async ([name, wall], { skip }) => {
  if (!isAllowedHere(wall)) skip(name);
  const found = await reachedByNativeCode([wall], prey, MANY_PROCESSES);
  const { reach, processes } = found ?? skip('a native program for this machine');
  expect(Object.entries(reach).filter(([, outcome]) => outcome === 'allowed')).toEqual([]);
  expect(processes).toBeLessThan(64);
});

test('the filter refuses native code every socket, process and namespace, and memory that no limit counts', async ({
  skip,
}) => {
  if (!isAllowedHere(bubblewrap) || bubblewrap.filter === null) skip('bubblewrap');
  const found = await reachedByNativeCode([bubblewrap], prey, MANY_PROCESSES);
  const { surface, processes } = found ?? skip('a native program for this machine');
  expect(Object.entries(surface).filter(([, outcome]) => outcome === 'allowed')).toEqual([]);
  expect(processes).toBe(0);
});

test('in a container, where numbers of processes begin anew, the one attacked has none that a parser has itself', ({
  skip,
}) => {
  const namespace = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
  if (spawnSync('unshare', [...namespace, 'true']).status !== 0) skip('namespaces');
  const script = `
    import { startPrey } from '#test/support/parsers/hijacked.ts';
    const prey = await startPrey();
    console.log(process.pid < 100, prey.reachable.pid >= 500);
    prey.close();`;
  const run = [...namespace, process.execPath, '--input-type=module', '-e', script];
  expect(spawnSync('unshare', run, { cwd: ROOT, encoding: 'utf8' })).toMatchObject({
    stdout: 'true true\n',
    stderr: '',
  });
});

test('a descriptor that a worker inherits is closed before it starts a parser', ({ skip }) => {
  const script = `
    import { readdirSync } from 'node:fs';
    console.log(readdirSync('/proc/self/fd').includes('251'));
    await import('#src/parser-host/isolation/inherited-descriptors.ts');
    console.log(readdirSync('/proc/self/fd').includes('251'));`;
  const command = `exec 251</dev/null; exec "$0" --input-type=module -e "$1"`;
  const bash = spawnSync('bash', ['-c', command, process.execPath, script], { cwd: ROOT, encoding: 'utf8' });
  if (bash.error) skip('bash');
  expect(bash).toMatchObject({ stdout: 'true\nfalse\n', stderr: '' });
});
