/**
 * Child processes of the development command. Each has its own session and writes its output to a file. Its end is
 * certain, and a reused pid is detected.
 */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DevFailure } from './failure.ts';
import { becomesTrue } from './network.ts';

const LOG_MAX_BYTES = 5 * 1024 * 1024;
const KILL_WAIT_MS = 5_000;
/** A process that exists after this time is dead and only not yet collected. */
const GROUP_WAIT_MS = 500;
/** A program without an answer in this time will not answer. */
const READY_TIMEOUT_MS = 120_000;

export interface RunOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly cwd?: string;
  readonly user?: { readonly uid: number; readonly gid: number } | null;
  /** The signal for an orderly end of this program. */
  readonly endSignal?: NodeJS.Signals;
  /** The time for an orderly end, if it is shorter than the common one. */
  readonly stopGraceMs?: number;
}

/** A program, and a check that it works. */
export interface ServiceOptions extends RunOptions {
  /** If this is absent, a live process counts as ready. */
  readonly answers?: (process: RunningProcess) => boolean | Promise<boolean>;
}

export interface Stoppable {
  /** Requests an orderly end, and kills the process after the grace period. */
  stop(graceMs: number): Promise<void>;
}

export interface RunningProcess extends Stoppable {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves with a sentence about its end, whatever the cause. */
  readonly ended: Promise<string>;
  alive(): boolean;
  /** Kills the process synchronously, for the last moments of this process. */
  kill(): void;
}

/** Every process started here that still runs. */
const live = new Set<RunningProcess>();

/** A separate session does not get Ctrl-C of the terminal, so the order of the end is decided here. */
export async function run(options: RunOptions): Promise<RunningProcess> {
  const { name, command, args, env, cwd, user, logFile } = options;
  const log = openLog(logFile);
  const child = spawn(command, args, {
    env,
    detached: true,
    stdio: ['ignore', log, log],
    ...(cwd ? { cwd } : {}),
    ...user,
  });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`cannot be started: ${error.message}`));
    child.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${code}`));
  });
  const { pid } = child;
  if (pid === undefined) throw new DevFailure(`${name} ${await ended}`);
  let alive = true;
  const running: RunningProcess = {
    name,
    pid,
    logFile,
    ended,
    alive: () => alive,
    stop: async (graceMs) => {
      if (alive) signalProcess(pid, options.endSignal ?? 'SIGTERM');
      await becomesTrue(() => !alive, Math.min(graceMs, options.stopGraceMs ?? graceMs));
      signalGroup(pid, 'SIGKILL');
      await ended;
      // PostgreSQL does not start beside remaining processes of an earlier run.
      await becomesTrue(() => !groupExists(pid), GROUP_WAIT_MS);
    },
    kill: () => signalGroup(pid, 'SIGKILL'),
  };
  live.add(running);
  child.once('exit', () => {
    alive = false;
    live.delete(running);
  });
  return running;
}

/** The last resort: it is synchronous and waits for nothing. */
export function killAll(): void {
  for (const running of live) running.kill();
}

/** Runs `clean` before this process ends by itself or by a signal. The returned function removes the handlers. */
export function onSuddenEnd(clean: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const release = () => {
    process.off('exit', onExit);
    for (const signal of signals) process.off(signal, onSignal);
  };
  const onExit = () => {
    release();
    clean();
  };
  const onSignal = (signal: NodeJS.Signals) => {
    onExit();
    // Our handler replaces the default action. If other handlers exist, they decide about the end.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  process.on('exit', onExit);
  for (const signal of signals) process.on(signal, onSignal);
  return release;
}

function openLog(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeBytes > LOG_MAX_BYTES) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}

/**
 * Starts a server and waits until it answers. A server without an answer is ended.
 * @param started called with the process before it answers
 */
export async function startServer(
  options: ServiceOptions,
  started: (process: RunningProcess) => void = () => {},
  signal?: AbortSignal,
): Promise<RunningProcess> {
  const server = await run(options);
  started(server);
  try {
    await whenSettled(server, async () => (await options.answers?.(server)) ?? true, signal);
    if (server.alive()) return server;
    throw new DevFailure(obituary(server, await server.ended));
  } catch (error) {
    await server.stop(0);
    throw error;
  }
}

/**
 * Runs a program that ends by itself.
 * @returns null for a success, else a description of the end
 */
export async function runToEnd(options: RunOptions, signal: AbortSignal): Promise<string | null> {
  const program = await run(options);
  const stop = () => void program.stop(KILL_WAIT_MS);
  signal.addEventListener('abort', stop);
  const how = await program.ended;
  signal.removeEventListener('abort', stop);
  return how === 'ended with code 0' ? null : how;
}

/** Waits until a process answers or has ended. */
async function whenSettled(
  process: RunningProcess,
  answers: () => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  const settled = await becomesTrue(async () => !process.alive() || (await answers()), READY_TIMEOUT_MS, signal);
  if (!settled) throw new DevFailure(obituary(process, `was not ready after ${READY_TIMEOUT_MS / 1000} s`));
}

/** The sentence and the log that explain an unexpected end. */
export function obituary({ name, logFile }: Pick<RunOptions, 'name' | 'logFile'>, how: string): string {
  return `${name} ${how}. Its last lines (${logFile}):\n${lastLines(logFile, 20).join('\n')}`;
}

/** Signals the whole group of a process, which includes the children of PostgreSQL and parsers. */
function signalGroup(pid: number, signal: NodeJS.Signals): void {
  signalProcess(-pid, signal);
}

function groupExists(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The group is gone already.
  }
}

/**
 * The start time of a process, which separates it from a later one with the same pid; null if there is no such process.
 * Linux counts it in clock ticks since boot (proc_pid_stat(5), field 22). On other systems ps gives it in seconds.
 */
export function processIdentity(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return null;
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${bootId}:${fields[19]}`;
  } catch {
    if (process.platform === 'linux') return null;
  }
  const { stdout, status } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : null;
}

/** Ends a process of another run; false if it is not the recorded one. */
export async function endRecorded(
  { pid, identity }: { readonly pid: number; readonly identity: string },
  graceMs: number,
  endSignal: NodeJS.Signals = 'SIGTERM',
): Promise<boolean> {
  const same = () => processIdentity(pid) === identity;
  if (!same()) return false;
  signalProcess(pid, endSignal);
  if (await becomesTrue(() => !same(), graceMs)) return true;
  signalGroup(pid, 'SIGKILL');
  signalProcess(pid, 'SIGKILL');
  return becomesTrue(() => !same(), KILL_WAIT_MS);
}

/** The last lines of a log, which explain an end. */
export function lastLines(path: string, count: number): string[] {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-count);
  } catch {
    return [];
  }
}
