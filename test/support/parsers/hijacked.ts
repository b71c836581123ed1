/**
 * The targets on a host, and a program that acts as a hijacked parser. It starts like a parser, but without the
 * restrictions of Node itself, as if these had been overcome.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import { startedHere } from '#src/parser-host/isolation/started-parser.ts';
import type { Wall } from '#src/parser-host/isolation/walls.ts';
import type { Reachable } from './escaping-child.ts';
import { nativeAttempts, type NativeFindings, nativeProgram } from './native-program.ts';

const ENTRY = `${import.meta.dirname}/escaping-child.ts`;
const MEMORY_MB = 1024;
/** Each program takes far less time on a busy machine. */
const TIMEOUT_MS = 60_000;

export interface Prey {
  readonly reachable: Omit<Reachable, 'processes'>;
  close(): void;
}

/** Greater than the numbers of processes and threads in a parser's own namespace, which start at 1. */
const LEAST_FOREIGN_PID = 500;

/** Servers and a secret file of this program, and a process of the same user. */
export async function startPrey(): Promise<Prey> {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-prey-'));
  const [unixSocket, secretFile] = [join(folder, 'server.sock'), join(folder, 'secret')];
  writeFileSync(secretFile, 'secret');
  const names = [{ host: '127.0.0.1', port: 0 }, { path: unixSocket }, { path: `\0${unixSocket}` }];
  const servers = names.map((name) => createServer().listen(name));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const { port } = z.object({ port: z.number() }).parse(servers[0]?.address());
  const code = resolve(import.meta.dirname, '../../../package.json');
  const victim = startVictim();
  return {
    reachable: { port, unixSocket, secretFile, pid: victim.pid, code },
    close() {
      victim.end();
      for (const server of servers) server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * In a container pids are as low as those of the parser itself. A signal to such a pid would reach its own thread and
 * prove nothing.
 */
function startVictim(): { readonly pid: number; end(): void } {
  for (;;) {
    const sleeper = spawn('sleep', ['infinity'], { stdio: 'ignore' });
    const { pid } = sleeper;
    if (pid === undefined) throw new Error('No process can be started to be attacked.');
    const end = () => void sleeper.kill('SIGKILL');
    if (pid >= LEAST_FOREIGN_PID) return { pid, end };
    end();
  }
}

/** The targets that a script reaches in the first isolation that this host allows, by the names of the attempts. */
export async function reachedByScript(
  walls: readonly Wall[],
  { reachable }: Prey,
  processes = 0,
): Promise<Record<string, unknown>> {
  const isOfNode = (flag: string) => flag === '--permission' || flag.startsWith('--allow-');
  const command = probeSandbox(walls)
    .command(ENTRY, MEMORY_MB)
    .filter((flag) => !isOfNode(flag));
  const printed = await outputOf([...command, JSON.stringify({ ...reachable, processes })], walls);
  return JSON.parse(printed.toString());
}

/**
 * The same for machine code that calls the kernel directly. Its file is visible like the programs that a parser may
 * execute. Returns null on a machine with another instruction set.
 */
export async function reachedByNativeCode(
  walls: readonly Wall[],
  { reachable }: Prey,
  processes = 0,
): Promise<NativeFindings | null> {
  const attempts = nativeAttempts(reachable, processes);
  const program = nativeProgram(attempts.flatMap(({ calls }) => calls));
  if (program === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-native-'));
  try {
    const path = join(folder, 'program');
    writeFileSync(path, program.bytes);
    for (const each of [folder, path]) chmodSync(each, 0o755); // for the user that a superuser's parser becomes
    const seen = walls.map((wall) => alsoExecuting(wall, path));
    const command = probeSandbox(seen).command(ENTRY, MEMORY_MB);
    const before = command.slice(0, command.lastIndexOf(process.execPath));
    return program.findings(attempts, await outputOf([...before, path], seen));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function alsoExecuting(wall: Wall, path: string): Wall {
  return {
    ...wall,
    command: ({ code, programs }, filterFd) => wall.command({ code, programs: [...programs, path] }, filterFd),
  };
}

async function outputOf([program = '', ...args]: readonly string[], walls: readonly Wall[]): Promise<Buffer> {
  const stdio = ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'] as const;
  const child = spawn(program, args, { cwd: '/', env: {}, stdio: [...stdio], detached: true });
  const started = startedHere(child);
  const timer = setTimeout(() => started.kill(), TIMEOUT_MS);
  const filter = child.stdio[stdio.length - 1];
  if (filter instanceof Writable) {
    // Native code may have ended before.
    filter.on('error', () => undefined);
    filter.end(walls[0]?.filter ?? new Uint8Array());
  }
  const [printed, lastWords] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  clearTimeout(timer);
  started.kill();
  if (printed.length === 0) throw new Error(`It has ended without a word. ${lastWords.toString()}`);
  return printed;
}
