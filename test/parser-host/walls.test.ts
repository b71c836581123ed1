/** What a parser reaches that was taken over wholly: nothing, behind each of the walls that have a root of their own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import { knownWalls, type Wall } from '#src/parser-host/isolation/walls.ts';
import type { Reachable } from '#test/support/parsers/escaping-child.ts';

const ROOT = `${import.meta.dirname}/../..`;
const ENTRY = `${import.meta.dirname}/../support/parsers/escaping-child.ts`;

let folder: string;
let servers: Server[];
let reachable: Reachable;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-walls-'));
  const [unixSocket, secretFile] = [join(folder, 'server.sock'), join(folder, 'secret')];
  writeFileSync(secretFile, 'secret');
  const names = [{ host: '127.0.0.1', port: 0 }, { path: unixSocket }, { path: `\0${unixSocket}` }];
  servers = names.map((name) => createServer().listen(name));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const { port } = z.object({ port: z.number() }).parse(servers[0]?.address());
  reachable = { port, unixSocket, secretFile, pid: process.pid, code: `${ROOT}/package.json`, processes: 0 };
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

/** The command of a parser without what Node itself forbids, as if that had been overcome. */
async function reachedBehind(walls: readonly Wall[], processes = 0): Promise<Record<string, unknown>> {
  const isOfNode = (flag: string) => flag === '--permission' || flag.startsWith('--allow-');
  const [program = '', ...args] = probeSandbox(walls)
    .command(ENTRY, 1024)
    .filter((flag) => !isOfNode(flag));
  const stdio = ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'] as const;
  const child = spawn(program, [...args, JSON.stringify({ ...reachable, processes })], {
    cwd: '/',
    env: {},
    stdio: [...stdio],
  });
  const filter = child.stdio[stdio.length - 1];
  if (filter instanceof Writable) filter.end(walls[0]?.filter ?? new Uint8Array());
  const [printed, lastWords] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (printed === '') throw new Error(lastWords);
  return JSON.parse(printed);
}

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
] as const)('behind %s nothing is reached, and processes are few', async ([, wall], { skip }) => {
  if (!isAllowedHere(wall)) skip('this host does not allow it');
  const { processes, descriptors, ...reached } = await reachedBehind([wall], 40);
  const outcomes = Object.values(reached).flat();
  expect(outcomes).not.toContain('allowed');
  expect(outcomes).toContain('ENOENT');
  expect(descriptors).toEqual([]);
  expect(processes).toBeLessThan(10);
});

test('bubblewrap brings a filter that refuses sockets and processes altogether', async ({ skip }) => {
  if (!isAllowedHere(bubblewrap) || bubblewrap.filter === null) skip('this host has no bubblewrap');
  expect(await reachedBehind([bubblewrap], 5)).toMatchObject({
    tcp: 'EPERM',
    udp: 'EPERM',
    unix: 'EPERM',
    abstractUnix: 'EPERM',
    processes: 0,
  });
});

test('namespaces alone keep network and processes away, and not the files', async ({ skip }) => {
  if (!isAllowedHere(namespacesAlone)) skip('this host does not allow namespaces');
  expect(await reachedBehind([namespacesAlone])).toMatchObject({
    tcp: 'ENETUNREACH',
    udp: 'ENETUNREACH',
    abstractUnix: 'ECONNREFUSED',
    signal: 'ESRCH',
    hostProcesses: 'allowed',
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
  if (bash.error) skip('this host has no bash');
  expect(bash).toMatchObject({ stdout: 'true\nfalse\n', stderr: '' });
});
