/**
 * The attempts of a hijacked parser with native code. Node's permission model is off, so only the kernel prevents them.
 * The argument lists the targets, and the result of each attempt is printed as JSON.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type NetConnectOpts } from 'node:net';

export interface Reachable {
  readonly port: number;
  readonly unixSocket: string;
  readonly secretFile: string;
  readonly pid: number;
  /** A file of its own code. */
  readonly code: string;
  /** The number of processes to start. */
  readonly processes: number;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function tried(attempt: () => unknown): string {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    return codeOf(error);
  }
}

function connection(to: NetConnectOpts): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(to);
    socket.once('connect', () => resolve('allowed'));
    socket.once('error', (error) => resolve(codeOf(error)));
  });
}

function datagram(port: number): Promise<string> {
  return new Promise((resolve) => {
    try {
      const socket = createSocket('udp4', () => undefined);
      socket.once('error', (error) => resolve(codeOf(error)));
      socket.send('x', port, '127.0.0.1', (error) => resolve(error === null ? 'allowed' : codeOf(error)));
    } catch (error) {
      resolve(codeOf(error));
    }
  });
}

/** The number of sleeping processes that were started. */
function startedOf(count: number): number {
  const started = Array.from({ length: count }, () => {
    try {
      const child = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)'], { stdio: 'ignore' });
      child.once('error', () => undefined);
      return child.pid === undefined ? 0 : 1;
    } catch {
      return 0;
    }
  });
  return started.reduce((sum: number, one) => sum + one, 0);
}

const { port, unixSocket, secretFile, pid, code, processes }: Reachable = JSON.parse(process.argv[2] ?? '');
const findings = {
  tcp: await connection({ host: '127.0.0.1', port }),
  udp: await datagram(port),
  unix: await connection({ path: unixSocket }),
  abstractUnix: await connection({ path: `\0${unixSocket}` }),
  secret: tried(() => readFileSync(secretFile)),
  hostProcesses: tried(() => readdirSync('/proc')),
  signal: tried(() => process.kill(pid, 0)),
  writeCode: tried(() => closeSync(openSync(code, 'r+'))),
  writeAnywhere: ['/', '/tmp', '/dev/shm', '/mnt'].map((folder) => tried(() => writeFileSync(`${folder}/written`, ''))),
  namespace: spawnSync('unshare', ['--user', 'true']).error === undefined ? 'allowed' : 'refused',
  descriptors: Array.from({ length: 300 }, (_, fd) => fd).filter((fd) => fd > 4 && isOpenFile(fd)),
  processes: startedOf(processes),
};
process.stdout.write(JSON.stringify(findings), () => process.exit());

/** Node's own descriptors belong to no file. */
function isOpenFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}
