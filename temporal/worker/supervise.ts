/**
 * The worker processes of one host. This process starts them, checks whether they live, restarts them when they end or
 * hang, and ends them with itself. It divides the host's capacity for parsing among them.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#src/config.ts';
import type { Log } from '#src/log.ts';
import { answerHealth } from './health.ts';
import { freePort } from './sdk-metrics.ts';

/** Argument of a process that ends when its supervisor does. */
export const SUPERVISED = '--supervised';

const PROGRAM = join(import.meta.dirname, 'main.ts');
const LOOPBACK = '127.0.0.1';
const LOOK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 4_000;
/** A process ends after so many unanswered checks in a row, because a busy host is no failure. */
const PATIENCE = 6;
const FIRST_PAUSE_MS = 250;
/** More ends within the window are no accident, so this process ends too and reports it. */
const MAX_ENDS = 5;
const WINDOW_MS = 60_000;

interface Share {
  readonly child: ChildProcess;
  readonly healthUrl: string;
  answers: boolean;
}

type Settings = Pick<Config, 'workerProcesses' | 'parser' | 'host' | 'healthPort' | 'metricsPort'>;

/** Resolves when all have ended because that was asked for by SIGTERM or SIGINT; rejects when one ends again and again. */
export async function superviseWorkers(
  { workerProcesses, parser, host, healthPort, metricsPort }: Settings,
  env: NodeJS.ProcessEnv,
  log: Log,
): Promise<void> {
  const running = new Set<Share>();
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    for (const { child } of running) child.kill('SIGTERM');
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  if (healthPort !== null) {
    const alive = () => running.size === workerProcesses && [...running].every(({ answers }) => answers);
    await answerHealth({ host, port: healthPort }, alive);
  }
  const shared = {
    ...env,
    WORKER_PROCESSES: '1',
    PARSER_PROCESSES: String(Math.ceil(parser.processes / workerProcesses)),
    PARSER_IDLE_MEMORY_MB: String(Math.floor(parser.idleMemoryMb / workerProcesses)),
    HOST: metricsPort === null ? LOOPBACK : host,
  };
  // Each process counts for itself, and tells it at a port of its own: the first at that of the settings, the others behind it.
  const keepOne = async (index: number) => {
    for (let ends: number[] = []; !stopping.signal.aborted;) {
      const how = await live(
        metricsPort === null ? shared : { ...shared, METRICS_PORT: String(metricsPort + index) },
        running,
        stopping.signal,
      );
      if (stopping.signal.aborted) return;
      const now = performance.now();
      ends = [...ends.filter((at) => now - at < WINDOW_MS), now];
      if (ends.length > MAX_ENDS) throw new Error(`A worker process ${how}, ${ends.length} times within a minute.`);
      log.warn({ how }, 'worker process ended; started again');
      await delay(FIRST_PAUSE_MS * 2 ** (ends.length - 1), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
    }
  };
  const kept = Array.from({ length: workerProcesses }, async (_, index) => keepOne(index));
  try {
    await Promise.all(kept);
  } finally {
    stop();
    await Promise.allSettled(kept);
  }
}

/** Answers how it ended. */
async function live(env: NodeJS.ProcessEnv, running: Set<Share>, signal: AbortSignal): Promise<string> {
  const port = await freePort();
  const args = [...process.execArgv, PROGRAM, SUPERVISED];
  const options = { env: { ...env, HEALTH_PORT: String(port) }, stdio: ['pipe', 'inherit', 'inherit'] as const };
  const child = spawn(process.execPath, args, { ...options, stdio: [...options.stdio] });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`cannot be started: ${error.message}`));
    child.once('exit', (code, by) => resolve(by ? `was ended by ${by}` : `ended with code ${code}`));
  });
  const share: Share = { child, healthUrl: `http://${reachable(env['HOST'])}:${port}/livez`, answers: false };
  running.add(share);
  // It was asked to stop while this one was being started.
  if (signal.aborted) child.kill('SIGTERM');
  const over = new AbortController();
  void look(share, over.signal);
  const how = await ended;
  over.abort();
  running.delete(share);
  return how;
}

/** The address at which other processes of this host reach the listener. */
function reachable(host = LOOPBACK): string {
  if (host === '0.0.0.0' || host === '::') return LOOPBACK;
  return host.includes(':') ? `[${host}]` : host;
}

/** Ends a process that stops answering after its start, because nothing else would notice. */
async function look(share: Share, signal: AbortSignal): Promise<void> {
  let missed = -Infinity;
  while (!signal.aborted) {
    await delay(share.answers ? LOOK_EVERY_MS : FIRST_PAUSE_MS, undefined, { signal, ref: false }).catch(
      () => undefined,
    );
    if (signal.aborted) return;
    const status = await fetch(share.healthUrl, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
    missed = status ? 0 : missed + 1;
    share.answers = missed >= 0 && missed < PATIENCE;
    if (missed >= PATIENCE) share.child.kill('SIGKILL');
  }
}

/**
 * The supervisor holds the other end of this pipe. Its death closes the pipe and ends this process, because nobody
 * else would.
 */
export function endWithSupervisor(): void {
  process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
  process.stdin.unref?.();
}
