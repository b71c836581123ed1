/** Child processes of the one command: own session, output to a file, ended for certain, never confused by a pid. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DevFailure } from './failure.ts';
import { becomesTrue } from './network.ts';

const LOG_MAX_BYTES = 5 * 1024 * 1024;
const KILL_WAIT_MS = 5_000;
/** Whoever is still there after that is dead, and only not counted out yet. */
const GROUP_WAIT_MS = 500;
/** What does not answer by then will not. */
const READY_TIMEOUT_MS = 120_000;

export interface RunOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly cwd?: string;
  readonly user?: { readonly uid: number; readonly gid: number } | null;
  /** The signal on which this program ends in order. */
  readonly endSignal?: NodeJS.Signals;
  /** The longest time that this program gets to end in order, where that is shorter than everybody's. */
  readonly stopGraceMs?: number;
}

/** A program, and how to tell that it does its work. */
export interface ServiceOptions extends RunOptions {
  /** Where this is absent, to live is all that is asked. */
  readonly answers?: (process: RunningProcess) => boolean | Promise<boolean>;
}

export interface Stoppable {
  /** Asks it to end, and after the grace period makes it. */
  stop(graceMs: number): Promise<void>;
}

export interface RunningProcess extends Stoppable {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves with a sentence on how it ended, whoever ended it. */
  readonly ended: Promise<string>;
  alive(): boolean;
  /** The process ends at once and synchronously: this is for the last moments of our own. */
  kill(): void;
}

/** Every process started here that still runs. */
const live = new Set<RunningProcess>();

/** A session of its own keeps Ctrl-C of the terminal away: the order of the end is decided here. */
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
      // PostgreSQL does not start again beside what is left of it.
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

/** The last resort: synchronous, and nothing is awaited. */
export function killAll(): void {
  for (const running of live) running.kill();
}

/** Runs `clean` before this process ends by itself or by a signal; the answer takes the watch off again. */
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
    // Ours took the place of the default; where others listen, the end is theirs to decide.
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
 * Starts a server and waits until it answers; one that does not is ended again.
 *
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
 *
 * @returns null when it succeeded, else how it ended
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

/** The sentence and the log that explain an end nobody asked for. */
export function obituary({ name, logFile }: Pick<RunOptions, 'name' | 'logFile'>, how: string): string {
  return `${name} ${how}. Its last lines (${logFile}):\n${lastLines(logFile, 20).join('\n')}`;
}

/** What a process leaves behind in its own group (PostgreSQL's children, parsers) goes with it. */
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
    // Already gone.
  }
}

/**
 * Tells one process from a later one that got the same pid: its start time. Null when there is no such process.
 * Linux counts it in clock ticks since boot (proc_pid_stat(5), field 22); elsewhere ps knows it to the second.
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

/** Ends a process another run started; false when it is not the one that run recorded. */
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

/** The last lines of a log, to show why something ended. */
export function lastLines(path: string, count: number): string[] {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-count);
  } catch {
    return [];
  }
}
